import type { MessageAttachment } from '@keyhour/contract/attachments'
import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { contactMessages, messageAttachments } from '#server/db/schema/messages.ts'
import type { KeptAttachment } from '#server/features/attachments/keep-attachments.ts'

const { message_id, post_id, id, name, content_type, bytes, file } = messageAttachments

type Source = { message_id: number; post_id?: number }

export async function insertAttachments(db: Db, source: Source, kept: KeptAttachment[]): Promise<void> {
  if (kept.length === 0) return
  await db.insert(messageAttachments).values(kept.map((one) => ({ ...one, ...source })))
}

export const listAttachments = (db: Db, messageId: number): Promise<MessageAttachment[]> =>
  db
    .select({ id, name, content_type, bytes })
    .from(messageAttachments)
    .where(and(eq(message_id, messageId), isNull(post_id)))
    .orderBy(asc(id))

/** The files of all replies in a thread. */
export const listPostAttachments = (db: Db, messageId: number) =>
  db
    .select({ post_id, shown: { id, name, content_type, bytes } })
    .from(messageAttachments)
    .where(and(eq(message_id, messageId), isNotNull(post_id)))
    .orderBy(asc(id))

export async function findAttachment(db: Db, of: { messageId: number; id: number }) {
  const [found] = await db
    .select({ name, content_type, file })
    .from(messageAttachments)
    .where(and(eq(message_id, of.messageId), eq(id, of.id)))
  return found
}

/** Returns the names of the files. */
export async function deleteAttachmentsFrom(db: Db, email: string): Promise<string[]> {
  const theirs = db
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(eq(sql`lower(${contactMessages.email})`, sql`lower(${email})`))
  const gone = await db.delete(messageAttachments).where(inArray(message_id, theirs)).returning({ file })
  return gone.map((one) => one.file)
}
