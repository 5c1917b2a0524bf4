import { HOME_TIME_ZONE } from '@keyhour/contract/all-orders'
import { wallClock } from '@keyhour/contract/office-clock'
import { isUndated, type Payout, type PayoutChange, statesFor } from '@keyhour/contract/statements'
import { tellOfficeChanged } from '#server/db/changes.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { getStatement } from '#server/features/statements/get-statement.ts'
import { mailPayout } from '#server/features/statements/mail-statements.ts'
import { lockPayout, updatePayout } from '#server/features/statements/queries.ts'
import { refuseStale } from '#server/features/users/refuse-stale.ts'
import { badField, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** The same again changes nothing and mails nobody. */
export function changePayout(
  deps: Deps,
  id: number,
  { version, state, ...given }: PayoutChange,
  by: Actor,
): Promise<Payout> {
  const now = deps.now()
  const { date, reference } = isUndated(state) ? { date: null, reference: null } : given
  if (state === 'paid' && date! > wallClock(now.getTime(), HOME_TIME_ZONE).date)
    throw badField('date', 'Cannot be in the future', date)
  return deps.db.transaction(async (db) => {
    const known = await lockPayout(db, await getStatement(db, id, { ownerId: undefined }))
    if (known.state === state && known.date === date && known.reference === reference) return known
    await refuseStale(db, known, version)
    // Read under the lock, which the next statement needs to carry it over.
    const statement = await getStatement(db, id, { ownerId: undefined })
    if (statement.carried_to !== null)
      throw new Refusal('conflict', 'This negative balance was already deducted from a later statement.')
    if (!statesFor(statement).includes(state))
      throw badField(
        'state',
        statement.net < 0
          ? 'A negative balance is paid back or carried over'
          : 'Only a negative balance is carried over',
        state,
      )
    const payout = await updatePayout(db, {
      office_id: statement.office_id,
      number: statement.number,
      state,
      date,
      reference,
      updated_at: now.toISOString(),
      updated_by: by.session.id,
    })
    const details = { state, ...(date && { date }), net: statement.net, currency: statement.currency }
    await auditAct(db, by, { action: 'change payout', subject: 'statement', subject_id: id, details }, now)
    await tellOfficeChanged(db, statement.office_id)
    await mailPayout(deps, db, { ...statement, payout: { state, date, reference } })
    return payout
  })
}
