import { type AnyColumn, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { contactMessages, messageNotices, messagePosts } from '#server/db/schema/messages.ts'

type Notice = Pick<typeof messageNotices.$inferSelect, 'told_until' | 'sent_at'>

export async function lockNotices(db: Db): Promise<Notice> {
  const [notice] = await db.select().from(messageNotices).for('update')
  return notice!
}

export async function noteNotice(db: Db, notice: Notice): Promise<void> {
  await db.update(messageNotices).set(notice)
}

/** Unread messages that came, or got a reply, in this time: without the first moment, with the last one. */
export async function countUnreadBetween(db: Db, after: string, until: string): Promise<number> {
  const { id, created_at, read_at } = contactMessages
  const isBetween = (moment: AnyColumn) => sql`${moment} > ${after} and ${moment} <= ${until}`
  const { rows } = await db.execute<{ unread: number }>(sql`
    select count(*)::integer as unread from (
      select ${id} from ${contactMessages} where ${read_at} is null and ${isBetween(created_at)}
      union
      select ${id} from ${messagePosts} join ${contactMessages} on ${id} = ${messagePosts.message_id}
      where ${messagePosts.kind} = 'reply' and ${isBetween(messagePosts.created_at)} and ${read_at} is null
    ) as unread_messages`)
  return rows[0]!.unread
}
