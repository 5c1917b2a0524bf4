import { z } from 'zod'
import { lockExpiringLots, markWarned } from '#server/features/credits/ledger-queries.ts'
import { creditsExpire } from '#server/features/credits/mails.ts'
import { endOfDayAfter } from '#server/features/credits/rules.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

const LOTS_AT_ONCE = 500
const WARNING_DAYS = 7

/** Mails everyone whose credits expire in a week, once for each lot. Running it again mails nobody. */
export const warnOfExpiry = job({
  name: 'warn-of-expiry',
  data: z.object({}),
  retries: 0,
  cron: '23 7 * * *',
  async run(deps: Deps) {
    while ((await warnSome(deps)) === LOTS_AT_ONCE);
  },
})

/** Answers how many lots it found. */
function warnSome(deps: Deps): Promise<number> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const lots = await lockExpiringLots(db, { now, until: endOfDayAfter(now, WARNING_DAYS) }, LOTS_AT_ONCE)
    for (const email of new Set(lots.map((lot) => lot.email))) {
      const theirs = lots.filter((lot) => lot.email === email)
      const letter = creditsExpire(theirs[0]!, theirs, `${deps.config.publicUrl}/credits`)
      await sendLetter(deps, db, theirs[0]!, letter)
    }
    await markWarned(
      db,
      lots.map(({ id }) => id),
      now,
    )
    return lots.length
  })
}
