import type { HubTest } from '@keyhour/contract/access'
import { findHub } from '#server/features/access/hub-queries.ts'
import { openHub } from '#server/features/grants/at-its-hub.ts'
import { describeFailure } from '#server/features/grants/describe-failure.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { DoorFailed } from '#server/outside/door-driver.ts'

/** That it does not work is an answer too. */
export async function testHomeAssistant({ db, secrets, doors }: Deps, id: number): Promise<HubTest> {
  const hub = orMissing(await findHub(db, id), 'This hub does not exist.')
  const began = performance.now()
  const took_ms = () => Math.round(performance.now() - began)
  try {
    const { name, version } = await doors.test(openHub(secrets, hub))
    return { works: true, failure: null, location_name: name, version, took_ms: took_ms() }
  } catch (error) {
    if (!(error instanceof DoorFailed)) throw error
    const failure = describeFailure(error.reason)
    return { works: false, failure, location_name: null, version: null, took_ms: took_ms() }
  }
}
