import type { OrderDetails } from '@keyhour/contract/orders'
import { NO_CODE, type PanelView } from '@keyhour/contract/panels'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { auditLog } from '#server/db/schema/audit.ts'
import { subOffices } from '#server/db/schema/offices.ts'
import { endOverdueVisits } from '#server/features/visits/end-overdue-visits.ts'
import { hearStream } from '../../../test/hear-stream.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
type Person = Awaited<ReturnType<typeof world.user>>

/** Monday, 10:00:20 at the office. */
beforeEach(() => world.setNow('2026-03-02T08:00:20.000Z'))

/** A room with a screen at its door, and a member with credits. */
async function scene({ units = 1, ...more }: Record<string, unknown> = {}) {
  const office = await world.office({ open_hours: '08:00', close_hours: '20:00', ...more })
  const room = await world.subOffice(office.id, { name: 'Olive room' })
  for (let number = 1; number <= Number(units); number += 1) await world.unit(office.id, room.id, number)
  const [manager, member] = [await world.user(), await world.user({ name: 'Maya Cohen' })]
  await world.member(office.id, manager.id, 'manager')
  await world.member(office.id, member.id, 'member')
  await world.credits(member.id, 500_000)
  const panels = `/api/offices/${office.id}/panels`
  const draft = { sub_office_id: room.id, name: 'Olive door' }
  const made = await world.post(panels, draft, manager)
  expect(made.statusCode).toBe(201)
  const { panel, url } = made.json()
  const api = `/api/panels/${url.split('/panel/')[1]}`
  return { office, room, manager, member, panels, panel, url, api }
}
type Scene = Awaited<ReturnType<typeof scene>>

const look = async ({ api }: Scene) => (await world.get(api)).json<PanelView>()
const codeOf = async (person: Person): Promise<string> =>
  (await world.post('/api/panel-codes', {}, person)).json().code
const start = ({ api }: Scene, code: string, minutes = 30) => world.post(`${api}/visits`, { code, minutes })
const checkInWith = ({ api }: Scene, code: string) => world.post(`${api}/check_in`, { code })
const wrongCode = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0')
const book = async ({ office, room }: Scene, as: Person, times: [start: string, end: string]) => {
  const stay = { office_id: office.id, sub_office_id: room.id, date: '2026-03-02' }
  const reply = await world.post('/api/orders', { ...stay, start: times[0], end: times[1] }, as)
  expect(reply.statusCode).toBe(201)
  return reply.json<OrderDetails>()
}
const refusalOf = (reply: Awaited<ReturnType<typeof start>>) => {
  const { detail } = reply.json()
  return [reply.statusCode, typeof detail === 'string' ? detail : detail[0].msg]
}
const addMember = async ({ office }: Scene) => {
  const person = await world.user()
  await world.member(office.id, person.id, 'member')
  await world.credits(person.id, 500_000)
  return person
}

test('a manager makes a screen, sees when it was last open, and both are in the audit log', async () => {
  const made = await scene()
  const { panels, panel, url, manager, office } = made
  expect(url).toMatch(new RegExp(`^http.*/panel/${office.id}\\.[\\w-]{43}$`))
  expect(panel).toMatchObject({ name: 'Olive door', language: 'en', theme: 'device', last_seen_at: null })
  await look(made)

  const listed = (await world.get(panels, manager)).json()
  expect(listed).toEqual([{ ...panel, last_seen_at: '2026-03-02T08:00:20.000Z' }])
  expect(JSON.stringify(listed)).not.toContain(url.slice(-43))
  world.setNow('2026-03-02T08:04:00.000Z')
  await look(made)
  expect((await world.get(panels, manager)).json()[0].last_seen_at).toBe('2026-03-02T08:00:20.000Z')
  await world.send({ method: 'DELETE', url: `${panels}/${panel.id}` }, manager)
  const acts = await world.db.select().from(auditLog).where(eq(auditLog.actor_id, manager.id))
  expect(acts.map(({ action, subject, details }) => [action, subject, details])).toEqual(
    ['make door screen', 'remove door screen'].map((action) => [
      action,
      'office',
      { panel_id: panel.id, sub_office_id: panel.sub_office_id },
    ]),
  )
})

test('the database does not tell the address of a screen', async () => {
  const { url } = await scene()

  const { rows } = await world.pool.query('select * from panels')
  expect(JSON.stringify(rows)).not.toContain(url.slice(-43))
})

