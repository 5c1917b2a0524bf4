import { start } from '../system/product.ts'
import { startOutsideDatabase } from '../test/outside-database.ts'
import { test as base } from './test.ts'

export type Orders = Awaited<ReturnType<typeof startOrders>>

type Given = {
  count?: number
  subOffice?: string
  userName?: string
  /** Of the first order; each next one is a minute later. */
  date?: string
  start?: string
  status?: string
  price?: number
}

/** A product whose only orders are those that the tests add. */
async function startOrders() {
  const database = await startOutsideDatabase()
  const product = await start(database.settings('all-orders'))
  const admin = await database.person({ admin: true })
  const { make, pool } = database
  return {
    url: product.url,
    token: admin.token,
    /** Adds orders of a new user in a new office. */
    async fill(office: string, given: Given = {}) {
      const { count = 1, date = '2026-03-01T08:00:00Z', start: begin = date, price = 10_000 } = given
      const place = await make.office({ name: office })
      const space = given.subOffice ? await make.subOffice(place.id, { name: given.subOffice }) : null
      const user = await make.user(given.userName ? { name: given.userName } : {})
      const { rows } = await pool.query<{ id: number }>(
        `insert into orders (office_id, sub_office_id, user_id, rent_type, "date", start, "end", currency, base_price,
           total_price, tax_percent, commission_percent, payment_status)
         select $1, $2, $3, 'hour', $4::timestamptz + n * interval '1 minute', $5::timestamptz + n * interval '1 minute',
           $5::timestamptz + n * interval '1 minute' + interval '2 hours', 'USD', 5000, $6, 18, 30, $7
         from generate_series(0, $8::integer - 1) n returning id::integer`,
        [place.id, space?.id ?? null, user.id, date, begin, price, given.status ?? 'pending', count],
      )
      return { ids: rows.map(({ id }) => id), userId: user.id, officeId: place.id }
    },
    /** A room that can be booked, in a new office that never closes. */
    async room(name: string, time_zone = 'Asia/Jerusalem') {
      const place = await make.office({ time_zone })
      const room = await make.subOffice(place.id, { name })
      await make.unit(place.id, room.id)
      return { officeId: place.id, roomId: room.id }
    },
    /** A new owner of the office. */
    async owner(officeId: number) {
      const person = await database.person()
      await make.member(officeId, person.id, 'owner')
      return person
    },
    /** A new customer with credits. */
    customer: () => database.person({ name: 'Maya Cohen', credits: [100_000] }),
    async stop() {
      await product.kill('SIGTERM')
      await database.stop()
    },
  }
}

export const test = base.extend<object, { orders: Orders }>({
  orders: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs off the pattern
    async ({}, use) => {
      const orders = await startOrders()
      await use(orders)
      await orders.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ orders }, use) => use(orders.url),
  context: async ({ context, orders }, use) => {
    await context.addInitScript((token) => localStorage.setItem('token', token), orders.token)
    await use(context)
  },
})
