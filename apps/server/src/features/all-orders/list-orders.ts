import { type AdminOrder, ORDERS_COUNTED, type OrderFilters } from '@keyhour/contract/all-orders'
import type { Db } from '#server/db/connection.ts'
import { shareReads } from '#server/db/share-reads.ts'
import {
  countSome,
  listOrderIds,
  type OrderSearch,
  resolveFilters,
  type Slice,
  type Sorting,
  tallyDays,
  tallyPlaces,
  tallyUsers,
} from '#server/features/all-orders/list-queries.ts'
import {
  listNewestOrders,
  listOrdersById,
  type NewestOrders,
} from '#server/features/all-orders/row-queries.ts'
import { countsInDays, dayKind, findDay, isPlain } from '#server/features/all-orders/rules.ts'
import type { Total } from '#server/http/tell-total.ts'

type OrdersPage = OrderFilters & Sorting & { page: number; page_size: number }

export async function listOrders(
  db: Db,
  filters: OrdersPage,
): Promise<{ orders: AdminOrder[]; total: Total }> {
  if (filters.page === 1 && isPlain(filters)) {
    const { orders, count } = await readNewest(db, filters.page_size)
    return { orders, total: { count, isMore: false } }
  }
  const search = await resolveFilters(db, filters)
  const slice = { limit: filters.page_size, offset: (filters.page - 1) * filters.page_size }
  const [ids, total] = await Promise.all([
    findPage(db, search, filters, slice),
    countOrders(db, search, slice.offset + slice.limit),
  ])
  return { orders: await listOrdersById(db, ids), total }
}

const newestReads = new WeakMap<Db, Map<number, () => Promise<NewestOrders>>>()

/** Admins who ask at the same time share a read. */
function readNewest(db: Db, limit: number): Promise<NewestOrders> {
  const reads = newestReads.get(db) ?? new Map()
  const read = reads.get(limit) ?? shareReads(() => listNewestOrders(db, limit))
  newestReads.set(db, reads.set(limit, read))
  return read()
}

/** With a smaller offset, skipping rows is as fast as reading the tallies. */
const FEW_ROWS = 1000

async function findPage(db: Db, search: OrderSearch, order: Sorting, slice: Slice): Promise<number[]> {
  if (slice.offset < FEW_ROWS || !countsInDays(search, order.sort))
    return listOrderIds(db, search, order, slice)
  const days = await tallyDays(db, order.sort, search)
  const found = findDay(order.direction === 'asc' ? days : days.toReversed(), slice.offset)
  return found ? listOrderIds(db, search, order, { ...slice, ...found }) : []
}

/**
 * Exact if a tally of days, spaces or users answers it. With a combination of these filters, counts up to a bound, or up
 * to the end of the page.
 */
export async function countOrders(db: Db, search: OrderSearch, asked = 0): Promise<Total> {
  const byPlace = search.offices !== undefined || search.spaces !== undefined
  const { users, range } = search
  if ([byPlace, users, range].filter(Boolean).length > 1) {
    const most = Math.max(ORDERS_COUNTED, asked)
    const count = await countSome(db, search, most + 1)
    return { count: Math.min(count, most), isMore: count > most }
  }
  return { count: await countKept(db, search, byPlace), isMore: false }
}

async function countKept(db: Db, search: OrderSearch, byPlace: boolean): Promise<number> {
  if (byPlace) return tallyPlaces(db, search)
  if (search.users) return tallyUsers(db, search.users, search.statuses)
  const days = await tallyDays(db, dayKind(search), search)
  return days.reduce((sum, { count }) => sum + count, 0)
}