test('only managers of the office and admins make, list and remove its screens', async () => {
  const { panels, panel, room, office, member } = await scene()
  const [elsewhere, owner, admin] = [
    await world.user(),
    await world.user(),
    await world.user({ admin: true }),
  ]
  await world.member((await world.office()).id, elsewhere.id, 'manager')
  await world.member(office.id, owner.id, 'owner')
  const attempts = async (person: Person) => [
    (await world.get(panels, person)).statusCode,
    (await world.post(panels, { sub_office_id: room.id, name: 'Door' }, person)).statusCode,
    (await world.send({ method: 'DELETE', url: `${panels}/${panel.id}` }, person)).statusCode,
  ]

  for (const person of [elsewhere, owner, member]) expect(await attempts(person)).toEqual([404, 404, 404])
  expect(await attempts(admin)).toEqual([200, 201, 200])
})

test('a screen cannot be made for a space of another office', async () => {
  const [{ panels, manager }, other] = [await scene(), await scene()]

  const reply = await world.post(panels, { sub_office_id: other.room.id, name: 'Door' }, manager)
  expect(refusalOf(reply)).toEqual([404, 'This space does not exist.'])
})

test('a screen shows when its space is taken, and names nobody', async () => {
  const made = await scene()
  const { member, office, room } = made
  await book(made, member, ['12:00', '13:00'])

  expect(await look(made)).toEqual({
    now: '2026-03-02T08:00:20.000Z',
    office: { id: office.id, name: office.name, name_he: null, time_zone: 'Asia/Jerusalem' },
    space: { id: room.id, name: 'Olive room', name_he: null },
    open_until: '2026-03-02T18:00:00.000Z',
    opens_at: null,
    units: 1,
    free_units: 1,
    taken: [{ start: '2026-03-02T10:00:00.000Z', end: '2026-03-02T11:00:00.000Z', kind: 'booked' }],
    awaits_check_in: false,
    currency: 'ILS',
    choices: [
      { minutes: 15, price: 2950 },
      { minutes: 30, price: 2950 },
      { minutes: 60, price: 5900 },
    ],
    panel: { name: 'Olive door', language: 'en', theme: 'device' },
  })
})

test.each([
  [15, '2026-03-02T08:15:00.000Z', 2500],
  [30, '2026-03-02T08:30:00.000Z', 2500],
  [60, '2026-03-02T09:00:00.000Z', 5000],
])(
  'a member takes the room for %i minutes, which ends by itself and pays the half-hours begun',
  async (minutes, until, price) => {
    const made = await scene()
    const begun = await start(made, await codeOf(made.member), minutes)

    expect([begun.statusCode, begun.json()]).toEqual([201, { until }])
    const [taken] = (await look(made)).taken
    expect(taken).toEqual({ start: '2026-03-02T08:00:20.000Z', end: until, kind: 'booked' })
    world.setNow('2026-03-02T09:00:30.000Z')
    await endOverdueVisits.run(world, {})
    await world.runJobs()
    const [order] = (await world.get('/api/orders', made.member)).json()
    expect(order).toMatchObject({ end: until, booking_type: 'on_demand', total_price: price })
    expect((await look(made)).taken).toEqual([])
  },
)

test('whoever leaves earlier pays less, and the room is free again', async () => {
  const made = await scene()
  await start(made, await codeOf(made.member), 60)
  const [{ id }] = (await world.get('/api/orders', made.member)).json()
  world.setNow('2026-03-02T08:20:00.000Z')
  await world.post(`/api/orders/${id}/check_out`, {}, made.member)

  expect((await look(made)).free_units).toBe(1)
  expect((await world.get(`/api/orders/${id}`, made.member)).json().total_price).toBe(2500)
})

test('the next booking, the cleaning before it and the closing time limit how long a room can be taken', async () => {
  const made = await scene({ cleaning_buffer_minutes: 10 })
  await book(made, made.member, ['11:00', '12:00'])
  const minutes = async () => (await look(made)).choices.map((choice) => choice.minutes)
  expect(await minutes()).toEqual([15, 30])
  world.setNow('2026-03-02T08:34:00.000Z')
  expect(await minutes()).toEqual([15])
  expect(refusalOf(await start(made, await codeOf(made.member), 30))).toEqual([
    409,
    'This time is no longer free.',
  ])

  world.setNow('2026-03-02T17:40:00.000Z')
  expect(await minutes()).toEqual([15])
  expect(refusalOf(await start(made, await codeOf(made.member), 30))).toEqual([
    409,
    'The office closes before that. Please choose a shorter time.',
  ])
  world.setNow('2026-03-02T18:30:00.000Z')
  expect(await look(made)).toMatchObject({
    open_until: null,
    opens_at: '2026-03-03T06:00:00.000Z',
    choices: [],
  })
})

