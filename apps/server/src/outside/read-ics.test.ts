import { expect, test } from 'vitest'
import { CalendarFailed } from '#server/outside/calendar-service.ts'
import { readIcs } from '#server/outside/read-ics.ts'
import { cpuSeconds } from '../../test/cpu-seconds.ts'

const WINDOW = { from: Date.parse('2026-03-02T00:00:00Z'), to: Date.parse('2026-04-30T00:00:00Z') }

const file = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Somebody//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]): string =>
  ['BEGIN:VEVENT', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'].join('\r\n')

const read = (text: string, window = WINDOW) =>
  readIcs(text, { ...window, timeZone: 'Asia/Jerusalem', ownHost: 'keyhour.test' }).events
const timesIn = (text: string, window = WINDOW) =>
  read(text, window).map(({ from, to }) => `${from.slice(5, 16)} ${to.slice(5, 16)}`)

test('times in UTC, in a zone, and without one mean what they say', () => {
  const text = file(
    event('UID:a', 'DTSTART:20260310T090000Z', 'DTEND:20260310T100000Z', 'SUMMARY:Board\\, all'),
    event('UID:b', 'DTSTART;TZID=Europe/Berlin:20260310T090000', 'DTEND;TZID=Europe/Berlin:20260310T100000'),
    event('UID:c', 'DTSTART:20260310T090000', 'DURATION:PT90M'),
    event('UID:d', 'DTSTART;TZID=/citadel.org/20260101_1/Europe/Berlin:20260311T090000', 'DURATION:PT1H'),
  )
  expect(timesIn(text)).toEqual([
    '03-10T09:00 03-10T10:00',
    '03-10T08:00 03-10T09:00',
    '03-10T07:00 03-10T08:30',
    '03-11T08:00 03-11T09:00',
  ])
  expect(read(text)[0]).toMatchObject({ id: 'a', title: 'Board, all' })
})

test('a zone with a name of its own is taken from the file', () => {
  const zone = [
    'BEGIN:VTIMEZONE',
    'TZID:Israel Standard Time',
    'BEGIN:STANDARD',
    'DTSTART:16010101T020000',
    'TZOFFSETFROM:+0300',
    'TZOFFSETTO:+0200',
    'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:16010101T020000',
    'TZOFFSETFROM:+0200',
    'TZOFFSETTO:+0300',
    'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1FR;BYMONTH=3',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ]
  const at = (day: string) =>
    event(`UID:${day}`, `DTSTART;TZID=Israel Standard Time:${day}T120000`, 'DURATION:PT1H')

  expect(timesIn(file(...zone, at('20260310'), at('20260410')))).toEqual([
    '03-10T10:00 03-10T11:00',
    '04-10T09:00 04-10T10:00',
  ])
  // A zone that is not described is the one of the office.
  expect(timesIn(file(at('20260310')))).toEqual(['03-10T10:00 03-10T11:00'])
})

test('whole days last from midnight to midnight at the office, also when the clocks change', () => {
  const text = file(
    event('UID:a', 'DTSTART;VALUE=DATE:20260327', 'DTEND;VALUE=DATE:20260328'),
    event('UID:b', 'DTSTART;VALUE=DATE:20260405'),
  )
  expect(timesIn(text)).toEqual(['03-26T22:00 03-27T21:00', '04-04T21:00 04-05T21:00'])
})

test('a weekly event keeps its time of day when the clocks change, with exceptions and moved ones', () => {
  const text = file(
    event(
      'UID:w',
      'DTSTART;TZID=Asia/Jerusalem:20260312T100000',
      'DTEND;TZID=Asia/Jerusalem:20260312T110000',
      'RRULE:FREQ=WEEKLY;UNTIL=20260416T070000Z',
      'EXDATE;TZID=Asia/Jerusalem:20260319T100000',
    ),
    event(
      'UID:w',
      'RECURRENCE-ID;TZID=Asia/Jerusalem:20260402T100000',
      'DTSTART;TZID=Asia/Jerusalem:20260403T150000',
      'DTEND;TZID=Asia/Jerusalem:20260403T160000',
    ),
    event(
      'UID:w',
      'RECURRENCE-ID;TZID=Asia/Jerusalem:20260409T100000',
      'DTSTART;TZID=Asia/Jerusalem:20260409T100000',
      'DTEND;TZID=Asia/Jerusalem:20260409T110000',
      'STATUS:CANCELLED',
    ),
  )
  expect(timesIn(text).toSorted()).toEqual([
    '03-12T08:00 03-12T09:00',
    '03-26T08:00 03-26T09:00',
    '04-03T12:00 04-03T13:00',
    '04-16T07:00 04-16T08:00',
  ])
  expect(new Set(read(text).map(({ id }) => id)).size).toBe(4)
  expect(read(text).map(({ id }) => id)).toContain('w 2026-04-02T07:00:00.000Z')
})

test('a night over the change of the clocks ends when the clock says so', () => {
  const text = file(
    event(
      'UID:n',
      'DTSTART;TZID=Asia/Jerusalem:20260325T220000',
      'DTEND;TZID=Asia/Jerusalem:20260326T060000',
      'RRULE:FREQ=DAILY;COUNT=3',
    ),
  )
  expect(timesIn(text)).toEqual([
    '03-25T20:00 03-26T04:00',
    '03-26T20:00 03-27T03:00',
    '03-27T19:00 03-28T03:00',
  ])
})

test('old repetitions are taken up where they matter', () => {
  const [daily, weekly, monthly] = [
    'DAILY;INTERVAL=3',
    'WEEKLY;INTERVAL=2;BYDAY=MO,WE',
    'MONTHLY;BYDAY=2TU',
  ].map((rule) =>
    timesIn(file(event('UID:x', 'DTSTART:20100104T090000Z', 'DURATION:PT1H', `RRULE:FREQ=${rule}`)), {
      from: WINDOW.from,
      to: Date.parse('2026-03-20T00:00:00Z'),
    }),
  )
  const days = (times: string[] | undefined) => times?.map((time) => time.slice(0, 5))
  expect(days(daily)).toEqual(['03-02', '03-05', '03-08', '03-11', '03-14', '03-17'])
  expect(days(weekly)).toEqual(['03-09', '03-11'])
  expect(days(monthly)).toEqual(['03-10'])
})

test('cancelled, free and empty events take no time, nor do those of our own feeds', () => {
  const at = ['DTSTART:20260310T090000Z', 'DTEND:20260310T100000Z']
  const text = file(
    event('UID:a', ...at, 'STATUS:CANCELLED'),
    event('UID:b', ...at, 'TRANSP:TRANSPARENT'),
    event('UID:c', ...at, 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'),
    event('UID:d', 'DTSTART:20260310T090000Z'),
    event('UID:e', 'DTSTART:20260310T090000Z', 'DTEND:20260310T080000Z'),
    event('UID:order-5-1@keyhour.test', ...at),
    event('UID:f', 'DTSTART:20250310T090000Z', 'DTEND:20250310T100000Z'),
    event('UID:tentative', ...at, 'STATUS:TENTATIVE'),
  )
  expect(read(text).map(({ id }) => id)).toEqual(['tentative'])
})

test('an event without an id or with a very long one has a short one that stays the same', () => {
  const at = ['DTSTART:20260310T090000Z', 'DTEND:20260310T100000Z']
  const text = file(event(`UID:${'x'.repeat(5000)}`, ...at), event(...at, `SUMMARY:${'y'.repeat(5000)}`))
  const [long, none] = read(text)

  expect([long!.id.length, none!.id.length, none!.title!.length]).toEqual([64, 64, 200])
  expect(read(text)).toEqual([long, none])
})

test.each([
  ['no calendar', '<html>Sign in</html>'],
  ['nothing', ''],
  ['another format', 'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Dana\r\nEND:VCARD\r\n'],
  ['half a file', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\n'],
  ['noise', Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256)).toString('latin1')],
])('a file with %s is not read', (_what, text) => {
  expect(() => read(text)).toThrow(CalendarFailed)
})

test.each([
  'FREQ=SECONDLY',
  'FREQ=DAILY;INTERVAL=999999999',
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23;BYMINUTE=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30;BYSECOND=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15',
  'FREQ=WEEKLY;UNTIL=nonsense',
  'FREQ=NEVER',
])('a repetition like %s does not keep the server busy', (rule) => {
  const text = file(event('UID:x', 'DTSTART:20260310T090000Z', 'DURATION:PT1H', `RRULE:${rule}`))
  expect(cpuSeconds(() => expect(() => read(text)).toThrow(CalendarFailed))).toBeLessThan(5)
})

test('a zone whose description never ends is not followed', () => {
  const zone = [
    'BEGIN:VTIMEZONE',
    'TZID:Odd',
    'BEGIN:STANDARD',
    'DTSTART:16010101T020000',
    'TZOFFSETFROM:+0300',
    'TZOFFSETTO:+0200',
    'RRULE:FREQ=DAILY;INTERVAL=999999999',
    'END:STANDARD',
    'END:VTIMEZONE',
  ]
  const text = file(...zone, event('UID:a', 'DTSTART;TZID=Odd:20260310T090000', 'DURATION:PT1H'))
  expect(timesIn(text)).toEqual(['03-10T07:00 03-10T08:00'])
})

test('twenty thousand past events cost little', () => {
  const past = Array.from({ length: 20_000 }, (_, at) =>
    event(`UID:${at}`, 'DTSTART;TZID=Asia/Jerusalem:20200310T090000', 'DURATION:PT1H'),
  )
  expect(cpuSeconds(() => expect(read(file(...past))).toEqual([]))).toBeLessThan(5)
})
