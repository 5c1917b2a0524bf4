import { listPage, mailPage } from '#server/features/mail/pages.ts'
import { guarded } from '#server/http/guards.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Routes } from '#server/http/routes.ts'

/** For demo mode, where mails are kept instead of sent. */
export const devMailRoutes: Routes = async (app, { mailer }) => {
  app.get('/dev/mail', guarded('anybody'), async (_request, reply) =>
    reply.type('text/html').send(await listPage(mailer)),
  )

  app.get('/dev/mail/:name', guarded('anybody'), async (request, reply) => {
    const { name } = request.params as { name: string }
    const mail = orMissing(await mailer.readKept(name), 'This mail does not exist.')
    return reply.type('text/html').send(await mailPage(mail))
  })
}
