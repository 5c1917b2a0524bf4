import type { Readable } from 'node:stream'
import type { AdminOrder, ExportFormat, OrderFilters } from '@keyhour/contract/all-orders'
import { offsetAt } from '@keyhour/contract/office-clock'
import { durationOf, orderRow, shownAmount } from '@keyhour/contract/order-row'
import type { Language } from '@keyhour/contract/primitives'
import type { Db } from '#server/db/connection.ts'
import { ORDER_WORDS } from '#server/features/all-orders/export-words.ts'
import { countOrders } from '#server/features/all-orders/list-orders.ts'
import {
  listAllOrderIds,
  type OrderSearch,
  resolveFilters,
  type Sorting,
} from '#server/features/all-orders/list-queries.ts'
import { listOrdersById } from '#server/features/all-orders/row-queries.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { type Cell, inMajorUnits } from '#server/http/cells.ts'
import type { Deps } from '#server/http/routes.ts'
import { writeTable } from '#server/http/table-file.ts'
import type { Total } from '#server/http/tell-total.ts'

type ExportRequest = OrderFilters & Sorting & { format: ExportFormat; language: Language }

/** Audited before the first byte is sent; the file is streamed while the orders are read. */
export async function exportOrders(
  { db, now }: Deps,
  { format, language, sort, direction, ...filters }: ExportRequest,
  by: Actor,
): Promise<{ file: Readable; total: Total }> {
  const search = await resolveFilters(db, filters)
  const total = await countOrders(db, search)
  const given = Object.entries({ format, ...filters }).filter(([, value]) => value)
  const details = { ...Object.fromEntries(given), rows: total.count, is_more: total.isMore }
  const act = { action: 'export orders', subject: 'user', subject_id: by.session.id, details } as const
  await auditAct(db, by, act, now())
  const { headings, sheet } = ORDER_WORDS[language]
  const columns = headings.map((heading, at) => ({ heading, width: WIDTHS[at]! }))
  const batches = inCells(db, search, { sort, direction }, language)
  return { file: writeTable({ format, language, sheet, columns, batches }), total }
}

const WIDTHS = [10, 17, 17, 17, 16, 24, 24, 9, 22, 28, 17, 12, 15, 12, 12, 19, 17, 24, 12, 17, 10, 20, 8]

const ROWS_AT_ONCE = 1000

/** The ids are read first, so the list does not change on the way. Reads the rest 1000 orders at a time. */
async function* inCells(
  db: Db,
  search: OrderSearch,
  order: Sorting,
  language: Language,
): AsyncGenerator<Cell[][]> {
  const ids = await listAllOrderIds(db, search, order)
  for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
    const orders = await listOrdersById(db, [...ids.subarray(at, at + ROWS_AT_ONCE)])
    yield orders.map((order) => cellsOf(order, language))
  }
}

/** For example `2026-03-02 09:30:00`. */
const onOfficeClock = (moment: number, timeZone: string): string =>
  new Date(moment + offsetAt(moment, timeZone)).toISOString().slice(0, 19).replace('T', ' ')

/** The columns of the list, then what the list shows inside other columns. */
function cellsOf(order: AdminOrder, language: Language): Cell[] {
  const words = ORDER_WORDS[language]
  const row = orderRow(order)
  const money = (cents: number): Cell => inMajorUnits(cents, order.currency)
  const there = (instant: string): Cell => ({ shows: onOfficeClock(Date.parse(instant), order.time_zone) })
  return [
    order.id,
    there(order.date),
    there(order.start),
    order.end === null ? words.ongoing : there(order.end),
    durationText(order, language),
    order.officeName,
    order.subOfficeName ?? words.notAvailable,
    order.user_id,
    order.userName,
    order.userEmail,
    order.userPhoneNumber ?? words.notAvailable,
    money(order.basePricePerHourOrDay),
    money(row.subOfficeServicePrice),
    money(row.taxes),
    money(row.totalAmountBilledToCustomer),
    money(row.companyCommission),
    money(row.netAmountToSubOffice),
    isWaiting(order) ? words.waiting : words.payments[row.paymentStatusAndMethod],
    money(order.owed),
    order.cancelled_at && there(order.cancelled_at),
    order.currency,
    order.time_zone,
    order.tax_percent,
  ]
}

const isWaiting = ({ pay_until, cancelled_at }: AdminOrder): boolean =>
  pay_until !== null && cancelled_at === null

function durationText({ start, end }: AdminOrder, language: Language): string {
  const words = ORDER_WORDS[language]
  const duration = durationOf(start, end)
  if (duration === 'unknown') return words.notAvailable
  if (duration === 'invalid') return words.invalidRange
  return words[duration.unit](shownAmount(duration))
}
