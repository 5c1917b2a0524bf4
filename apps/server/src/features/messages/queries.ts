import type { ContactMessage, MessageFilter, MessageSort } from '@keyhour/contract/messages'
import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { containing, isOneOf } from '#server/db/conditions.ts'
import type { Db } from '#server/db/connection.ts'
import {
  contactMessages,
  messageAttachments,
  messagePosts,
  priorityRank,
  writtenAt,
} from '#server/db/schema/messages.ts'
import { offices } from '#server/db/schema/offices.ts'
import { users } from '#server/db/schema/users.ts'

/** `me`: whose messages `mine` are. */
export type MessageSearch = { filter: MessageFilter; q: string; me: number }
type MessageSlice = { limit: number; offset: number }

const { words, sending_key: _, ...columns } = getTableColumns(contactMessages)

const shown = {
  ...columns,
  has_files: sql<boolean>`exists (select from ${messageAttachments} where ${messageAttachments.message_id} = ${contactMessages.id})`,
  assignee: { id: users.id, name: users.name },
  office: { id: offices.id, name: offices.name, name_he: offices.name_he },
}
export type MessageRow = ContactMessage &
  Pick<typeof contactMessages.$inferSelect, 'assignee_id' | 'language'>

const selectMessages = (db: Db) =>
  db
    .select(shown)
    .from(contactMessages)
    .leftJoin(users, eq(users.id, contactMessages.assignee_id))
    .leftJoin(offices, eq(offices.id, contactMessages.office_id))

function isInState({ filter, me }: MessageSearch): SQL {
  switch (filter) {
    case 'all':
      return sql`true`
    case 'unread':
      return sql`${contactMessages.read_at} is null`
    case 'read':
      return sql`${contactMessages.read_at} is not null`
    case 'mine':
      return sql`${contactMessages.assignee_id} = ${me}`
  }
}

const NEWEST = sql`${writtenAt} desc, ${contactMessages.id} desc`
const ORDERS: Record<MessageSort, SQL> = { date: NEWEST, priority: sql`${priorityRank}, ${NEWEST}` }

/** The index finds three characters anywhere, and fewer only at the beginning of a word. */
const FEWEST_ANYWHERE = 3

function isFound(search: MessageSearch): SQL {
  const { q } = search
  if (q === '') return isInState(search)
  const sought = q.replace(/\s+/g, ' ')
  const pattern = containing(sought.length < FEWEST_ANYWHERE ? ` ${sought}` : sought)
  return sql`${isInState(search)} and ${words} like lower(${pattern})`
}

/** Without a slice: all of them. */
export async function listMessageIds(
  db: Db,
  search: MessageSearch,
  sort: MessageSort,
  slice?: MessageSlice,
): Promise<number[]> {
  const { rows } = await db.execute<{ ids: string[] }>(sql`
    select array(select ${contactMessages.id} from ${contactMessages} where ${isFound(search)} order by ${ORDERS[sort]}
      ${slice ? sql`limit ${slice.limit} offset ${slice.offset}` : sql``}) as ids`)
  return rows[0]!.ids.map(Number)
}

/** Keeps the sequence of the ids. */
export async function listMessagesById(db: Db, ids: number[]): Promise<ContactMessage[]> {
  const rows = await selectMessages(db).where(isOneOf(contactMessages.id, ids))
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** The order makes PostgreSQL count in an index, unless it has to look into the messages anyway. */
export async function countMessages(db: Db, search: MessageSearch, most: number): Promise<number> {
  const order = search.q === '' ? sql`order by ${NEWEST}` : sql``
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::integer as count
      from (select from ${contactMessages} where ${isFound(search)} ${order} limit ${most}) as counted`,
  )
  return rows[0]!.count
}

export async function findMessage(db: Db, id: number): Promise<MessageRow | undefined> {
  const [message] = await selectMessages(db).where(eq(contactMessages.id, id))
  return message
}

export async function lockMessage(db: Db, id: number): Promise<MessageRow | undefined> {
  const [message] = await selectMessages(db)
    .where(eq(contactMessages.id, id))
    .for('no key update', { of: contactMessages })
  return message
}

type Change = Partial<typeof contactMessages.$inferInsert>

/** `by`: null when it was no admin. */
export async function updateMessage(
  db: Db,
  id: number,
  change: Change,
  by: { id: number | null; at: string },
): Promise<ContactMessage> {
  await db
    .update(contactMessages)
    .set({ ...change, version: sql`${contactMessages.version} + 1`, updated_at: by.at, updated_by: by.id })
    .where(eq(contactMessages.id, id))
  return (await findMessage(db, id))!
}

type Sent = Pick<
  typeof contactMessages.$inferInsert,
  'email' | 'message' | 'language' | 'created_at' | 'sending_key'
>

/** A message that was sent before with the same key is not new. Waits while another transaction inserts it. */
export async function insertMessage(
  db: Db,
  { officeId, ...sent }: Sent & { officeId: number | undefined },
): Promise<{ id: number; isNew: boolean }> {
  const { id, sending_key } = contactMessages
  const office_id = sql`(select ${offices.id} from ${offices} where ${offices.id} = ${officeId ?? null} and ${offices.deleted_at} is null)`
  const [kept] = await db
    .insert(contactMessages)
    .values({ ...sent, office_id })
    .onConflictDoNothing({ target: sending_key, where: sql`${sending_key} is not null` })
    .returning({ id })
  if (kept) return { ...kept, isNew: true }
  return { ...(await findSentWith(db, sent.sending_key!))!, isNew: false }
}

export async function findSentWith(db: Db, key: Buffer): Promise<{ id: number } | undefined> {
  const { id, sending_key } = contactMessages
  const [known] = await db.select({ id }).from(contactMessages).where(eq(sending_key, key))
  return known
}

/** The id that the message would have had. */
export async function skipMessage(db: Db): Promise<{ id: number }> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select nextval(pg_get_serial_sequence('contact_messages', 'id')) as id`,
  )
  return { id: Number(rows[0]!.id) }
}

export async function replaceSender(db: Db, email: string, by: string): Promise<void> {
  await db
    .update(contactMessages)
    .set({ email: by })
    .where(eq(sql`lower(${contactMessages.email})`, sql`lower(${email})`))
  await db
    .update(messagePosts)
    .set({ from_email: by })
    .where(eq(sql`lower(${messagePosts.from_email})`, sql`lower(${email})`))
}
