import { CREDIT_PACK_LIMIT, type CreditPack, type CreditPackForm } from '@keyhour/contract/credits'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { countCreditPacks, insertCreditPack } from '#server/features/credit-packs/queries.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export function addCreditPack(deps: Deps, form: CreditPackForm, by: Actor): Promise<CreditPack> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    // No list would show one more.
    if ((await countCreditPacks(db)) >= CREDIT_PACK_LIMIT)
      throw new Refusal(
        'conflict',
        `There can be at most ${CREDIT_PACK_LIMIT} credit packs. Please delete one first.`,
      )
    const pack = await insertCreditPack(db, form, { id: by.session.id, at: now.toISOString() })
    const { credits_amount, price_cents, currency } = pack
    const details = { credits_amount, price_cents, currency }
    await auditAct(
      db,
      by,
      { action: 'add credit pack', subject: 'credit pack', subject_id: pack.id, details },
      now,
    )
    return pack
  })
}
