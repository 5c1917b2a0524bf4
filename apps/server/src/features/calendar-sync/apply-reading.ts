import { tellOfficeChanged } from '#server/db/changes.ts'
import type { Db } from '#server/db/connection.ts'
import { placeEvents } from '#server/features/availability/event-queries.ts'
import { listClosuresDuring, takeRest } from '#server/features/availability/occupancy-queries.ts'
import { lockSpace } from '#server/features/availability/space-queries.ts'
import { addOverlaps, followEvents } from '#server/features/calendar-sync/conflict-queries.ts'
import { listCopiesAmong } from '#server/features/calendar-sync/copy-queries.ts'
import {
  deleteEvents,
  deleteHolds,
  freeEvents,
  listMoved,
  listOthers,
  saveEvents,
} from '#server/features/calendar-sync/event-queries.ts'
import {
  type LinkLease,
  type LinkRow,
  lockLeased,
  renewLinkLease,
} from '#server/features/calendar-sync/link-queries.ts'
import { takesTime } from '#server/features/calendar-sync/next-reading.ts'
import type { Deps } from '#server/http/routes.ts'
import type { EventSpan, OutsideEvent, Reading } from '#server/outside/calendar-service.ts'

/** So that a booking never waits long for thousands of events. */
const AT_ONCE = 200

type Part = { events: OutsideEvent[]; removed: string[] }

/**
 * Makes what was read take time in the sub-office. Reading the same again changes nothing, so after a crash the next
 * reading begins where the last one began. Answers whether anything has changed.
 */
export async function applyReading(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { link, lease }: { link: LinkRow; lease: LinkLease },
  reading: Reading,
  view: EventSpan,
): Promise<boolean> {
  const events = [...new Map(reading.events.map((event) => [event.id, event])).values()]
  const ours = await listCopiesAmong(
    db,
    link,
    events.map(({ id }) => id),
  )
  const kept = events.filter((event) => takesTime(event, view) && !ours.has(event.id))
  const keptIds = kept.map(({ id }) => id)
  const gone = reading.isWhole
    ? await listOthers(db, link.id, keptIds)
    : [...new Set([...reading.removed, ...events.map(({ id }) => id)])].filter(notAmong(keptIds))

  let hasChanged = false
  for (const part of partsOf(kept, gone)) {
    await renewLinkLease(db, lease)
    hasChanged = (await db.transaction((db) => applyPart(db, { link, lease }, part, now()))) || hasChanged
  }
  return hasChanged
}

function notAmong(ids: string[]) {
  const known = new Set(ids)
  return (id: string) => !known.has(id)
}

function* partsOf(events: OutsideEvent[], removed: string[]): Generator<Part> {
  for (let at = 0; at < Math.max(events.length, removed.length); at += AT_ONCE)
    yield { events: events.slice(at, at + AT_ONCE), removed: removed.slice(at, at + AT_ONCE) }
}

/** Locks the space as a booking does. Conflicts are noted at once: later readings will find nothing new here. */
async function applyPart(
  db: Db,
  { link, lease }: { link: LinkRow; lease: LinkLease },
  { events, removed }: Part,
  now: Date,
): Promise<boolean> {
  await lockSpace(db, link)
  await lockLeased(db, lease)
  const moved = await listMoved(db, link.id, events)
  const freed = await freeEvents(db, link, [...moved, ...removed])
  const wasKnown = await deleteEvents(db, link.id, removed)
  await saveEvents(db, link.id, events)
  const taken = events.filter(({ id }) => moved.has(id)).map(msOf)
  if (taken.length > 0) await deleteHolds(db, link, taken)
  const touched = [...freed, ...taken]
  if (touched.length === 0) return wasKnown
  await placeEvents(db, link, touched)
  if (freed.length > 0) await giveToClosures(db, link, freed)
  await followEvents(db, link.id)
  await addOverlaps(db, { link_id: link.id, event_ids: [...moved] }, now)
  await tellOfficeChanged(db, link.office_id)
  return true
}

const msOf = ({ from, to }: EventSpan) => ({ from: Date.parse(from), to: Date.parse(to) })

async function giveToClosures(db: Db, link: LinkRow, freed: { from: number; to: number }[]): Promise<void> {
  const from = Math.min(...freed.map((span) => span.from))
  const to = Math.max(...freed.map((span) => span.to))
  for (const { id, ...span } of await listClosuresDuring(db, link, { from, to }))
    await takeRest(db, link, span, id)
}
