import type { Membership } from '@keyhour/contract/admin-users'
import type { Language } from '@keyhour/contract/primitives'
import { tellOfficeChanged } from '#server/db/changes.ts'
import type { Db } from '#server/db/connection.ts'
import {
  addMemberships,
  listOfficeNames,
  listUnknownOffices,
  removeMemberships,
} from '#server/features/admin-users/account-queries.ts'
import { rolesGiven } from '#server/features/admin-users/mails.ts'
import { isStaff, without } from '#server/features/admin-users/rules.ts'
import { type Actor, auditActs } from '#server/features/audit/queries.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import { badField } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Person = { id: number; name: string; email: string; language: Language }
type Change = { before: Membership[]; after: Membership[] }

const officesIn = (memberships: Membership[]): number[] => [
  ...new Set(memberships.map((one) => one.office_id)),
]

/** Expects the user's row to be locked. Who becomes a manager or an owner is told by mail. */
export async function changeMemberships(
  deps: Deps,
  db: Db,
  user: Person,
  { before, after }: Change,
  by: Actor,
): Promise<void> {
  if ((await listUnknownOffices(db, officesIn(after), officesIn(before))).length > 0)
    throw badField('officeIds', 'This office does not exist.')
  const [given, ended] = [without(after, before), without(before, after)]
  await removeMemberships(db, user.id, ended)
  await addMemberships(db, user.id, given, deps.now().toISOString())
  await auditActs(
    db,
    by,
    [...rolesOf('end role', user, ended), ...rolesOf('give role', user, given)],
    deps.now(),
  )
  // Dashboards that are open ask again, and are refused if the role was theirs.
  for (const office of officesIn(ended)) await tellOfficeChanged(db, office)
  const staffed = given.filter(isStaff)
  if (staffed.length > 0) await tellOfRoles(deps, db, user, staffed)
}

const rolesOf = (action: 'give role' | 'end role', { id }: Person, roles: Membership[]) =>
  roles.filter(isStaff).map(({ office_id, role }) => ({
    action,
    subject: 'user' as const,
    subject_id: id,
    details: { office_id, role },
  }))

async function tellOfRoles(deps: Deps, db: Db, user: Person, staffed: Membership[]): Promise<void> {
  const names = await listOfficeNames(db, officesIn(staffed), user.language)
  await sendLetter(deps, db, user, rolesGiven(user, names, `${deps.config.publicUrl}/dashboard`))
}
