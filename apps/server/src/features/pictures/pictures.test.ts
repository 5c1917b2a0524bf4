import { expect, test } from 'vitest'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()

test('pictures are served for good, other files not at all', async () => {
  const name = await world.files.keep('office_images', 'webp', Buffer.from('picture'))
  const reply = await world.get(`/static/office_images/${name}`)

  expect([reply.statusCode, reply.headers['content-type'], reply.body]).toEqual([
    200,
    'image/webp',
    'picture',
  ])
  expect(reply.headers['cache-control']).toContain('immutable')
  const photo = await world.files.keep('passport_images', 'jpg', Buffer.from('face'))
  expect((await world.get(`/static/passport_images/${photo}`)).statusCode).toBe(404)
})
