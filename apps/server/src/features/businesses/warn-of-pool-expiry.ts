import { z } from 'zod'
import { poolExpires } from '#server/features/businesses/mails.ts'
import { lockExpiringPoolLots } from '#server/features/businesses/pool-queries.ts'
import { listManagers } from '#server/features/businesses/queries.ts'
import { warnOfLots } from '#server/features/credits/warn-of-lots.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** Mails the managers of companies whose credits expire in a week. */
export const warnOfPoolExpiry = job({
  name: 'warn-of-pool-expiry',
  data: z.object({}),
  retries: 0,
  cron: '29 7 * * *',
  run: (deps: Deps) =>
    warnOfLots(deps, {
      lock: lockExpiringPoolLots,
      async mail(db, lots) {
        for (const id of new Set(lots.map(({ business_id }) => business_id))) {
          const theirs = lots.filter(({ business_id }) => business_id === id)
          const company = { name: theirs[0]!.business_name, lots: theirs }
          const url = `${deps.config.publicUrl}/company/${id}/credits`
          for (const manager of await listManagers(db, id))
            await sendLetter(deps, db, manager, poolExpires(manager, company, url))
        }
      },
    }),
})
