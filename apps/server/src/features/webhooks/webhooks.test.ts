import { MOST_WEBHOOKS } from '@keyhour/contract/webhooks'
import { expect, test } from 'vitest'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const admin = await world.user({ admin: true })
const person = await world.user()
const FORM = { name: 'CRM', url: 'https://crm.example.com/keyhour', kinds: ['order.booked'] }

const add = (given: object = {}) => world.post('/api/admin/webhooks', { ...FORM, ...given }, admin)

test('the secret is in one reply only, and stored encrypted', async () => {
  const made = await add()
  const { secret, ...webhook } = made.json()
  const listed = await world.get('/api/admin/webhooks', admin)
  const changed = await world.send(
    { method: 'PUT', url: `/api/admin/webhooks/${webhook.id}`, payload: { name: 'ERP', version: 1 } },
    admin,
  )
  const { rows } = await world.pool.query('select secret_sealed from webhooks where id = $1', [webhook.id])

  expect([made.statusCode, changed.statusCode]).toEqual([201, 200])
  expect(secret).toMatch(/^kh_whsec_[\w-]{43}$/)
  expect(listed.json()).toContainEqual(webhook)
  expect(`${listed.body}${changed.body}`).not.toContain('secret_sealed')
  expect(`${listed.body}${changed.body}${rows[0].secret_sealed}`).not.toContain(secret)
  expect(world.secrets.open(rows[0].secret_sealed)).toBe(secret)
})

test.each([
  [{ name: ' ' }, 'name', 'Cannot be empty'],
  [{ kinds: [] }, 'kinds', 'Choose at least one event'],
  [{ url: 'crm' }, 'url', 'Should be an address like https://example.com/webhooks'],
  [{ url: 'http://crm.example.com/' }, 'url', 'Should start with https://'],
  [{ url: 'https://a:b@crm.example.com/' }, 'url', 'Should not contain a user name or password'],
  [{ url: 'https://192.168.1.7/' }, 'url', 'Webhooks cannot be sent to this network'],
  [{ url: 'https://169.254.169.254/' }, 'url', 'Webhooks cannot be sent to this network'],
  [{ url: 'https://localhost/' }, 'url', 'Webhooks cannot be sent to this network'],
])('%j is refused', async (given, field, msg) => {
  const reply = await add(given)

  expect(reply.statusCode).toBe(422)
  expect(reply.json().detail).toMatchObject([{ loc: ['body', field], msg }])
})

test('an address that is changed is checked like a new one', async () => {
  const { id } = (await add()).json()
  const payload = { url: 'https://10.0.0.1/' }
  const reply = await world.send({ method: 'PUT', url: `/api/admin/webhooks/${id}`, payload }, admin)

  expect(reply.statusCode).toBe(422)
})

test('a change to an older version is refused', async () => {
  const { id } = (await add()).json()
  const change = (name: string) =>
    world.send({ method: 'PUT', url: `/api/admin/webhooks/${id}`, payload: { name, version: 1 } }, admin)
  const replies = await Promise.all([change('One'), change('Two')])

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})

test('a deleted webhook is gone, with its secret', async () => {
  const { id } = (await add()).json()
  const remove = () => world.send({ method: 'DELETE', url: `/api/admin/webhooks/${id}` }, admin)
  const replies = await Promise.all([remove(), remove()])
  const { rows } = await world.pool.query('select secret_sealed from webhooks where id = $1', [id])

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
  expect(rows).toEqual([{ secret_sealed: null }])
  expect((await world.post(`/api/admin/webhooks/${id}/test`, {}, admin)).statusCode).toBe(404)
})

test.each([
  ['GET', 'webhooks'],
  ['POST', 'webhooks', FORM],
  ['PUT', 'webhooks/1', { name: 'Mine' }],
  ['DELETE', 'webhooks/1'],
  ['POST', 'webhooks/1/rotate_secret', { version: 1 }],
  ['POST', 'webhooks/1/test'],
  ['POST', 'webhooks/1/send_failed_again'],
  ['GET', 'webhook_deliveries'],
  ['GET', 'webhook_deliveries/1'],
  ['POST', 'webhook_deliveries/1/send_again'],
] as const)('only an admin may call %s %s', async (method, path, payload?: object) => {
  const call = (as?: typeof person) =>
    world.send({ method, url: `/api/admin/${path}`, ...(payload && { payload }) }, as)

  expect([(await call()).statusCode, (await call(person)).statusCode]).toEqual([401, 403])
})

test('there is a limit to the number of webhooks', async () => {
  await world.pool.query(
    `insert into webhooks (name, url, kinds, secret_sealed)
     select 'many', 'https://example.com', '{order.booked}', 'x' from generate_series(1, $1)`,
    [MOST_WEBHOOKS],
  )
  expect((await add()).json().detail).toBe('There can be at most 20 webhooks. Please delete one first.')
})
