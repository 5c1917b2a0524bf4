import {
  type CalendarTime,
  calendarFile,
  calendarText,
  timeLines,
} from '#server/features/orders/write-calendar.ts'

export type FeedEntry = CalendarTime & { summary: string }

/** Nothing about customers: whoever has the address can read it. */
export const writeFeed = (name: string, entries: FeedEntry[]): string =>
  calendarFile([
    'METHOD:PUBLISH',
    `NAME:${calendarText(name)}`,
    `X-WR-CALNAME:${calendarText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...entries.flatMap((entry) => [
      'BEGIN:VEVENT',
      ...timeLines(entry),
      `SUMMARY:${calendarText(entry.summary)}`,
      'STATUS:CONFIRMED',
      'TRANSP:OPAQUE',
      'END:VEVENT',
    ]),
  ])
