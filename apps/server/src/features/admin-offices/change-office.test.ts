import type { AdminOffice } from '@keyhour/contract/admin-offices'
import { expect, test } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const admin = await world.user({ admin: true, name: 'Ada' })
const other = await world.user({ admin: true, name: 'Omer' })

const FORM = { name: 'Loft', lat: 32.07, lon: 34.78, address: 'Rothschild 1' }
const add = async (more: object = {}): Promise<AdminOffice> =>
  (await world.post('/api/admin/offices', { ...FORM, ...more }, admin)).json()
const put = (id: number, payload: object, as = admin) =>
  world.send({ method: 'PUT', url: `/api/admin/offices/${id}`, payload }, as)

async function actionsOn(subject: string, id: number) {
  const { rows } = await world.pool.query(
    'select action, actor_id::integer, details from audit_log where subject = $1 and subject_id = $2 order by id',
    [subject, id],
  )
  return rows
}

test('a new office gets sensible defaults and can be booked as a whole', async () => {
  const reply = await world.post('/api/admin/offices', { ...FORM, price_per_hour: 49.9 }, admin)
  const office: AdminOffice = reply.json()

  expect([reply.statusCode, office]).toMatchObject([
    201,
    {
      ...FORM,
      type: 'Office',
      time_zone: 'Asia/Jerusalem',
      currency: 'ILS',
      price_per_hour: 49.9,
      pictures: [],
      wifi_password: null,
      sub_offices: [],
      integrations: [],
      version: 1,
      deleted_at: null,
      createdAt: '2026-03-02T08:00:00.000Z',
    },
  ])
  const booking = {
    office_id: office.id,
    sub_office_id: null,
    date: '2026-03-05',
    start: '10:00',
    end: '11:00',
  }
  expect((await world.post('/api/orders', booking, other)).statusCode).toBe(201)
  expect(await actionsOn('office', office.id)).toEqual([
    { action: 'add office', actor_id: admin.id, details: {} },
  ])
})

test('blank fields are stored as empty, and info lines without a key are dropped', async () => {
  const office = await add({
    wifi_name: '  ',
    phone_number: ' 03-555 ',
    additional_info: { ' Floor ': '3', ' ': 'nothing' },
  })
  expect(office).toMatchObject({
    wifi_name: null,
    phone_number: '03-555',
    additional_info: { Floor: '3' },
  })

  const emptied = (await put(office.id, { version: 1, additional_info: { '': 'x' } })).json()
  expect(emptied.additional_info).toBeNull()
})

test('only the fields that are sent change, and sending equal values is no change', async () => {
  const { id } = await add({ wifi_name: 'guest', wifi_password: 'let-me-in' })
  const changed: AdminOffice = (await put(id, { version: 1, name: 'Attic', wifi_name: 'guest' })).json()

  expect(changed).toMatchObject({
    name: 'Attic',
    wifi_name: 'guest',
    wifi_password: '••••••••',
    version: 2,
  })
  expect((await put(id, { version: 2, name: 'Attic', wifi_password: '••••••••' })).json().version).toBe(2)
  expect((await put(id, { version: 2, wifi_password: null })).json()).toMatchObject({
    wifi_password: null,
    version: 3,
  })
  expect((await actionsOn('office', id)).map(({ action, details }) => [action, details])).toEqual([
    ['add office', {}],
    ['change office', { changed: 'name' }],
    ['change office', { changed: 'wifi_password_sealed' }],
  ])
})

test('of two changes to the same version the second is refused, and told who made the first', async () => {
  const { id } = await add()
  const replies = await Promise.all([
    put(id, { version: 1, name: 'By Ada' }, admin),
    put(id, { version: 1, name: 'By Omer' }, other),
  ])

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const winner = replies.find(({ statusCode }) => statusCode === 200)!.json().name
  expect(replies.find(({ statusCode }) => statusCode === 409)!.json()).toEqual({
    detail: 'This was changed in the meantime. Please reload it to see the changes.',
    changed_by: winner.slice(3),
    changed_at: '2026-03-02T08:00:00.000Z',
  })
})

test.each([
  [{ name: ' ' }, 'name', 'Cannot be empty'],
  [{ lat: 91 }, 'lat', 'Should be from -90 to 90'],
  [{ time_zone: 'Mars/Olympus' }, 'time_zone', 'Should be a time zone like Asia/Jerusalem', 'Mars/Olympus'],
  [{ time_zone: 'Anything3' }, 'time_zone', 'Should be a time zone like Asia/Jerusalem'],
  [
    { open_hours: '08:00' },
    'close_hours',
    'Enter both an opening and a closing time, or neither if the office is open around the clock.',
  ],
  [
    { close_hours: '20:00' },
    'close_hours',
    'Enter both an opening and a closing time, or neither if the office is open around the clock.',
    '20:00',
  ],
  [{ price_per_hour: 12.345 }, 'price_per_hour', 'Should have at most 2 decimals', 12.345],
  [{ pictures: ['a.webp', 'b.webp', 'a.webp'] }, 'pictures', 'Each picture can be used only once'],
  [{ price_per_hour: 1_000_001 }, 'price_per_hour', 'Should be at most 1,000,000'],
  [{ email: 'nobody' }, 'email', 'Should be a valid email!'],
])('%o is refused at its field, new or changed', async (fields, field, msg, input = undefined) => {
  const added = await world.post('/api/admin/offices', { ...FORM, ...fields }, admin)
  const { id } = await add()
  const changed = await put(id, { version: 1, ...fields })

  for (const reply of [added, changed])
    expect([reply.statusCode, reply.json().detail]).toMatchObject([
      422,
      [{ loc: ['body', field], msg, ...(input !== undefined && { input }) }],
    ])
})

