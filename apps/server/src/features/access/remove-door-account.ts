import type { DoorAccount } from '@keyhour/contract/access'
import type { FastifyRequest } from 'fastify'
import { tellOfficeChanged } from '#server/db/changes.ts'
import { deleteAccount } from '#server/features/access/account-queries.ts'
import { writeAudit } from '#server/features/audit/queries.ts'
import { followDoors } from '#server/features/grants/follow-doors.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Account = { office_id: number; provider: DoorAccount['provider'] }

export async function removeDoorAccount(
  deps: Deps,
  account: Account,
  { session, id: request_id }: Pick<FastifyRequest, 'session' | 'id'>,
): Promise<Record<string, never>> {
  const { office_id, provider } = account
  await deps.db.transaction(async (db) => {
    if (!(await deleteAccount(db, account))) throw new Refusal('missing', 'This account does not exist.')
    await followDoors(deps, db, office_id)
    await tellOfficeChanged(db, office_id)
    const entry = { action: 'disconnect doors', subject: 'office', subject_id: office_id, request_id }
    await writeAudit(db, [{ actor_id: session.id, ...entry, details: { provider } }], { now: deps.now() })
  })
  return {}
}
