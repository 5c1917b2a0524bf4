import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CalendarEntry, writeCalendar } from '#server/features/orders/write-calendar.ts'
import { readCalendar } from '../../../test/read-calendar.ts'

const entry: CalendarEntry = {
  uid: 'order-7@keyhour.example',
  sequence: 2,
  writtenAt: '2026-03-02T08:00:00.123Z',
  start: '2026-03-03T07:00:00.000Z',
  end: '2026-03-03T09:30:00.000Z',
  summary: 'Lighthouse · Harbour House',
  description: 'https://keyhour.example/order/7',
  location: 'Harbour House, Rothschild 1, Tel Aviv',
  position: { lat: 32.07, lon: -34.78125 },
  url: 'https://keyhour.example/order/7',
  isCancelled: false,
  organizer: { name: 'Keyhour', email: 'no-reply@keyhour.example' },
}

test('an order is one event in UTC, with everything that calendars need', () => {
  expect(readCalendar(writeCalendar('PUBLISH', entry))).toEqual({
    method: 'PUBLISH',
    uid: 'order-7@keyhour.example',
    sequence: 2,
    start: '2026-03-03T07:00:00.000Z',
    end: '2026-03-03T09:30:00.000Z',
    status: 'CONFIRMED',
    url: 'https://keyhour.example/order/7',
    geo: '32.070000;-34.781250',
    summary: 'Lighthouse · Harbour House',
    description: 'https://keyhour.example/order/7',
    location: 'Harbour House, Rothschild 1, Tel Aviv',
    attendees: [],
  })
})

test('a cancelled order removes its entry, and an order without an end has no end in the calendar', () => {
  const attendee = { name: 'Noa "N" Levi;', email: 'noa@keyhour.example' }
  const gone = readCalendar(writeCalendar('CANCEL', { ...entry, isCancelled: true, end: null, attendee }))

  expect(gone).toMatchObject({ method: 'CANCEL', status: 'CANCELLED', end: undefined })
  expect(gone.attendees).toMatchObject([
    { value: 'mailto:noa@keyhour.example', CN: "Noa 'N' Levi;", RSVP: 'FALSE' },
  ])
})

test('a strict reader gets back the name of an office, whatever characters it has', () => {
  const words = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 })
  const nasty = fc.string({
    unit: fc.constantFrom('\\', ';', ',', '\n', 'n', '"', 'ש', '\u202e', '😀', ' ', ':'),
    maxLength: 120,
  })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: which a calendar cannot hold
  const controls = /[\u0000-\u0008\u000b-\u001f\u007f]/g
  const turning = /[\u202a-\u202e\u2066-\u2069]/g
  fc.assert(
    fc.property(fc.oneof(words, nasty), (summary) => {
      const expected = summary.replace(/\r\n?/g, '\n').replace(controls, '').replace(turning, '')
      expect(readCalendar(writeCalendar('PUBLISH', { ...entry, summary })).summary).toBe(expected)
    }),
  )
})
