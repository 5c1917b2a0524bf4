import { z } from 'zod'
import { AccountKey } from '#server/features/calendars/account-key.ts'
import { isLasting } from '#server/features/calendars/is-lasting.ts'
import { openLeftService } from '#server/features/calendars/open-service.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

const Channel = AccountKey.extend({ channel_id: z.string(), channel_ref: z.string() })
export type ChannelToClose = z.infer<typeof Channel>

/** Without the account nobody can close it: it ends by itself, and what it tells is not listened to. */
export async function closeChannelNow(deps: Deps, channel: ChannelToClose): Promise<void> {
  try {
    const service = await openLeftService(deps, deps.db, channel)
    await service.channels?.close(channel.channel_id, channel.channel_ref)
  } catch (error) {
    if (!isLasting(error)) throw error
  }
}

/** After its calendar was unlinked. */
export const closeChannel = job({
  name: 'close-calendar-channel',
  data: Channel,
  retries: 5,
  run: closeChannelNow,
})
