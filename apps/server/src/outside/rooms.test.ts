import { simulatePickspace } from '@keyhour/simulators/pickspace'
import { simulateRoo } from '@keyhour/simulators/roo'
import { expect, onTestFinished, test } from 'vitest'
import { CalendarFailed } from '#server/outside/calendar-service.ts'
import { pickspace } from '#server/outside/pickspace.ts'
import { type RooAccount, roo } from '#server/outside/roo.ts'
import { failuresOf } from '../../test/failures-of.ts'

const NOW = { now: () => new Date('2026-03-02T08:00:00Z'), ms: 2000 }
const WITHIN = { from: '2026-03-02T08:00:00.000Z', to: '2027-04-02T08:00:00.000Z' }
const COPY = {
  key: '1-17-0',
  title: 'Keyhour 17',
  note: 'https://keyhour.test/order/17',
  from: '2026-03-09T09:00:00.000Z',
  to: '2026-03-09T10:30:00.000Z',
}

async function pickspaceOf(as: { password?: string } = {}) {
  const simulated = await simulatePickspace()
  onTestFinished(simulated.close)
  const { url, email, password } = simulated
  const account = { tenant: 'florentin', email, password, location_id: 'L 7', ...as }
  return {
    ...simulated,
    service: pickspace({ url, ...NOW }, account),
  }
}

async function rooOf(as: Partial<RooAccount> = {}) {
  const simulated = await simulateRoo()
  onTestFinished(simulated.close)
  simulated.addRoom('jaffa', 'Jaffa')
  const account = {
    url: simulated.url,
    header: 'x-api-key',
    token: simulated.token,
    rooms_path: '/rooms',
    id_field: 'id',
    name_field: 'name',
    bookings_path: '/rooms/{room}/bookings',
    ...as,
  }
  return { ...simulated, service: roo(NOW, account) }
}

const failureOf = failuresOf(CalendarFailed)

test('Pickspace lists the rooms of the location', async () => {
  const { service, addRoom } = await pickspaceOf()
  const id = addRoom({ name: 'Room 4', location_id: 'L 7' })
  addRoom({ name: 'Elsewhere', location_id: 'L 8' })

  expect(await service.listCalendars()).toEqual([{ id, name: 'Room 4' }])
})

test('Pickspace has no bookings for us, and says so', async () => {
  const { service } = await pickspaceOf()
  expect(await failureOf(service.read('301', null, WITHIN, { prefix: '1-' }))).toMatchObject({
    reason: 'not_supported',
  })
  expect(await failureOf(service.write('301', COPY, null))).toMatchObject({ reason: 'not_supported' })
})

test('a tenant cannot lead to another server', async () => {
  const account = { tenant: '127.0.0.1/x?', email: 'a', password: 'b', location_id: '1' }
  const service = pickspace({ url: 'http://{tenant}.invalid', ...NOW }, account)
  await expect(service.listCalendars()).rejects.toThrow()
})

test('the wrong password is refused, and the failure does not tell it', async () => {
  const { service } = await pickspaceOf({ password: 'guessed-password' })
  const failure = await failureOf(service.listCalendars())
  expect(failure.reason).toBe('consent_gone')
  expect(failure.stack).not.toMatch(/guessed|keyhour\.example/)
})

test('the room-booking service lists its rooms, also with other names for the fields', async () => {
  const { service } = await rooOf()
  expect(await service.listCalendars()).toEqual([{ id: 'jaffa', name: 'Jaffa' }])
  const swapped = await rooOf({ id_field: 'name', name_field: 'id' })
  expect(await swapped.service.listCalendars()).toEqual([{ id: 'Jaffa', name: 'jaffa' }])
  const wrong = await rooOf({ id_field: 'uuid' })
  expect(await failureOf(wrong.service.listCalendars())).toMatchObject({ reason: 'unreadable' })
})

test('the room-booking service reads and writes bookings', async () => {
  const { service, addBooking, bookingsOf } = await rooOf()
  const theirs = addBooking('jaffa', {
    from: '2026-03-09T12:00:00Z',
    to: '2026-03-09T13:00:00Z',
    title: 'Yoga',
  })
  const first = await service.write('jaffa', COPY, null)
  expect(await service.write('jaffa', COPY, null)).toEqual(first)
  const { events, copies } = await service.read('jaffa', null, WITHIN, { prefix: '1-' })

  expect(events).toEqual([
    { id: theirs, from: '2026-03-09T12:00:00.000Z', to: '2026-03-09T13:00:00.000Z', title: 'Yoga' },
  ])
  const { event_id } = first as { event_id: string }
  expect(copies).toEqual([event_id])
  expect((await service.read('jaffa', null, WITHIN, { prefix: '2-' })).events).toHaveLength(2)
  const late = { ...COPY, from: '2026-03-09T12:30:00.000Z', to: '2026-03-09T14:00:00.000Z' }
  expect(await service.write('jaffa', late, null)).toEqual({ outcome: 'refused' })
  await service.remove('jaffa', event_id, COPY.key)
  await service.remove('jaffa', event_id, COPY.key)
  await service.write('jaffa', COPY, null)
  await service.remove('jaffa', null, COPY.key)
  expect(bookingsOf('jaffa')).toHaveLength(1)
})

test('without a place for bookings none are read or written', async () => {
  const { service, calls } = await rooOf({ bookings_path: null })
  expect(await failureOf(service.read('jaffa', null, WITHIN, { prefix: '1-' }))).toMatchObject({
    reason: 'not_supported',
  })
  expect(calls).toEqual([])
})

test.each([
  ['401', 'consent_gone'],
  ['500', 'out_of_order'],
  ['talks nonsense', 'unreadable'],
  ['redirects', 'unreadable'],
  ['hangs up', 'unreachable'],
  ['stays silent', 'too_slow'],
  [{ status: 200, json: { rooms: 'none' } }, 'unreadable'],
  [{ status: 429, text: '', headers: { 'retry-after': '5' } }, 'throttled'],
] as const)('rooms that are answered with %j are %s', async (fault, reason) => {
  for (const { service, misbehave } of [await pickspaceOf(), await rooOf()]) {
    misbehave(fault)
    expect(await failureOf(service.listCalendars())).toMatchObject({ reason })
  }
})
