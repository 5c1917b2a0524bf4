import { z } from 'zod'
import { deliver, MAIL_RETRIES, openMail } from '#server/features/mail/deliver-mail.ts'
import { markUndelivered } from '#server/features/messages/post-queries.ts'
import { updateMessage } from '#server/features/messages/queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** Delivers an answer. If its mail is given up, the thread says so, and the message waits for an admin again. */
export const deliverAnswer = job({
  name: 'deliver-answer',
  data: z.object({ post_id: z.int(), sealed: z.string() }),
  retries: MAIL_RETRIES,
  run: (deps: Deps, { sealed }) => deliver(deps, openMail(deps, sealed)),
  givenUp: ({ db: pool, now }, { post_id }) =>
    pool.transaction(async (db) => {
      const at = now().toISOString()
      const messageId = await markUndelivered(db, post_id, at)
      if (messageId !== undefined)
        await updateMessage(db, messageId, { read_at: null, is_handled: false }, { id: null, at })
    }),
})
