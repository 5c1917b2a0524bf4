import type { HubTest } from '@keyhour/contract/hubs'
import { openHub } from '#server/features/grants/at-its-hub.ts'
import { describeFailure } from '#server/features/grants/describe-failure.ts'
import { tryWaiting } from '#server/features/grants/try-waiting.ts'
import { findHub } from '#server/features/hubs/hub-queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { DoorFailed, type Hub } from '#server/outside/door-driver.ts'

export async function testHub({ doors }: Deps, hub: Hub): Promise<HubTest> {
  const began = performance.now()
  const took_ms = () => Math.round(performance.now() - began)
  try {
    const { name, version } = await doors.test(hub)
    return { works: true, failure: null, location_name: name, version, took_ms: took_ms() }
  } catch (error) {
    if (!(error instanceof DoorFailed)) throw error
    const failure = describeFailure(error.reason)
    return { works: false, failure, location_name: null, version: null, took_ms: took_ms() }
  }
}

export async function testHomeAssistant(deps: Deps, id: number): Promise<HubTest> {
  const hub = orMissing(await findHub(deps.db, id), 'This hub does not exist.')
  const test = await testHub(deps, openHub(deps.secrets, hub))
  if (test.works) await tryWaiting(deps, hub.office_id)
  return test
}
