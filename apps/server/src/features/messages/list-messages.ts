import type { Readable } from 'node:stream'
import { ContactMessage, MESSAGES_COUNTED, type MessageSort } from '@keyhour/contract/messages'
import type { Db } from '#server/db/connection.ts'
import {
  countMessages,
  listMessageIds,
  listMessagesById,
  type MessageSearch,
} from '#server/features/messages/queries.ts'
import { streamArray } from '#server/http/stream-array.ts'
import type { Total } from '#server/http/tell-total.ts'

const ROWS_AT_ONCE = 1000

type MessagesView = MessageSearch & { sort: MessageSort }
type MessagesPage = MessagesView & { page: number; page_size: number }

export async function listMessages(
  db: Db,
  { page, page_size, sort, ...search }: MessagesPage,
): Promise<{ messages: ContactMessage[]; total: Total }> {
  const offset = (page - 1) * page_size
  const [ids, total] = await Promise.all([
    listMessageIds(db, search, sort, { limit: page_size, offset }),
    countUpTo(db, search, Math.max(MESSAGES_COUNTED, offset + page_size)),
  ])
  return { messages: await listMessagesById(db, ids), total }
}

async function countUpTo(db: Db, search: MessageSearch, most: number): Promise<Total> {
  const count = await countMessages(db, search, most + 1)
  return { count: Math.min(count, most), isMore: count > most }
}

/** Keeps only a thousand messages in memory at a time. */
export async function streamMessages(db: Db, { sort, ...search }: MessagesView): Promise<Readable> {
  return streamArray(ContactMessage, inBatches(db, await listMessageIds(db, search, sort)))
}

async function* inBatches(db: Db, ids: number[]): AsyncGenerator<ContactMessage[]> {
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE)
    yield await listMessagesById(db, ids.slice(from, from + ROWS_AT_ONCE))
}
