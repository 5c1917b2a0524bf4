import { expect, test } from 'vitest'
import { contactMessages } from '#server/db/schema/messages.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const [dana, omer] = [
  await world.user({ admin: true, name: 'Dana' }),
  await world.user({ admin: true, name: 'Omer' }),
]
const deleted = await world.user({ admin: true, deleted_at: '2026-03-01T08:00:00Z' })
const member = await world.user()

async function receive(given: Partial<typeof contactMessages.$inferInsert> = {}): Promise<number> {
  const message = { email: 'visitor@example.com', message: 'Is there parking?', ...given }
  const [kept] = await world.db.insert(contactMessages).values(message).returning()
  return kept!.id
}

const assign = (id: number, assignee_id: unknown, as = dana) =>
  world.send({ method: 'PUT', url: `/api/contact/${id}/assignee`, payload: { assignee_id } }, as)

test('a message is assigned to an admin and to nobody again, and each change is recorded', async () => {
  const id = await receive()
  const given = await assign(id, omer.id)
  expect(given.json()).toMatchObject({ assignee: { id: omer.id, name: 'Omer' }, version: 2 })
  await assign(id, omer.id)
  expect((await world.get(`/api/contact/${id}`, dana)).json()).toEqual(given.json())
  expect((await assign(id, null)).json()).toMatchObject({ assignee: null, version: 3 })

  const { rows } = await world.pool.query(
    `select action, details from audit_log where subject = 'message' and subject_id = $1`,
    [id],
  )
  expect(rows).toEqual(Array(2).fill({ action: 'change message', details: { changed: 'assignee' } }))
})

test('only admins who are there can be assignees, and they can be listed', async () => {
  const id = await receive()
  for (const nobody of [member.id, deleted.id, 987_654]) {
    const reply = await assign(id, nobody)
    expect(reply.statusCode).toBe(422)
    expect(reply.json().detail).toMatchObject([
      { loc: ['body', 'assignee_id'], msg: 'Messages can only be assigned to admins.' },
    ])
  }

  expect((await world.get('/api/contact/assignees', dana)).json()).toEqual([
    { id: dana.id, name: 'Dana' },
    { id: omer.id, name: 'Omer' },
  ])
})

test('an admin finds the messages that are assigned to them, by date and by priority', async () => {
  const [low, high] = [await receive({ priority: 'low' }), await receive({ priority: 'high' })]
  const other = await receive()
  for (const id of [high, low]) await assign(id, omer.id)
  await assign(other, dana.id)
  const find = async (query: string) =>
    (await world.get(`/api/contact/?page=1&filter=mine&${query}`, omer))
      .json()
      .map(({ id }: { id: number }) => id)

  expect(await find('')).toEqual([high, low])
  expect(await find('sort=priority')).toEqual([high, low])
  expect(await find('q=parking')).toEqual([high, low])
  expect(await find('q=nothing')).toEqual([])
})

test('the office that a message is about is shown, in the list and alone', async () => {
  const office = await world.office({ name: 'Harbour', name_he: 'הנמל' })
  const id = await receive({ office_id: office.id })
  const shown = { office: { id: office.id, name: 'Harbour', name_he: 'הנמל' } }

  expect((await world.get(`/api/contact/${id}`, dana)).json()).toMatchObject(shown)
  expect((await world.get('/api/contact/?page=1&page_size=1', dana)).json()).toMatchObject([{ id, ...shown }])
})

test('only admins assign messages', async () => {
  const id = await receive()

  expect((await assign(id, dana.id, member)).statusCode).toBe(403)
  expect((await world.get('/api/contact/assignees', member)).statusCode).toBe(403)
  expect((await assign(987_654, dana.id)).json()).toEqual({ detail: 'This message does not exist.' })
})
