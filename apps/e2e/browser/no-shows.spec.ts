import { simulateHomeAssistant } from '@keyhour/simulators/home-assistant'
import { simulateMailServer } from '@keyhour/simulators/mail-server'
import { type BrowserContext, expect } from '@playwright/test'
import { start } from '../system/product.ts'
import { type Client, now, startOutsideDatabase } from '../test/outside-database.ts'
import { addRoom, bearer, makeOffice } from './offices.ts'
import { test as base } from './test.ts'
import { expectToFit, expectUsableByEverybody } from './usable.ts'

const HOUR_MS = 3_600_000

type Desk = Awaited<ReturnType<typeof startDesk>>

/** A product with a door and a mail server, whose bookings the test moves in time. */
async function startDesk() {
  const entities = [{ entity_id: 'lock.front', codes: 'zwave_js' as const }]
  const [database, hub, mailServer] = await Promise.all([
    startOutsideDatabase(),
    simulateHomeAssistant({ now, entities }),
    simulateMailServer(),
  ])
  const settings = { ...database.settings('desk'), HUB_NETWORKS: 'loopback', SMTP_URL: mailServer.url }
  const product = await start(settings)
  return {
    ...{ url: product.url, database, hub, mailServer },
    async stop() {
      await product.kill('SIGTERM')
      await Promise.all([hub.close(), mailServer.close()])
      await database.stop()
    },
  }
}

const test = base.extend<object, { desk: Desk }>({
  desk: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs off the pattern
    async ({}, use) => {
      const desk = await startDesk()
      await use(desk)
      await desk.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ desk }, use) => use(desk.url),
})

/** As if everything about the order had happened earlier. */
async function setBack({ database: { pool } }: Desk, orders: number[], minutes: number) {
  const client = await pool.connect()
  const back = `interval '${minutes} minutes'`
  await client.query('begin')
  // Timelines cannot be changed otherwise.
  await client.query(`set local session_replication_role = replica`)
  await client.query(`update order_events set at = at - ${back} where order_id = any($1)`, [orders])
  await client.query(
    `update orders set start = start - ${back}, "end" = "end" - ${back}, no_show_release_at = no_show_release_at - ${back}
    where id = any($1)`,
    [orders],
  )
  for (const table of ['grants', 'occupancy'])
    await client.query(
      `update ${table} set during = tstzrange(lower(during) - ${back}, upper(during) - ${back}) where order_id = any($1)`,
      [orders],
    )
  await client.query('commit')
  client.release()
}

/** What runs every minute runs now. */
const lookForNoShows = ({ database: { pool } }: Desk) =>
  pool.query(`insert into pgboss.job (name) values ('release-no-shows')`)

const signIn = (context: BrowserContext, { token }: Client) =>
  context.addInitScript((value) => localStorage.setItem('token', value), token)

test('one person is reminded and opens the door; another does not come, and their booking is released', async ({
  page,
  context,
  browser,
  request,
  desk,
}) => {
  const admin = await desk.database.person({ admin: true })
  const [present, absent] = [
    await desk.database.person({ name: 'Present', credits: [100_000] }),
    await desk.database.person({ name: 'Absent', credits: [100_000] }),
  ]
  const rules = { time_zone: 'UTC', no_show_minutes: 60, no_show_refund: 'late_cancel' }
  const office = await makeOffice(request, admin.token, rules)
  const hub = { office_id: office.id, url: desk.hub.url, token: desk.hub.token }
  const added = await request.post('/api/admin/home-assistants', { ...bearer(admin.token), data: hub })
  expect([added.status(), added.ok() ? '' : await added.text()]).toEqual([201, ''])
  const device = { office_id: office.id, name: 'Front door', home_assistant_id: 'lock.front', type: 'lock' }
  const door = await request.post('/api/admin/devices', { ...bearer(admin.token), data: device })
  expect([door.status(), door.ok() ? '' : await door.text()]).toEqual([201, ''])

  // Before booking, the rule is told.
  const tomorrow = new Date(now().getTime() + 24 * HOUR_MS).toISOString().slice(0, 10)
  await signIn(context, absent)
  const rooms = [await addRoom(request, admin.token, office), await addRoom(request, admin.token, office)]
  await page.goto(`/booking/${office.id}?sub_office=${rooms[0]!.id}&date=${tomorrow}&start=09:00&end=13:00`)
  await expect(
    page.getByText(
      'If nobody has checked in 60 minutes after the start, the booking is released and costs 50% of its price.',
    ),
  ).toBeVisible()

  const book = async ({ token }: Client, room: { id: number }): Promise<number> => {
    const times = { date: tomorrow, start: '09:00', end: '13:00' }
    const data = { office_id: office.id, sub_office_id: room.id, ...times }
    const reply = await request.post('/api/orders', { ...bearer(token), data })
    expect(reply.status()).toBe(201)
    return (await reply.json()).id
  }
  const [missed, kept] = [await book(absent, rooms[0]!), await book(present, rooms[1]!)]
  const untilStart = (Date.parse(`${tomorrow}T09:00:00Z`) - now().getTime()) / 60_000
  // They began 40 minutes ago.
  await setBack(desk, [missed, kept], Math.round(untilStart) + 40)
  await lookForNoShows(desk)
  const reminders = () => desk.mailServer.received.filter(({ subject }) => /Check in by/.test(subject ?? ''))
  await expect.poll(() => reminders().length).toBe(2)

  const other = await browser.newContext()
  await signIn(other, present)
  const atDoor = await other.newPage()
  await atDoor.goto(`${desk.url}/order/${kept}`)
  await expect(atDoor.getByText(/^Check in by /)).toBeVisible()
  await expectToFit(atDoor)
  await expectUsableByEverybody(atDoor)
  await atDoor
    .getByRole('button', { name: /^Open / })
    .first()
    .click()
  await expect(atDoor.getByText(/^Check in by /)).toHaveCount(0)
  expect(desk.hub.stateOf('lock.front')).toBe('unlocked')

  await page.goto(`/order/${missed}`)
  await expect(page.getByText(/^Check in by /)).toBeVisible()
  await setBack(desk, [missed, kept], 40)
  await lookForNoShows(desk)
  await expect(page.getByText('No-show', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(/^Released because nobody checked in, with a refund of /)).toBeVisible()
  await expectUsableByEverybody(page)
  await page.goto('/orders')
  await expect(page.getByText('No-show', { exact: true })).toBeVisible()
  const released = () =>
    desk.mailServer.received.filter(({ subject }) => /^Released, nobody checked in/.test(subject ?? ''))
  await expect.poll(() => released().length).toBe(1)
  const order = await (await request.get(`/api/orders/${kept}`, bearer(present.token))).json()
  expect(order).toMatchObject({ no_show: false, cancelled_at: null })
  await other.close()
})
