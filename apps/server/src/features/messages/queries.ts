import type { ContactMessage, NewMessage } from '@keyhour/contract/messages'
import { desc } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { contactMessages } from '#server/db/schema/messages.ts'

export function listMessages(db: Db): Promise<ContactMessage[]> {
  return db.select().from(contactMessages).orderBy(desc(contactMessages.created_at), desc(contactMessages.id))
}

export async function insertMessage(db: Db, message: NewMessage): Promise<{ id: number }> {
  const [kept] = await db.insert(contactMessages).values(message).returning({ id: contactMessages.id })
  return kept!
}