test('of two people who take the room at the same moment, one gets it', async () => {
  const made = await scene()
  const codes = await Promise.all([made.member, await addMember(made)].map(codeOf))
  const replies = await Promise.all(codes.map((code) => start(made, code)))

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
})

test('a code that is used twice at once works once', async () => {
  const made = await scene({ units: 4 })
  const code = await codeOf(made.member)
  const replies = await Promise.all([1, 2, 3].map(() => start(made, code)))

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422, 422])
  expect((await world.get('/api/orders', made.member)).json()).toHaveLength(1)
})

test('a used, replaced, expired or wrong code is refused, all alike', async () => {
  const made = await scene()
  const refused = [422, NO_CODE]
  const replaced = await codeOf(made.member)
  const current = await codeOf(made.member)
  expect(refusalOf(await start(made, wrongCode(current)))).toEqual(refused)
  expect(refusalOf(await start(made, replaced))).toEqual(refused)
  expect((await start(made, current)).statusCode).toBe(201)
  expect(refusalOf(await start(made, current))).toEqual(refused)

  const old = await codeOf(made.member)
  world.setNow('2026-03-02T08:03:20.000Z')
  expect(refusalOf(await start(made, old))).toEqual(refused)
})

test('a code is not used up by a refusal', async () => {
  const made = await scene()
  await book(made, made.member, ['10:30', '11:00'])
  const code = await codeOf(made.member)
  expect((await start(made, code, 60)).statusCode).toBe(409)

  expect((await start(made, code, 15)).statusCode).toBe(201)
})

test('the code of somebody who has nothing to do with the office does not work there', async () => {
  const made = await scene()
  const stranger = await world.user()
  await world.credits(stranger.id, 500_000)
  expect(refusalOf(await start(made, await codeOf(stranger)))).toEqual([422, NO_CODE])
  await book(made, stranger, ['18:00', '19:00'])

  expect((await start(made, await codeOf(stranger))).statusCode).toBe(201)
})

test('the code of a deleted account does not work', async () => {
  const made = await scene()
  const code = await codeOf(made.member)
  await world.deletion(made.member.id)

  expect(refusalOf(await start(made, code))).toEqual([422, NO_CODE])
})

test('after ten wrong codes a screen takes none for a while, not even a right one', async () => {
  const made = await scene()
  const code = await codeOf(made.member)
  for (let guess = 0; guess < 10; guess += 1)
    expect((await start(made, wrongCode(code))).statusCode).toBe(422)

  expect((await start(made, code)).statusCode).toBe(429)
  world.setNow('2026-03-02T08:16:00.000Z')
  expect((await start(made, await codeOf(made.member))).statusCode).toBe(201)
})

test('right codes do not count as guesses', async () => {
  const made = await scene({ units: 12 })
  const people = await Promise.all(Array.from({ length: 12 }, () => addMember(made)))

  for (const person of people) expect((await start(made, await codeOf(person))).statusCode).toBe(201)
})

test('the codes of the database cannot be tried out without the key of the installation', async () => {
  const { member } = await scene()
  const code = await codeOf(member)

  const { rows } = await world.pool.query('select code_hash from panel_codes where user_id = $1', [member.id])
  expect(rows[0].code_hash).toHaveLength(32)
  expect(rows[0].code_hash.toString('latin1')).not.toContain(code)
})

test('a screen does not tell what somebody owes', async () => {
  const made = await scene({ unpaid_bookings_allowed: 0 })
  const debtor = await world.user()
  await world.member(made.office.id, debtor.id, 'member')

  const reply = await start(made, await codeOf(debtor))
  expect([reply.statusCode, reply.json()]).toEqual([
    409,
    { detail: 'This cannot be booked with this code. Please book in the app, which says why.' },
  ])
})

test('a room that was just taken names no other places at a public door', async () => {
  const made = await scene()
  await start(made, await codeOf(await addMember(made)))

  expect((await start(made, await codeOf(made.member))).json()).toEqual({
    detail: 'This time is no longer free.',
  })
})

