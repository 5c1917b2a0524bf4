import * as contract from '@keyhour/contract/status'
import { readinessOf } from '#server/features/status/check-readiness.ts'
import { Refusal } from '#server/http/refusal.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const statusRoutes: Routes = async (app, deps) => {
  const { config } = deps
  const checkReadiness = readinessOf(deps)

  serve(app, contract.getHealth, 'anybody', async () => ({ status: 'ok' as const }))

  serve(app, contract.getReady, 'anybody', async () => {
    const trouble = await checkReadiness()
    if (trouble) throw new Refusal('unavailable', trouble, {}, { 'retry-after': 2 })
    return { status: 'ok' as const }
  })

  serve(app, contract.getSettings, 'anybody', async () => ({
    demo: config.demo,
    google_client_id: config.googleClientId ?? null,
    languages: ['en' as const, 'he' as const],
  }))

  serve(app, contract.getBluetoothLock, 'anybody', async () => config.bluetoothLock)
}
