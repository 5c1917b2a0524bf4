import { z } from 'zod'
import { expireCharges, listQuietCharges, listUnpaidInTime } from '#server/features/charges/queries.ts'
import { releaseIfUnpaid } from '#server/features/charges/release-unpaid.ts'
import { resolveCharge } from '#server/features/charges/resolve-charge.ts'
import type { ChargeRow } from '#server/features/orders/charge-queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { failuresOf } from '#server/jobs/failures-of.ts'
import { job } from '#server/jobs/queue.ts'

const AT_ONCE = 200
/** Until then the answer, the event or the returning customer brings the news. */
const QUIET_MS = 2 * 60_000

/** Asks the provider about open charges, in case an answer or an event was lost, and ends orders that stay unpaid. */
export const lookAfterCharges = job({
  name: 'look-after-charges',
  data: z.object({}),
  // The next run tries again.
  retries: 0,
  cron: '* * * * *',
  async run(deps: Deps) {
    const now = deps.now()
    await expireCharges(deps.db, now)
    const failed = [
      ...(await failuresOf(await listUnpaidInTime(deps.db, now, AT_ONCE), (id) => releaseIfUnpaid(deps, id))),
      ...(await failuresOf(
        await listQuietCharges(deps.db, new Date(now.getTime() - QUIET_MS), AT_ONCE),
        (charge) => look(deps, charge, now),
      )),
    ]
    if (failed.length > 0)
      throw new Error(`${failed.length} charges could not be looked up`, { cause: failed[0] })
  },
})

const look = (deps: Deps, charge: ChargeRow, now: Date): Promise<ChargeRow> =>
  resolveCharge(deps, charge, { giveUp: Date.parse(charge.expires_at) <= now.getTime() })
