import { writeAudit } from '#server/features/audit/queries.ts'
import { makePasswordLink } from '#server/features/auth/make-password-link.ts'
import { insertUser, promoteUser } from '#server/features/auth/queries.ts'
import type { Deps } from '#server/http/routes.ts'

/** For the operator: makes a new or existing user an admin, and returns a link to set the password. */
export function makeAdmin(deps: Pick<Deps, 'config' | 'db' | 'now'>, email: string): Promise<string> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const name = email.slice(0, email.lastIndexOf('@'))
    const made = await insertUser(db, { name, email, admin: true, created_at: now.toISOString() })
    const admin = made ?? (await promoteUser(db, email))
    if (!admin)
      throw new Error(`the account of ${email} is deleted. Restore it first, or use another address.`)
    const entry = { action: 'make admin', subject: 'user', subject_id: admin.id, details: {} } as const
    await writeAudit(db, [{ actor_id: null, ...entry }], { now })
    return makePasswordLink(deps, db, admin.id)
  })
}
