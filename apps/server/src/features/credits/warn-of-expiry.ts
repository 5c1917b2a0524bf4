import { z } from 'zod'
import { lockExpiringLots } from '#server/features/credits/ledger-queries.ts'
import { creditsExpire } from '#server/features/credits/mails.ts'
import { warnOfLots } from '#server/features/credits/warn-of-lots.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import { tellOfCredits } from '#server/features/push/tell-of-credits.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** Mails everyone, and tells them on their devices, whose credits expire in a week. */
export const warnOfExpiry = job({
  name: 'warn-of-expiry',
  data: z.object({}),
  retries: 0,
  cron: '23 7 * * *',
  run: (deps: Deps) =>
    warnOfLots(deps, {
      lock: lockExpiringLots,
      async mail(db, lots) {
        for (const user_id of new Set(lots.map((lot) => lot.user_id)))
          await deps.enqueue(db, tellOfCredits, { user_id })
        for (const email of new Set(lots.map((lot) => lot.email))) {
          const theirs = lots.filter((lot) => lot.email === email)
          const letter = creditsExpire(theirs[0]!, theirs, `${deps.config.publicUrl}/credits`)
          await sendLetter(deps, db, theirs[0]!, letter)
        }
      },
    }),
})
