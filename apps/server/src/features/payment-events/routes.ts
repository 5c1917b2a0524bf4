import * as contract from '@keyhour/contract/payments'
import { takeEvent } from '#server/features/payment-events/take-event.ts'
import { on, type Routes } from '#server/http/routes.ts'

/** On its own, because here JSON must not be parsed: the signature covers every byte of the body. */
export const paymentEventRoutes: Routes = async (app, deps) => {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )

  app.route({
    ...on(contract.receivePaymentEvent, 'anybody'),
    handler: async ({ body, headers }) => {
      const signature = headers['stripe-signature']
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      const event = deps.payments.readEvent(bytes, typeof signature === 'string' ? signature : undefined)
      await takeEvent(deps, event)
      return {}
    },
  })
}
