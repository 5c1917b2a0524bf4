import type { HubTest } from '@keyhour/contract/hubs'
import { openHub } from '#server/features/grants/at-its-hub.ts'
import { tryWaiting } from '#server/features/grants/try-waiting.ts'
import { findHub } from '#server/features/hubs/hub-queries.ts'
import { testHub } from '#server/features/hubs/test-hub.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export async function testHomeAssistant(deps: Deps, id: number): Promise<HubTest> {
  const hub = orMissing(await findHub(deps.db, id), 'This hub does not exist.')
  const test = await testHub(deps, openHub(deps.secrets, hub))
  if (test.works) await tryWaiting(deps, hub.office_id)
  return test
}
