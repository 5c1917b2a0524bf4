import type { PushKind, PushSettings } from '@keyhour/contract/push'
import { getPushKey } from '#server/db/push-key.ts'
import { findTurnedOff, saveTurnedOff } from '#server/features/push/queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { publicKeyOf } from '#server/outside/web-push.ts'

export async function getPushSettings({ db, secrets }: Deps, userId: number): Promise<PushSettings> {
  return { public_key: publicKeyOf(await getPushKey(db, secrets)), off: await findTurnedOff(db, userId) }
}

export async function changePushSettings(deps: Deps, userId: number, off: PushKind[]): Promise<PushSettings> {
  await saveTurnedOff(deps.db, userId, [...new Set(off)])
  return getPushSettings(deps, userId)
}
