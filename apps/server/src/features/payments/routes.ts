import * as contract from '@keyhour/contract/payments'
import { idempotencyKey } from '#server/features/idempotency/once.ts'
import { cancelPayment } from '#server/features/payments/cancel-payment.ts'
import { checkPayment } from '#server/features/payments/check-payment.ts'
import { endTestPayment } from '#server/features/payments/end-test-payment.ts'
import { getOwnPayment } from '#server/features/payments/get-own-payment.ts'
import { getReceipt } from '#server/features/payments/get-receipt.ts'
import { listPaymentOptions } from '#server/features/payments/list-payment-options.ts'
import { countOwnPayments, listOwnPayments, shownPayment } from '#server/features/payments/queries.ts'
import { startPayment } from '#server/features/payments/start-payment.ts'
import { type Routes, serve } from '#server/http/routes.ts'
import { sendPdf } from '#server/http/send-pdf.ts'

export const paymentRoutes: Routes = async (app, deps) => {
  const { db } = deps

  serve(app, contract.listPaymentOptions, 'signedIn', () => listPaymentOptions(deps))

  serve(app, contract.startPayment, 'signedIn', ({ body, session, headers }) =>
    startPayment(deps, body, session, idempotencyKey(headers)),
  )

  serve(app, contract.listPayments, 'signedIn', async ({ session, query }, reply) => {
    reply.header('x-total-count', await countOwnPayments(db, session.id))
    return (await listOwnPayments(db, session.id, query)).map(shownPayment)
  })

  serve(app, contract.getPayment, 'signedIn', async ({ params, session }) =>
    shownPayment(await getOwnPayment(deps, params.id, session.id)),
  )

  serve(app, contract.checkPayment, 'signedIn', ({ params, session }) =>
    checkPayment(deps, params.id, session.id),
  )

  serve(app, contract.getReceipt, 'signedIn', async ({ params, session }, reply) =>
    sendPdf(reply, await getReceipt(deps, params.id, session)),
  )

  serve(app, contract.cancelPayment, 'signedIn', ({ params, session }) =>
    cancelPayment(deps, params.id, session.id),
  )

  serve(app, contract.endTestPayment, 'signedIn', ({ params, body, session }) =>
    endTestPayment(deps, { id: params.id, outcome: body.outcome }, session.id),
  )
}
