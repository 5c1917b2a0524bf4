import * as contract from '@keyhour/contract/charges'
import { checkCharges, listCharges } from '#server/features/charges/check-charges.ts'
import { endTestCharge } from '#server/features/charges/end-test-charge.ts'
import { forgetCard } from '#server/features/charges/forget-card.ts'
import { getChargeReceipt } from '#server/features/charges/get-charge-receipt.ts'
import { listSavedCards } from '#server/features/charges/list-saved-cards.ts'
import { startCharge } from '#server/features/charges/start-charge.ts'
import { idempotencyKey } from '#server/features/idempotency/once.ts'
import { type Routes, serve } from '#server/http/routes.ts'
import { sendPdf } from '#server/http/send-pdf.ts'

export const chargeRoutes: Routes = async (app, deps) => {
  serve(app, contract.listCharges, 'signedIn', ({ params, session }) =>
    listCharges(deps, params.orderId, session),
  )

  serve(app, contract.startCharge, 'signedIn', ({ params, body, session, headers }) =>
    startCharge(deps, { orderId: params.orderId, key: idempotencyKey(headers), ...body }, session),
  )

  serve(app, contract.checkCharges, 'signedIn', ({ params, session }) =>
    checkCharges(deps, params.orderId, session),
  )

  serve(app, contract.endTestCharge, 'signedIn', ({ params, body, session }) =>
    endTestCharge(deps, { ...params, ...body }, session.id),
  )

  serve(app, contract.getChargeReceipt, 'signedIn', async ({ params, session }, reply) =>
    sendPdf(reply, await getChargeReceipt(deps, params, session)),
  )

  serve(app, contract.listCards, 'signedIn', ({ session }) => listSavedCards(deps, session.id))

  serve(app, contract.forgetCard, 'signedIn', async ({ params, session }) => {
    await forgetCard(deps, params.card, session.id)
    return {}
  })
}