test('a customer checks in at the door from ten minutes before the start, with the code', async () => {
  const made = await scene()
  const { id } = await book(made, made.member, ['10:30', '11:00'])
  const early = await checkInWith(made, await codeOf(made.member))
  expect(refusalOf(early)).toEqual([409, 'You have no booking to check in to here at this time.'])
  world.setNow('2026-03-02T08:21:00.000Z')
  expect((await look(made)).awaits_check_in).toBe(true)
  expect((await checkInWith(made, await codeOf(await addMember(made)))).statusCode).toBe(409)

  const reply = await checkInWith(made, await codeOf(made.member))
  expect([reply.statusCode, reply.json()]).toEqual([200, {}])
  expect((await look(made)).awaits_check_in).toBe(false)
  expect((await world.get(`/api/orders/${id}`, made.member)).json().checked_in_at).toBe(
    '2026-03-02T08:21:00.000Z',
  )
})

test('of an open space, times are taken when no seat is left', async () => {
  const made = await scene({ units: 2 })
  await book(made, made.member, ['11:00', '13:00'])
  await book(made, await addMember(made), ['12:00', '14:00'])
  await start(made, await codeOf(await addMember(made)))

  expect(await look(made)).toMatchObject({
    units: 2,
    free_units: 1,
    taken: [{ start: '2026-03-02T10:00:00.000Z', end: '2026-03-02T11:00:00.000Z', kind: 'booked' }],
  })
})

test('a closed room says so, without the reason', async () => {
  const made = await scene()
  const closing = { sub_office_id: made.room.id, reason: 'Water damage' }
  await world.post(`/api/offices/${made.office.id}/closures`, closing, made.manager)

  const shown = await look(made)
  expect(shown.taken).toMatchObject([{ kind: 'closed' }])
  expect(shown.choices).toEqual([])
  expect(JSON.stringify(shown)).not.toContain('Water')
})

test('an open screen hears of bookings and check-ins, and ends when it is removed', async () => {
  const made = await scene()
  const { api, panels, panel, manager, member } = made
  const stream = await hearStream(world.app, `${api}/live`)
  await book(made, member, ['10:30', '11:00'])
  await expect.poll(() => stream.times('changed')).toBe(1)
  world.setNow('2026-03-02T08:25:00.000Z')
  await checkInWith(made, await codeOf(member))
  await expect.poll(() => stream.times('changed')).toBeGreaterThan(1)
  await world.send({ method: 'DELETE', url: `${panels}/${panel.id}` }, manager)

  await expect.poll(stream.isOver).toBe(true)
  const [seen, listened] = [await world.get(api), await world.get(`${api}/live`)]
  expect([refusalOf(seen), listened.statusCode]).toEqual([[404, 'This screen was removed.'], 404])
  expect((await start(made, await codeOf(member))).statusCode).toBe(404)
  expect((await checkInWith(made, await codeOf(member))).statusCode).toBe(404)
})

test('the screen of a deleted space was removed, too', async () => {
  const made = await scene()
  await world.db
    .update(subOffices)
    .set({ deleted_at: '2026-03-02T08:00:00Z' })
    .where(eq(subOffices.id, made.room.id))

  expect((await world.get(made.api)).statusCode).toBe(404)
})

test('addresses of screens cannot be tried for long', async () => {
  const stray = (at: number) => world.get(`/api/panels/1.${String(at).padStart(43, 'x')}`)
  const replies = []
  for (let at = 0; at <= 120; at += 1) replies.push((await stray(at)).statusCode)

  expect([replies[0], replies.at(-1)]).toEqual([404, 429])
  expect((await look(await scene())).free_units).toBe(1)
})

test('with their own phone a member sees the room as the screen does, and the order to check in to', async () => {
  const made = await scene()
  const url = `/api/offices/${made.office.id}/space-now?sub_office_id=${made.room.id}`
  const { id } = await book(made, made.member, ['10:00', '10:30'])
  const { panel: _, ...shown } = await look(made)
  expect((await world.get(url, made.member)).json()).toEqual({ ...shown, own_order: id })
  expect((await world.get(url, await world.user())).json().own_order).toBe(null)

  const place = { office_id: made.office.id, sub_office_id: made.room.id }
  world.setNow('2026-03-02T08:31:00.000Z')
  const begun = await world.post('/api/orders/start_now', { ...place, minutes: 15 }, made.member)
  expect(begun.statusCode).toBe(201)
  expect((await look(made)).taken).toMatchObject([{ end: '2026-03-02T08:46:00.000Z' }])
})

test('a hidden office is shown by its screen, but not to strangers with a phone', async () => {
  const made = await scene({ hidden: true })
  const url = `/api/offices/${made.office.id}/space-now?sub_office_id=${made.room.id}`

  expect((await look(made)).choices).toEqual([])
  expect((await world.get(url, await world.user())).statusCode).toBe(404)
})
