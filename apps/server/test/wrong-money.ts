import type { simulateStripe } from '@keyhour/simulators/stripe'
import type pg from 'pg'

/** Each finds rows that must not exist. Amounts are in minor units and hundredths of a credit. */
const WRONG: Record<string, string> = {
  'a lot that is overdrawn, or differs from its ledger': `
    select l.id from credit_lots l left join credit_ledger e on e.lot_id = l.id group by l.id
    having l.remaining < 0 or l.remaining > l.granted or l.remaining <> coalesce(sum(e.amount), 0)`,
  'a balance that was below zero after some entry': `
    select id from (select e.id, sum(e.amount) over (partition by l.user_id, l.currency order by e.id) as balance
      from credit_ledger e join credit_lots l on l.id = e.lot_id) entry where balance < 0`,
  'a balance that differs from its lots': `
    select b.user_id from credit_balances b left join credit_lots l on l.user_id = b.user_id
    group by b.user_id, b.hundredths having b.hundredths <> coalesce(sum(l.remaining), 0)`,
  'credits that paid in another currency, or for somebody else': `
    select e.id from credit_ledger e join credit_lots l on l.id = e.lot_id
    join orders o on o.office_id = e.office_id and o.id = e.order_id
    where l.currency <> o.currency or l.user_id <> o.user_id`,
  'a lot that got back more from an order than the order took': `
    select e.order_id from credit_ledger e where e.order_id is not null
    group by e.office_id, e.order_id, e.lot_id having sum(e.amount) > 0`,
  'bought credits without their payment, or other ones than were paid for': `
    select l.id from credit_lots l left join payments p on p.lot_id = l.id
    left join credit_ledger e on e.lot_id = l.id and e.kind = 'purchase'
    where l.credit_pack_id is not null group by l.id, p.id
    having p.id is null or l.granted <> p.credits_amount * 100 or sum(e.amount) <> l.granted
      or l.user_id <> p.user_id or l.currency <> p.currency`,
  'a payment whose refunds took other credits than the ledger says': `
    select p.id from payments p
    left join (select payment_id, sum(credits) as taken from payment_refunds where status <> 'failed'
      group by payment_id) r on r.payment_id = p.id
    left join (select lot_id, -sum(amount) as taken from credit_ledger where kind = 'payback'
      group by lot_id) e on e.lot_id = p.lot_id
    where coalesce(r.taken, 0) <> coalesce(e.taken, 0)`,
  'a payment that has refunded something else than its refunds': `
    select p.id from payments p left join payment_refunds r on r.payment_id = p.id and r.status <> 'failed'
    group by p.id having p.refunded <> least(p.amount, coalesce(sum(r.amount), 0))`,
  'more credits than what is left of their price stands for': `
    select p.id from payments p join credit_lots l on l.id = p.lot_id
    where l.remaining > l.granted - ceil(p.refunded::numeric * l.granted / p.amount)`,
  'receipts whose numbers do not follow each other': `
    select count(*), max(receipt_number) from (select receipt_number from payments where status = 'paid'
      union all select receipt_number from charges where status = 'captured') r having count(*) <> max(receipt_number)`,
  'an order whose credits differ from the ledger': `
    select o.id from orders o left join credit_ledger e on e.office_id = o.office_id and e.order_id = o.id
    group by o.office_id, o.id
    having coalesce(-sum(e.amount), 0) not between greatest(0, o.paid_with_credits - o.refunded) and o.paid_with_credits`,
  'an order that refunded more than it was paid, in credits or otherwise': `
    select o.id from orders o left join credit_ledger e on e.office_id = o.office_id and e.order_id = o.id
    group by o.office_id, o.id
    having o.refunded - (o.paid_with_credits + coalesce(sum(e.amount), 0)) not between 0 and o.paid_by_card + o.paid_otherwise`,
  'an order that holds more than it costs': `
    select id from orders where paid_with_credits + paid_by_card + paid_otherwise - refunded
      > case when cancelled_at is not null then kept else billed end`,
  'an order whose cards hold something else than they paid and did not get back': `
    select o.id from orders o
    join (select office_id, order_id, sum(case when status in ('authorised', 'captured') then kept else 0 end) as held
      from charges where authorised_at is not null group by office_id, order_id) c
      on c.office_id = o.office_id and c.order_id = o.id
    left join credit_ledger e on e.office_id = o.office_id and e.order_id = o.id
    group by o.office_id, o.id, c.held
    having o.paid_by_card - c.held
      not between 0 and o.refunded - (o.paid_with_credits + coalesce(sum(e.amount), 0))`,
  'a charge that keeps something else than was taken and not refunded': `
    select c.id from charges c
    left join charge_refunds r on r.charge_id = c.id and (r.cause = 'order' or r.status <> 'failed')
    where c.capturing is not null and c.status in ('authorised', 'captured')
    group by c.id having c.kept <> c.capturing - coalesce(sum(r.amount), 0)`,
  'a charge that was given back, or not taken, and still keeps something': `
    select id from charges where kept > 0 and (status = 'released' or status = 'failed' and authorised_at is not null)`,
  'an order whose payment status contradicts what is left to pay': `
    select id from (select id, payment_status, paid_by_card,
        (case when cancelled_at is not null then kept else billed end)
          > paid_with_credits + paid_by_card + paid_otherwise - refunded as owes
      from orders where "end" is not null and (cancelled_at is null or kept > 0)) o
    where case when owes then payment_status not in ('pending', 'part credit')
      else payment_status = 'pending' or payment_status = 'part credit' and paid_by_card = 0 end`,
}

