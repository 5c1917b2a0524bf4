import type { Readable } from 'node:stream'
import { wallClock } from '@keyhour/contract/office-clock'
import type { OwnerOrder } from '@keyhour/contract/owners'
import type { Language } from '@keyhour/contract/primitives'
import { findHours } from '#server/features/availability/space-queries.ts'
import { describeOrder } from '#server/features/owners/describe-order.ts'
import { EXPORT_WORDS } from '#server/features/owners/export-words.ts'
import { listOrderRows, type OrderListRow, type OrderQuery } from '#server/features/owners/order-queries.ts'
import { refuseNonOwner } from '#server/features/owners/refuse-non-owner.ts'
import { type Cell, inMajorUnits } from '#server/http/cells.ts'
import type { Session } from '#server/http/guards.ts'
import type { Deps } from '#server/http/routes.ts'
import { writeTable } from '#server/http/table-file.ts'

const ROWS_AT_ONCE = 1000

type Asked = Omit<OrderQuery, 'now'> & { language: Language }

/** Streamed: the orders are read while the file is sent. */
export async function exportOwnerOrders(
  { db, now }: Deps,
  { language, ...asked }: Asked,
  owner: Session,
): Promise<Readable> {
  await refuseNonOwner(db, asked.officeId, owner)
  const { time_zone } = (await findHours(db, asked.officeId))!
  const query = { ...asked, now: now() }

  async function* inBatches(): AsyncGenerator<Cell[][]> {
    let after: OrderListRow | undefined
    do {
      const rows = await listOrderRows(db, query, { limit: ROWS_AT_ONCE, after })
      yield rows.map((row) => cellsOf(describeOrder(row, query.now.getTime()), time_zone, language))
      after = rows.length === ROWS_AT_ONCE ? rows.at(-1) : undefined
    } while (after)
  }

  const { headings, sheet } = EXPORT_WORDS[language]
  const columns = headings.map((heading) => ({ heading, width: 16 }))
  return writeTable({ format: 'csv', language, sheet, columns, batches: inBatches() })
}

function cellsOf(order: OwnerOrder, timeZone: string, language: Language): Cell[] {
  const words = EXPORT_WORDS[language]
  const there = (instant: string): Cell => {
    const { date, time } = wallClock(Date.parse(instant), timeZone)
    return { shows: `${date} ${time}` }
  }
  const space =
    language === 'he' ? (order.sub_office_name_he ?? order.sub_office_name) : order.sub_office_name
  return [
    order.id,
    there(order.start),
    order.end === null ? words.ongoing : there(order.end),
    space ?? words.wholeOffice,
    order.customer ?? words.deletedCustomer,
    words.states[order.state],
    inMajorUnits(order.price),
    inMajorUnits(order.tax),
    inMajorUnits(order.commission),
    order.commission_percent,
    inMajorUnits(order.net),
    inMajorUnits(order.kept),
    order.currency,
  ]
}
