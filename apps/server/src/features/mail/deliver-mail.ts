import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'
import { Mail } from '#server/outside/mail.ts'

/** Enqueue this in the transaction that is the reason for the mail. */
export const deliverMail = job({
  name: 'deliver-mail',
  data: Mail,
  retries: 12,
  run: ({ mailer }: Deps, mail) => mailer.deliver(mail),
})
