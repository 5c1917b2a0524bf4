import { expect, test } from 'vitest'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()

test('anybody can write a message, and only admins read it', async () => {
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
