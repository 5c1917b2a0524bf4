import { createHash, timingSafeEqual } from 'node:crypto'
import { findByChannel, makeDue } from '#server/features/calendar-sync/link-queries.ts'
import { SYNC_LINK } from '#server/features/calendars/ask-to-sync.ts'
import type { Deps } from '#server/http/routes.ts'

type Notice = { provider: 'google' | 'outlook'; id?: string; ref?: string; secret: string }

/**
 * A service tells us that a linked calendar has changed: it is read by a job. The same notice twice, or an old one, does
 * no harm. False if the channel or its secret is unknown.
 */
export async function takeNotice(
  { db, now, secrets, enqueue }: Deps,
  { provider, secret, ...channel }: Notice,
): Promise<boolean> {
  const link = await findByChannel(db, provider, channel)
  if (!link?.channel_secret_sealed || !isSame(secrets.open(link.channel_secret_sealed), secret)) return false
  await db.transaction(async (db) => {
    await makeDue(db, link.id, now())
    await enqueue(db, SYNC_LINK, { link_id: link.id })
  })
  return true
}

const isSame = (ours: string, theirs: string): boolean => timingSafeEqual(hashOf(ours), hashOf(theirs))

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
