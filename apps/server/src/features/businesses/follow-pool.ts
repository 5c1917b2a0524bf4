import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { poolIsLow } from '#server/features/businesses/mails.ts'
import { sumPool } from '#server/features/businesses/pool-queries.ts'
import {
  listBusinessesToWatch,
  listManagers,
  lockBusiness,
  markPoolWarned,
} from '#server/features/businesses/queries.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** Mails the managers when less is left than they want, once until there is more again. Running it again mails nobody. */
export const watchPool = job({
  name: 'watch-pool',
  data: z.object({ business_id: z.int() }),
  retries: 5,
  run: (deps: Deps, { business_id }) => warnIfLow(deps, business_id),
})

/** Credits expire and come back without anybody booking. */
export const watchPools = job({
  name: 'watch-pools',
  data: z.object({}),
  retries: 0,
  cron: '17 * * * *',
  async run(deps: Deps) {
    for (const id of await listBusinessesToWatch(deps.db)) await warnIfLow(deps, id)
  },
})

/** After company credits were spent or bought. */
export const followPool = (deps: Deps, db: Db, business_id: number): Promise<void> =>
  deps.enqueue(db, watchPool, { business_id })

const warnIfLow = (deps: Deps, businessId: number): Promise<void> =>
  deps.db.transaction(async (db) => {
    const now = deps.now()
    const business = await lockBusiness(db, businessId)
    if (!business) return
    const { low_at, low_warned_at, currency, name } = business
    const left = await sumPool(db, businessId, now)
    const isLow = low_at !== null && left < low_at
    if (isLow === (low_warned_at !== null)) return
    await markPoolWarned(db, businessId, isLow ? now.toISOString() : null)
    if (!isLow) return
    const url = `${deps.config.publicUrl}/company`
    for (const manager of await listManagers(db, businessId))
      await sendLetter(deps, db, manager, poolIsLow(manager, { name, left, currency }, url))
  })
