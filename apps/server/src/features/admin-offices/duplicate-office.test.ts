import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { AdminOffice } from '@keyhour/contract/admin-offices'
import { expect, test } from 'vitest'
import { integrations } from '#server/db/schema/offices.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const admin = await world.user({ admin: true })
const duplicate = (url: string) => world.post(`${url}/duplicate`, {}, admin)

async function furnished() {
  const picture = await world.files.keep('office_images', 'webp', Buffer.from('facade'))
  const inside = await world.files.keep('sub_office_images', 'webp', Buffer.from('inside'))
  const office = await world.office({
    name: 'Loft',
    pictures: [picture, 'gone.webp'],
    open_hours: '08:00',
    close_hours: '20:00',
    wifi_name: 'guest',
    wifi_password_sealed: world.secrets.seal('let-me-in'),
    openpath_org_id: '1',
    openpath_entry_id: '2',
    pickspace_location_id: '3',
    pickspace_email: 'loft@keyhour.test',
    google_calendar_type: 'rooms',
    tuya_devices: ['bf1'],
    additional_info: { Floor: '3' },
    version: 7,
  })
  await world.db.insert(integrations).values({ office_id: office.id, provider: 'google' })
  const person = await world.user()
  await world.member(office.id, person.id, 'manager')
  const desks = await world.subOffice(office.id, {
    name: 'Desks',
    name_he: 'שולחנות',
    type: 'open_space',
    capacity: 3,
    pictures: [inside],
    google_calendar_id: 'a',
    outlook_calendar_id: 'b',
    nexudus_resource_id: 'c',
    roo_room_id: 'd',
    pickspace_room_id: 'e',
    google_calendar_room_id: 'f',
  })
  await world.subOffice(office.id, { name: 'Torn down', deleted_at: '2026-01-01T00:00:00Z' })
  return { office, desks, picture, inside }
}

test('a copy has its own spaces, seats and pictures, and is hidden', async () => {
  const { office, picture, inside } = await furnished()
  const reply = await duplicate(`/api/admin/offices/${office.id}`)
  const copy: AdminOffice = reply.json()

  expect([reply.statusCode, copy]).toMatchObject([
    201,
    {
      name: 'Loft (Copy)',
      hidden: true,
      open_hours: '08:00',
      additional_info: { Floor: '3' },
      wifi_name: 'guest',
      version: 1,
      sub_offices: [{ name: 'Desks', capacity: 3, type: 'open_space', version: 1 }],
    },
  ])
  expect([copy.pictures.length, copy.sub_offices[0]!.pictures.length]).toEqual([1, 1])
  expect(copy.pictures).not.toContain(picture)
  expect(copy.sub_offices[0]!.pictures).not.toContain(inside)
  expect((await world.get(`/static/office_images/${copy.pictures[0]}`)).body).toBe('facade')
  expect((await world.get(`/static/sub_office_images/${copy.sub_offices[0]!.pictures[0]}`)).body).toBe(
    'inside',
  )
  const { rows } = await world.pool.query('select number from units where office_id = $1 order by number', [
    copy.id,
  ])
  expect(rows).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }])
})

test('a copy has no credentials, connections, members or orders of the original', async () => {
  const { office, desks } = await furnished()
  const unit = await world.unit(office.id, desks.id)
  const order = await world.order({ office_id: office.id, sub_office_id: desks.id, user_id: admin.id })
  await world.taken(office.id, unit.id, order.id, '2026-03-05 10:00+00', '2026-03-05 12:00+00')
  const copy: AdminOffice = (await duplicate(`/api/admin/offices/${office.id}`)).json()

  expect(copy).toMatchObject({
    wifi_password: null,
    openpath_org_id: null,
    openpath_entry_id: null,
    pickspace_location_id: null,
    pickspace_email: null,
    google_calendar_type: null,
    tuya_devices: [],
    integrations: [],
  })
  expect(copy.sub_offices[0]).toMatchObject({
    google_calendar_id: null,
    google_calendar_room_id: null,
    outlook_calendar_id: null,
    nexudus_resource_id: null,
    roo_room_id: null,
    pickspace_room_id: null,
  })
  for (const table of ['office_members', 'integrations', 'orders', 'occupancy'])
    expect((await world.pool.query(`select from ${table} where office_id = $1`, [copy.id])).rows).toEqual([])
})

test('a space is copied within its office, and a name that is too long is shortened', async () => {
  const { office, desks } = await furnished()
  const reply = await duplicate(`/api/offices/${office.id}/sub-offices/${desks.id}`)

  expect([reply.statusCode, reply.json()]).toMatchObject([
    201,
    {
      office_id: office.id,
      name: 'Desks (Copy)',
      name_he: 'שולחנות (עותק)',
      capacity: 3,
      google_calendar_id: null,
    },
  ])
  const long = await world.subOffice(office.id, { name: 'x'.repeat(200) })
  const cut = (await duplicate(`/api/offices/${office.id}/sub-offices/${long.id}`)).json().name
  expect([cut.length, cut.slice(-8)]).toEqual([200, 'x (Copy)'])
})

test('a copy of an office that is rented whole can be booked once it is shown', async () => {
  const { id } = await world.office({ price_per_hour: 9000 })
  const copy: AdminOffice = (await duplicate(`/api/admin/offices/${id}`)).json()
  await world.send(
    { method: 'PUT', url: `/api/admin/offices/${copy.id}`, payload: { version: 1, hidden: false } },
    admin,
  )
  const booking = {
    office_id: copy.id,
    sub_office_id: null,
    date: '2026-03-05',
    start: '10:00',
    end: '12:00',
  }

  expect((await world.post('/api/orders', booking, admin)).statusCode).toBe(201)
})

test('a refused copy leaves no pictures behind', async () => {
  const picture = await world.files.keep('sub_office_images', 'webp', Buffer.from('inside'))
  const office = await world.office()
  const torn = await world.subOffice(office.id, {
    pictures: [picture],
    deleted_at: '2026-01-01T00:00:00Z',
  })
  const unit = await world.unit(office.id)
  const order = await world.order({ office_id: office.id, user_id: admin.id })
  await world.taken(office.id, unit.id, order.id, '2026-03-05 10:00+00', '2026-03-05 12:00+00')
  const folder = join(world.dataDir, 'files', 'sub_office_images')
  const before = await readdir(folder)
  const refused = await duplicate(`/api/offices/${office.id}/sub-offices/${torn.id}`)

  expect([refused.statusCode, await readdir(folder)]).toEqual([409, before])
})

test('a missing or deleted office or space cannot be copied', async () => {
  const { office } = await furnished()

  expect((await duplicate('/api/admin/offices/999999')).json()).toEqual({
    detail: 'This office does not exist.',
  })
  expect((await duplicate(`/api/offices/${office.id}/sub-offices/999999`)).json()).toEqual({
    detail: 'This space does not exist.',
  })
})
