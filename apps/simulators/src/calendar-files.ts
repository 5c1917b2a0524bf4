import { createHash } from 'node:crypto'
import { answerOnLoopback } from './loopback.ts'

type FileEvent = { id: string; start: string; end: string; title: string }

const stampOf = (moment: string): string => new Date(moment).toISOString().replace(/[-:]|\.\d+/g, '')

const escaped = (text: string): string => text.replace(/[\\;,]/g, (sign) => `\\${sign}`)

const linesOf = ({ id, start, end, title }: FileEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${id}`,
  `DTSTAMP:${stampOf(start)}`,
  `DTSTART:${stampOf(start)}`,
  `DTEND:${stampOf(end)}`,
  `SUMMARY:${escaped(title)}`,
  'END:VEVENT',
]

/** iCalendar files on loopback, by their paths. Whoever knows the version hears only if it has changed. */
export async function simulateCalendarFiles() {
  const files = new Map<string, { name: string; events: FileEvent[] }>()

  const write = ({ name, events }: { name: string; events: FileEvent[] }): string =>
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Keyhour//Simulated calendar//EN',
      `X-WR-CALNAME:${escaped(name)}`,
      ...events.flatMap(linesOf),
      'END:VCALENDAR',
      '',
    ].join('\r\n')

  const server = await answerOnLoopback(({ path, headers }) => {
    const file = files.get(path)
    if (!file) return { status: 404, text: 'Not found' }
    const text = write(file)
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
    if (headers['if-none-match'] === etag) return { status: 304, headers: { etag } }
    return { status: 200, text, headers: { 'content-type': 'text/calendar; charset=utf-8', etag } }
  })
  return {
    ...server,
    addFile: (path: string, name: string) => void files.set(path, { name, events: [] }),
    /** Moments are ISO texts. */
    addEvent: (path: string, event: FileEvent) => void files.get(path)!.events.push(event),
  }
}
