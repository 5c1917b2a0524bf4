import { randomUUID } from 'node:crypto'
import type { Language } from '@keyhour/contract/primitives'
import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { type Letter, writeMail } from '#server/features/mail/letter.ts'
import type { Deps } from '#server/http/routes.ts'
import { Hopeless, job } from '#server/jobs/queue.ts'
import { type Mail, MailRefused, StampedMail } from '#server/outside/mail.ts'

/** Encrypted, because the queue keeps its jobs for days and mails contain secret links. */
export const deliverMail = job({
  name: 'deliver-mail',
  data: z.object({ sealed: z.string() }),
  retries: 12,
  atOnce: 4,
  async run({ mailer, secrets }: Deps, { sealed }) {
    try {
      await mailer.deliver(StampedMail.parse(JSON.parse(secrets.open(sealed))))
    } catch (error) {
      throw error instanceof MailRefused ? new Hopeless(error.message) : error
    }
  },
})

export const sendMail = ({ enqueue, secrets }: Deps, db: Db, mail: Mail): Promise<void> =>
  enqueue(db, deliverMail, { sealed: secrets.seal(JSON.stringify({ ...mail, id: randomUUID() })) })

type Addressee = { email: string; language: Language }

export const sendLetter = (
  deps: Deps,
  db: Db,
  { email, language }: Addressee,
  letter: Letter,
): Promise<void> => sendMail(deps, db, writeMail(email, language, letter))
