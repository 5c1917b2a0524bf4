import { expect, test } from 'vitest'
import { devices, homeAssistants } from '#server/db/schema/access.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const [admin, member] = [await world.user({ admin: true }), await world.user()]

test('admins see every door, those taken down too', async () => {
  const office = await world.office()
  const door = { office_id: office.id, type: 'lock' }
  await world.db.insert(devices).values([
    { ...door, name: 'Front door', home_assistant_id: 'lock.front_door' },
    { ...door, name: 'Old door', home_assistant_id: 'lock.old', deleted_at: '2026-01-01T00:00:00Z' },
  ])

  expect((await world.get('/api/admin/devices', admin)).json()).toMatchObject([
    { name: 'Front door', office_id: office.id, home_assistant_id: 'lock.front_door', deleted_at: null },
    { name: 'Old door', deleted_at: '2026-01-01T00:00:00.000Z' },
  ])
  expect((await world.get('/api/admin/devices', member)).statusCode).toBe(403)
})

test('the token of a hub never leaves the server, not even sealed', async () => {
  const office = await world.office()
  const token_sealed = world.secrets.seal('hub-token')
  const hub = { office_id: office.id, token_sealed }
  await world.db.insert(homeAssistants).values([
    { ...hub, url: 'https://hub.example' },
    { ...hub, url: 'https://old.example', deleted_at: '2026-01-01T00:00:00Z' },
  ])
  const reply = await world.get('/api/admin/home-assistants', admin)

  expect(reply.json()).toMatchObject([
    { url: 'https://hub.example', office_id: office.id, token: '••••••••' },
  ])
  expect(reply.json()).toHaveLength(1)
  expect(reply.body).not.toContain('hub-token')
  expect(reply.body).not.toContain(token_sealed)
})
