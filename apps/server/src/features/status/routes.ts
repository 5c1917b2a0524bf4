import * as contract from '@keyhour/contract/status'
import { isSchemaReady } from '#server/features/status/queries.ts'
import { Refusal } from '#server/http/refusal.ts'
import { on, type Routes } from '#server/http/routes.ts'

export const statusRoutes: Routes = async (app, { db, config }) => {
  app.route({
    ...on(contract.getHealth, 'anybody'),
    handler: async () => ({ status: 'ok' as const }),
  })

  app.route({
    ...on(contract.getReady, 'anybody'),
    handler: async () => {
      if (!(await isSchemaReady(db))) throw new Refusal('unavailable', 'The database is not ready.')
      return { status: 'ok' as const }
    },
  })

  app.route({
    ...on(contract.getSettings, 'anybody'),
    handler: async () => ({
      demo: config.demo,
      google_client_id: config.googleClientId ?? null,
      languages: ['en' as const, 'he' as const],
    }),
  })

  app.route({
    ...on(contract.getBluetoothLock, 'anybody'),
    handler: async () => config.bluetoothLock,
  })
}