/** Names everything that is wrong with the money of a database. */
export async function findWrongMoney(pool: pg.Pool): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(WRONG).map(async ([what, query]) => {
      const { rows } = await pool.query(query)
      return rows.length > 0 ? [`${what}: ${JSON.stringify(rows.slice(0, 5))}`] : []
    }),
  )
  return found.flat()
}

type Money = { paid: string[]; refunds: string[]; taken: string[]; released: string[] }

type Stripe = Awaited<ReturnType<typeof simulateStripe>>

const isOurs = ({ metadata }: ReturnType<Stripe['refunds']>[number]): boolean => 'keyhour_refund' in metadata

/**
 * What we know of the money at the provider: pages that were paid, refunds and disputes of packs with their outcomes, and
 * what was taken from cards for orders, or given back before or later by us.
 */
export async function readOurMoney(pool: pg.Pool, stripe: Stripe): Promise<Money> {
  const list = async (query: string, values: unknown[] = []): Promise<string[]> =>
    (await pool.query<{ line: string }>(query, values)).rows.map(({ line }) => line).sort()
  const madeThere = stripe.refunds().flatMap((refund) => (isOurs(refund) ? [] : [refund.id]))
  return {
    paid: await list(`select reference as line from payments where status = 'paid' and way = 'card'`),
    refunds: await list(
      `select reference || ' ' || amount || ' ' || status as line from payment_refunds where reference is not null
       union all select r.reference || ' ' || r.amount || ' ' || r.status from charge_refunds r
       where r.reference is not null and r.cause = 'order' and r.status <> 'failed' and r.reference <> all($1)`,
      [madeThere],
    ),
    taken: await list(
      `select charge_reference || ' ' || capturing as line from charges where status = 'captured'`,
    ),
    released: await list(`select charge_reference as line from charges where status = 'released'`),
  }
}

const DISPUTE_STATUS = { needs_response: 'pending', won: 'failed', lost: 'succeeded' }

/** The same as the provider knows it. */
export function readTheirMoney(stripe: Stripe): Money {
  const ofOrders = stripe.intents().filter(({ capture_method }) => capture_method === 'manual')
  const isOfOrder = (intentId: string | null) => ofOrders.some(({ id }) => id === intentId)
  const paid = stripe
    .sessions()
    .filter(({ payment_status, payment_intent }) => payment_status === 'paid' && !isOfOrder(payment_intent))
  const refunds = stripe
    .refunds()
    // Of orders, those that we have made. One that has failed may have been made there instead.
    .filter((refund) => !isOfOrder(refund.payment_intent) || (isOurs(refund) && refund.status !== 'failed'))
    .map(({ id, amount, status }) => `${id} ${amount} ${status}`)
  const disputes = stripe
    .disputes()
    .filter(({ payment_intent }) => !isOfOrder(payment_intent))
    .map(({ id, amount, status }) => `${id} ${amount} ${DISPUTE_STATUS[status]}`)
  return {
    paid: paid.map(({ id }) => id).sort(),
    refunds: [...refunds, ...disputes].sort(),
    taken: ofOrders
      .filter(({ status }) => status === 'succeeded')
      .map(({ id, amount_received }) => `${id} ${amount_received}`)
      .sort(),
    released: ofOrders
      .filter(({ status }) => status === 'canceled')
      .map(({ id }) => id)
      .sort(),
  }
}
