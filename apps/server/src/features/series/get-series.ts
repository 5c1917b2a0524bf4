import { withTax } from '@keyhour/contract/price'
import type { Series } from '@keyhour/contract/series'
import type { Db } from '#server/db/connection.ts'
import { listPlacedOrders } from '#server/features/orders/calendar-queries.ts'
import { describeEntry } from '#server/features/orders/describe-entry.ts'
import { getOrder } from '#server/features/orders/get-order.ts'
import { writeEntries } from '#server/features/orders/write-calendar.ts'
import { findSeries, listSeriesOrders, type SeriesKey } from '#server/features/series/queries.ts'
import type { Session } from '#server/http/guards.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export const NO_SERIES = 'This order is not part of a series.'

/** For everyone who may see the order. */
export async function getSeries(db: Db, orderId: number, reader: Session): Promise<Series> {
  return readSeries(db, await findKey(db, orderId, reader))
}

/** Cancelled dates are in it as such, so that calendars remove them. */
export async function getSeriesCalendar(deps: Deps, orderId: number, reader: Session): Promise<string> {
  const orders = await listPlacedOrders(deps.db, await findKey(deps.db, orderId, reader))
  return writeEntries(orders.map((order) => describeEntry(deps, order)))
}

async function findKey(db: Db, orderId: number, reader: Session): Promise<SeriesKey> {
  return keyOf(await getOrder(db, orderId, reader))
}

const keyOf = ({ Office, series_id }: Awaited<ReturnType<typeof getOrder>>): SeriesKey => {
  if (!series_id) throw new Refusal('missing', NO_SERIES)
  return { office_id: Office.id, series_id }
}

export async function readSeries(db: Db, key: SeriesKey): Promise<Series> {
  const found = (await findSeries(db, key))!
  const orders = await listSeriesOrders(db, key)
  return {
    ...found,
    currency: orders[0]!.currency,
    orders: orders.map(({ total_price, tax_percent, currency, ...order }) => ({
      ...order,
      due: withTax(total_price ?? 0, tax_percent),
    })),
  }
}
