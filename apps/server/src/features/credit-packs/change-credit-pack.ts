import type { CreditPack, CreditPackUpdate } from '@keyhour/contract/credits'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { differencesOf, namesOf } from '#server/features/audit/rules.ts'
import { lockCreditPack, type PackRow, updateCreditPack } from '#server/features/credit-packs/queries.ts'
import { refuseStale } from '#server/features/users/refuse-stale.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export function changeCreditPack(
  deps: Deps,
  id: number,
  { version, ...fields }: CreditPackUpdate,
  by: Actor,
): Promise<CreditPack> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const pack = orMissing(await lockCreditPack(db, id), 'This credit pack does not exist.')
    await refuseStale(db, pack, version)
    const changed = differencesOf<PackRow>(pack, fields)
    if (Object.keys(changed).length === 0) return pack
    const after = await updateCreditPack(db, id, changed, { id: by.session.id, at: now.toISOString() })
    const act = { action: 'change credit pack', subject: 'credit pack', subject_id: id } as const
    await auditAct(db, by, { ...act, details: namesOf(changed) }, now)
    return after
  })
}
