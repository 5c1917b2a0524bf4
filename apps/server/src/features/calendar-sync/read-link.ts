import type { Db } from '#server/db/connection.ts'
import { applyReading } from '#server/features/calendar-sync/apply-reading.ts'
import { endConflicts, endRefusals } from '#server/features/calendar-sync/conflict-queries.ts'
import {
  askForAllCopies,
  askForStrayCopies,
  listUnseenCopies,
  noteDeletedThere,
  tryRefusedAgain,
} from '#server/features/calendar-sync/copy-queries.ts'
import {
  changeLeased,
  findLoad,
  type LinkLease,
  type LinkRow,
  lockLeased,
  renewLinkLease,
} from '#server/features/calendar-sync/link-queries.ts'
import {
  hasLiveChannel,
  isOutOfView,
  nextReadingAt,
  viewFrom,
} from '#server/features/calendar-sync/next-reading.ts'
import { SYNC_LINK } from '#server/features/calendars/ask-to-sync.ts'
import { copyPrefix } from '#server/features/calendars/copy-key.ts'
import type { Deps } from '#server/http/routes.ts'
import type { CalendarService, EventSpan, Reading } from '#server/outside/calendar-service.ts'

/** A copy that is deleted there again and again is left alone. */
const MOST_WRITTEN_AGAIN = 3

type Leased = { link: LinkRow; lease: LinkLease }

/** Reads what has changed, if that is due, and says when to read next. */
export async function readLink(deps: Deps, service: CalendarService, { link, lease }: Leased): Promise<void> {
  const { db } = deps
  const begun = deps.now()
  if (link.read_at !== null && Date.parse(link.due_at) > begun.getTime()) return
  // Before the call: what we are told during it makes the link due again.
  const load = link.provider === 'nexudus' ? await findLoad(db, link) : undefined
  const next = nextReadingAt(link, begun, load)
  await changeLeased(db, lease, { due_at: next.toISOString() })

  const isAnew = link.next_reading === null || isOutOfView(link, begun)
  const view = viewFrom(begun)
  const begunThere = await renewLinkLease(db, lease)
  const known = isAnew ? null : link.next_reading
  // A reading may have many pages.
  const means = { prefix: copyPrefix(deps, link), beforeCall: () => renewLinkLease(db, lease) }
  const reading = await service.read(link.calendar_id, known, view, means)
  const hasChanged = await applyReading(deps, { link, lease }, reading, view)
  if (hasChanged) await followConflicts(deps, link)
  await noteDeletedCopies(db, { link, lease }, reading, { view, begun: begunThere })
  if (isAnew) {
    await askForAllCopies(db, link.id, begun)
    await askForStrayCopies(db, link.id, begun)
  }
  await changeLeased(db, lease, {
    ...{ state: 'linked', failure: null, failing_since: null },
    next_reading: reading.next,
    read_at: deps.now().toISOString(),
    ...(reading.isWhole && { known_until: view.to }),
    ...(hasChanged && { lag_ms: lagOf(link, begun, deps.now()) }),
  })
  await deps.enqueue(db, SYNC_LINK, { link_id: link.id }, next.getTime() - deps.now().getTime())
}

/** A copy that an incremental reading names, or a whole one leaves out, was deleted there. */
async function noteDeletedCopies(
  db: Db,
  { link, lease }: Leased,
  { events, removed, copies, isWhole }: Reading,
  { view, begun }: { view: EventSpan; begun: string },
): Promise<void> {
  const seen = isWhole && copies !== 'unknown' && [...copies, ...events.map(({ id }) => id)]
  const unseen = seen ? await listUnseenCopies(db, link.id, { view, begun, seen }) : []
  const gone = [...removed, ...unseen]
  if (gone.length === 0) return
  await db.transaction(async (db) => {
    await lockLeased(db, lease)
    await noteDeletedThere(db, link.id, gone, MOST_WRITTEN_AGAIN)
  })
}

async function followConflicts({ db, now }: Deps, { id: link_id }: LinkRow): Promise<void> {
  await endConflicts(db, { now: now() })
  await endRefusals(db, { link_id, now: now() })
  await tryRefusedAgain(db, link_id)
}

/** Since we were told of the change; if nobody tells us, since the last look at most. */
function lagOf(link: LinkRow, begun: Date, done: Date): number | null {
  if (link.read_at === null) return null
  const since = hasLiveChannel(link, begun) ? link.due_at : link.read_at
  return Math.max(0, done.getTime() - Date.parse(since))
}
