import type { TimeQuote } from '@keyhour/contract/bookings'
import type { OrderDetails, Refund } from '@keyhour/contract/orders'
import type { OwnProfile } from '@keyhour/contract/users'
import { beforeEach, expect, test } from 'vitest'
import { checkLedger } from '#server/features/credits/check-ledger.ts'
import { expireCredits } from '#server/features/credits/expire-credits.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
type Person = Awaited<ReturnType<typeof world.user>>

beforeEach(() => world.setNow('2026-03-02T08:00:00.000Z'))

/** An order of 118.00 on 20 March, paid with credits of which 100.00 expire at the end of 9 March. */
async function booked(given: Parameters<typeof world.user>[0] = {}) {
  const person = await world.user(given)
  const expiring = await world.credits(person.id, 10_000, '2026-03-10T00:00:00Z')
  const lasting = await world.credits(person.id, 5000)
  const office = await world.office({ open_hours: '08:00', close_hours: '20:00' })
  const room = await world.subOffice(office.id)
  await world.unit(office.id, room.id)
  const place = { office_id: office.id, sub_office_id: room.id }
  const times = { date: '2026-03-20', start: '09:00', end: '11:00' }
  const order = (await world.post('/api/orders', { ...place, ...times }, person)).json<OrderDetails>()
  return { person, order, expiring, lasting }
}

const refundOf = async ({ id }: OrderDetails, as: Person) =>
  (await world.get(`/api/orders/${id}/refund`, as)).json<Refund>()
const cancel = ({ id }: OrderDetails, refund: number, as: Person) =>
  world.post(`/api/orders/${id}/cancel`, { refund }, as)
const balanceOf = async (person: Person) =>
  (await world.get('/api/user-profile', person)).json<OwnProfile>().credit_balance
const lotOf = async (id: number) =>
  (await world.pool.query('select remaining, expires_at from credit_lots where id = $1', [id])).rows[0]
const ledgerOf = async (id: number) =>
  (await world.pool.query('select kind, amount from credit_ledger where lot_id = $1 order by id', [id])).rows

const AFTER_EXPIRY = '2026-03-12T08:00:00.000Z'
const UNTIL = '2026-04-12T00:00:00.000Z'

test('credits refunded after they expired can be spent for 30 days, and the customer is told before', async () => {
  const { person, order, expiring, lasting } = await booked()
  world.setNow(AFTER_EXPIRY)
  await expireCredits.run(world, {})
  const refund = await refundOf(order, person)
  await cancel(order, 11_800, person)

  expect(refund).toMatchObject({ refund_credits: 11_800, expired: { amount: 10_000, until: UNTIL } })
  expect(await lotOf(expiring)).toEqual({ remaining: 10_000, expires_at: new Date(UNTIL) })
  expect(await lotOf(lasting)).toEqual({ remaining: 5000, expires_at: null })
  expect(await balanceOf(person)).toBe(150)
  world.setNow('2026-04-11T23:59:59.000Z')
  expect(await balanceOf(person)).toBe(150)
  world.setNow(UNTIL)
  expect(await balanceOf(person)).toBe(50)
  await expireCredits.run(world, {})
  expect(await lotOf(expiring)).toMatchObject({ remaining: 0 })
  await expect(checkLedger.run(world, {})).resolves.toBeUndefined()
})

test('what was left in the lot when it expired does not come back, even if it was not written off yet', async () => {
  const { person, order, expiring } = await booked()
  await world.pool.query('update credit_lots set granted = 12000 where id = $1', [expiring])
  await world.pool.query('update credit_lots set remaining = 2000 where id = $1', [expiring])
  await world.pool.query(`insert into credit_ledger (lot_id, amount, kind) values ($1, 2000, 'grant')`, [
    expiring,
  ])
  world.setNow(AFTER_EXPIRY)
  await cancel(order, 11_800, person)

  expect(await lotOf(expiring)).toMatchObject({ remaining: 10_000 })
  expect((await ledgerOf(expiring)).slice(-2)).toEqual([
    { kind: 'expire', amount: -2000 },
    { kind: 'refund', amount: 10_000 },
  ])
  await expect(checkLedger.run(world, {})).resolves.toBeUndefined()
})

test('a shorter stay refunds expired credits the same way, and its quote says so', async () => {
  const { person, order, expiring } = await booked()
  world.setNow(AFTER_EXPIRY)
  const shorter = { date: '2026-03-20', start: '09:00', end: '10:00' }
  const quote = (await world.post(`/api/orders/${order.id}/time/quote`, shorter, person)).json<TimeQuote>()
  const url = `/api/orders/${order.id}/time`
  await world.send({ method: 'PUT', url, payload: shorter }, person)

  // 18.00 came from the lasting lot, which was taken last.
  expect(quote).toMatchObject({ back: 5900, expired: { amount: 4100, until: UNTIL } })
  expect(await lotOf(expiring)).toEqual({ remaining: 4100, expires_at: new Date(UNTIL) })
})

test('a refund to lots that have not expired says nothing about it and changes no date', async () => {
  const { person, order, expiring } = await booked()
  world.setNow('2026-03-09T23:59:59.000Z')

  expect(await refundOf(order, person)).toMatchObject({ expired: null })
  await cancel(order, 11_800, person)
  expect(await lotOf(expiring)).toEqual({ remaining: 10_000, expires_at: new Date('2026-03-10T00:00:00Z') })
})

test.each([
  ['en', '₪100.00 of that has expired in the meantime, but you can spend it until 11 April 2026.'],
  ['he', 'פג בינתיים, אבל אפשר לנצל אותם עד 11 באפריל 2026.'],
] as const)(
  'in the language %s the mail says until when expired credits can be spent',
  async (language, words) => {
    const { person, order } = await booked({ language })
    world.setNow(AFTER_EXPIRY)
    await cancel(order, 11_800, person)
    await world.runJobs()
    const mails = await world.mailsTo(person.email)

    expect(mails.find(({ subject }) => /Cancelled|בוטלה/.test(subject ?? ''))?.text).toContain(words)
  },
)
