import { setTimeout as pause } from 'node:timers/promises'

const PATIENCE_MS = 180_000
const LOOK_MS = 200

/** How many seconds pass until every job that is due is done; undefined if that never happens. */
export async function secondsUntilCaughtUp(pool, due = MAILS_AND_DOORS) {
  const start = performance.now()
  while (performance.now() - start < PATIENCE_MS) {
    const { rows } = await pool.query(due)
    if (rows[0].jobs === 0) return (performance.now() - start) / 1000
    await pause(LOOK_MS)
  }
  return undefined
}

const DUE_JOBS = `
  select count(*)::integer as jobs from pgboss.job
  where state in ('created', 'retry', 'active') and start_after <= now() and name not like '\\_\\_pgboss%'`

/** Not what runs by the clock. */
const MAILS_AND_DOORS = `${DUE_JOBS} and name not in (select name from pgboss.schedule)`

/**
 * The sums of each day are computed in the background after the filling, and statements of past months are issued. Both
 * would disturb what is measured.
 */
export async function untilSettled(pool) {
  const { rows } = await pool.query(`select to_regclass('insight_changes') is not null as is_there`)
  while (rows[0].is_there) {
    const { rowCount } = await pool.query('select from insight_changes limit 1')
    if (rowCount === 0) break
    await pause(LOOK_MS)
  }
  await secondsUntilCaughtUp(pool, DUE_JOBS)
}

/** Each must find nothing among the orders after number $1. */
const NEVER = {
  'units taken twice': `select from occupancy a join occupancy b
    on a.office_id = b.office_id and a.unit_id = b.unit_id and a.during && b.during and a.id <> b.id where a.order_id > $1`,
  'orders without their unit': `select from orders o where o.id > $1 and o.cancelled_at is null and 1 <>
    (select count(*) from occupancy c where c.office_id = o.office_id and c.order_id = o.id and c.cause = 'order')`,
  'orders without the event of their booking': `select from orders o where o.id > $1 and 1 <>
    (select count(*) from order_events e where e.office_id = o.office_id and e.order_id = o.id and e.kind = 'booked')`,
  'cancelled orders without the event of that': `select from orders o
    where o.id > $1 and o.cancelled_at is not null and not exists
      (select from order_events e where e.office_id = o.office_id and e.order_id = o.id and e.kind = 'cancelled')`,
  'orders whose credits differ from the ledger': `select from orders o
    where o.id > $1 and o.paid_with_credits - o.refunded <> (select coalesce(-sum(e.amount), 0) from credit_ledger e
      where e.office_id = o.office_id and e.order_id = o.id)`,
  'orders without door access': `select from orders o where o.id > $1 and o.cancelled_at is null
    and not exists (select from grants g where g.office_id = o.office_id and g.order_id = o.id)`,
}
const LEDGER = {
  'lots that differ from their ledger': `select from credit_lots l
    where l.remaining <> (select coalesce(sum(e.amount), 0) from credit_ledger e where e.lot_id = l.id)`,
}

/** Sentences about what is wrong; none if all is well. */
export const findMistakes = ({ withoutLimits }, { filled, booked }) =>
  withoutLimits(async (client) => {
    const mistakes = []
    for (const [what, question] of Object.entries({ ...NEVER, ...LEDGER })) {
      const { rowCount } = await client.query(question, what in NEVER ? [filled] : [])
      if (rowCount > 0) mistakes.push(`${rowCount} ${what}`)
    }
    const { rows } = await client.query('select count(*)::integer as orders from orders where id > $1', [
      filled,
    ])
    if (rows[0].orders !== booked) mistakes.push(`${rows[0].orders} orders, but ${booked} were confirmed`)
    return mistakes
  })
