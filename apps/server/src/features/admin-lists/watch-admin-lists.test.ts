import { setTimeout as pause } from 'node:timers/promises'
import { AdminList } from '@keyhour/contract/admin-lists'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { hearStream } from '../../../test/hear-stream.ts'
import { openWholeServer } from '../../../test/whole-server.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
type Person = Awaited<ReturnType<typeof world.user>>

async function watch(person: Person, app: FastifyInstance = world.app) {
  const stream = await hearStream(app, '/api/admin/live', await world.tokenOf(person))
  return {
    ...stream,
    times: (list: AdminList) => stream.times(list),
    /** Each list once, sorted. */
    lists: () => [...new Set(stream.heard())].filter((event) => event !== 'open').sort(),
  }
}

const admin = await world.user({ admin: true })
const [person, office] = [await world.user(), await world.office()]
const lot = await world.credits(person.id, 1000)
const space = await world.subOffice(office.id)

test.each<[AdminList[], string]>([
  [['users'], `insert into users (name, email) values ('Noa', 'noa@live.test')`],
  [['users'], `update users set name = 'Noa Bar' where id = ${person.id}`],
  [['users'], `update profiles set phone = '050' where user_id = ${person.id}`],
  [
    ['users'],
    `insert into office_members (office_id, user_id, role) values (${office.id}, ${person.id}, 'owner')`,
  ],
  [['users'], `update credit_lots set remaining = 900 where id = ${lot}`],
  [['offices'], `update offices set wifi_name = 'guests' where id = ${office.id}`],
  [['offices'], `update sub_offices set price_per_hour = 1 where id = ${space.id}`],
  [['offices'], `insert into integrations (office_id, provider) values (${office.id}, 'google')`],
  [
    ['devices', 'offices'],
    `insert into devices (office_id, name, home_assistant_id, type) values (${office.id}, 'a', 'b', 'c')`,
  ],
  [
    ['home_assistants', 'offices'],
    `insert into home_assistants (office_id, url, token_sealed) values (${office.id}, 'a', 'b')`,
  ],
  [['credit_packs'], `insert into credit_packs (name, credits_amount, price_cents) values ('a', 1, 1)`],
  [
    ['payments'],
    `insert into payments (user_id, way, credit_pack_id, pack_name, credits_amount, amount, tax_percent, currency, expires_at)
     select ${admin.id}, 'invoice', id, 'a', 1, 1, 18, 'ILS', now() from credit_packs limit 1`,
  ],
  [['messages'], `insert into contact_messages (email, message) values ('noa@live.test', 'Hello')`],
  [['messages'], `update contact_messages set is_handled = true`],
  [
    ['webhooks'],
    `insert into webhooks (name, url, kinds, secret_sealed) values ('a', 'b', '{order.booked}', 'c')`,
  ],
])('admins are notified that %j changed, whoever changed it', async (lists, change) => {
  const watched = await watch(admin)
  expect(watched.type).toBe('text/event-stream; charset=utf-8')
  await world.pool.query(change)

  await expect.poll(watched.lists).toEqual(lists)
})

test('a change on one server is announced on another', async () => {
  const { config, dataDir, now } = world
  const other = await openWholeServer({ url: config.databaseUrl!, dataDir, now })
  onTestFinished(other.close)
  const watched = await watch(admin, other.app)
  // It misses everything before it listens.
  await expect
    .poll(async () => {
      await world.pool.query(`update users set name = 'Noa Bar' where id = ${person.id}`)
      return watched.times('users')
    })
    .toBeGreaterThan(0)
  const form = { name: 'Maya Cohen', email: 'maya@live.test', officeIds: [], admin: true }
  const before = watched.times('users')
  expect((await world.post('/api/admin/users', form, admin)).statusCode).toBe(201)

  await expect.poll(() => watched.times('users')).toBeGreaterThan(before)
})

test('a failed change is not announced, and a large one is announced once', async () => {
  const watched = await watch(admin)
  await expect(world.pool.query(`insert into users (name, email) values ('', 'x')`)).rejects.toThrow()
  await world.pool.query(
    `insert into users (name, email) select 'Many', 'many-' || n || '@live.test' from generate_series(1, 50) n;
     update users set name = 'More' where email like 'many-%'`,
  )
  await expect.poll(() => watched.times('users')).toBe(1)
  await pause(200)

  expect(watched.times('users')).toBe(1)
})

test.each([
  ['demoted', 'admin = false'],
  ['deleted', 'deleted_at = now()'],
  ['signed out everywhere', 'session_epoch = session_epoch + 1'],
])('an admin who is %s is no longer notified', async (_, change) => {
  const [one, other] = [await world.user({ admin: true }), await world.user({ admin: true })]
  const [watched, left] = [await watch(one), await watch(other)]
  await pause(200)
  expect(watched.isOver()).toBe(false)
  await world.pool.query(`update users set ${change} where id = $1`, [one.id])

  await expect.poll(watched.isOver).toBe(true)
  expect(left.isOver()).toBe(false)
})

test('only admins may listen', async () => {
  for (const [as, status] of [
    [undefined, 401],
    [person, 403],
  ] as const) {
    const reply = await world.get('/api/admin/live', as)

    expect(reply.statusCode).toBe(status)
  }
})

test('after the database connection was lost, admins reload every list', async () => {
  const watched = await watch(admin)
  await world.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'keyhour changes'`,
  )

  await expect.poll(watched.lists).toEqual(AdminList.options.toSorted())
})
