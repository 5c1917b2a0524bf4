import { simulateGoogleCalendar } from '@keyhour/simulators/google-calendar'
import { freePort } from '../../../scripts/free-port.mjs'
import { start } from '../system/product.ts'
import { consentAt, googleSettings } from '../test/google-account.ts'
import { now, startOutsideDatabase } from '../test/outside-database.ts'
import { test as base } from './test.ts'

type House = Awaited<ReturnType<typeof startHouse>>

/** A product whose offices can be connected to a simulated Google, but not to Outlook. */
async function startHouse() {
  const [database, google, port] = [
    await startOutsideDatabase(),
    await simulateGoogleCalendar({ now }),
    await freePort(),
  ]
  const product = await start(
    {
      ...database.settings('house'),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ...googleSettings(google),
    },
    port,
  )
  const admin = await database.person({ admin: true })
  const send = async (method: string, path: string, body: object, token = admin.token) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const reply = await fetch(product.url + path, { method, headers, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return reply.json()
  }

  const connect = async (officeId: number) =>
    database.pool.query(
      `insert into integrations (office_id, provider, state, settings, credentials_sealed)
       values ($1, 'google', 'connected', '{}', $2)`,
      [officeId, await consentAt(google)],
    )

  /** Answers where it is, and its calendar. */
  async function linkedRoom() {
    const office = await database.make.office({ name: 'Rothschild 12' })
    const rooms = []
    for (const name of ['Blue room', 'Green room']) {
      const room = await database.make.subOffice(office.id, { name })
      await database.make.unit(office.id, room.id)
      rooms.push(room.id)
    }
    await connect(office.id)
    const calendar = google.addCalendar({ summary: 'Blue room' })
    const path = `/api/offices/${office.id}/sub-offices/${rooms[0]}`
    await send('PUT', path, { google_calendar_id: calendar })
    return { place: { office_id: office.id, sub_office_id: rooms[0]! }, calendar }
  }

  return {
    url: product.url,
    google,
    admin,
    database,
    send,
    linkedRoom,
    async stop() {
      await product.kill('SIGTERM')
      await google.close()
      await database.stop()
    },
  }
}

export const test = base.extend<object, { house: House }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs off the pattern
    async ({}, use) => {
      const house = await startHouse()
      await use(house)
      await house.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ house }, use) => use(house.url),
  context: async ({ house, context }, use) => {
    await context.addInitScript(
      ([origin, value]) => {
        if (location.origin === origin) localStorage.setItem('token', value!)
      },
      [house.url, house.admin.token],
    )
    await use(context)
  },
})
