import type { User, UserForm } from '@keyhour/contract/admin-users'
import type { FastifyRequest } from 'fastify'
import { changeBusinesses } from '#server/features/admin-users/change-businesses.ts'
import { changeMemberships } from '#server/features/admin-users/change-memberships.ts'
import { inviteUser } from '#server/features/admin-users/invite-user.ts'
import { findListedUser } from '#server/features/admin-users/list-queries.ts'
import { membershipsAfter } from '#server/features/admin-users/rules.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { insertUser } from '#server/features/auth/queries.ts'
import { languageOf } from '#server/http/preferences.ts'
import { badField } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type AdminRequest = Actor & Pick<FastifyRequest, 'headers'>

/** The new user's language is unknown, so the mail uses the admin's. */
export function addUser(deps: Deps, form: UserForm, by: AdminRequest): Promise<User> {
  const now = deps.now()
  const at = now.toISOString()
  const { name, email, admin } = form
  return deps.db.transaction(async (db) => {
    const user = await insertUser(db, {
      name,
      email,
      admin,
      language: languageOf(by),
      created_at: at,
      updated_at: at,
      updated_by: by.session.id,
    })
    if (!user) throw badField('email', 'Email already exists')
    await inviteUser(deps, db, user)
    const act = { action: 'add user', subject: 'user', subject_id: user.id, details: { admin } } as const
    await auditAct(db, by, act, now)
    await changeMemberships(deps, db, user, { before: [], after: membershipsAfter([], form) }, by)
    await changeBusinesses(deps, db, user, form.businesses ?? [], by)
    return (await findListedUser(db, user.id, now))!
  })
}
