import { addRefusal, endRefusals } from '#server/features/calendar-sync/conflict-queries.ts'
import {
  type DueCopy,
  findDueCopy,
  forgetTime,
  settleCopy,
  tryRefusedAgain,
} from '#server/features/calendar-sync/copy-queries.ts'
import { type LinkLease, type LinkRow, renewLinkLease } from '#server/features/calendar-sync/link-queries.ts'
import { copyKeyOf } from '#server/features/calendars/copy-key.ts'
import type { Deps } from '#server/http/routes.ts'
import {
  CalendarFailed,
  type CalendarFailure,
  type CalendarService,
} from '#server/outside/calendar-service.ts'

/** These concern every call. All others may be the fault of one order, and reading goes on. */
const OF_ACCOUNT: CalendarFailure[] = ['consent_gone', 'throttled', 'unreachable', 'address_refused']
/** The service may have trouble: no more orders for now. */
const OF_SERVICE: CalendarFailure[] = ['too_slow', 'out_of_order', 'missing']
/** After that the link is read before more is written. */
const MOST_MS = 20_000

/**
 * Makes the copies of orders in a linked calendar what the orders are now. A crash between a call and our note of it
 * leaves the copy due, and writing or removing it again does no harm.
 */
export async function copyOrders(
  deps: Deps,
  service: CalendarService,
  { link, lease }: { link: LinkRow; lease: LinkLease },
): Promise<void> {
  const until = performance.now() + MOST_MS
  while (performance.now() < until) {
    const copy = await findDueCopy(deps.db, link.id)
    if (!copy) return
    await renewLinkLease(deps.db, lease)
    try {
      await bringUpToDate(deps, service, link, copy)
    } catch (error) {
      if (!(error instanceof CalendarFailed) || OF_ACCOUNT.includes(error.reason)) throw error
      await settleCopy(deps.db, copy, { state: 'failing', failure: error.reason })
      if (OF_SERVICE.includes(error.reason)) return
    }
  }
}

async function bringUpToDate(
  deps: Deps,
  service: CalendarService,
  link: LinkRow,
  copy: DueCopy,
): Promise<void> {
  const { wanted, event_id, generation } = copy
  if (!wanted) {
    await service.remove(link.calendar_id, event_id, copyKeyOf(deps, link, copy))
    const there = { event_id: null, during: null, generation: generation + 1 }
    await settleCopy(deps.db, copy, { state: 'written', there })
    return tryRefusedAgain(deps.db, link.id)
  }
  const isOver = Date.parse(wanted.to) <= deps.now().getTime() && event_id === null
  if (copy.is_so || isOver) return settleCopy(deps.db, copy, { state: 'written' })
  // Until we know how the call ended, it may be in either place.
  if (event_id !== null) await forgetTime(deps.db, copy)
  const written = await service.write(link.calendar_id, { ...wordsOf(deps, link, copy), ...wanted }, event_id)
  const { link_id, office_id, order_id } = copy
  if (written.outcome === 'refused') {
    await leaveOldTime(deps, service, link, copy)
    return addRefusal(deps.db, { link_id, office_id, order_id, wanted }, deps.now())
  }
  await settleCopy(deps.db, copy, {
    state: 'written',
    there: { event_id: written.event_id, during: wanted, generation },
  })
  await endRefusals(deps.db, { link_id, order_id, now: deps.now() })
  // It has moved, so its old time is free there.
  if (event_id !== null) await tryRefusedAgain(deps.db, link_id)
}

/** A refused copy is not where its order was before: there, too, that time is free for others. */
async function leaveOldTime(
  deps: Deps,
  service: CalendarService,
  link: LinkRow,
  copy: DueCopy,
): Promise<void> {
  if (copy.event_id === null) return settleCopy(deps.db, copy, { state: 'refused' })
  await service.remove(link.calendar_id, copy.event_id, copyKeyOf(deps, link, copy))
  await tryRefusedAgain(deps.db, link.id)
  const there = { event_id: null, during: null, generation: copy.generation + 1 }
  await settleCopy(deps.db, copy, { state: 'refused', there })
}

/** Nothing about the customer: many people may see the calendar. */
const wordsOf = (deps: Deps, link: LinkRow, copy: DueCopy) => ({
  key: copyKeyOf(deps, link, copy),
  title: `Keyhour ${copy.order_id}`,
  note: `${deps.config.publicUrl}/order/${copy.order_id}`,
})
