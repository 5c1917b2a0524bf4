import * as contract from '@keyhour/contract/payments'
import { idempotencyKey } from '#server/features/idempotency/once.ts'
import { listAllPayments } from '#server/features/payment-management/list-all-payments.ts'
import { markPaymentPaid } from '#server/features/payment-management/mark-payment-paid.ts'
import { refundPayment } from '#server/features/payment-management/refund-payment.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const paymentManagementRoutes: Routes = async (app, deps) => {
  serve(app, contract.listAllPayments, 'admin', async ({ query }, reply) => {
    const { payments, total } = await listAllPayments(deps.db, query)
    reply.header('x-total-count', total)
    return payments
  })

  serve(app, contract.refundPayment, 'admin', (request) => {
    const key = idempotencyKey(request.headers)
    return refundPayment(deps, { id: request.params.id, ...request.body, key }, request)
  })

  serve(app, contract.markPaymentPaid, 'admin', (request) =>
    markPaymentPaid(deps, request.params.id, request.body, request),
  )
}
