import { PushKind } from '@keyhour/contract/push'
import { z } from 'zod'
import { isTooEarly, worthUntil } from '#server/features/push/push-rules.ts'
import { writePush } from '#server/features/push/push-words.ts'
import { findOrderToTell, type OrderToTell } from '#server/features/push/queries.ts'
import { sendToDevices } from '#server/features/push/send-to-devices.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** Nobody has come yet, and there is still time. */
const isAwaited = ({ checked_in_at, no_show_release_at }: OrderToTell, now: Date): boolean =>
  checked_in_at === null && no_show_release_at !== null && now.getTime() < Date.parse(no_show_release_at)

/**
 * Tells the customer on their devices. The words are about the order as it is then; a cancelled one is not mentioned any
 * more.
 */
export const tellOfOrder = job({
  name: 'tell-of-order',
  data: z.object({
    kind: PushKind.exclude(['credits', 'time_free']),
    order_id: z.int(),
    /** The end that the customer is reminded of. If it has changed since, there is another reminder. */
    until: z.number().optional(),
  }),
  retries: 3,
  batch: 20,
  async run(deps: Deps, { kind, order_id, until }) {
    const order = await findOrderToTell(deps.db, order_id)
    if (!order) return
    const end = order.until === null ? null : Date.parse(order.until)
    if (kind === 'check_in' && !isAwaited(order, deps.now())) return
    if (until !== undefined && (until !== end || isTooEarly(until, deps.now()))) return
    const last = kind === 'check_in' ? Date.parse(order.no_show_release_at!) : end
    await sendToDevices(deps, order.user_id, {
      kind,
      message: writePush(order, kind),
      until: worthUntil(kind, last, deps.now()),
    })
  },
})
