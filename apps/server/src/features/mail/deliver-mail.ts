import { randomUUID } from 'node:crypto'
import type { Language } from '@keyhour/contract/primitives'
import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { type Letter, writeMail } from '#server/features/mail/letter.ts'
import type { Deps } from '#server/http/routes.ts'
import { Hopeless, job } from '#server/jobs/queue.ts'
import { type Mail, StampedMail } from '#server/outside/compose-mail.ts'
import { MailRefused } from '#server/outside/mail.ts'

/** With growing pauses, for about a day. */
export const MAIL_RETRIES = 12

/** Encrypted, because the queue keeps its jobs for days and mails contain secret links. */
export const deliverMail = job({
  name: 'deliver-mail',
  data: z.object({ sealed: z.string() }),
  retries: MAIL_RETRIES,
  atOnce: 4,
  run: (deps: Deps, { sealed }) => deliver(deps, StampedMail.parse(JSON.parse(deps.secrets.open(sealed)))),
})

/** For jobs: a mail that would be refused again is not tried again. */
export async function deliver({ mailer }: Deps, mail: StampedMail): Promise<void> {
  try {
    await mailer.deliver(mail)
  } catch (error) {
    throw error instanceof MailRefused ? new Hopeless(error.message) : error
  }
}

export const sendMail = (
  { enqueue, secrets }: Deps,
  db: Db,
  mail: Mail,
  id: string = randomUUID(),
): Promise<void> => enqueue(db, deliverMail, { sealed: secrets.seal(JSON.stringify({ ...mail, id })) })

type Addressee = { email: string; language: Language }

export const sendLetter = (
  deps: Deps,
  db: Db,
  { email, language }: Addressee,
  letter: Letter,
): Promise<void> => sendMail(deps, db, writeMail(email, language, letter))
