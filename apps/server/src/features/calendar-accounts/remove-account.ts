import type { AccountProvider } from '@keyhour/contract/calendar-accounts'
import { tellOfficeChanged } from '#server/db/changes.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { lockSpaces } from '#server/features/availability/space-queries.ts'
import { clearRooms } from '#server/features/calendar-accounts/queries.ts'
import { lockCalendarAccount } from '#server/features/calendars/account-queries.ts'
import { beginDisconnecting } from '#server/features/calendars/end-connection.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Account = { office_id: number; provider: AccountProvider }

export async function removeAccount(deps: Deps, account: Account, by: Actor): Promise<Record<string, never>> {
  const { office_id, provider } = account
  const now = deps.now()
  await deps.db.transaction(async (db) => {
    await lockSpaces(db, { office_id, sub_office_id: null })
    const known = await lockCalendarAccount(db, account)
    if (!known || known.state === 'disconnected') throw new Refusal('missing', 'This account does not exist.')
    await clearRooms(db, account, { id: by.session.id, at: now.toISOString() })
    await beginDisconnecting(deps, db, account, by)
    await tellOfficeChanged(db, office_id)
    const details = { provider }
    const act = { action: 'disconnect calendars', subject: 'office', subject_id: office_id, details } as const
    await auditAct(db, by, act, now)
  })
  return {}
}
