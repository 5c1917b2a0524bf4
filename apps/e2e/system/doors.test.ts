import { simulateHomeAssistant } from '@keyhour/simulators/home-assistant'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../../scripts/free-port.mjs'
import { call } from '../test/booking-load.ts'
import { now, startOutsideDatabase } from '../test/outside-database.ts'
import { type Product, pause, start } from './product.ts'

const DOOR = 'lock.front_door'
/** Without the job of the minute. */
const SOON = { timeout: 20_000, interval: 50 }
/** Includes a server start. */
const ONCE_UP = { timeout: 60_000, interval: 100 }

const hub = await simulateHomeAssistant({ now, entities: [{ entity_id: DOOR, codes: 'zwave_js' }] })
const database = await startOutsideDatabase()
const port = await freePort()
const settings = { ...database.settings('one'), HUB_NETWORKS: 'loopback' }
let product: Product = await start(settings, port)
afterAll(async () => {
  await product.kill('SIGTERM')
  await hub.close()
  await database.stop()
})

const [admin, member] = [
  await database.person({ admin: true }),
  await database.person({ credits: [1_000_000] }),
]

async function openOffice() {
  const { id: office_id } = await database.make.office()
  const { id: sub_office_id } = await database.make.subOffice(office_id)
  await database.make.unit(office_id, sub_office_id)
  const add = async (path: string, body: object) => {
    const made = await call(product, admin, ['POST', path], body)
    expect([path, made.status]).toEqual([path, 201])
    return made.body.id
  }
  await add('/api/admin/home-assistants', { url: hub.url, token: hub.token, office_id })
  const door = { name: 'Front door', office_id, home_assistant_id: DOOR, type: 'lock' }
  return { space: { office_id, sub_office_id }, device_id: await add('/api/admin/devices', door) }
}

const { space, device_id } = await openOffice()
const codes = () => Object.values(hub.codesIn(DOOR))
const PUT = /set_lock_usercode/
const countPuts = () => hub.calls.filter(({ path }) => PUT.test(path)).length

async function startNow(): Promise<number> {
  const { status, body } = await call(product, member, ['POST', '/api/orders/start_now'], space)
  expect(status).toBe(201)
  return body.id
}

const checkOut = async (order: number) =>
  expect((await call(product, member, ['POST', `/api/orders/${order}/check_out`])).status).toBe(200)
const accessOf = async (order: number) =>
  (await call(product, member, ['GET', `/api/orders/${order}/access`])).body
const codeOf = async (order: number) => (await accessOf(order)).door_code
const open = (order: number) =>
  call(product, member, ['POST', `/api/orders/${order}/doors/${device_id}/open`])

test('a started visit opens the door and has its code in the lock, and check-out ends both', async () => {
  const order = await startNow()
  expect((await open(order)).status).toBe(200)
  expect(hub.stateOf(DOOR)).toBe('unlocked')
  await expect.poll(codes, SOON).toHaveLength(1)
  // The lock has it before it is known that the lock has it.
  await expect.poll(() => codeOf(order), SOON).toBe(codes()[0])

  await checkOut(order)
  expect((await open(order)).status).toBe(403)
  await expect.poll(codes, SOON).toEqual([])
})

test('a server killed right after a change finishes the change at its next start', async () => {
  for (const wait of [0, 30, 300, 900]) {
    const order = await startNow()
    await pause(wait)
    await product.kill('SIGKILL')
    product = await start(settings, port)
    await expect.poll(codes, ONCE_UP).toHaveLength(1)

    await checkOut(order)
    await pause(wait)
    await product.kill('SIGKILL')
    product = await start(settings, port)
    await expect.poll(codes, ONCE_UP).toEqual([])
  }
})

test('if a server is killed while a hub writes a code, another takes over and the code is written once', async () => {
  const before = countPuts()
  const release = hub.hold(PUT)
  const order = await startNow()
  await expect.poll(countPuts, SOON).toBe(before + 1)
  await product.kill('SIGKILL')
  product = await start(settings, port)
  release()
  await expect.poll(codes, ONCE_UP).toHaveLength(1)
  await expect.poll(async () => (await accessOf(order)).state, ONCE_UP).toBe('installed')
  expect(codes()).toEqual([await codeOf(order)])

  await checkOut(order)
  await expect.poll(codes, SOON).toEqual([])
})

test('two servers that share the work write each code once and keep no transaction open', async () => {
  const other = await start({ ...database.settings('two'), HUB_NETWORKS: 'loopback' }, await freePort())
  try {
    const before = countPuts()
    const release = hub.hold(PUT)
    const order = await startNow()
    await expect.poll(countPuts, SOON).toBe(before + 1)
    const { rows } = await database.pool.query(
      "select query from pg_stat_activity where state like 'idle in transaction%'",
    )
    expect(rows).toEqual([])
    release()
    await expect.poll(codes, SOON).toHaveLength(1)
    expect(countPuts()).toBe(before + 1)
    await checkOut(order)
    await expect.poll(codes, SOON).toEqual([])
  } finally {
    await other.kill('SIGTERM')
  }
})
