import { CANNED_ANSWER_LIMIT } from '@keyhour/contract/answers'
import { expect, test } from 'vitest'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const [dana, member] = [await world.user({ admin: true, name: 'Dana' }), await world.user()]
const URL = '/api/contact/canned-answers'

const add = (payload: object, as = dana) => world.post(URL, payload, as)
const change = (id: number, payload: object, as = dana) =>
  world.send({ method: 'PUT', url: `${URL}/${id}`, payload }, as)
const remove = (id: number, as = dana) => world.send({ method: 'DELETE', url: `${URL}/${id}` }, as)
const list = async () => (await world.get(URL, dana)).json()

test('canned answers are added, listed by title, changed and deleted', async () => {
  const parking = (await add({ title: 'Parking', text: 'There is parking in the courtyard.' })).json()
  const hours = (await add({ title: 'hours', text: 'We are open from 8 to 20.' })).json()
  expect(await list()).toEqual([hours, parking])
  const changed = await change(hours.id, { title: 'Opening hours', text: 'From 8 to 20.', version: 1 })
  expect(changed.json()).toEqual({ id: hours.id, title: 'Opening hours', text: 'From 8 to 20.', version: 2 })
  expect((await remove(parking.id)).statusCode).toBe(200)

  expect(await list()).toEqual([changed.json()])
  const { rows } = await world.pool.query(
    `select action, details from audit_log where subject = 'canned answer' order by id`,
  )
  expect(rows).toEqual([
    { action: 'add canned answer', details: {} },
    { action: 'add canned answer', details: {} },
    { action: 'change canned answer', details: { changed: 'title, text' } },
    { action: 'delete canned answer', details: {} },
  ])
})

test('of two admins who change the same canned answer, the second is told who was first', async () => {
  const { id } = (await add({ title: 'Prices', text: 'From 50 an hour.' })).json()
  await change(id, { title: 'Prices', text: 'From 60 an hour.', version: 1 })
  const reply = await change(id, { title: 'Prices', text: 'From 70 an hour.', version: 1 })

  expect(reply.statusCode).toBe(409)
  expect(reply.json()).toMatchObject({ changed_by: 'Dana' })
})

test('a canned answer needs a title and a text', async () => {
  const reply = await add({ title: ' ', text: '' })

  expect(reply.statusCode).toBe(422)
  expect(reply.json().detail).toMatchObject([
    { loc: ['body', 'title'], msg: 'Cannot be empty' },
    { loc: ['body', 'text'], msg: 'Cannot be empty' },
  ])
})

test('a canned answer that does not exist cannot be changed or deleted', async () => {
  for (const reply of [await change(987, { title: 'a', text: 'b' }), await remove(987)]) {
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toEqual({ detail: 'This saved reply does not exist.' })
  }
})

test('only admins see and change canned answers', async () => {
  const { id } = (await add({ title: 'Keys', text: 'The door opens by itself.' })).json()
  const replies = [
    await world.get(URL, member),
    await add({ title: 'a', text: 'b' }, member),
    await change(id, { title: 'a', text: 'b' }, member),
    await remove(id, member),
  ]

  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(4).fill(403))
})

test('there are no more canned answers than a list shows', async () => {
  await world.pool.query(
    `insert into canned_answers (title, text) select 'Title', 'Text' from generate_series(1, ${CANNED_ANSWER_LIMIT})`,
  )
  const reply = await add({ title: 'One more', text: 'Text' })

  expect(reply.statusCode).toBe(409)
  expect(reply.json().detail).toBe('There can be at most 100 saved replies. Please delete one first.')
})
