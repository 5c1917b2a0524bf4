import type { Business, BusinessForm } from '@keyhour/contract/businesses'
import { limitAttempts } from '#server/features/attempts/limit-attempts.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { findShownBusiness, insertBusiness } from '#server/features/business-management/queries.ts'
import { insertMember } from '#server/features/businesses/queries.ts'
import { thisMonth } from '#server/features/businesses/rules.ts'
import { once } from '#server/features/idempotency/once.ts'
import type { Deps } from '#server/http/routes.ts'

export async function addBusiness(
  deps: Deps,
  form: BusinessForm,
  by: Actor,
  key: string | undefined,
): Promise<Business> {
  const { id: user_id } = by.session
  const now = deps.now()
  await limitAttempts(deps, [{ what: 'add company', who: String(user_id), most: 10, minutes: 24 * 60 }])
  const keyed = { userId: user_id, key, request: { company: form }, now }
  return deps.db.transaction((db) =>
    once(db, keyed, async () => {
      const at = now.toISOString()
      const { name, currency, billing_email = null, tax_id = null } = form
      const company = { name, currency, billing_email, tax_id, created_at: at }
      const id = await insertBusiness(db, { ...company, updated_at: at, updated_by: user_id })
      await insertMember(db, { business_id: id, user_id, role: 'manager', created_at: at })
      await auditAct(db, by, { action: 'add company', subject: 'company', subject_id: id }, now)
      return findShownBusiness(db, id, { now, month: thisMonth(now) })
    }),
  )
}
