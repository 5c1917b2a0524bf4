import type { Charge } from '@keyhour/contract/charges'
import type { Settlement } from '@keyhour/contract/order-management'
import type { OrderDetails } from '@keyhour/contract/orders'
import fc from 'fast-check'
import { lookAfterCharges } from '#server/features/charges/look-after-charges.ts'
import { settleDueCharges } from '#server/features/charges/settle-due-charges.ts'
import { of, pick, type Scene, type Step, step } from './money-scene.ts'
import { anOrder, clock, dateIn, laterBy } from './order-steps.ts'
import { DECLINED, GOOD_CARDS, there } from './payment-steps.ts'

const cards = fc.constantFrom(DECLINED, ...GOOD_CARDS, ...GOOD_CARDS)
const endings = fc.constantFrom('pays', 'pays', 'checks', 'leaves')

/** Enters a card on the provider's page, and perhaps comes back before the event. */
async function enterCard(
  { ask, stripe }: Scene,
  as: Scene['admin'],
  orderId: number,
  { card, ending }: { card: string; ending: string },
): Promise<void> {
  const begun = await ask(as, 'POST', `/api/orders/${orderId}/charges`, { card: 'new' })
  const { checkout_url }: Charge = begun.body
  if (begun.status !== 201 || !checkout_url || ending === 'leaves') return
  await there(() => stripe.pay(checkout_url.split('/').at(-1)!, card))
  if (ending === 'checks') await ask(as, 'POST', `/api/orders/${orderId}/charges/check`)
}

const bookByCard = step(
  'book by card',
  [pick, pick, fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 20 }), cards, endings],
  async (scene, who, where, hours, from, card, ending) => {
    const person = of(scene.people, who)!
    const times = { date: dateIn(scene, hours), start: clock(from), end: clock(from + 2) }
    const request = { ...of(scene.rooms, where)!, ...times, pay_by: 'card' }
    const booked = await scene.ask(person, 'POST', '/api/orders', request)
    if (booked.status !== 201) return
    const { id }: OrderDetails = booked.body
    await enterCard(scene, person, id, { card, ending })
  },
)

async function cancelForCustomer({ ask, admin }: Scene, orderId: number, percent: number): Promise<void> {
  const url = `/api/admin/orders/${orderId}`
  const { paid }: Settlement = (await ask(admin, 'GET', `${url}/settlement`)).body
  const refund = Math.ceil((paid * percent) / 100)
  await ask(admin, 'POST', `${url}/cancel`, { refund, paid, reason: 'Closed' })
}

const giveBack = step(
  'give back to a card',
  [pick, pick, fc.constantFrom(100, 100, 50, 33)],
  async (scene, who, which, percent) => {
    const orders: OrderDetails[] = (await scene.ask(of(scene.people, who)!, 'GET', '/api/orders')).body
    const order = of(
      orders.filter(({ paid_by_card, cancelled_at }) => paid_by_card > 0 && !cancelled_at),
      which,
    )
    if (order) await cancelForCustomer(scene, order.id, percent)
  },
)

/** Among random steps, money is seldom given back before it is taken. */
export async function reserveAndGiveBack(scene: Scene): Promise<void> {
  const person = scene.people[0]!
  const times = { date: dateIn(scene, 100), start: clock(0), end: clock(2) }
  const request = { ...scene.rooms[0]!, ...times, pay_by: 'card' }
  const { id }: OrderDetails = (await scene.ask(person, 'POST', '/api/orders', request)).body
  await enterCard(scene, person, id, { card: GOOD_CARDS[0]!, ending: 'checks' })
  await cancelForCustomer(scene, id, 100)
}

/** After some hours, money is taken for which cancelling is no longer free. */
const settle = step('settle charges', [fc.integer({ min: 0, max: 30 })], async (scene, hours) => {
  scene.passHours(hours)
  await settleDueCharges.run(scene.world, {})
  await scene.world.runJobs()
})

/** What is paid by card for orders. Refunds at the provider and disputes are among the steps of payments. */
export const cardSteps: fc.MaybeWeightedArbitrary<Step>[] = [
  { arbitrary: bookByCard, weight: 8 },
  { arbitrary: giveBack, weight: 6 },
  step('pay by card', [pick, pick, cards, endings], async (scene, who, which, card, ending) => {
    const found = await anOrder(scene, who, which)
    if (found) await enterCard(scene, found.person, found.order.id, { card, ending })
  }),
  step('pay with the saved card', [pick, pick], async (scene, who, which) => {
    const found = await anOrder(scene, who, which)
    if (!found) return
    await scene.ask(found.person, 'POST', `/api/orders/${found.order.id}/charges`, { card: 'saved' })
  }),
  step('stay longer on the saved card', [pick, pick], async (scene, who, which) => {
    const found = await anOrder(scene, who, which)
    if (!found?.order.end) return
    const times = laterBy({ start: found.order.start, end: found.order.end }, 1)
    const url = `/api/orders/${found.order.id}/time`
    await scene.ask(found.person, 'PUT', url, { ...times, pay_by: 'saved_card' })
  }),
  step('start now on the saved card', [pick, pick], ({ ask, people, rooms }, who, where) =>
    ask(of(people, who)!, 'POST', '/api/orders/start_now', { ...of(rooms, where)!, pay_by: 'saved_card' }),
  ),
  { arbitrary: settle, weight: 3 },
  step('look after charges', [], ({ world }) => lookAfterCharges.run(world, {})),
]
