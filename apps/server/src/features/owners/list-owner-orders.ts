import { OWNER_ORDERS_COUNTED, type OwnerOrder } from '@keyhour/contract/owners'
import { describeOrder } from '#server/features/owners/describe-order.ts'
import { countOwnerOrders, listOrderRows, type OrderQuery } from '#server/features/owners/order-queries.ts'
import { refuseNonOwner } from '#server/features/owners/refuse-non-owner.ts'
import type { Session } from '#server/http/guards.ts'
import type { Deps } from '#server/http/routes.ts'
import type { Total } from '#server/http/tell-total.ts'

type Page = Omit<OrderQuery, 'now'> & { page: number; page_size: number }

export async function listOwnerOrders(
  { db, now }: Deps,
  { page, page_size, ...asked }: Page,
  owner: Session,
): Promise<{ orders: OwnerOrder[]; total: Total }> {
  await refuseNonOwner(db, asked.officeId, owner)
  const query = { ...asked, now: now() }
  const slice = { limit: page_size, offset: (page - 1) * page_size }
  const most = Math.max(OWNER_ORDERS_COUNTED, slice.offset + slice.limit)
  const [rows, count] = await Promise.all([
    listOrderRows(db, query, slice),
    countOwnerOrders(db, query, most + 1),
  ])
  return {
    orders: rows.map((row) => describeOrder(row, query.now.getTime())),
    total: { count: Math.min(count, most), isMore: count > most },
  }
}
