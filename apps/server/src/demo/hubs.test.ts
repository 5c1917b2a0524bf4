import { eq, isNull } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { devices, homeAssistants } from '#server/db/schema/access.ts'
import { fillWithDemoData } from '#server/demo/fill-with-demo-data.ts'
import { startDemoHubs } from '#server/demo/hubs.ts'
import { doorDrivers } from '#server/outside/doors.ts'
import { startWorld } from '../../test/world.ts'

const DEMO_PICTURES = new URL('../../demo-pictures/', import.meta.url)

const world = await startWorld()
await fillWithDemoData(world, DEMO_PICTURES, () => undefined)

async function demoDoors() {
  const hubs = await startDemoHubs({ now: world.now, moveMs: 10 })
  onTestFinished(hubs.close)
  const rows = await world.db
    .select({ id: devices.home_assistant_id, url: homeAssistants.url, token: homeAssistants.token_sealed })
    .from(devices)
    .innerJoin(homeAssistants, eq(homeAssistants.office_id, devices.office_id))
    .where(isNull(devices.deleted_at))
    .orderBy(devices.id)
  return {
    doors: doorDrivers(world.config, { now: world.now, standIn: hubs.standIn }),
    known: rows.map(({ id, url, token }) => ({
      id,
      hub: { kind: 'home_assistant' as const, url, token: world.secrets.open(token) },
    })),
  }
}

test('every door of the demo opens if its office has a hub', async () => {
  const { doors, known } = await demoDoors()
  const opened = await Promise.all(known.map((door) => doors.open(door)))

  expect(known.length).toBeGreaterThanOrEqual(25)
  expect(new Set(opened.map(({ state }) => state))).toEqual(new Set(['unlocked']))
})

test('each hub knows the doors of its own office, and one more that can be added', async () => {
  const { doors, known } = await demoDoors()
  const [{ hub }] = known as [(typeof known)[0]]
  const own = known.filter((door) => door.hub.url === hub.url).map(({ id }) => id)

  expect(await doors.listDoors(hub)).toMatchObject([
    ...own.map((id) => ({ id, state: 'locked' })),
    { name: 'Storage room' },
  ])
})

test('without the demo nothing answers at the addresses of its hubs', async () => {
  const { known } = await demoDoors()
  const real = doorDrivers(world.config, { now: world.now })

  await expect(real.open(known[0]!)).rejects.toMatchObject({ reason: 'unreachable' })
})

test('the demo has entrances for whole offices, and locks that open some rooms only', async () => {
  const { rows } = await world.pool.query(
    `select devices.name, array_agg(sub_offices.name order by sub_offices.id) as opens
     from device_sub_offices named
     join devices on devices.office_id = named.office_id and devices.id = named.device_id
     join sub_offices on sub_offices.office_id = named.office_id and sub_offices.id = named.sub_office_id
     group by devices.office_id, devices.id order by devices.id`,
  )

  expect(rows.length).toBeGreaterThanOrEqual(8)
  expect(rows).toContainEqual({ name: 'Studio Aleph', opens: ['Studio Aleph'] })
})
