import { expect, test } from 'vitest'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()

test('anyone can send a message, and only admins read it', async () => {
  const sent = await world.post('/api/contact/', {
    email: 'dana@keyhour.test',
    message: '  שלום, יש חניה?  ',
  })
  const read = await world.get('/api/contact/', await world.user({ admin: true }))

  expect(sent.statusCode).toBe(200)
  expect(read.json()).toMatchObject([
    {
      ...sent.json(),
      message: 'שלום, יש חניה?',
      read_at: null,
      priority: 'normal',
      is_handled: false,
      tags: [],
    },
  ])
  expect((await world.get('/api/contact/', await world.user())).statusCode).toBe(403)
})

test('an empty message is refused', async () => {
  const reply = await world.post('/api/contact/', { email: 'dana@keyhour.test', message: '   ' })

  expect(reply.json().detail).toMatchObject([{ loc: ['body', 'message'], msg: 'Cannot be empty' }])
})

test('one network may send ten messages an hour', async () => {
  const write = (ip: string) =>
    world.send({
      method: 'POST',
      url: '/api/contact/',
      payload: { email: 'dana@keyhour.test', message: 'Hello' },
      remoteAddress: ip,
    })
  const replies = []
  for (let time = 0; time < 11; time += 1) replies.push(await write('10.0.0.1'))

  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10)
  expect(replies.at(-1)).toMatchObject({ statusCode: 429, headers: { 'retry-after': '3600' } })
  expect((await write('10.0.0.2')).statusCode).toBe(200)
})
