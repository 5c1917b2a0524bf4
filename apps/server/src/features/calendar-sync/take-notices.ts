import { createHash, timingSafeEqual } from 'node:crypto'
import { endChannels, listByChannel, makeDue } from '#server/features/calendar-sync/link-queries.ts'
import { SYNC_LINK } from '#server/features/calendars/ask-to-sync.ts'
import type { Deps } from '#server/http/routes.ts'

export type Notice = {
  channel: string
  secret: string
  /** The service has ended the channel, or is about to. */
  isLast?: boolean
}

/**
 * A service tells us that linked calendars have changed: they are read by jobs. The same notice twice, or an old one,
 * does no harm. False if every channel is unknown or has another secret.
 */
export async function takeNotices(
  { db, now, secrets, enqueue }: Deps,
  provider: 'google' | 'outlook',
  notices: Notice[],
): Promise<boolean> {
  const links = await listByChannel(db, provider, [...new Set(notices.map(({ channel }) => channel))])
  const known = new Map(
    links.map(({ id, channel, sealed }) => [channel, { id, secret: hashOf(secrets.open(sealed)) }]),
  )
  const isRight = ({ channel, secret }: Notice): boolean => {
    const ours = known.get(channel)
    return ours !== undefined && timingSafeEqual(ours.secret, hashOf(secret))
  }
  const right = notices.filter(isRight)
  if (right.length === 0) return false
  const ids = [...new Set(right.map(({ channel }) => known.get(channel)!.id))]
  const ended = right.filter(({ isLast }) => isLast).map(({ channel }) => known.get(channel)!.id)
  await db.transaction(async (db) => {
    await makeDue(db, ids, now())
    if (ended.length > 0) await endChannels(db, ended, now())
    await Promise.all(ids.map((link_id) => enqueue(db, SYNC_LINK, { link_id })))
  })
  return true
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
