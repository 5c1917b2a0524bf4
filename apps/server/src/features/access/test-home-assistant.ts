import type { HubTest } from '@keyhour/contract/access'
import { findHub } from '#server/features/access/hub-queries.ts'
import { testHub } from '#server/features/access/test-hub.ts'
import { openHub } from '#server/features/grants/at-its-hub.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export async function testHomeAssistant(deps: Deps, id: number): Promise<HubTest> {
  const hub = orMissing(await findHub(deps.db, id), 'This hub does not exist.')
  return testHub(deps, openHub(deps.secrets, hub))
}
