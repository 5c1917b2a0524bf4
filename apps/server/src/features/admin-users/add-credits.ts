import type { User } from '@keyhour/contract/admin-users'
import type { Currency } from '@keyhour/contract/primitives'
import { lockUserRow } from '#server/features/admin-users/account-queries.ts'
import { findListedUser } from '#server/features/admin-users/list-queries.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { grantCredits } from '#server/features/credits/grant-credits.ts'
import { creditsAdded } from '#server/features/credits/mails.ts'
import { endOfDay, endOfDayAfter } from '#server/features/credits/rules.ts'
import { once } from '#server/features/idempotency/once.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import { badQuery, orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Gift = {
  userId: number
  credits: number
  description?: string | undefined
  currency?: Currency | undefined
  expires_on?: string | undefined
  duration_days?: number | undefined
  key: string | undefined
}

/** Repeating a request under the same key adds the credits once. */
export function addCredits(deps: Deps, { key, ...gift }: Gift, by: Actor): Promise<User> {
  const now = deps.now()
  const { userId, credits } = gift
  const expires_at = expiryOf(gift, now)
  return deps.db.transaction(async (db) => {
    await once(db, { userId: by.session.id, key, request: gift, now }, async () => {
      const user = orMissing(await lockUserRow(db, userId), 'This user does not exist.')
      if (user.deleted_at !== null) throw new Refusal('conflict', 'This user was deleted.')
      const currency = gift.currency ?? (await findListedUser(db, userId, now))!.default_currency
      const given = { currency, expires_at, description: gift.description || null }
      const amount = credits * 100
      const lot_id = await grantCredits(
        db,
        { ...given, user_id: userId, actor_id: by.session.id },
        amount,
        now,
      )
      const details = { credits, currency, lot_id }
      await auditAct(db, by, { action: 'add credits', subject: 'user', subject_id: userId, details }, now)
      const url = `${deps.config.publicUrl}/profile`
      await sendLetter(deps, db, user, creditsAdded(user, { ...given, amount }, url))
      return {}
    })
    return (await findListedUser(db, userId, now))!
  })
}

function expiryOf(
  { expires_on, duration_days }: Pick<Gift, 'expires_on' | 'duration_days'>,
  now: Date,
): string | null {
  if (expires_on !== undefined && duration_days !== undefined)
    throw badQuery('expires_on', 'Choose a date or a number of days, not both.')
  if (duration_days !== undefined) return endOfDayAfter(now, duration_days)
  if (expires_on === undefined) return null
  if (expires_on < now.toISOString().slice(0, 10)) throw badQuery('expires_on', 'Date cannot be in the past')
  return endOfDay(expires_on)
}
