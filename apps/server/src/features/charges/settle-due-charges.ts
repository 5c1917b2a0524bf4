import { z } from 'zod'
import { askToSettle } from '#server/features/orders/ask-to-settle.ts'
import { listChargesToSettle } from '#server/features/orders/card-refund-queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

const AT_ONCE = 200
/** Until then their own job is at work. */
const QUIET_MS = 2 * 60_000

/** For charges whose job has given up, because the provider was away for long. */
export const settleDueCharges = job({
  name: 'settle-due-charges',
  data: z.object({}),
  retries: 0,
  cron: '*/5 * * * *',
  async run(deps: Deps) {
    const before = new Date(deps.now().getTime() - QUIET_MS)
    for (const id of await listChargesToSettle(deps.db, before, AT_ONCE)) await askToSettle(deps, deps.db, id)
  },
})
