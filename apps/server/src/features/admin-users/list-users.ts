import type { Readable } from 'node:stream'
import { User } from '@keyhour/contract/admin-users'
import type { Db } from '#server/db/connection.ts'
import {
  countUsers,
  listUserIds,
  listUsersById,
  needsBalances,
  type UserFilter,
} from '#server/features/admin-users/list-queries.ts'
import { seenFromEnd, stretchOf } from '#server/features/admin-users/rules.ts'
import { writeOffExpired } from '#server/features/credits/expire-credits.ts'
import type { Deps } from '#server/http/routes.ts'
import { streamArray } from '#server/http/stream-array.ts'

const ROWS_AT_ONCE = 1000

export async function listUsers(deps: Deps, filter: UserFilter): Promise<{ users: User[]; total: number }> {
  await settleBalances(deps, filter)
  const [ids, total] = await listPage(deps.db, filter)
  return { users: await listUsersById(deps.db, ids, deps.now()), total }
}

/** A page beyond the middle is read from the end, so that the last page is as fast as the first. */
async function listPage(
  db: Db,
  { page = 1, ...filter }: UserFilter,
): Promise<[ids: number[], total: number]> {
  if (page === 1)
    return Promise.all([listUserIds(db, filter, stretchOf(page, filter.page_size)), countUsers(db, filter.q)])
  const total = await countUsers(db, filter.q)
  const fromStart = stretchOf(page, filter.page_size)
  const fromEnd = seenFromEnd(fromStart, total)
  if (fromStart.offset <= fromEnd.offset) return [await listUserIds(db, filter, fromStart), total]
  const direction = filter.direction === 'asc' ? 'desc' : 'asc'
  return [(await listUserIds(db, { ...filter, direction }, fromEnd)).reverse(), total]
}

/** Keeps only a thousand users in memory at a time. */
export async function streamUsers(deps: Deps, filter: UserFilter): Promise<Readable> {
  await settleBalances(deps, filter)
  return streamArray(User, inBatches(deps, await listUserIds(deps.db, filter)))
}

async function* inBatches({ db, now }: Deps, ids: number[]): AsyncGenerator<User[]> {
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE)
    yield await listUsersById(db, ids.slice(from, from + ROWS_AT_ONCE), now())
}

/** Usually there is nothing to write off, and one index lookup shows it. */
async function settleBalances({ db, now }: Deps, filter: UserFilter): Promise<void> {
  if (needsBalances(filter)) await writeOffExpired(db, now())
}
