import type { BusinessPerson, PersonChange } from '@keyhour/contract/businesses'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { differencesOf } from '#server/features/audit/rules.ts'
import { findPerson } from '#server/features/business-management/people-queries.ts'
import { refuseLastManager } from '#server/features/business-management/refuse-last-manager.ts'
import { lockAsManager } from '#server/features/business-management/require-manager.ts'
import { companyRoleGiven } from '#server/features/businesses/mails.ts'
import {
  findMember,
  type MemberRow,
  revokeInvitationsOf,
  updateMember,
} from '#server/features/businesses/queries.ts'
import { NO_PERSON, thisMonth } from '#server/features/businesses/rules.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import { findUser } from '#server/features/users/profile-queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Person = { businessId: number; userId: number }

export function changePerson(
  deps: Deps,
  { businessId, userId }: Person,
  change: PersonChange,
  by: Actor,
): Promise<BusinessPerson> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const business = await lockAsManager(db, businessId, by.session)
    const member = orMissing(await findMember(db, businessId, userId), NO_PERSON)
    const changed = differencesOf<MemberRow>(member, change)
    if (changed.role === 'employee') await refuseLastManager(db, businessId, userId)
    if (Object.keys(changed).length > 0) {
      await updateMember(db, member, changed)
      if (changed.role === 'employee') await revokeInvitationsOf(db, member, now.toISOString())
      const { role, monthly_limit, allowed_types } = changed
      const details = {
        user_id: userId,
        ...(role && { role }),
        ...(monthly_limit !== undefined && { monthly_limit: monthly_limit ?? 'none' }),
        ...(allowed_types !== undefined && { allowed_types: allowed_types?.join(', ') ?? 'all' }),
      }
      const act = { action: 'change company person', subject: 'company', subject_id: businessId } as const
      await auditAct(db, by, { ...act, details }, now)
    }
    if (changed.role === 'manager') {
      const user = (await findUser(db, userId))!
      const url = `${deps.config.publicUrl}/company`
      await sendLetter(deps, db, user, companyRoleGiven(user, [business.name], url))
    }
    return orMissing(await findPerson(db, businessId, userId, thisMonth(now)), NO_PERSON)
  })
}
