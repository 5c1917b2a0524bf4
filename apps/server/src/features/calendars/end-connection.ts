import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import type { Actor } from '#server/features/audit/queries.ts'
import { openTokens } from '#server/features/calendars/access-tokens.ts'
import { AccountKey } from '#server/features/calendars/account-key.ts'
import {
  changeAccount,
  deleteDisconnected,
  findAccount,
  isSharedAccount,
} from '#server/features/calendars/account-queries.ts'
import { closeChannelNow } from '#server/features/calendars/close-channel.ts'
import { type Left, relink } from '#server/features/calendars/follow-links.ts'
import { listSubOfficeIds } from '#server/features/calendars/link-queries.ts'
import { CopiesToRemove, removeCopiesNow } from '#server/features/calendars/remove-copies.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'
import { revokeGoogle } from '#server/outside/google-calendar.ts'

/**
 * Unlinks all sub-offices of an account, whose fields name no calendar of it any more. A job then ends what is left at
 * the service, and forgets the secrets.
 */
export async function beginDisconnecting(deps: Deps, db: Db, account: AccountKey, by: Actor): Promise<void> {
  const { office_id } = account
  await changeAccount(db, account, { state: 'disconnected', failure: null })
  const left: Left[] = []
  for (const sub_office_id of await listSubOfficeIds(db, office_id))
    left.push(await relink(deps, db, { office_id, sub_office_id }, by))
  const data = {
    ...account,
    channels: left.flatMap(({ channels }) => channels),
    copies: left.flatMap(({ copies }) => copies),
  }
  await deps.enqueue(db, END, data, Math.max(0, ...left.map(({ afterMs }) => afterMs)))
}

const END = {
  name: 'end-calendar-connection',
  data: AccountKey.extend({
    channels: z.array(z.object({ channel_id: z.string(), channel_ref: z.string() })),
    copies: z.array(CopiesToRemove.omit({ office_id: true, provider: true })).default([]),
  }),
}

/** The queue gives a job 15 minutes. After this another one goes on. */
const MOST_MS = 5 * 60_000

/**
 * Removes our copies, closes what still tells us of changes, and gives the permission back. A service that is away has
 * about an hour to come back, then the secrets are forgotten all the same.
 */
export const endConnection = job({
  ...END,
  retries: 10,
  async run(deps: Deps, { channels, copies, ...account }) {
    const until = deps.now().getTime() + MOST_MS
    for (const [at, some] of copies.entries()) {
      if (deps.now().getTime() > until)
        return deps.enqueue(deps.db, END, { ...account, channels, copies: copies.slice(at) })
      const rest = await removeCopiesNow(deps, { ...some, ...account })
      if (!rest) continue
      const left = [{ ...some, copies: rest.copies }, ...copies.slice(at + 1)]
      return deps.enqueue(deps.db, END, { ...account, channels, copies: left }, rest.waitMs)
    }
    for (const channel of channels) await closeChannelNow(deps, { ...account, ...channel })
    await giveBack(deps, account)
    await deleteDisconnected(deps.db, account)
  },
  givenUp: ({ db }, { office_id, provider }) => deleteDisconnected(db, { office_id, provider }),
})

/** Google ends the permission for all offices of the same person at once. The others offer no such call. */
async function giveBack(deps: Deps, account: AccountKey): Promise<void> {
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
