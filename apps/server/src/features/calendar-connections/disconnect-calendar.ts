import type { ConsentProvider } from '@keyhour/contract/calendars'
import { recordChange } from '#server/features/admin-offices/office-changes.ts'
import type { Actor } from '#server/features/audit/queries.ts'
import { lockSpaces } from '#server/features/availability/space-queries.ts'
import { NOT_CONNECTED } from '#server/features/calendar-connections/list-calendars.ts'
import { clearLinkFields } from '#server/features/calendar-connections/queries.ts'
import { lockCalendarAccount } from '#server/features/calendars/account-queries.ts'
import { beginDisconnecting } from '#server/features/calendars/end-connection.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Account = { office_id: number; provider: ConsentProvider }

export async function disconnectCalendar(
  deps: Deps,
  account: Account,
  by: Actor,
): Promise<Record<string, never>> {
  const { office_id, provider } = account
  const at = deps.now().toISOString()
  await deps.db.transaction(async (db) => {
    await lockSpaces(db, { office_id, sub_office_id: null })
    const known = await lockCalendarAccount(db, account)
    if (!known || known.state === 'disconnected') throw new Refusal('missing', NOT_CONNECTED)
    await clearLinkFields(db, account, { id: by.session.id, at })
    await beginDisconnecting(deps, db, account, by)
    await recordChange(deps, db, by, { action: 'disconnect calendar', office_id, details: { provider } })
  })
  return {}
}
