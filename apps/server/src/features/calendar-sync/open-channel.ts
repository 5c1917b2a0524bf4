import { randomBytes, randomUUID } from 'node:crypto'
import {
  changeLeased,
  type LinkLease,
  LinkLeaseLost,
  type LinkRow,
} from '#server/features/calendar-sync/link-queries.ts'
import { canBeTold, needsChannel } from '#server/features/calendar-sync/next-reading.ts'
import { closeChannel } from '#server/features/calendars/close-channel.ts'
import { isLoopback } from '#server/http/loopback.ts'
import type { Deps } from '#server/http/routes.ts'
import { CalendarFailed, type CalendarService } from '#server/outside/calendar-service.ts'
import { HOUR } from '#server/time/opening-hours.ts'

const TRY_AGAIN_MS = HOUR

/**
 * Opens a channel by which the service tells us of changes, and closes the one that is about to end. Without one the
 * link is read often. Answers the link as it is then.
 */
export async function openChannel(
  deps: Deps,
  { channels }: CalendarService,
  { link, lease }: { link: LinkRow; lease: LinkLease },
): Promise<LinkRow> {
  const now = deps.now()
  if (!channels || !canBeTold(deps.config.publicUrl, isLoopback) || !needsChannel(link, now)) return link
  const id = randomUUID()
  const secret = randomBytes(32).toString('base64url')
  const fresh = {
    channel_id: id,
    channel_ref: null,
    channel_secret_sealed: deps.secrets.seal(secret),
    channel_until: new Date(now.getTime() + TRY_AGAIN_MS).toISOString(),
  }
  // Before the call: the service may tell us something before it answers.
  await deps.db.transaction(async (db) => {
    if (!(await changeLeased(db, lease, fresh))) throw new LinkLeaseLost()
    const { office_id, provider, channel_id, channel_ref } = link
    if (channel_id && channel_ref && provider !== 'ics')
      await deps.enqueue(db, closeChannel, { office_id, provider, channel_id, channel_ref })
  })
  const address = `${deps.config.publicUrl}/api/calendar-channels/${link.provider}`
  try {
    const { ref, until } = await channels.open(link.calendar_id, { id, address, secret })
    const open = { channel_ref: ref, channel_until: until }
    // What changed before it was open, nobody has told us.
    await changeLeased(deps.db, lease, { ...open, due_at: now.toISOString() })
    return { ...link, ...fresh, ...open, due_at: now.toISOString() }
  } catch (error) {
    if (!(error instanceof CalendarFailed) || isOfWholeLink(error)) throw error
    deps.log.warn(
      { link: link.id, provider: link.provider, err: error },
      'a calendar channel cannot be opened',
    )
    return { ...link, ...fresh }
  }
}

const isOfWholeLink = ({ reason }: CalendarFailed): boolean =>
  reason === 'consent_gone' || reason === 'throttled' || reason === 'missing'
