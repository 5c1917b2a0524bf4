import { z } from 'zod'
import { alreadyRunning, deletionLink } from '#server/features/account-deletion/mails.ts'
import {
  findPersonByEmail,
  findRunningDeletion,
  insertDeletionRequest,
} from '#server/features/account-deletion/queries.ts'
import { signLink } from '#server/features/account-deletion/sign-link.ts'
import { writeDeletionAudit } from '#server/features/account-deletion/write-deletion-audit.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** Encrypted, because the queue keeps its jobs for days and any address may have been typed. */
export const mailDeletionLink = job({
  name: 'mail-deletion-link',
  data: z.object({ sealed: z.string() }),
  retries: 5,
  run: (deps: Deps, { sealed }) => writeToOwner(deps, deps.secrets.open(sealed)),
})

async function writeToOwner(deps: Deps, email: string): Promise<void> {
  await deps.db.transaction(async (db) => {
    const person = await findPersonByEmail(db, email)
    if (!person) return
    const running = await findRunningDeletion(db, person.id)
    if (running) {
      const link = signLink(deps, 'undo deletion', running.id)
      const letter = alreadyRunning(person, running.purge_after, link)
      return sendLetter(deps, db, person, letter)
    }

    const now = deps.now()
    const request = { id: await insertDeletionRequest(db, person.id, now), user_id: person.id }
    const letter = deletionLink(person, signLink(deps, 'confirm deletion', request.id))
    await sendLetter(deps, db, person, letter)
    await writeDeletionAudit(db, { action: 'request deletion', actor_id: null, request }, now)
  })
}
