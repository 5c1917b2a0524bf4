import { ORDERS_COUNTED, type OrderFilters } from '@keyhour/contract/admin-orders'
import type { AdminOrder } from '@keyhour/contract/orders'
import type { Db } from '#server/db/connection.ts'
import {
  countSome,
  listOrderIds,
  lookUp,
  type Order,
  type Slice,
  tallyDays,
  tallyPlaces,
  tallyUsers,
  type Wanted,
} from '#server/features/admin-orders/list-queries.ts'
import { listOrdersById } from '#server/features/admin-orders/row-queries.ts'
import { countsInDays, dayKind, findDay } from '#server/features/admin-orders/rules.ts'

type Wish = OrderFilters & Order & { page: number; page_size: number }

export type Total = { count: number; isMore: boolean }

/** One page, and how many there are in all. */
export async function listOrders(db: Db, wish: Wish): Promise<{ orders: AdminOrder[]; total: Total }> {
  const wanted = await lookUp(db, wish)
  const slice = { limit: wish.page_size, offset: (wish.page - 1) * wish.page_size }
  const [ids, total] = await Promise.all([
    findPage(db, wanted, wish, slice),
    countOrders(db, wanted, slice.offset + slice.limit),
  ])
  return { orders: await listOrdersById(db, ids), total }
}

/** Counting off fewer rows than this takes no longer than looking at the days. */
const FEW_ROWS = 1000

async function findPage(db: Db, wanted: Wanted, order: Order, slice: Slice): Promise<number[]> {
  if (slice.offset < FEW_ROWS || !countsInDays(wanted, order.sort))
    return listOrderIds(db, wanted, order, slice)
  const days = await tallyDays(db, order.sort, wanted)
  const found = findDay(order.direction === 'asc' ? days : days.toReversed(), slice.offset)
  return found ? listOrderIds(db, wanted, order, { ...slice, ...found }) : []
}

/**
 * Exact from what the database keeps of days, places and users each; of several of them together, up to a bound, or to
 * the end of the page that was asked for.
 */
export async function countOrders(db: Db, wanted: Wanted, asked = 0): Promise<Total> {
  const byPlace = wanted.offices !== undefined || wanted.spaces !== undefined
  const { users, range } = wanted
  if ([byPlace, users, range].filter(Boolean).length > 1) {
    const most = Math.max(ORDERS_COUNTED, asked)
    const count = await countSome(db, wanted, most + 1)
    return { count: Math.min(count, most), isMore: count > most }
  }
  return { count: await countKept(db, wanted, byPlace), isMore: false }
}

async function countKept(db: Db, wanted: Wanted, byPlace: boolean): Promise<number> {
  if (byPlace) return tallyPlaces(db, wanted)
  if (wanted.users) return tallyUsers(db, wanted.users, wanted.statuses)
  const days = await tallyDays(db, dayKind(wanted), wanted)
  return days.reduce((sum, { count }) => sum + count, 0)
}