test('opening and closing hours can only be removed together', async () => {
  const { id } = await add({ open_hours: '08:00', close_hours: '20:00' })

  expect((await put(id, { version: 1, open_hours: null })).json().detail).toMatchObject([
    { loc: ['body', 'close_hours'], input: '20:00' },
  ])
})

test('a change to an unknown office answers 404', async () => {
  expect((await put(999_999, { version: 1 })).json()).toEqual({ detail: 'This office does not exist.' })
})

test('the Wi-Fi password is shown on request only, and each view is audited', async () => {
  const { id } = await add({ wifi_password: 'let-me-in' })
  const broken = await world.office({ wifi_password_sealed: 'sealed-with-another-key' })
  const reveal = (office: number) => world.post(`/api/admin/offices/${office}/wifi_password`, {}, admin)

  expect((await world.get(`/api/offices/${id}`, admin)).body).not.toContain('let-me-in')
  expect((await reveal(id)).json()).toEqual({ wifi_password: 'let-me-in' })
  expect((await reveal(broken.id)).json()).toEqual({ wifi_password: null })
  expect((await reveal(999_999)).statusCode).toBe(404)
  expect(await actionsOn('office', id)).toContainEqual({
    action: 'view Wi-Fi password',
    actor_id: admin.id,
    details: {},
  })
})

test('one office is read as the list shows it, so that a form can show the stored values', async () => {
  const office = await add({ wifi_password: 'secret' })

  expect((await world.get(`/api/admin/offices/${office.id}`, admin)).json()).toEqual(office)
  expect((await world.get('/api/admin/offices/999999', admin)).statusCode).toBe(404)
})

/** Two stays just after midnight in Jerusalem, at the start of a quarter and of a month, and one elsewhere. */
async function companyWithStays() {
  const person = await world.user()
  const company = await world.company(person.id)
  const [office, elsewhere] = [await add(), await add()]
  const stay = (office_id: number, start: string) =>
    world.order({
      ...{ office_id, user_id: person.id, business_id: company.id, paid_with_credits: 5900, start },
      end: new Date(Date.parse(start) + 3_600_000).toISOString(),
    })
  await stay(office.id, '2025-12-31T22:30:00.000Z')
  const last = await stay(office.id, '2026-02-28T22:30:00.000Z')
  await stay(office.id, '2026-02-10T10:00:00.000Z')
  await stay(elsewhere.id, '2026-02-28T22:30:00.000Z')
  const usage = async (kind: string) => {
    const { rows } = await world.pool.query(
      `select to_char(month, 'YYYY-MM') as month, sum(spent)::integer as spent, sum(orders)::integer as orders
      from business_usage where business_id = $1 and kind = $2 group by month
      having sum(spent) <> 0 or sum(orders) <> 0 order by month`,
      [company.id, kind],
    )
    return rows.map(({ month, spent, orders }) => [month, spent, orders])
  }
  return { office, last, usage }
}

const refundAll = `update orders set refunded = 5900 where id = $1`

test('when the time zone of an office is corrected, companies have spent in the months of the right clock', async () => {
  const { office, last, usage } = await companyWithStays()
  const byMonth = [
    ['2026-01', 5900, 1],
    ['2026-02', 5900, 1],
    ['2026-03', 11_800, 2],
  ]
  expect([await usage('person'), await usage('space')]).toEqual([byMonth, byMonth])
  expect((await put(office.id, { time_zone: 'Europe/London' })).statusCode).toBe(200)

  const corrected = [
    ['2025-12', 5900, 1],
    ['2026-02', 11_800, 2],
    ['2026-03', 5900, 1],
  ]
  expect([await usage('person'), await usage('space')]).toEqual([corrected, corrected])
  expect(await usage('person in quarter')).toEqual([
    ['2025-10', 5900, 1],
    ['2026-01', 17_700, 3],
  ])
  await world.pool.query(refundAll, [last.id])
  expect((await usage('person'))[1]).toEqual(['2026-02', 5900, 2])
})

test('a refund while the time zone is corrected counts in the right month, once', async () => {
  const { office, last, usage } = await companyWithStays()
  const client = await world.pool.connect()
  await client.query('begin')
  await client.query(refundAll, [last.id])
  const changed = put(office.id, { time_zone: 'Europe/London' })
  await eventually(async () => {
    const { rowCount } = await world.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(rowCount).toBe(1)
  })
  await client.query('commit')
  client.release()

  expect((await changed).statusCode).toBe(200)
  expect(await usage('space')).toEqual([
    ['2025-12', 5900, 1],
    ['2026-02', 5900, 2],
    ['2026-03', 5900, 1],
  ])
})
