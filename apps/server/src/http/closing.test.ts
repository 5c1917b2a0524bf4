import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { startWorld } from '../../test/world.ts'

const world = await startWorld()

test('while the server stops, requests in progress finish and new ones are refused', async () => {
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.app.server.address() as AddressInfo
  const lock = await world.pool.connect()
  await lock.query('begin; lock table offices')

  let answers = ''
  const socket = connect(port, '127.0.0.1').on('data', (chunk) => (answers += chunk))
  const hungUp = new Promise((resolve) => socket.on('close', resolve))
  // Its reply is recorded, and must not be replayed later.
  const health = 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n'
  socket.write(health)
  await eventually(() => expect(answers).toContain('"ok"'))
  answers = ''
  socket.write('GET /api/offices/ HTTP/1.1\r\nHost: x\r\n\r\n')
  await eventually(async () => {
    const { rows } = await world.pool.query('select 1 from pg_locks where not granted')
    expect(rows).toHaveLength(1)
  })
  const closed = world.app.close()
  socket.write(health)
  await new Promise((resolve) => setTimeout(resolve, 100))
  await lock.query('commit')
  lock.release()
  await Promise.all([closed, hungUp])

  const [begun, late] = answers.split(/(?=HTTP\/1\.1 )/)
  expect(begun).toContain('200 OK')
  expect(late).toContain('503 Service Unavailable')
  expect(late).toMatch(/connection: close/i)
  expect(late).toContain('{"detail":"The server is stopping. Please try again in a moment."}')
})
