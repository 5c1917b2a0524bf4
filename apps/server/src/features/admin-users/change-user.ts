import type { Membership, User, UserUpdate } from '@keyhour/contract/admin-users'
import type { Db } from '#server/db/connection.ts'
import {
  hasWayIn,
  listMemberships,
  lockUserRow,
  type UserRow,
  updateUnlessTaken,
  updateUserRow,
} from '#server/features/admin-users/account-queries.ts'
import { changeBusinesses } from '#server/features/admin-users/change-businesses.ts'
import { changeMemberships } from '#server/features/admin-users/change-memberships.ts'
import { inviteUser } from '#server/features/admin-users/invite-user.ts'
import { findListedUser } from '#server/features/admin-users/list-queries.ts'
import { addressChanged } from '#server/features/admin-users/mails.ts'
import { restoreUser } from '#server/features/admin-users/restore-user.ts'
import { membershipsAfter } from '#server/features/admin-users/rules.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { differencesOf, namesOf } from '#server/features/audit/rules.ts'
import { voidPasswordLinks } from '#server/features/auth/link-queries.ts'
import { endSessions } from '#server/features/auth/queries.ts'
import { listMembershipsOf } from '#server/features/businesses/queries.ts'
import { sendMail } from '#server/features/mail/deliver-mail.ts'
import { writeMail } from '#server/features/mail/letter.ts'
import { lockAdmins } from '#server/features/users/admin-queries.ts'
import { refuseStale } from '#server/features/users/refuse-stale.ts'
import { badField, orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** A restored user's version was checked before it was restored. */
export async function changeUser(deps: Deps, id: number, update: UserUpdate, by: Actor): Promise<User> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const admins = await lockAdmins(db)
    if (!admins.includes(by.session.id)) throw new Refusal('forbidden', 'Only admins can do this.')
    if (update.deleted_at === null) await restoreUser(deps, db, { id, version: update.version }, by)
    await change(deps, db, { id, update }, by)
    return (await findListedUser(db, id, now))!
  })
}

type Change = { id: number; update: UserUpdate }

async function change(deps: Deps, db: Db, { id, update }: Change, by: Actor) {
  const user = orMissing(await lockUserRow(db, id), 'This user does not exist.')
  if (user.purged_at !== null) throw new Refusal('conflict', 'The data of this user was permanently deleted.')
  if (update.deleted_at !== null) await refuseStale(db, user, update.version)

  const now = deps.now()
  const known = { ...user, memberships: await listMemberships(db, id) }
  const { version: _, deleted_at: __, officeIds, memberships: roles, businesses, ...fields } = update
  const { memberships, ...columns } = differencesOf<typeof known>(known, {
    ...fields,
    memberships: membershipsAfter(known.memberships, { officeIds, memberships: roles }),
  })
  const changed = { ...columns, ...(memberships && { memberships }) }
  const companies = (await listMembershipsOf(db, id)).length
  const before = { ...known, companies }
  refuseHarm(before, { ...before, ...changed, companies: businesses?.length ?? companies }, by.session.id)
  const stamp = { id: by.session.id, at: now.toISOString() }
  const otherCompanies =
    businesses !== undefined && (await changeBusinesses(deps, db, { ...user, ...columns }, businesses, by))
  if (Object.keys(changed).length === 0) {
    if (otherCompanies) await updateUserRow(db, id, {}, stamp)
    return
  }

  const unproven = columns.email !== undefined && { email_confirmed_at: null }
  if (!(await updateUnlessTaken(db, id, { ...columns, ...unproven }, stamp)))
    throw badField('email', 'Email already exists')
  if (columns.email !== undefined || columns.admin === false) await endSessions(db, id)
  if (columns.email !== undefined) await tellOfAddress(deps, db, user, { ...user, ...columns })
  const act = {
    action: 'change user',
    subject: 'user',
    subject_id: id,
    details: { ...namesOf(changed), ...(columns.admin !== undefined && { admin: columns.admin }) },
  } as const
  await auditAct(db, by, act, now)
  if (memberships) {
    const after = { ...user, ...columns }
    await changeMemberships(deps, db, after, { before: known.memberships, after: memberships }, by)
  }
}

type Standing = { id: number; admin: boolean; memberships: Membership[]; companies: number }

const belongsNowhere = ({ admin, memberships, companies }: Standing): boolean =>
  !admin && memberships.length === 0 && companies === 0

/** A user who signed up without an office may stay without one, but nobody is put into that state. */
function refuseHarm(before: Standing, after: Standing, adminId: number): void {
  if (after.id === adminId && !after.admin)
    throw new Refusal('conflict', 'You cannot remove your own admin rights.')
  if (belongsNowhere(after) && !belongsNowhere(before))
    throw badField('officeIds', 'At least one office must be selected if the user is not an admin.')
}

async function tellOfAddress(deps: Deps, db: Db, before: UserRow, user: UserRow): Promise<void> {
  await voidPasswordLinks(db, user.id, deps.now())
  if (!(await hasWayIn(db, user))) return inviteUser(deps, db, user)
  const letter = addressChanged(user, user.email, deps.config.contactEmail)
  for (const to of [before.email, user.email]) await sendMail(deps, db, writeMail(to, user.language, letter))
}
