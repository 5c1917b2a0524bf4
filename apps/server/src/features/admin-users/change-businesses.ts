import type { BusinessMembership } from '@keyhour/contract/admin-users'
import type { Language } from '@keyhour/contract/primitives'
import type { Db } from '#server/db/connection.ts'
import { type Actor, auditActs } from '#server/features/audit/queries.ts'
import { companyRoleGiven, joinedCompany, leftCompany } from '#server/features/businesses/mails.ts'
import {
  deleteMember,
  insertMember,
  listMembershipsOf,
  lockBusinesses,
  markInvitationsUsed,
  type NamedMembership,
  revokeInvitationsOf,
  updateMember,
} from '#server/features/businesses/queries.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import { badField } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Person = { id: number; name: string; email: string; language: Language }

/**
 * Expects the user's row to be locked. Limits of companies that the user stays in are kept. An admin may also take away
 * the last manager of a company, and name another. Answers whether anything changed.
 */
export async function changeBusinesses(
  deps: Deps,
  db: Db,
  user: Person,
  wanted: BusinessMembership[],
  by: Actor,
): Promise<boolean> {
  const known = (await listMembershipsOf(db, user.id)).map(({ id }) => id)
  const after = [...new Map(wanted.map((one) => [one.business_id, one])).values()]
  const ids = [...new Set([...known, ...after.map(({ business_id }) => business_id)])]
  if (ids.length === 0) return false
  const names = new Map((await lockBusinesses(db, ids)).map(({ id, name }) => [id, name]))
  if (after.some(({ business_id }) => !names.has(business_id)))
    throw badField('businesses', 'This company does not exist.')

  // Read again: while we waited, somebody may have joined or been removed. A company joined since is not locked, and stays.
  const before = (await listMembershipsOf(db, user.id)).filter(({ id }) => names.has(id))
  const roleBefore = new Map(before.map(({ id, role }) => [id, role]))
  const given = after
    .filter(({ business_id, role }) => roleBefore.get(business_id) !== role)
    .map(({ business_id: id, role }): NamedMembership => ({ id, name: names.get(id)!, role }))
  const ended = before.filter(({ id }) => !after.some(({ business_id }) => business_id === id))
  const at = deps.now().toISOString()
  for (const { id: business_id } of ended) {
    await deleteMember(db, business_id, user.id)
    await revokeInvitationsOf(db, { business_id, user_id: user.id }, at)
  }
  for (const { id: business_id, role } of given) {
    const place = { business_id, user_id: user.id }
    if (!roleBefore.has(business_id)) {
      await insertMember(db, { ...place, role, created_at: at })
      await markInvitationsUsed(db, place, at)
      continue
    }
    await updateMember(db, place, { role })
    if (role === 'employee') await revokeInvitationsOf(db, place, at)
  }
  await auditActs(
    db,
    by,
    [...actsOf('end role', user, ended), ...actsOf('give role', user, given)],
    deps.now(),
  )
  const joined = given.filter(({ id, role }) => role === 'employee' && !roleBefore.has(id))
  await tell(deps, db, user, { managed: given.filter(({ role }) => role === 'manager'), joined, ended })
  return given.length + ended.length > 0
}

const actsOf = (action: 'give role' | 'end role', { id }: Person, roles: NamedMembership[]) =>
  roles.map((one) => ({
    action,
    subject: 'user' as const,
    subject_id: id,
    details: { business_id: one.id, role: one.role },
  }))

async function tell(
  deps: Deps,
  db: Db,
  user: Person,
  { managed, joined, ended }: Record<'managed' | 'joined' | 'ended', NamedMembership[]>,
): Promise<void> {
  const { publicUrl } = deps.config
  const names = managed.map(({ name }) => name)
  if (names.length > 0)
    await sendLetter(deps, db, user, companyRoleGiven(user, names, `${publicUrl}/company`))
  for (const { name } of joined)
    await sendLetter(deps, db, user, joinedCompany(user, name, `${publicUrl}/spaces`))
  for (const { name } of ended) await sendLetter(deps, db, user, leftCompany(user, name))
}
