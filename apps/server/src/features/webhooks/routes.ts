import * as contract from '@keyhour/contract/webhooks'
import { addWebhook } from '#server/features/webhooks/add-webhook.ts'
import { changeWebhook } from '#server/features/webhooks/change-webhook.ts'
import { deleteWebhook } from '#server/features/webhooks/delete-webhook.ts'
import { listDeliveries } from '#server/features/webhooks/delivery-queries.ts'
import { getDelivery } from '#server/features/webhooks/get-delivery.ts'
import { listWebhooks } from '#server/features/webhooks/queries.ts'
import { rotateSecret } from '#server/features/webhooks/rotate-secret.ts'
import { sendAgain, sendFailedAgain } from '#server/features/webhooks/send-again.ts'
import { testWebhook } from '#server/features/webhooks/test-webhook.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const webhookRoutes: Routes = async (app, deps) => {
  serve(app, contract.listWebhooks, 'admin', () => listWebhooks(deps.db))

  serve(app, contract.addWebhook, 'admin', (request) => addWebhook(deps, request.body, request))

  serve(app, contract.changeWebhook, 'admin', (request) =>
    changeWebhook(deps, request.params.id, request.body, request),
  )

  serve(app, contract.deleteWebhook, 'admin', (request) => deleteWebhook(deps, request.params.id, request))

  serve(app, contract.rotateWebhookSecret, 'admin', (request) =>
    rotateSecret(deps, request.params.id, request.body.version, request),
  )

  serve(app, contract.testWebhook, 'admin', (request) => testWebhook(deps, request.params.id, request))

  serve(app, contract.listDeliveries, 'admin', ({ query }) => listDeliveries(deps.db, query))

  serve(app, contract.getDelivery, 'admin', ({ params }) => getDelivery(deps.db, params.id))

  serve(app, contract.sendAgain, 'admin', (request) => sendAgain(deps, request.params.id, request))

  serve(app, contract.sendFailedAgain, 'admin', (request) =>
    sendFailedAgain(deps, request.params.id, request),
  )
}
