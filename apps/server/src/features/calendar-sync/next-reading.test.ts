import { expect, test } from 'vitest'
import { type AccountLoad, nextReadingAt } from '#server/features/calendar-sync/next-reading.ts'

const now = new Date('2026-03-02T08:00:00.000Z')
const HOUR = 3_600_000
const [told, untold] = ['2026-03-03T08:00:00.000Z', '2026-03-02T07:00:00.000Z'].map((channel_until) => ({
  ...{ channel_ref: 'webhook', channel_until },
  ...{ known_until: null, failing_since: null },
})) as [Parameters<typeof nextReadingAt>[0], Parameters<typeof nextReadingAt>[0]]

const secondsUntil = (link: typeof told, load?: AccountLoad) =>
  (nextReadingAt(link, now, load).getTime() - now.getTime()) / 1000
/** In one hour, if every reading takes as many calls as the events have pages. */
const callsOf = (link: typeof told, { links, events }: AccountLoad) =>
  (links * (Math.floor(events / 500) + 1) * HOUR) / 1000 / secondsUntil(link, { links, events })

test('a calendar is read every 45 seconds, or every five minutes if its service tells of changes', () => {
  expect([secondsUntil(untold), secondsUntil(told)]).toEqual([45, 300])
  expect([
    secondsUntil(untold, { links: 30, events: 0 }),
    secondsUntil(told, { links: 200, events: 0 }),
  ]).toEqual([45, 300])
})

test('however many resources share a Nexudus account, reading them takes at most 3,000 of its 5,000 calls an hour', () => {
  for (const link of [told, untold])
    for (const links of [1, 37, 38, 100, 416, 1000, 10_000])
      for (const events of [0, 499, 500, 20_000])
        expect([links, events, callsOf(link, { links, events }) <= 3000]).toEqual([links, events, true])
})
