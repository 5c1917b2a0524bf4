import { withoutDirectionSigns } from '@keyhour/contract/direction'

export type CalendarTime = {
  uid: string
  /** Rises with every change: calendars ignore older versions. */
  sequence: number
  writtenAt: string
  start: string
  end: string | null
}

/** Plain texts, without escapes. */
export type CalendarEntry = CalendarTime & {
  summary: string
  description: string
  location: string
  position: { lat: number; lon: number }
  url: string
  isCancelled: boolean
  organizer: Contact
  /** None in a file that is downloaded. */
  attendee?: Contact
}

type Contact = { name: string; email: string }

/** Add the entry (`PUBLISH`, `REQUEST`) or remove it (`CANCEL`). */
export type CalendarMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL'

export const writeCalendar = (method: CalendarMethod, entry: CalendarEntry): string =>
  calendarFile([`METHOD:${method}`, ...eventLines(entry)])

/** Several entries that are added or updated together. Only a published file may have more than one (RFC 5546). */
export const writeEntries = (entries: CalendarEntry[]): string =>
  calendarFile(['METHOD:PUBLISH', ...entries.flatMap(eventLines)])

const eventLines = (entry: CalendarEntry): string[] => [
  'BEGIN:VEVENT',
  ...timeLines(entry),
  `SUMMARY:${calendarText(entry.summary)}`,
  `DESCRIPTION:${calendarText(entry.description)}`,
  `LOCATION:${calendarText(entry.location)}`,
  `GEO:${entry.position.lat.toFixed(6)};${entry.position.lon.toFixed(6)}`,
  `URL:${entry.url}`,
  `STATUS:${entry.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
  'TRANSP:OPAQUE',
  `ORGANIZER;CN=${quoted(entry.organizer.name)}:mailto:${entry.organizer.email}`,
  ...(entry.attendee ? [attendee(entry.attendee)] : []),
  'END:VEVENT',
]

/** An iCalendar file (RFC 5545). All times are UTC, so it needs no time zone definitions. */
export const calendarFile = (lines: string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Keyhour//Keyhour//EN',
    'CALSCALE:GREGORIAN',
    ...lines,
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('')

export const timeLines = ({ uid, sequence, writtenAt, start, end }: CalendarTime): string[] => [
  `UID:${uid}`,
  `SEQUENCE:${sequence}`,
  `DTSTAMP:${moment(writtenAt)}`,
  `DTSTART:${moment(start)}`,
  ...(end === null ? [] : [`DTEND:${moment(end)}`]),
]

/** The customer has accepted by booking, and nobody reads replies. */
const attendee = ({ name, email }: Contact): string =>
  `ATTENDEE;CN=${quoted(name)};ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${email}`

const moment = (instant: string): string =>
  new Date(instant)
    .toISOString()
    .replace(/\.\d{3}Z$/, 'Z')
    .replace(/[-:]/g, '')

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g

export const calendarText = (words: string): string =>
  withoutDirectionSigns(words)
    .replace(/\r\n?/g, '\n')
    .replace(CONTROLS, '')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n')

/** A quoted parameter may contain neither quotes nor line ends. */
const quoted = (words: string): string =>
  `"${withoutDirectionSigns(words)
    .replace(/[\r\n]+/g, ' ')
    .replace(CONTROLS, '')
    .replace(/"/g, "'")}"`

const MOST_OCTETS = 75

/** RFC 5545 folds lines after 75 octets; a folded line continues after a space. */
function folded(line: string): string {
  let [text, octets] = ['', 0]
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MOST_OCTETS) {
      text += '\r\n '
      octets = 1
    }
    text += character
    octets += size
  }
  return text
}
