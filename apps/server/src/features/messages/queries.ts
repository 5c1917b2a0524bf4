import type { ContactMessage, MessageFilter, MessageSort, NewMessage } from '@keyhour/contract/messages'
import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { containing, isOneOf } from '#server/db/conditions.ts'
import type { Db } from '#server/db/connection.ts'
import { contactMessages, priorityRank } from '#server/db/schema/messages.ts'

export type MessageSearch = { filter: MessageFilter; q: string }
type MessageSlice = { limit: number; offset: number }

const { words, ...columns } = getTableColumns(contactMessages)

const STATES: Record<MessageFilter, SQL> = {
  all: sql`true`,
  unread: sql`${contactMessages.read_at} is null`,
  read: sql`${contactMessages.read_at} is not null`,
}

const NEWEST = sql`${contactMessages.created_at} desc, ${contactMessages.id} desc`
const ORDERS: Record<MessageSort, SQL> = { date: NEWEST, priority: sql`${priorityRank}, ${NEWEST}` }

/** The index finds three characters anywhere, and fewer only at the beginning of a word. */
const FEWEST_ANYWHERE = 3

function isFound({ filter, q }: MessageSearch): SQL {
  if (q === '') return STATES[filter]
  const sought = q.replace(/\s+/g, ' ')
  const pattern = containing(sought.length < FEWEST_ANYWHERE ? ` ${sought}` : sought)
  return sql`${STATES[filter]} and ${words} like lower(${pattern})`
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
  const rows = await db.select(columns).from(contactMessages).where(isOneOf(contactMessages.id, ids))
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

export async function findMessage(db: Db, id: number): Promise<ContactMessage | undefined> {
  const [message] = await db.select(columns).from(contactMessages).where(eq(contactMessages.id, id))
  return message
}

export async function lockMessage(db: Db, id: number): Promise<ContactMessage | undefined> {
  const [message] = await db
    .select(columns)
    .from(contactMessages)
    .where(eq(contactMessages.id, id))
    .for('no key update')
  return message
}

export async function updateMessage(
  db: Db,
  id: number,
  change: Partial<ContactMessage>,
  by: { id: number; at: string },
): Promise<ContactMessage> {
  const [message] = await db
    .update(contactMessages)
    .set({ ...change, version: sql`${contactMessages.version} + 1`, updated_at: by.at, updated_by: by.id })
    .where(eq(contactMessages.id, id))
    .returning(columns)
  return message!
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
