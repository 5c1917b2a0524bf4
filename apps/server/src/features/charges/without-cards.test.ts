import type { OrderDetails } from '@keyhour/contract/orders'
import { expect, test } from 'vitest'
import { settleDueCharges } from '#server/features/charges/settle-due-charges.ts'
import { startWorld } from '../../../test/world.ts'

const demo = await startWorld({ DEMO: 'on' })
const office = await startWorld()

type World = typeof demo
type Person = Awaited<ReturnType<World['user']>>

async function book(world: World, as: Person) {
  const { id: office_id } = await world.office({ open_hours: '08:00', close_hours: '20:00' })
  const { id: sub_office_id } = await world.subOffice(office_id)
  await world.unit(office_id, sub_office_id)
  const times = { date: '2026-03-05', start: '09:00', end: '11:00' }
  return world.post('/api/orders', { office_id, sub_office_id, ...times, pay_by: 'card' }, as)
}

const pay = (world: World, id: number, card: 'new' | 'saved', as: Person) =>
  world.post(`/api/orders/${id}/charges`, { card }, as)

test('in a demo a test card is declined, tried again, pays and is saved, without money', async () => {
  const person = await demo.user()
  const order = (await book(demo, person)).json<OrderDetails>()
  expect(order).toMatchObject({ left: 11_800, pay_until: '2026-03-02T08:15:00.000Z' })
  const charge = (await pay(demo, order.id, 'new', person)).json()
  expect([charge.way, charge.checkout_url]).toEqual(['test', `/orders/${order.id}/test-charge/${charge.id}`])
  const end = (outcome: 'paid' | 'declined', as = person) =>
    demo.post(`/api/orders/${order.id}/charges/${charge.id}/test`, { outcome }, as)

  expect((await demo.get('/api/cards', person)).json()).toEqual([])
  expect((await end('paid', await demo.user())).statusCode).toBe(404)
  expect((await end('declined')).json()).toMatchObject({ status: 'open', failure: 'card_declined' })
  expect((await end('paid')).json()).toMatchObject({ status: 'authorised', failure: null })
  expect((await end('paid')).json()).toMatchObject({ status: 'authorised' })
  expect((await demo.get(`/api/orders/${order.id}`, person)).json()).toMatchObject({
    payment_status: 'full credit card',
    pay_until: null,
    paid_by_card: 11_800,
  })

  const [card] = (await demo.get('/api/cards', person)).json()
  expect(card).toEqual({ id: 'test', brand: 'test', last4: '4242' })
  const next = (await book(demo, person)).json<OrderDetails>()
  expect((await pay(demo, next.id, 'saved', person)).json()).toMatchObject({ status: 'authorised' })
  await demo.send({ method: 'DELETE', url: '/api/cards/test' }, person)
  expect((await demo.get('/api/cards', person)).json()).toEqual([])
})

test('in a demo test money is taken with a receipt that says so, and goes back', async () => {
  const person = await demo.user()
  const { id } = (await book(demo, person)).json<OrderDetails>()
  const charge = (await pay(demo, id, 'new', person)).json()
  await demo.post(`/api/orders/${id}/charges/${charge.id}/test`, { outcome: 'paid' }, person)
  demo.setNow('2026-03-04T07:10:00.000Z')
  await settleDueCharges.run(demo, {})
  await demo.runJobs()
  const [mail] = (await demo.mailsTo(person.email)).filter(({ subject }) => subject?.startsWith('Receipt'))
  await demo.post(`/api/orders/${id}/cancel`, { refund: 5900, owed: 0 }, person)
  await demo.runJobs()
  demo.setNow('2026-03-02T08:00:00.000Z')

  expect(mail!.text).toContain('This was a test payment in a demo: no money was charged.')
  expect((await demo.get(`/api/orders/${id}/charges`, person)).json()).toMatchObject([
    { status: 'captured', amount: 11_800, kept: 5900, receipt_number: expect.any(Number) },
  ])
  const { rows } = await demo.pool.query('select status, amount from charge_refunds')
  expect(rows).toEqual([{ status: 'succeeded', amount: 5900 }])
})

test('where cards are not possible, booking and paying with them are refused in plain words', async () => {
  const person = await office.user()
  const refused = await book(office, person)
  const NO_CARDS = 'Cards are not accepted here. Please pay with credits, or ask the office.'

  expect([refused.statusCode, refused.json().detail]).toEqual([409, NO_CARDS])
  await office.credits(person.id, 11_800)
  const paid = await book(office, person)
  expect(paid.json()).toMatchObject({ payment_status: 'credits', pay_until: null })
  const charge = await pay(office, paid.json().id, 'new', person)
  expect([charge.statusCode, charge.json().detail]).toEqual([409, NO_CARDS])
  expect((await office.get('/api/cards', person)).json()).toEqual([])
})
