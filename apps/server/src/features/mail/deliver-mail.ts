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
  run: (deps: Deps, { sealed }) => deliver(deps, openMail(deps, sealed)),
})

/** For jobs: a mail that would be refused again is not tried again. */
export async function deliver({ mailer }: Deps, mail: StampedMail): Promise<void> {
  try {
    await mailer.deliver(mail)
  } catch (error) {
    throw error instanceof MailRefused ? new Hopeless(error.message) : error
  }
}

export const sealMail = ({ secrets }: Deps, mail: Mail, id: string = randomUUID()): string =>
  secrets.seal(JSON.stringify({ ...mail, id }))

export const openMail = ({ secrets }: Deps, sealed: string): StampedMail =>
  StampedMail.parse(JSON.parse(secrets.open(sealed)))

export const sendMail = (deps: Deps, db: Db, mail: Mail): Promise<void> =>
  deps.enqueue(db, deliverMail, { sealed: sealMail(deps, mail) })

type Addressee = { email: string; language: Language }

export const sendLetter = (
  deps: Deps,
  db: Db,
  { email, language }: Addressee,
  letter: Letter,
): Promise<void> => sendMail(deps, db, writeMail(email, language, letter))
