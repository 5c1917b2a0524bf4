import type { ContactMessage, NewMessage } from '@keyhour/contract/messages'
import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { contactMessages } from '#server/db/schema/messages.ts'

export function listMessages(db: Db): Promise<ContactMessage[]> {
  return db.select().from(contactMessages).orderBy(desc(contactMessages.created_at), desc(contactMessages.id))
}

export async function insertMessage(db: Db, message: NewMessage): Promise<{ id: number }> {
  const [kept] = await db.insert(contactMessages).values(message).returning({ id: contactMessages.id })
  return kept!
}

export async function replaceSender(db: Db, email: string, by: string): Promise<void> {
  await db
    .update(contactMessages)
    .set({ email: by })
    .where(eq(sql`lower(${contactMessages.email})`, sql`lower(${email})`))
}
