import type { MessageAttachment } from '@keyhour/contract/attachments'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { contactMessages, messageAttachments } from '#server/db/schema/messages.ts'
import type { KeptAttachment } from '#server/features/messages/keep-attachments.ts'

const { message_id, id, name, content_type, bytes, file } = messageAttachments

export async function insertAttachments(db: Db, messageId: number, kept: KeptAttachment[]): Promise<void> {
  if (kept.length === 0) return
  await db.insert(messageAttachments).values(kept.map((one) => ({ ...one, message_id: messageId })))
}

export const listAttachments = (db: Db, messageId: number): Promise<MessageAttachment[]> =>
  db
    .select({ id, name, content_type, bytes })
    .from(messageAttachments)
    .where(eq(message_id, messageId))
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
