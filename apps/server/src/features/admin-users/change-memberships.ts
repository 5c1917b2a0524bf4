import type { Membership } from '@keyhour/contract/admin-users'
import type { Language } from '@keyhour/contract/primitives'
import { tellOfficeChanged, tellRolesChanged } from '#server/db/changes.ts'
import type { Db } from '#server/db/connection.ts'
import {
  addMemberships,
  listUnknownOffices,
  nameOffices,
  removeMemberships,
} from '#server/features/admin-users/account-queries.ts'
import { officesOwned, officesToRun } from '#server/features/admin-users/mails.ts'
import { isStaff, without } from '#server/features/admin-users/rules.ts'
import { type Actor, auditActs } from '#server/features/audit/queries.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import { issueBeforeHandOver } from '#server/features/statements/issue-statements.ts'
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
  const handedOver = [...given, ...ended].filter(({ role }) => role === 'owner')
  await issueBeforeHandOver(deps, db, officesIn(handedOver))
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
  if (given.length + ended.length > 0) await tellRolesChanged(db, user.id)
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
  const { publicUrl } = deps.config
  const namesOf = (role: Membership['role']) =>
    nameOffices(db, officesIn(staffed.filter((one) => one.role === role)), user.language)
  const [run, owned] = [await namesOf('manager'), await namesOf('owner')]
  if (run.length > 0) await sendLetter(deps, db, user, officesToRun(user, run, `${publicUrl}/dashboard`))
  if (owned.length > 0) await sendLetter(deps, db, user, officesOwned(user, owned, `${publicUrl}/owner`))
}
