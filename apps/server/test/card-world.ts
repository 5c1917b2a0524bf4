import type { Settlement } from '@keyhour/contract/order-management'
import type { OrderDetails, Refund } from '@keyhour/contract/orders'
import { desc, eq } from 'drizzle-orm'
import { afterEach, expect } from 'vitest'
import { chargeRefunds, charges } from '#server/db/schema/charges.ts'
import type { offices } from '#server/db/schema/offices.ts'
import { settleDueCharges } from '#server/features/charges/settle-due-charges.ts'
import { startStripeWorld } from './stripe-world.ts'
import { findWrongMoney } from './wrong-money.ts'

export const GOOD_CARD = '4242424242424242'

type Booking = {
  /** In hundredths of a credit. */
  credits?: number
  card?: string
  times?: object
  office?: Partial<typeof offices.$inferInsert>
}

/** A server and a Stripe account with customers who pay for rooms by card. */
export async function startCardWorld() {
  const { world, stripe } = await startStripeWorld({ CONTACT_EMAIL: 'office@keyhour.test' })
  const admin = await world.user({ admin: true })
  afterEach(async () => {
    // Whatever happened, what cards hold is what they paid and did not get back.
    expect(await findWrongMoney(world.pool)).toEqual([])
  })

  type Person = typeof admin

  /** 50.00 an hour before tax: two hours cost 118.00. Free cancellation ends a day before the start, then half is kept. */
  async function room(office: Booking['office'] = {}) {
    const { id } = await world.office({ open_hours: '08:00', close_hours: '20:00', ...office })
    const part = await world.subOffice(id)
    await world.unit(id, part.id)
    return { office_id: id, sub_office_id: part.id }
  }

  const post = (id: number, what: string, as: Person, body: object = {}) =>
    world.post(`/api/orders/${id}/${what}`, body, as)
  const orderOf = async (id: number): Promise<OrderDetails> =>
    (await world.get(`/api/orders/${id}`, admin)).json()
  const chargesOf = (orderId: number) =>
    world.db.select().from(charges).where(eq(charges.order_id, orderId)).orderBy(desc(charges.id))
  const refundsOf = (chargeId: number) =>
    world.db
      .select()
      .from(chargeRefunds)
      .where(eq(chargeRefunds.charge_id, chargeId))
      .orderBy(chargeRefunds.id)

  /** From 09:00 to 11:00 in Tel Aviv, which is 07:00 to 09:00 UTC, unless told otherwise. */
  async function booked({ credits = 0, card = GOOD_CARD, times = {}, office }: Booking = {}) {
    const person = await world.user({ name: 'Dana Levi' })
    if (credits > 0) await world.credits(person.id, credits)
    const place = await room(office)
    const request = { ...place, date: '2026-03-05', start: '09:00', end: '11:00', pay_by: 'card', ...times }
    const { id } = (await world.post('/api/orders', request, person)).json<OrderDetails>()
    await post(id, 'charges', person, { card: 'new' })
    stripe.pay(stripe.sessions().at(-1)!.id, card)
    await stripe.allDelivered()
    await world.runJobs()
    const [charge] = await chargesOf(id)
    expect(charge).toMatchObject({ status: 'authorised' })
    return { person, place, id, charge: charge! }
  }

  /** The clock goes on, and everything runs that was left for then. */
  async function later(moment: string) {
    world.setNow(moment)
    await settleDueCharges.run(world, {})
    await world.runJobs()
    await stripe.allDelivered()
    await world.runJobs()
  }

  async function cancel(id: number, as: Person) {
    const shown = (await world.get(`/api/orders/${id}/refund`, as)).json<Refund>()
    const reply = await post(id, 'cancel', as, { refund: shown.refund, owed: shown.owed })
    expect(reply.statusCode).toBe(200)
    await world.runJobs()
    await stripe.allDelivered()
    return shown
  }

  const settlementOf = async (id: number): Promise<Settlement> =>
    (await world.get(`/api/admin/orders/${id}/settlement`, admin)).json()
  const eventsOf = async (id: number): Promise<string[]> =>
    (await world.get(`/api/orders/${id}/events`, admin)).json().map(({ kind }: { kind: string }) => kind)
  const moneyOf = ({ charge_reference }: { charge_reference: string | null }) =>
    stripe.intents().find(({ id }) => id === charge_reference)!

  async function mailsTo(email: string, subject: RegExp) {
    await world.runJobs()
    return (await world.mailsTo(email)).filter((mail) => subject.test(mail.subject ?? ''))
  }

  return {
    ...{ world, stripe, admin, room, booked, post, orderOf, chargesOf, refundsOf },
    ...{ later, cancel, settlementOf, eventsOf, moneyOf, mailsTo },
  }
}
