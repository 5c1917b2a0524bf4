import type { User, UserUpdate } from '@keyhour/contract/admin-users'
import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/db/connection.ts'
import {
  hasWayIn,
  joinOffices,
  leaveOtherOffices,
  listOfficeIds,
  listUnknownOffices,
  lockUser,
  type UserRow,
  updateUnlessTaken,
} from '#server/features/admin-users/account-queries.ts'
import { inviteUser } from '#server/features/admin-users/invite-user.ts'
import { findListedUser } from '#server/features/admin-users/list-queries.ts'
import { addressChanged } from '#server/features/admin-users/mails.ts'
import { restoreUser } from '#server/features/admin-users/restore-user.ts'
import { auditDetails, differencesOf } from '#server/features/admin-users/rules.ts'
import { writeAudit } from '#server/features/audit/queries.ts'
import { voidPasswordLinks } from '#server/features/auth/link-queries.ts'
import { endSessions } from '#server/features/auth/queries.ts'
import { sendMail } from '#server/features/mail/deliver-mail.ts'
import { writeMail } from '#server/features/mail/letter.ts'
import { lockAdmins } from '#server/features/users/admin-queries.ts'
import { findUserName } from '#server/features/users/profile-queries.ts'
import { badField, orMissing, Refusal, stale } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Admin = Pick<FastifyRequest, 'session' | 'id'>

/** What is so already is no change. */
export async function changeUser(deps: Deps, id: number, update: UserUpdate, by: Admin): Promise<User> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const admins = await lockAdmins(db)
    if (!admins.includes(by.session.id)) throw new Refusal('forbidden', 'Only admins may do this.')
    if (update.deleted_at === null) await restoreUser(deps, db, id, by)
    else await change(deps, db, { id, update }, by)
    return (await findListedUser(db, id, now))!
  })
}

type Change = { id: number; update: UserUpdate }

async function change(deps: Deps, db: Db, { id, update }: Change, { session, id: request_id }: Admin) {
  const user = orMissing(await lockUser(db, id), 'This user does not exist.')
  if (user.purged_at !== null) throw new Refusal('conflict', 'The data of this user is deleted for good.')
  if (update.version !== user.version)
    throw stale({ by: await findUserName(db, user.updated_by), at: user.updated_at })

  const now = deps.now()
  const known = { ...user, officeIds: await listOfficeIds(db, id) }
  const { officeIds, ...columns } = differencesOf(known, update)
  const changed = { ...columns, ...(officeIds && { officeIds }) }
  if (Object.keys(changed).length === 0) return
  refuseHarm({ ...known, ...changed }, session.id)

  const by = { id: session.id, at: now.toISOString() }
  if (officeIds) await moveTo(db, { id, officeIds, known: known.officeIds }, by.at)
  const unproven = columns.email !== undefined && { email_confirmed_at: null }
  if (!(await updateUnlessTaken(db, id, { ...columns, ...unproven }, by)))
    throw badField('email', 'Email already exists')
  if (columns.email !== undefined || columns.admin === false) await endSessions(db, id)
  if (columns.email !== undefined) await tellOfAddress(deps, db, user, { ...user, ...columns })
  const entry = { action: 'change user', subject: 'user', subject_id: id, details: auditDetails(changed) }
  await writeAudit(db, [{ actor_id: session.id, ...entry, request_id }], { now })
}

/** How somebody may not end up. */
function refuseHarm(user: { id: number; admin: boolean; officeIds: number[] }, adminId: number): void {
  if (user.id === adminId && !user.admin)
    throw new Refusal('conflict', 'You cannot take away your own admin rights.')
  if (!user.admin && user.officeIds.length === 0)
    throw badField('officeIds', 'At least one office must be selected if the user is not an admin.')
}

async function moveTo(
  db: Db,
  { id, officeIds, known }: { id: number; officeIds: number[]; known: number[] },
  at: string,
): Promise<void> {
  if ((await listUnknownOffices(db, officeIds, known)).length > 0)
    throw badField('officeIds', 'This office does not exist.')
  await leaveOtherOffices(db, id, officeIds)
  // Who runs a place need not become a member of it as well.
  const joined = officeIds.filter((office) => !known.includes(office))
  await joinOffices(db, id, joined, at)
}

/** What was mailed to the old address opens nothing any more. */
async function tellOfAddress(deps: Deps, db: Db, before: UserRow, user: UserRow): Promise<void> {
  await voidPasswordLinks(db, user.id, deps.now())
  if (!(await hasWayIn(db, user))) return inviteUser(deps, db, user)
  const letter = addressChanged(user, user.email, deps.config.contactEmail)
  for (const to of [before.email, user.email]) await sendMail(deps, db, writeMail(to, user.language, letter))
}
