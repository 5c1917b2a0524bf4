import { z } from 'zod'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import { newMessages } from '#server/features/messages/mails.ts'
import { countUnreadBetween, lockNotices, noteNotice } from '#server/features/messages/notice-queries.ts'
import { listAdmins } from '#server/features/users/admin-queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

const PAUSE_MS = 15 * 60_000
/** Messages and replies of the last moments may not be committed yet. The next notice has them. */
const SETTLED_MS = 30_000

/** Of however many messages and replies, at most one mail to each admin in 15 minutes, across all servers. */
export const tellAdmins = job({
  name: 'tell-admins-of-messages',
  data: z.object({}),
  retries: 3,
  cron: '* * * * *',
  run: (deps: Deps) =>
    deps.db.transaction(async (db) => {
      const now = deps.now()
      const { told_until, sent_at } = await lockNotices(db)
      if (sent_at !== null && now.getTime() - Date.parse(sent_at) < PAUSE_MS) return
      const until = new Date(now.getTime() - SETTLED_MS).toISOString()
      const count = await countUnreadBetween(db, told_until, until)
      if (count === 0) return
      await noteNotice(db, { told_until: until, sent_at: now.toISOString() })
      for (const admin of await listAdmins(db))
        await sendLetter(deps, db, admin, newMessages(admin, count, deps.config.publicUrl))
    }),
})
