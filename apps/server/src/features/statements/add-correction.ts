import type { Correction, CorrectionRequest } from '@keyhour/contract/statements'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { once } from '#server/features/idempotency/once.ts'
import { getStatement } from '#server/features/statements/get-statement.ts'
import { insertCorrection, isWithSameOwners } from '#server/features/statements/queries.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Order = CorrectionRequest & { id: number; key: string | undefined }

/** A statement never changes: the correction is a line of the next one of its space. */
export function addCorrection(deps: Deps, { key, ...order }: Order, by: Actor): Promise<Correction> {
  const now = deps.now()
  const keyed = { userId: by.session.id, key, request: { correction: order }, now }
  return deps.db.transaction((db) =>
    once(db, keyed, async () => {
      const { id, amount, words } = order
      const statement = await getStatement(db, id, { ownerId: undefined })
      if (!(await isWithSameOwners(db, statement)))
        throw new Refusal(
          'conflict',
          'The office has changed owners since this statement was issued, and the correction would go to the new ones. Please settle it directly with the previous owners.',
        )
      const { office_id, number, sub_office_id, currency } = statement
      const details = { amount, currency }
      await auditAct(db, by, { action: 'correct', subject: 'statement', subject_id: id, details }, now)
      return insertCorrection(db, {
        office_id,
        number,
        sub_office_id,
        currency,
        amount,
        words,
        added_at: now.toISOString(),
        added_by: by.session.id,
      })
    }),
  )
}
