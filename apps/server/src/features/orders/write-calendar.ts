import { withoutDirectionSigns } from '@keyhour/contract/direction'

/** What a calendar shows of an order. All texts are plain. */
export type CalendarEntry = {
  uid: string
  /** Higher after every change: a calendar ignores what is older than what it has. */
  sequence: number
  writtenAt: string
  start: string
  /** Null: not known yet. */
  end: string | null
  summary: string
  description: string
  location: string
  position: { lat: number; lon: number }
  url: string
  isCancelled: boolean
  organizer: Contact
  /** Whom it is sent to; nobody when it is only handed out. */
  attendee?: Contact
}

type Contact = { name: string; email: string }

/** What whoever gets it should do with it: put it down, or take what was sent before off again. */
export type CalendarMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL'

/** An iCalendar file (RFC 5545). Its times are UTC, so that it needs no time zones of its own. */
export function writeCalendar(method: CalendarMethod, entry: CalendarEntry): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Keyhour//Keyhour//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${entry.uid}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${moment(entry.writtenAt)}`,
    `DTSTART:${moment(entry.start)}`,
    ...(entry.end === null ? [] : [`DTEND:${moment(entry.end)}`]),
    `SUMMARY:${text(entry.summary)}`,
    `DESCRIPTION:${text(entry.description)}`,
    `LOCATION:${text(entry.location)}`,
    `GEO:${entry.position.lat.toFixed(6)};${entry.position.lon.toFixed(6)}`,
    `URL:${entry.url}`,
    `STATUS:${entry.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:OPAQUE',
    `ORGANIZER;CN=${quoted(entry.organizer.name)}:mailto:${entry.organizer.email}`,
    ...(entry.attendee ? [attendee(entry.attendee)] : []),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** Whoever booked has said that they come. Nobody reads answers. */
const attendee = ({ name, email }: Contact): string =>
  `ATTENDEE;CN=${quoted(name)};ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${email}`

const moment = (instant: string): string =>
  new Date(instant)
    .toISOString()
    .replace(/\.\d{3}Z$/, 'Z')
    .replace(/[-:]/g, '')

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g

const text = (words: string): string =>
  withoutDirectionSigns(words)
    .replace(/\r\n?/g, '\n')
    .replace(CONTROLS, '')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n')

/** Of a parameter: in quotes, which it cannot contain, as it cannot contain line ends. */
const quoted = (words: string): string =>
  `"${withoutDirectionSigns(words)
    .replace(/[\r\n]+/g, ' ')
    .replace(CONTROLS, '')
    .replace(/"/g, "'")}"`

const MOST_OCTETS = 75

/** Lines are cut after 75 octets, never within a character, and go on after a space. */
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
