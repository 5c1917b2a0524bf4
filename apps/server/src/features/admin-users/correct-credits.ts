import type { CreditCorrection, User } from '@keyhour/contract/admin-users'
import { lockUserRow } from '#server/features/admin-users/account-queries.ts'
import { findListedUser } from '#server/features/admin-users/list-queries.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { lockGift, writeLedger } from '#server/features/credits/ledger-queries.ts'
import { creditsTakenBack } from '#server/features/credits/mails.ts'
import { once } from '#server/features/idempotency/once.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import { badField, orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Correction = CreditCorrection & { userId: number; lotId: number; key: string | undefined }

/** Takes back credits that an admin added, as an entry of its own: what was added stays in the ledger. */
export function correctCredits(deps: Deps, { key, ...correction }: Correction, by: Actor): Promise<User> {
  const now = deps.now()
  const { userId, lotId, credits, reason } = correction
  return deps.db.transaction(async (db) => {
    await once(db, { userId: by.session.id, key, request: correction, now }, async () => {
      const user = orMissing(await lockUserRow(db, userId), 'This user does not exist.')
      const lot = orMissing(await lockGift(db, userId, lotId), 'These credits do not exist.')
      if (!lot.is_gift)
        throw new Refusal(
          'conflict',
          'These credits were bought. Only credits that were added can be taken back.',
        )
      if (credits > lot.remaining)
        throw badField('credits', `Only ${lot.remaining.toFixed(2)} of these credits are left`)
      const { currency } = lot
      const amount = Math.round(credits * 100)
      const entry = { lot_id: lotId, amount: -amount, kind: 'correct' as const, description: reason }
      await writeLedger(db, [{ ...entry, actor_id: by.session.id, at: now.toISOString() }])
      const details = { credits, currency, lot_id: lotId }
      await auditAct(db, by, { action: 'correct credits', subject: 'user', subject_id: userId, details }, now)
      const { publicUrl, contactEmail: contact } = deps.config
      const letter = creditsTakenBack(user, { amount, currency, reason, contact }, `${publicUrl}/profile`)
      if (user.deleted_at === null) await sendLetter(deps, db, user, letter)
      return {}
    })
    return (await findListedUser(db, userId, now))!
  })
}
