import { simulateHomeAssistant } from '@keyhour/simulators/home-assistant'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { devices, grantDevices, grants, homeAssistants } from '#server/db/schema/access.ts'
import { tendGrant } from '#server/features/grants/tend-grant.ts'
import { doorDrivers } from '#server/outside/doors.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld({ HUB_NETWORKS: 'loopback' })
const FRONT = 'lock.front_door'
const PUT = /set_lock_usercode/
const CLEAR = /clear_lock_usercode/
const PATIENT = { answerMs: 30_000, orderMs: 30_000, boltMs: 1000, pauseMs: 20 }
/** A server whose hub answers when the test says so. */
const patient = { ...world, doors: doorDrivers(world.config, { now: world.now, patience: PATIENT }) }

/** A customer has just started a visit; their code is not in the lock yet. */
async function visit() {
  world.setNow('2026-03-02T06:00:00.000Z')
  const hub = await simulateHomeAssistant({
    now: world.now,
    entities: [{ entity_id: FRONT, codes: 'zwave_js' }],
  })
  onTestFinished(hub.close)
  const office = await world.office()
  const room = await world.subOffice(office.id)
  await world.unit(office.id, room.id)
  await world.db
    .insert(homeAssistants)
    .values({ office_id: office.id, url: hub.url, token_sealed: world.secrets.seal(hub.token) })
  await world.db
    .insert(devices)
    .values({ office_id: office.id, name: 'Front door', home_assistant_id: FRONT, type: 'lock' })
  const person = await world.user()
  const space = { office_id: office.id, sub_office_id: room.id }
  const order: number = (await world.post('/api/orders/start_now', space, person)).json().id
  await world.pool.query("delete from pgboss.job where name = 'tend-grant'")
  const countOf = (what: RegExp) => hub.calls.filter(({ path }) => what.test(path)).length
  return {
    hub,
    order,
    key: { office_id: office.id, order_id: order },
    codes: () => Object.values(hub.codesIn(FRONT)),
    countOf,
    hasArrived: (what: RegExp) => expect.poll(() => countOf(what)).toBeGreaterThan(0),
    async leave() {
      world.setNow('2026-03-02T06:20:00.000Z')
      const reply = await world.post(`/api/orders/${order}/check_out`, {}, person)
      expect(reply.statusCode).toBe(200)
    },
    /** As if the server with the lease had been silent for that long. */
    endLease: () =>
      world.pool.query("update grants set leased_until = now() - interval '1 second' where order_id = $1", [
        order,
      ]),
  }
}

const grantOf = async (order: number) =>
  (await world.db.select().from(grants).where(eq(grants.order_id, order)))[0]!
const doorOf = async (order: number) =>
  (await world.db.select().from(grantDevices).where(eq(grantDevices.order_id, order)))[0]!

test('no transaction is open and no row is locked while a hub takes its time', async () => {
  const { hub, key, order, codes, hasArrived } = await visit()
  const release = hub.hold(PUT)
  const tending = tendGrant.run(patient, key)
  await hasArrived(PUT)
  const { rows: waiting } = await world.pool.query(
    `select query from pg_stat_activity
     where datname = current_database() and state like 'idle in transaction%'`,
  )
  expect(waiting).toEqual([])
  await world.pool.query('select from grants where order_id = $1 for update nowait', [order])

  release()
  await tending
  expect(codes()).toHaveLength(1)
  expect(await grantOf(order)).toMatchObject({ state: 'installed', lease_owner: null, leased_until: null })
})

test('while one server puts a code in, another leaves it alone and checks again later', async () => {
  const { hub, key, codes, countOf, hasArrived } = await visit()
  const release = hub.hold(PUT)
  const tending = tendGrant.run(patient, key)
  await hasArrived(PUT)
  await tendGrant.run(patient, key)
  const { rows } = await world.pool.query("select data from pgboss.job where name = 'tend-grant'")
  expect(rows).toEqual([{ data: key }])

  release()
  await tending
  await world.runJobs()
  expect([countOf(PUT), codes().length]).toEqual([1, 1])
})

test("a change during a server's work is carried out by that server afterwards", async () => {
  const { hub, key, order, codes, hasArrived, leave } = await visit()
  const release = hub.hold(PUT)
  const tending = tendGrant.run(patient, key)
  await hasArrived(PUT)
  await leave()
  await world.pool.query("delete from pgboss.job where name = 'tend-grant'")
  release()
  await tending
  await world.runJobs()

  expect(codes()).toEqual([])
  expect((await grantOf(order)).state).toBe('removed')
})

test('the work of a dead server is taken over once its lease has ended, and not before', async () => {
  const { key, order, codes } = await visit()
  const lease = (interval: string) =>
    world.pool.query(
      `update grants set lease_owner = 'a dead server', leased_until = now() + interval '${interval}' where order_id = $1`,
      [order],
    )
  await lease('1 hour')
  await tendGrant.run(world, key)
  expect(codes()).toEqual([])

  await lease('-1 second')
  await tendGrant.run(world, key)
  expect(codes()).toHaveLength(1)
  expect(await grantOf(order)).toMatchObject({ state: 'installed', lease_owner: null })
})

test('a code that one server puts in after another removed it does not stay', async () => {
  const { hub, key, order, codes, hasArrived, leave, endLease } = await visit()
  const release = hub.hold(PUT)
  const late = tendGrant.run(patient, key)
  await hasArrived(PUT)
  await leave()
  await world.pool.query('update grant_devices set slot = null where order_id = $1', [order])
  await endLease()
  await tendGrant.run(world, key)
  expect((await grantOf(order)).state).toBe('removed')

  release()
  await late
  expect(codes()).toHaveLength(1)
  await tendGrant.run(world, key)
  expect(codes()).toEqual([])
  expect(await doorOf(order)).toMatchObject({ state: 'removed', slot: null, code_ref: null })
})

test('a code that one server removes after another put it in again is put in once more', async () => {
  const { hub, key, order, codes, hasArrived, endLease } = await visit()
  await tendGrant.run(world, key)
  const takeDown = (at: string | null) =>
    world.pool.query('update devices set deleted_at = $1 where office_id = $2', [at, key.office_id])
  const wake = () =>
    world.pool.query('update grants set due_at = $1, version = version + 1 where order_id = $2', [
      world.now(),
      order,
    ])
  await takeDown('2026-03-02T06:00:00Z')
  await wake()
  const release = hub.hold(CLEAR)
  const late = tendGrant.run(patient, key)
  await hasArrived(CLEAR)
  await takeDown(null)
  await world.pool.query("update grant_devices set state = 'requested' where order_id = $1", [order])
  await wake()
  await endLease()
  await tendGrant.run(world, key)
  expect((await doorOf(order)).state).toBe('installed')

  release()
  await late
  expect(codes()).toEqual([])
  await tendGrant.run(world, key)
  expect(codes()).toHaveLength(1)
})

test('a lease is renewed for as long as the work takes', async () => {
  const { hub, key, order, hasArrived } = await visit()
  const release = hub.hold(PUT)
  const tending = tendGrant.run(patient, key)
  await hasArrived(PUT)
  const { leased_until } = await grantOf(order)

  await expect
    .poll(async () => Date.parse((await grantOf(order)).leased_until!))
    .toBeGreaterThan(Date.parse(leased_until!))
  release()
  await tending
})
