import { z } from 'zod'
import { claimMailDay, listStuckCodes } from '#server/features/grants/code-queries.ts'
import { stuckCodes } from '#server/features/grants/mails.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import { listAdmins } from '#server/features/users/admin-queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** At most once a day, across all servers. Runs every hour, for servers that were down in the morning. */
export const mailStuckCodes = job({
  name: 'mail-stuck-codes',
  data: z.object({}),
  retries: 3,
  cron: '0 5-23 * * *',
  async run(deps: Deps) {
    const codes = await listStuckCodes(deps.db, deps.now())
    if (codes.length === 0) return
    await deps.db.transaction(async (db) => {
      if (!(await claimMailDay(db, deps.now()))) return
      for (const admin of await listAdmins(db)) {
        const letter = stuckCodes(admin, codes, deps.config.publicUrl)
        await sendLetter(deps, db, admin, letter)
      }
    })
  },
})
