import { randomUUID } from 'node:crypto'
import { OwnData } from '@keyhour/contract/users'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { businesses, businessMembers } from '#server/db/schema/businesses.ts'
import { charges } from '#server/db/schema/charges.ts'
import { creditLedger, creditLots } from '#server/db/schema/credits.ts'
import { contactMessages, messagePosts } from '#server/db/schema/messages.ts'
import { orderEvents } from '#server/db/schema/orders.ts'
import { pushChoices } from '#server/db/schema/push.ts'
import { deletionRequests, profiles } from '#server/db/schema/users.ts'
import { waitingEntries } from '#server/db/schema/waiting.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
type Person = Awaited<ReturnType<typeof world.user>>
const exported = (person?: Person) => world.get('/api/user-profile/export', person)

/** A member with an entry in every list. */
async function busyPerson() {
  const person = await world.user({
    password: 'correct horse battery',
    google_subject: randomUUID(),
  })
  await world.passportPhoto(person.id, new Uint8Array([1, 2, 3]))
  await world.db
    .update(profiles)
    .set({ phone: '+972 50-555-0100', card_token_sealed: 'sealed card', has_card: true })
    .where(eq(profiles.user_id, person.id))
  const office = await world.office({ name: 'Harbour' })
  await world.member(office.id, person.id, 'manager')
  const [business] = await world.db.insert(businesses).values({ name: 'Acme' }).returning()
  await world.db
    .insert(businessMembers)
    .values({ business_id: business!.id, user_id: person.id, role: 'employee', monthly_limit: 15_050 })
  const room = await world.subOffice(office.id, { name: 'Blue room' })
  const order = await world.order({
    office_id: office.id,
    sub_office_id: room.id,
    user_id: person.id,
    note: 'by the window',
  })
  await world.db.insert(orderEvents).values({
    office_id: office.id,
    order_id: order.id,
    kind: 'door opened',
    actor_id: person.id,
    details: { device_id: 7 },
  })
  await world.db.insert(charges).values({
    office_id: office.id,
    order_id: order.id,
    user_id: person.id,
    way: 'card',
    purpose: 'order',
    card: 'the sealed card of somebody',
    status: 'failed',
    failure: 'expired_card',
    amount: 5900,
    kept: 5900,
    currency: 'ILS',
    tax_percent: 18,
    expires_at: '2026-03-02T09:00:00Z',
  })
  const [lot] = await world.db
    .insert(creditLots)
    .values({ user_id: person.id, currency: 'ILS', granted: 500, remaining: 0 })
    .returning()
  await world.db
    .insert(creditLedger)
    .values({ lot_id: lot!.id, amount: 550, kind: 'grant', description: 'welcome' })
  await world.db.insert(deletionRequests).values({ user_id: person.id })
  await world.db.insert(waitingEntries).values({
    office_id: office.id,
    sub_office_id: room.id,
    user_id: person.id,
    during: '[2026-03-04T07:00:00Z,2026-03-04T08:00:00Z)',
    times: { date: '2026-03-04', start: '09:00', end: '10:00' },
    until: '2026-03-04T08:00:00Z',
  })
  await world.db.insert(pushChoices).values({ user_id: person.id, off: ['credits'] })
  const [message] = await world.db
    .insert(contactMessages)
    .values({ email: person.email.toUpperCase(), message: 'Is there parking?' })
    .returning()
  const reply = { kind: 'reply' as const, from_email: person.email, text: 'Thank you.' }
  await world.db.insert(messagePosts).values({
    ...reply,
    message_id: message!.id,
    mail_id: `<reply-${person.id}@example.com>`,
    created_at: '2026-03-02T07:00:00Z',
  })
  return { person, order }
}

test('the file contains everything we know about the member', async () => {
  const { person, order } = await busyPerson()
  await world.get(`/api/users/${person.id}/passport-image`, await world.user({ admin: true }))
  const reply = await exported(person)
  const data: OwnData = reply.json()

  expect(reply.headers['content-disposition']).toBe('attachment; filename="keyhour-data.json"')
  expect(OwnData.parse(data)).toEqual(data)
  expect(data).toMatchObject({
    exported_at: '2026-03-02T08:00:00.000Z',
    user: {
      id: person.id,
      email: person.email,
      phone: '+972 50-555-0100',
      has_saved_card: true,
      has_google: true,
    },
    passport_image: 'AQID',
    offices: [{ name: 'Harbour', role: 'manager' }],
    businesses: [{ name: 'Acme', role: 'employee', monthly_limit: 150.5 }],
    orders: [
      { id: order.id, office: 'Harbour', sub_office: 'Blue room', note: 'by the window', total_price: 5000 },
    ],
    order_events: [{ order_id: order.id, kind: 'door opened', by_you: true, details: { device_id: 7 } }],
    credit_lots: [{ currency: 'ILS', granted: 5, remaining: 0, expires_at: null }],
    credit_ledger: [{ currency: 'ILS', kind: 'grant', amount: 5.5, description: 'welcome' }],
    charges: [{ order_id: order.id, status: 'failed', failure: 'expired_card', amount: 5900 }],
    deletion_requests: [{ confirmed_at: null }],
    waiting_list: [
      {
        office: 'Harbour',
        sub_office: 'Blue room',
        start: '2026-03-04T07:00:00.000Z',
        end: '2026-03-04T08:00:00.000Z',
        state: 'waiting',
      },
    ],
    notifications: { devices: 0, off: ['credits'] },
    messages: [
      {
        message: 'Is there parking?',
        posts: [{ kind: 'reply', text: 'Thank you.', created_at: '2026-03-02T07:00:00.000Z' }],
      },
    ],
    audit: [
      { action: 'export own data', by_you: true },
      { action: 'view ID photo', by_you: false },
    ],
  })
})

test('the file contains no secrets and nothing about anyone else', async () => {
  const [{ person }, { person: other, order }] = [await busyPerson(), await busyPerson()]
  const { body } = await exported(person)

  expect(body).not.toMatch(/sealed|argon2|password_hash/)
  expect(body).not.toContain(other.email)
  expect(JSON.parse(body).orders.map(({ id }: { id: number }) => id)).not.toContain(order.id)
})

test('a new account exports little, and strangers get nothing', async () => {
  const reply = await exported(await world.user())

  expect(reply.json()).toMatchObject({ orders: [], passport_image: null, user: { has_saved_card: false } })
  expect((await exported()).statusCode).toBe(401)
})

test('a member may export ten times an hour', async () => {
  const person = await world.user()
  for (let attempt = 0; attempt < 10; attempt += 1) expect((await exported(person)).statusCode).toBe(200)

  expect((await exported(person)).statusCode).toBe(429)
})
