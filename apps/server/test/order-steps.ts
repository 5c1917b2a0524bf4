import type { UserDetails } from '@keyhour/contract/admin-users'
import type { Settlement } from '@keyhour/contract/order-management'
import type { OrderDetails, Refund } from '@keyhour/contract/orders'
import { Currency } from '@keyhour/contract/primitives'
import type { CheckOutCost } from '@keyhour/contract/visits'
import fc from 'fast-check'
import { expireCredits } from '#server/features/credits/expire-credits.ts'
import { HOUR, of, type Person, pick, type Scene, type Step, step } from './money-scene.ts'

async function ordersOf({ ask }: Scene, person: Person): Promise<OrderDetails[]> {
  return (await ask(person, 'GET', '/api/orders')).body
}

/** An order of a person, and the person. */
export async function anOrder(scene: Scene, who: number, which: number) {
  const person = of(scene.people, who)!
  const order = of(await ordersOf(scene, person), which)
  return order && { person, order }
}

export const dateIn = ({ world }: Scene, hours: number): string =>
  new Date(world.now().getTime() + hours * HOUR).toISOString().slice(0, 10)
export const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** The times of a stay that ends some hours later, or earlier. */
export function laterBy({ start, end }: { start: string; end: string }, hours: number) {
  const [from, to] = [new Date(start), new Date(Date.parse(end) + hours * HOUR)]
  return {
    date: from.toISOString().slice(0, 10),
    start: clock(from.getUTCHours()),
    end_date: to.toISOString().slice(0, 10),
    end: clock(to.getUTCHours()),
  }
}

async function cancelOwn({ ask }: Scene, person: Person, id: number): Promise<void> {
  const url = `/api/orders/${id}`
  const shown = await ask(person, 'GET', `${url}/refund`)
  if (shown.status !== 200) return
  const { refund, owed }: Refund = shown.body
  await ask(person, 'POST', `${url}/cancel`, { refund, owed })
}

/** An order is paid with credits and cancelled in time. */
export async function spendAndGetBack(scene: Scene): Promise<void> {
  const person = scene.people[0]!
  await scene.ask(scene.admin, 'POST', `/api/admin/users/${person.id}/add_credits?credits=400&currency=ILS`)
  const times = { date: dateIn(scene, 100), start: clock(0), end: clock(2) }
  const booked = await scene.ask(person, 'POST', '/api/orders', { ...scene.rooms[0]!, ...times })
  const { id }: OrderDetails = booked.body
  await cancelOwn(scene, person, id)
}

/** What moves credits or changes what an order costs. */
export const orderSteps: fc.Arbitrary<Step>[] = [
  step(
    'grant',
    [
      pick,
      fc.integer({ min: 1, max: 400 }),
      fc.constantFrom(...Currency.options),
      fc.option(fc.integer({ min: 1, max: 6 })),
    ],
    ({ ask, admin, people }, who, credits, currency, days) => {
      const life = days === null ? '' : `&duration_days=${days}`
      const query = `credits=${credits}&currency=${currency}${life}`
      return ask(admin, 'POST', `/api/admin/users/${of(people, who)!.id}/add_credits?${query}`)
    },
  ),
  step(
    'correct',
    [pick, pick, fc.integer({ min: 1, max: 12_000 })],
    async (scene, who, which, hundredths) => {
      const { ask, admin, people } = scene
      const { id } = of(people, who)!
      const { credit_lots }: UserDetails = (await ask(admin, 'GET', `/api/admin/users/${id}`)).body
      const lot = of(credit_lots, which)
      if (!lot) return
      const body = { credits: hundredths / 100, reason: 'By mistake' }
      await ask(admin, 'POST', `/api/admin/users/${id}/credit_lots/${lot.id}/correct`, body)
    },
  ),
  step(
    'book',
    [
      pick,
      pick,
      fc.integer({ min: 0, max: 90 }),
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 1, max: 3 }),
    ],
    (scene, who, where, hours, from, length) => {
      const times = { date: dateIn(scene, hours), start: clock(from), end: clock(from + length) }
      return scene.ask(of(scene.people, who)!, 'POST', '/api/orders', {
        ...of(scene.rooms, where)!,
        ...times,
      })
    },
  ),
  step('change the time', [pick, pick, fc.integer({ min: -3, max: 3 })], async (scene, who, which, by) => {
    const found = await anOrder(scene, who, which)
    if (!found?.order.end) return
    const times = laterBy({ start: found.order.start, end: found.order.end }, by)
    await scene.ask(found.person, 'PUT', `/api/orders/${found.order.id}/time`, times)
  }),
  step('cancel', [pick, pick], async (scene, who, which) => {
    const found = await anOrder(scene, who, which)
    if (found) await cancelOwn(scene, found.person, found.order.id)
  }),
  step('start now', [pick, pick], ({ ask, people, rooms }, who, where) =>
    ask(of(people, who)!, 'POST', '/api/orders/start_now', of(rooms, where)!),
  ),
  step('check out', [pick, fc.boolean()], async (scene, who, undoes) => {
    const person = of(scene.people, who)!
    const visit = (await ordersOf(scene, person)).find(({ end, cancelled_at }) => !end && !cancelled_at)
    if (!visit) return
    const url = `/api/orders/${visit.id}/check_out`
    const shown = await scene.ask(person, 'GET', url)
    if (shown.status !== 200) return
    const { due }: CheckOutCost = shown.body
    await scene.ask(person, 'POST', url, { expected_total: due })
    if (undoes) await scene.ask(person, 'POST', `${url}/undo`)
  }),
  step('pay with credits', [pick, pick], async (scene, who, which) => {
    const found = await anOrder(scene, who, which)
    if (found) await scene.ask(found.person, 'POST', `/api/orders/${found.order.id}/pay`)
  }),
  step('mark paid', [pick, pick], async (scene, who, which) => {
    const found = await anOrder(scene, who, which)
    if (!found) return
    const url = `/api/admin/orders/${found.order.id}`
    const { left }: Settlement = (await scene.ask(scene.admin, 'GET', `${url}/settlement`)).body
    await scene.ask(scene.admin, 'POST', `${url}/mark_paid`, { amount: left, method: 'cash' })
  }),
  step(
    'cancel as an admin',
    [pick, pick, fc.integer({ min: 0, max: 100 }), fc.boolean()],
    async (scene, who, which, percent, waive) => {
      const found = await anOrder(scene, who, which)
      if (!found) return
      const url = `/api/admin/orders/${found.order.id}`
      const { paid }: Settlement = (await scene.ask(scene.admin, 'GET', `${url}/settlement`)).body
      const refund = Math.round((paid * percent) / 100)
      await scene.ask(scene.admin, 'POST', `${url}/cancel`, { refund, paid, waive, reason: 'Closed' })
    },
  ),
  step('let time pass', [fc.integer({ min: 1, max: 20 })], async ({ world, passHours }, hours) => {
    passHours(hours)
    await expireCredits.run(world, {})
  }),
]
