import { z } from 'zod'
import { copyOrders } from '#server/features/calendar-sync/copy-orders.ts'
import {
  changeLeased,
  findDueLink,
  type LinkLease,
  LinkLeaseLost,
  type LinkRow,
  listDueLinks,
  pauseAccount,
  releaseLinkLease,
  takeLinkLease,
} from '#server/features/calendar-sync/link-queries.ts'
import { pauseAfter, stateAfter } from '#server/features/calendar-sync/next-reading.ts'
import { openChannel } from '#server/features/calendar-sync/open-channel.ts'
import { openLinkService } from '#server/features/calendar-sync/open-link-service.ts'
import { readLink } from '#server/features/calendar-sync/read-link.ts'
import { SYNC_LINK } from '#server/features/calendars/ask-to-sync.ts'
import { databaseTrouble, loggable } from '#server/http/database-errors.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'
import { CalendarFailed } from '#server/outside/calendar-service.ts'

const BUSY_MS = 2000

/** Copies orders to one linked calendar and reads its events. Does nothing while another server does that. */
export const syncLink = job({
  ...SYNC_LINK,
  retries: 2,
  atOnce: 12,
  async run(deps: Deps, { link_id }) {
    const { db } = deps
    // What came due before the lease was released may have found it taken, so look once more.
    for (;;) {
      const link = await findDueLink(db, link_id, deps.now())
      const lease = link && (await takeLinkLease(db, link_id))
      if (lease === 'busy') return deps.enqueue(db, SYNC_LINK, { link_id }, BUSY_MS)
      if (!link || !lease) return
      try {
        await tendLink(deps, { link, lease })
      } finally {
        await releaseLinkLease(db, lease)
      }
    }
  },
})

/** For jobs that were lost. */
export const syncDueLinks = job({
  name: 'sync-due-links',
  data: z.object({}),
  retries: 0,
  cron: '* * * * *',
  run: async ({ db, now, enqueue }: Deps) => {
    const ids = await listDueLinks(db, now())
    // In one go they come in no order, so that the links of one account do not wait for each other.
    await Promise.all(ids.map((link_id) => enqueue(db, SYNC_LINK, { link_id })))
  },
})

type Leased = { link: LinkRow; lease: LinkLease }

async function tendLink(deps: Deps, { link, lease }: Leased): Promise<void> {
  try {
    const service = await openLinkService(deps, link)
    await copyOrders(deps, service, { link, lease })
    const opened = await openChannel(deps, service, { link, lease })
    await readLink(deps, service, { link: opened, lease })
  } catch (error) {
    if (error instanceof LinkLeaseLost) return
    if (databaseTrouble(error)) throw error
    await noteFailure(deps, { link, lease }, failureOf(deps, link, error))
  }
}

/** What nobody has foreseen is shown as an answer that we cannot read, and logged. */
function failureOf({ log }: Deps, { id }: LinkRow, error: unknown): CalendarFailed {
  if (error instanceof CalendarFailed) return error
  log.error({ link: id, ...loggable(error) }, 'a linked calendar cannot be followed')
  return new CalendarFailed('unreadable')
}

/** What we know of their events stays as it is. */
async function noteFailure(deps: Deps, { link, lease }: Leased, failed: CalendarFailed): Promise<void> {
  const { db } = deps
  const now = deps.now()
  const pause = pauseAfter(link, failed, now)
  const until = new Date(now.getTime() + pause)
  if (link.failure !== failed.reason)
    deps.log.warn({ link: link.id, provider: link.provider, err: failed }, 'a linked calendar fails')
  await changeLeased(db, lease, {
    state: stateAfter(failed.reason),
    failure: failed.reason,
    failing_since: link.failing_since ?? now.toISOString(),
    due_at: until.toISOString(),
  })
  // The .ics files of an office are at different hosts.
  if (failed.reason === 'throttled' && link.provider !== 'ics') await pauseAccount(db, link, now, until)
  await deps.enqueue(db, SYNC_LINK, { link_id: link.id }, pause)
}
