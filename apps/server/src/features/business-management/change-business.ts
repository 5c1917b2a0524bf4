import type { Business, BusinessUpdate } from '@keyhour/contract/businesses'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { differencesOf, namesOf } from '#server/features/audit/rules.ts'
import { findShownBusiness, updateBusiness } from '#server/features/business-management/queries.ts'
import { lockAsManager } from '#server/features/business-management/require-manager.ts'
import { followPool } from '#server/features/businesses/follow-pool.ts'
import type { BusinessRow } from '#server/features/businesses/queries.ts'
import { thisMonth } from '#server/features/businesses/rules.ts'
import { refuseStale } from '#server/features/users/refuse-stale.ts'
import type { Deps } from '#server/http/routes.ts'

export function changeBusiness(
  deps: Deps,
  id: number,
  { version, ...fields }: BusinessUpdate,
  by: Actor,
): Promise<Business> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const business = await lockAsManager(db, id, by.session)
    await refuseStale(db, business, version)
    const changed = differencesOf<BusinessRow>(business, fields)
    if (Object.keys(changed).length > 0) {
      await updateBusiness(db, id, changed, { id: by.session.id, at: now.toISOString() })
      const act = { action: 'change company', subject: 'company', subject_id: id } as const
      await auditAct(db, by, { ...act, details: namesOf(changed) }, now)
      if (changed.low_at !== undefined) await followPool(deps, db, id)
    }
    return findShownBusiness(db, id, { now, month: thisMonth(now) })
  })
}
