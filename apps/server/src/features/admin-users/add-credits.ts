import type { User } from '@keyhour/contract/admin-users'
import { lockUserRow } from '#server/features/admin-users/account-queries.ts'
import { findListedUser } from '#server/features/admin-users/list-queries.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { once } from '#server/features/bookings/once.ts'
import { grantCredits } from '#server/features/credits/grant-credits.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Gift = { userId: number; credits: number; description?: string | undefined; key: string | undefined }

/** Repeating a request under the same key adds the credits once. */
export function addCredits(deps: Deps, { key, ...gift }: Gift, by: Actor): Promise<User> {
  const now = deps.now()
  const { userId, credits, description } = gift
  return deps.db.transaction(async (db) => {
    await once(db, { userId: by.session.id, key, request: gift, now }, async () => {
      const user = orMissing(await lockUserRow(db, userId), 'This user does not exist.')
      if (user.deleted_at !== null) throw new Refusal('conflict', 'This user was deleted.')
      const to = { user_id: userId, description: description || null, actor_id: by.session.id }
      const lot_id = await grantCredits(db, to, credits * 100, now)
      const act = { action: 'add credits', subject: 'user', subject_id: userId, details: { credits, lot_id } }
      await auditAct(db, by, act, now)
      return {}
    })
    return (await findListedUser(db, userId, now))!
  })
}
