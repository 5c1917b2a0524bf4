import { receiveNexudusWebhook } from '@keyhour/contract/calendar-accounts'
import { takeWebhook } from '#server/features/calendar-accounts/take-webhook.ts'
import { on, type Routes } from '#server/http/routes.ts'

/** On its own, because here JSON must not be parsed: the signature covers every byte of the body. */
export const nexudusWebhookRoutes: Routes = async (app, deps) => {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )

  app.route({
    ...on(receiveNexudusWebhook, 'anybody'),
    handler: async ({ params, body, headers }) => {
      const signature = headers['x-nexudus-hook-signature']
      await takeWebhook(deps, params.id, {
        body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
        signature: typeof signature === 'string' ? signature : '',
      })
      return {}
    },
  })
}
