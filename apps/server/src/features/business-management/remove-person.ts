import type { Db } from '#server/db/connection.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { refuseLastManager } from '#server/features/business-management/refuse-last-manager.ts'
import { lockAsManager } from '#server/features/business-management/require-manager.ts'
import { leftCompany } from '#server/features/businesses/mails.ts'
import {
  deleteMember,
  findMember,
  lockBusiness,
  revokeInvitationsOf,
} from '#server/features/businesses/queries.ts'
import { NO_PERSON } from '#server/features/businesses/rules.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import { findUser } from '#server/features/users/profile-queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Person = { businessId: number; userId: number }

/** Waits for a booking of this person that is being made; the next one is refused. */
export function removePerson(deps: Deps, { businessId, userId }: Person, by: Actor): Promise<void> {
  return deps.db.transaction(async (db) => {
    const { name } = await lockAsManager(db, businessId, by.session)
    orMissing(await findMember(db, businessId, userId), NO_PERSON)
    await refuseLastManager(db, businessId, userId)
    await end(db, { businessId, userId }, by, deps.now())
    const user = await findUser(db, userId)
    if (user && user.deleted_at === null && userId !== by.session.id)
      await sendLetter(deps, db, user, leftCompany(user, name))
  })
}

export function leaveBusiness(deps: Deps, businessId: number, by: Actor): Promise<void> {
  const userId = by.session.id
  return deps.db.transaction(async (db) => {
    const business = await lockBusiness(db, businessId)
    const member = await findMember(db, businessId, userId)
    orMissing(business && member, 'You do not belong to this company.')
    await refuseLastManager(db, businessId, userId)
    await end(db, { businessId, userId }, by, deps.now())
  })
}

async function end(db: Db, { businessId, userId }: Person, by: Actor, now: Date): Promise<void> {
  await deleteMember(db, businessId, userId)
  await revokeInvitationsOf(db, { business_id: businessId, user_id: userId }, now.toISOString())
  const action = userId === by.session.id ? 'leave company' : 'remove company person'
  const act = { action, subject: 'company', subject_id: businessId, details: { user_id: userId } } as const
  await auditAct(db, by, act, now)
}
