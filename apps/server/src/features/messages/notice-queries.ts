import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { contactMessages, messageNotices, writtenAt } from '#server/db/schema/messages.ts'

type Notice = Pick<typeof messageNotices.$inferSelect, 'told_until' | 'sent_at'>

export async function lockNotices(db: Db): Promise<Notice> {
  const [notice] = await db.select().from(messageNotices).for('update')
  return notice!
}

export async function noteNotice(db: Db, notice: Notice): Promise<void> {
  await db.update(messageNotices).set(notice)
}

/** Unread messages that came, or got a reply, in this time: without the first moment, with the last one. */
export const countUnreadBetween = (db: Db, after: string, until: string): Promise<number> =>
  db.$count(
    contactMessages,
    sql`${contactMessages.read_at} is null and ${writtenAt} > ${after} and ${writtenAt} <= ${until}`,
  )
