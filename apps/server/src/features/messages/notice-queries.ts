import { and, count, gt, isNull, lte } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { contactMessages, messageNotices } from '#server/db/schema/messages.ts'

type Notice = Pick<typeof messageNotices.$inferSelect, 'told_until' | 'sent_at'>

export async function lockNotices(db: Db): Promise<Notice> {
  const [notice] = await db.select().from(messageNotices).for('update')
  return notice!
}

export async function noteNotice(db: Db, notice: Notice): Promise<void> {
  await db.update(messageNotices).set(notice)
}

/** Without the first moment, with the last one. */
export async function countUnreadBetween(db: Db, after: string, until: string): Promise<number> {
  const { created_at, read_at } = contactMessages
  const [counted] = await db
    .select({ unread: count() })
    .from(contactMessages)
    .where(and(isNull(read_at), gt(created_at, after), lte(created_at, until)))
  return counted!.unread
}
