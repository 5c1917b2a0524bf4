import { type MessageChange, MOST_TAGS } from '@keyhour/contract/messages'
import { expect, test } from 'vitest'
import { contactMessages } from '#server/db/schema/messages.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const [dana, omer] = [await world.user({ admin: true }), await world.user({ admin: true })]

async function receive(given: Partial<typeof contactMessages.$inferInsert> = {}): Promise<number> {
  const message = { email: 'visitor@keyhour.test', message: 'Do you have parking?', ...given }
  const [kept] = await world.db.insert(contactMessages).values(message).returning()
  return kept!.id
}

const change = (id: number, payload: object, as: typeof dana | undefined = dana) =>
  world.send({ method: 'PATCH', url: `/api/contact/${id}`, payload }, as)
const stored = async (id: number) => (await world.get(`/api/contact/${id}`, dana)).json()

test.each<[MessageChange, object]>([
  [{ read: true }, { read_at: '2026-03-02T08:00:00.000Z' }],
  [{ is_handled: true }, { is_handled: true }],
  [{ priority: 'high' }, { priority: 'high' }],
  [{ tags: ['חניה', '  Big order '] }, { tags: ['חניה', 'Big order'] }],
])('%j changes that and nothing else, and answers the message', async (payload, changed) => {
  const id = await receive()
  const before = await stored(id)
  const reply = await change(id, payload)

  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toEqual({ ...before, ...changed, version: 2 })
  expect(await stored(id)).toEqual(reply.json())
})

test('a message goes back to unread, unhandled and another priority', async () => {
  const id = await receive({ read_at: '2026-03-01T08:00:00Z', is_handled: true, priority: 'high' })
  await change(id, { read: false })
  await change(id, { is_handled: false })
  await change(id, { priority: 'low' })

  expect(await stored(id)).toMatchObject({ read_at: null, is_handled: false, priority: 'low' })
})

test('a message that is read twice keeps the time of the first reading', async () => {
  const id = await receive({ read_at: '2026-03-01T08:00:00Z' })
  const reply = await change(id, { read: true })

  expect(reply.json()).toMatchObject({ read_at: '2026-03-01T08:00:00.000Z', version: 1 })
})

test.each([
  [{}],
  [{ note: 'x' }],
  [{ read: true, is_handled: true }],
  [{ read: true, is_handled: false, tags: [], priority: 'low' }],
])('%j is refused: one change at a time', async (payload) => {
  const id = await receive()
  const reply = await change(id, payload)

  expect(reply.statusCode).toBe(422)
  expect(reply.json().detail).toMatchObject([
    { loc: ['body'], msg: 'Should have exactly one of read, is_handled, tags and priority' },
  ])
  expect(await stored(id)).toMatchObject({ read_at: null, is_handled: false, version: 1 })
})

test.each([
  [{ read: 'yes' }, ['read'], 'Invalid Value'],
  [{ is_handled: null }, ['is_handled'], 'Invalid Value'],
  [{ priority: 'urgent' }, ['priority'], 'Invalid Value'],
  [{ tags: 'parking' }, ['tags'], 'Invalid Value'],
  [{ tags: ['   '] }, ['tags', '0'], 'Cannot be empty'],
  [{ tags: ['a'.repeat(41)] }, ['tags', '0'], 'Should have at most 40 characters'],
])('%j is refused by its field', async (payload, path, msg) => {
  const reply = await change(await receive(), payload)

  expect(reply.statusCode).toBe(422)
  expect(reply.json().detail[0]).toMatchObject({ loc: ['body', ...path], msg })
})

test('two admins who add a tag at the same time keep both', async () => {
  const id = await receive({ tags: ['old'] })
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, n) => change(id, { tags: ['old', `tag ${n}`] }, n % 2 ? dana : omer)),
  )

  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200))
  const { tags } = await stored(id)
  expect(tags[0]).toBe('old')
  expect(tags.toSorted()).toEqual(['old', ...Array.from({ length: 10 }, (_, n) => `tag ${n}`)])
})

test('a tag is there once, and the list of tags is bounded', async () => {
  const id = await receive({ tags: ['parking'] })
  const many = Array.from({ length: MOST_TAGS }, (_, n) => `tag ${n}`)
  expect((await change(id, { tags: ['parking', 'parking'] })).json()).toMatchObject({
    tags: ['parking'],
    version: 1,
  })
  const reply = await change(id, { tags: many })

  expect(reply.json().detail).toMatchObject([{ loc: ['body', 'tags'], msg: 'Should have at most 30 tags' }])
  expect((await change(id, { tags: many.slice(1) })).json().tags).toHaveLength(MOST_TAGS)
})

test('changes by two admins at the same time to different things are all kept', async () => {
  const id = await receive()
  await Promise.all([
    change(id, { read: true }),
    change(id, { is_handled: true }, omer),
    change(id, { priority: 'high' }),
    change(id, { tags: ['parking'] }, omer),
  ])

  expect(await stored(id)).toMatchObject({
    read_at: '2026-03-02T08:00:00.000Z',
    is_handled: true,
    priority: 'high',
    tags: ['parking'],
    version: 5,
  })
})

test('each change is in the audit log, without the words of the message or its tags', async () => {
  const id = await receive()
  await change(id, { tags: ['Noa from accounting'] }, omer)
  await change(id, { tags: ['Noa from accounting'] }, omer)
  const { rows } = await world.pool.query(
    `select actor_id::integer, action, details from audit_log where subject = 'message' and subject_id = $1`,
    [id],
  )

  expect(rows).toEqual([{ actor_id: omer.id, action: 'change message', details: { changed: 'tags' } }])
})

test('a message that does not exist cannot be read or changed', async () => {
  for (const reply of [await change(987, { read: true }), await world.get('/api/contact/987', dana)]) {
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toEqual({ detail: 'This message does not exist.' })
  }
})

test('only admins see and change messages', async () => {
  const [id, member] = [await receive(), await world.user()]
  for (const [as, status] of [
    [undefined, 401],
    [member, 403],
  ] as const) {
    const replies = [
      await world.send({ method: 'PATCH', url: `/api/contact/${id}`, payload: { read: true } }, as),
      await world.get(`/api/contact/${id}`, as),
      await world.get('/api/contact/unread', as),
      await world.get('/api/contact/?page=1', as),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(4).fill(status))
  }
  expect(await stored(id)).toMatchObject({ read_at: null })
})
