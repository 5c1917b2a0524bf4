import { createHash } from 'node:crypto'
import { readKey } from '#server/features/calendar-feeds/feed-key.ts'
import { findFedSpace, listTimes } from '#server/features/calendar-feeds/queries.ts'
import { type FeedEntry, writeFeed } from '#server/features/calendar-feeds/write-feed.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { DAY } from '#server/time/opening-hours.ts'

const [DAYS_BACK, DAYS_AHEAD] = [31, 366]
const MOST_ENTRIES = 20_000
const MISSING = 'This calendar address no longer works. Please ask for the new one.'

export async function readFeed({ db, config, secrets, now }: Deps, key: string): Promise<string> {
  const feedId = orMissing(readKey(secrets, key), MISSING)
  const space = orMissing(await findFedSpace(db, feedId), MISSING)
  const today = Math.floor(now().getTime() / DAY) * DAY
  const span = { from: today - DAYS_BACK * DAY, to: today + DAYS_AHEAD * DAY }
  const times = await listTimes(db, space, span, MOST_ENTRIES)
  const host = new URL(config.publicUrl).hostname
  const entries = times.map(
    ({ from, to, cause, unit_id, version, written_at, ...source }): FeedEntry => ({
      uid: `${cause}-${source.order_id ?? pieceOf(source, from)}-${unit_id}@${host}`,
      sequence: version ?? 0,
      writtenAt: written_at ?? new Date(from).toISOString(),
      start: new Date(from).toISOString(),
      end: new Date(to).toISOString(),
      summary: cause === 'closure' ? 'Closed' : 'Booked',
    }),
  )
  return writeFeed(`${space.name} · ${space.office_name}`, entries)
}

/**
 * Orders that lie in between cut a closure or an outside event into pieces. Others chose the id of the event, which may
 * contain anything, also lines of a calendar.
 */
const pieceOf = (
  { closure_id, event_id }: { closure_id: number | null; event_id: string | null },
  from: number,
) => `${closure_id ?? digestOf(event_id!)}-${from / 1000}`

const digestOf = (eventId: string): string => createHash('sha256').update(eventId).digest('hex').slice(0, 32)
