import type { DoorAccount } from '@keyhour/contract/hubs'
import { tellOfficeChanged } from '#server/db/changes.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { followDoors } from '#server/features/grants/follow-doors.ts'
import { settleCodes } from '#server/features/grants/settle-codes.ts'
import { deleteAccount, lockDoorAccount } from '#server/features/hubs/account-queries.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Removal = { office_id: number; provider: DoorAccount['provider']; mayStay: boolean }

/** Refused while codes are in its locks, unless `mayStay`: they cannot be removed without its secret. */
export async function removeDoorAccount(
  deps: Deps,
  { mayStay, ...account }: Removal,
  by: Actor,
): Promise<Record<string, never>> {
  const { office_id, provider } = account
  await deps.db.transaction(async (db) => {
    if (!(await lockDoorAccount(db, account))) throw new Refusal('missing', 'This account does not exist.')
    const left = await settleCodes(db, { what: 'account', holder: account, mayStay })
    await deleteAccount(db, account)
    await followDoors(deps, db, office_id)
    await tellOfficeChanged(db, office_id)
    const act = {
      action: 'disconnect doors',
      subject: 'office',
      subject_id: office_id,
      details: { provider, ...left },
    } as const
    await auditAct(db, by, act, deps.now())
  })
  return {}
}
