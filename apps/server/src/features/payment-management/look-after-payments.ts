import { z } from 'zod'
import { askForRefund } from '#server/features/payment-management/refund-payment.ts'
import { listPendingRefunds } from '#server/features/payment-management/refund-queries.ts'
import { lookUpCheckout } from '#server/features/payments/look-up-checkout.ts'
import {
  deletePaymentEventsBefore,
  expirePayments,
  listOpenCheckouts,
} from '#server/features/payments/queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { failuresOf } from '#server/jobs/failures-of.ts'
import { job } from '#server/jobs/queue.ts'

const AT_ONCE = 200
/** Until then the event or the returning customer brings the news. */
const QUIET_MS = 2 * 60_000
/** The provider repeats an event for some days at most. */
const EVENTS_KEPT_MS = 60 * 24 * 3_600_000

/** Asks the provider about open payments, in case an event was lost, and ends those whose time is over. */
export const lookAfterPayments = job({
  name: 'look-after-payments',
  data: z.object({}),
  // The next run tries again.
  retries: 0,
  cron: '*/5 * * * *',
  async run(deps: Deps) {
    const now = deps.now()
    await expirePayments(deps.db, now)
    await deletePaymentEventsBefore(deps.db, new Date(now.getTime() - EVENTS_KEPT_MS))
    const open = await listOpenCheckouts(deps.db, new Date(now.getTime() - QUIET_MS), AT_ONCE)
    const refunds = await listPendingRefunds(deps.db, new Date(now.getTime() - QUIET_MS), AT_ONCE)
    const failed = [
      ...(await failuresOf(open, (payment) =>
        lookUpCheckout(deps, payment, { close: Date.parse(payment.expires_at) <= now.getTime() }),
      )),
      ...(await failuresOf(refunds, ({ id }) => askForRefund(deps, id))),
    ]
    if (failed.length > 0)
      throw new Error(`${failed.length} payments could not be looked up`, { cause: failed[0] })
  },
})
