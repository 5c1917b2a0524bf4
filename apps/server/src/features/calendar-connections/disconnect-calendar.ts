import type { ConsentProvider } from '@keyhour/contract/calendars'
import { z } from 'zod'
import { recordChange } from '#server/features/admin-offices/office-changes.ts'
import type { Actor } from '#server/features/audit/queries.ts'
import { lockSpaces } from '#server/features/availability/space-queries.ts'
import { NOT_CONNECTED } from '#server/features/calendar-connections/list-calendars.ts'
import { clearLinkFields } from '#server/features/calendar-connections/queries.ts'
import { openTokens } from '#server/features/calendars/access-tokens.ts'
import {
  changeAccount,
  deleteDisconnected,
  findAccount,
  isSharedAccount,
  lockAccount,
} from '#server/features/calendars/account-queries.ts'
import { closeChannelNow } from '#server/features/calendars/close-channel.ts'
import { type Left, relink } from '#server/features/calendars/follow-links.ts'
import { listSubOfficeIds } from '#server/features/calendars/link-queries.ts'
import { CopiesToRemove, removeCopiesNow } from '#server/features/calendars/remove-copies.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'
import { revokeGoogle } from '#server/outside/google-calendar.ts'

type Account = { office_id: number; provider: ConsentProvider }

/** Unlinks all its sub-offices. A job then ends what is left at the service, and forgets the tokens. */
export async function disconnectCalendar(
  deps: Deps,
  account: Account,
  by: Actor,
): Promise<Record<string, never>> {
  const { office_id, provider } = account
  const at = deps.now().toISOString()
  await deps.db.transaction(async (db) => {
    await lockSpaces(db, { office_id, sub_office_id: null })
    const known = await lockAccount(db, account)
    if (!known || known.state === 'disconnected') throw new Refusal('missing', NOT_CONNECTED)
    await clearLinkFields(db, account, { id: by.session.id, at })
    await changeAccount(db, account, { state: 'disconnected', failure: null })
    const left: Left = { channels: [], copies: [] }
    for (const sub_office_id of await listSubOfficeIds(db, office_id)) {
      const { channels, copies } = await relink(deps, db, { office_id, sub_office_id }, by)
      left.channels.push(...channels)
      left.copies.push(...copies)
    }
    await deps.enqueue(db, endConnection, { ...account, ...left })
    await recordChange(deps, db, by, { action: 'disconnect calendar', office_id, details: { provider } })
  })
  return {}
}

/** Removes our copies, closes what still tells us of changes, and gives the permission back. */
export const endConnection = job({
  name: 'end-calendar-connection',
  data: z.object({
    office_id: z.int(),
    provider: z.enum(['google', 'outlook']),
    channels: z.array(z.object({ channel_id: z.string(), channel_ref: z.string() })),
    copies: z.array(CopiesToRemove.omit({ office_id: true, provider: true })).default([]),
  }),
  retries: 5,
  async run(deps: Deps, { channels, copies, ...account }) {
    for (const some of copies) await removeCopiesNow(deps, { ...some, ...account })
    for (const channel of channels) await closeChannelNow(deps, { ...account, ...channel })
    await giveBack(deps, account)
    await deleteDisconnected(deps.db, account)
  },
  givenUp: ({ db }, { office_id, provider }) => deleteDisconnected(db, { office_id, provider }),
})

/** Google ends the permission for all offices of the same person at once. Microsoft offers no such call. */
async function giveBack(deps: Deps, account: Account): Promise<void> {
  const { db, config } = deps
  const known = await findAccount(db, account)
  if (account.provider !== 'google' || !config.googleCalendar) return
  if (known?.state !== 'disconnected' || !known.credentials_sealed) return
  const { account: email } = known.settings
  if (typeof email !== 'string' || (await isSharedAccount(db, account, email))) return
  await revokeGoogle(
    config.googleCalendar,
    openTokens(deps, known.credentials_sealed).refresh_token,
    deps.now(),
  )
}
