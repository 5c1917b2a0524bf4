import { expect, test } from 'vitest'
import { makeAdmin } from '#server/features/auth/make-admin.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const password = 'correct horse battery'

const findUser = async (email: string) =>
  (await world.pool.query('select * from users where email = $1', [email])).rows[0]

async function setPassword(link: string) {
  const token = new URL(link).searchParams.get('token')
  return world.post(`/api/auth/reset_password/${token}`, { password })
}

test('a new admin sets a password by the link and can sign in', async () => {
  const link = await makeAdmin(world, 'first@keyhour.test')
  const { token } = (await setPassword(link)).json()
  const reply = await world.send({ url: '/api/admin/users', headers: { authorization: `Bearer ${token}` } })

  expect(reply.statusCode).toBe(200)
  expect((await setPassword(link)).statusCode).toBe(404)
})

test('an existing user becomes an admin and keeps their account', async () => {
  const person = await world.user({ password })
  await makeAdmin(world, person.email.toUpperCase())

  expect(await findUser(person.email)).toMatchObject({
    id: String(person.id),
    name: person.name,
    admin: true,
  })
  expect((await world.post('/api/auth/sign_in', { email: person.email, password })).statusCode).toBe(200)
})

test('a deleted user does not become an admin', async () => {
  const person = await world.user({ deleted_at: '2026-01-01T00:00:00Z' })

  await expect(makeAdmin(world, person.email)).rejects.toThrow(/is deleted/)
  expect(await findUser(person.email)).toMatchObject({ admin: false })
})

test('making an admin is recorded in the audit log', async () => {
  await makeAdmin(world, 'noted@keyhour.test')
  const { id } = await findUser('noted@keyhour.test')
  const { rows } = await world.pool.query('select action, actor_id from audit_log where subject_id = $1', [
    id,
  ])

  expect(rows).toEqual([{ action: 'make admin', actor_id: null }])
})
