import type { CalendarBlock } from '@keyhour/contract/owners'
import { customerOf } from '#server/features/owners/rules.ts'
import type { TakenTimeRow } from '#server/features/schedule/queries.ts'
import { inBlocks } from '#server/features/schedule/rules.ts'

const KINDS = { order: 'order', buffer: 'cleaning', closure: 'closure', calendar: 'event' } as const

const instant = (moment: number): string => new Date(moment).toISOString()

type Viewer = { isAdmin: boolean }

/** Whoever holds a unit for some minutes is none of the owner's business. */
export const describeBlocks = (rows: TakenTimeRow[], now: number, viewer: Viewer): CalendarBlock[] =>
  inBlocks(rows.filter(isLasting), (row) => blockOf(row, now, viewer))

type LastingRow = TakenTimeRow & { cause: keyof typeof KINDS }
const isLasting = (row: TakenTimeRow): row is LastingRow => row.cause !== 'hold'

const blockOf = (row: LastingRow, now: number, { isAdmin }: Viewer): CalendarBlock => ({
  kind: KINDS[row.cause],
  sub_office_id: row.sub_office_id,
  start: instant(row.from),
  end: instant(row.to),
  units: 1,
  order_id: row.order_id,
  ...visitOf(row, now),
  closure:
    row.closure_id === null
      ? null
      : {
          id: row.closure_id,
          reason: row.reason ?? '',
          start: instant(row.closed_from ?? row.from),
          end: instant(row.closed_to ?? row.to),
          whole_office: row.closed_space === null,
          may_open: isAdmin || !row.closed_by_admin,
        },
})

const NOBODY = { customer: null, phone: null, checked_in: false, open_ended: false, waiting: false }

/** Nobody has to be known for the cleaning after a visit. */
function visitOf(row: TakenTimeRow, now: number) {
  if (row.cause !== 'order') return NOBODY
  const visit = { start: row.from, end: row.to, isOver: row.checked_out_at !== null }
  return {
    ...customerOf(row, visit, now),
    checked_in: row.checked_in_at !== null,
    open_ended: row.order_end === null,
    waiting: row.pay_until !== null,
  }
}
