import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { findUnsettled, updateBusiness } from '#server/features/business-management/queries.ts'
import { lockAsManager } from '#server/features/business-management/require-manager.ts'
import { companyClosed } from '#server/features/businesses/mails.ts'
import { deleteMembers, listReachable, revokeInvitations } from '#server/features/businesses/queries.ts'
import { refusalToClose } from '#server/features/businesses/rules.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

const MAILS_AT_ONCE = 100

/**
 * Its people leave first: that waits for bookings on company credits that are being made, and those that come later are
 * refused. Only then is it certain that nothing is ahead.
 */
export function closeBusiness(deps: Deps, businessId: number, by: Actor): Promise<void> {
  const now = deps.now()
  const at = now.toISOString()
  return deps.db.transaction(async (db) => {
    const { name } = await lockAsManager(db, businessId, by.session)
    const people = await listReachable(db, businessId)
    await deleteMembers(db, businessId)
    const refusal = refusalToClose(await findUnsettled(db, businessId, now))
    if (refusal !== null) throw new Refusal('conflict', refusal)
    await revokeInvitations(db, businessId, at)
    await updateBusiness(db, businessId, { deleted_at: at }, { id: by.session.id, at })
    const act = { action: 'close company', subject: 'company', subject_id: businessId } as const
    await auditAct(db, by, { ...act, details: { people: people.length } }, now)
    const told = people.filter(({ id }) => id !== by.session.id)
    for (let from = 0; from < told.length; from += MAILS_AT_ONCE)
      await Promise.all(
        told
          .slice(from, from + MAILS_AT_ONCE)
          .map((person) => sendLetter(deps, db, person, companyClosed(person, name))),
      )
  })
}
