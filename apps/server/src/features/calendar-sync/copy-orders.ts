import { addRefusal, endRefusals } from '#server/features/calendar-sync/conflict-queries.ts'
import { type DueCopy, findDueCopy, settleCopy } from '#server/features/calendar-sync/copy-queries.ts'
import type { LinkRow } from '#server/features/calendar-sync/link-queries.ts'
import type { Deps } from '#server/http/routes.ts'
import {
  CalendarFailed,
  type CalendarFailure,
  type CalendarService,
} from '#server/outside/calendar-service.ts'

/** These concern one order; all others concern the whole link. */
const OF_ONE_ORDER: CalendarFailure[] = ['forbidden', 'unreadable', 'not_supported', 'too_slow']
/** After that the link is read before more is written. */
const MOST_AT_ONCE = 100

/**
 * Makes the copies of orders in a linked calendar what the orders are now. A crash between a call and our note of it
 * leaves the copy due, and writing or removing it again does no harm.
 */
export async function copyOrders(deps: Deps, service: CalendarService, link: LinkRow): Promise<void> {
  for (let count = 0; count < MOST_AT_ONCE; count += 1) {
    const copy = await findDueCopy(deps.db, link.id)
    if (!copy) return
    try {
      await bringUpToDate(deps, service, link, copy)
    } catch (error) {
      if (!(error instanceof CalendarFailed) || !OF_ONE_ORDER.includes(error.reason)) throw error
      await settleCopy(deps.db, copy, { state: 'failing', failure: error.reason })
      if (error.reason === 'too_slow') return
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
    if (event_id !== null) await service.remove(link.calendar_id, event_id)
    const there = { event_id: null, during: null, generation: generation + (event_id === null ? 0 : 1) }
    return settleCopy(deps.db, copy, { state: 'written', there })
  }
  if (copy.is_so) return settleCopy(deps.db, copy, { state: 'written' })
  const written = await service.write(link.calendar_id, { ...wordsOf(deps, copy), ...wanted }, event_id)
  const { link_id, office_id, order_id } = copy
  if (written.outcome === 'refused') {
    await settleCopy(deps.db, copy, { state: 'refused' })
    return addRefusal(deps.db, { link_id, office_id, order_id }, deps.now())
  }
  await settleCopy(deps.db, copy, {
    state: 'written',
    there: { event_id: written.event_id, during: wanted, generation },
  })
  await endRefusals(deps.db, { link_id, order_id, now: deps.now() })
}

/** Nothing about the customer: many people may see the calendar. */
const wordsOf = ({ config }: Deps, { office_id, order_id, generation }: DueCopy) => ({
  key: `${office_id}-${order_id}-${generation}`,
  title: `Keyhour ${order_id}`,
  note: `${config.publicUrl}/order/${order_id}`,
})
