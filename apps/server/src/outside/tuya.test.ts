import { simulateTuya } from '@keyhour/simulators/tuya'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { DoorFailed, type TuyaHub } from '#server/outside/door-driver.ts'
import { doorDrivers } from '#server/outside/doors.ts'
import { failuresOf } from '../../test/failures-of.ts'

const LOCKS = [
  { id: 'bfflorentin01' },
  { id: 'bfflorentin02', isOffline: true },
  { id: 'bfflorentin03', refusesRemoteUnlocking: true },
]

async function cloud() {
  const clock = { ours: '2026-03-02T08:00:00Z', theirs: '2026-03-02T08:00:00Z' }
  const simulated = await simulateTuya({ now: () => new Date(clock.theirs), locks: LOCKS })
  onTestFinished(simulated.close)
  const hub: TuyaHub = { kind: 'tuya', client_id: simulated.clientId, secret: simulated.secret }
  const doors = doorDrivers(readConfig({ TUYA_URL: simulated.url }), {
    now: () => new Date(clock.ours),
    patience: { answerMs: 5000, orderMs: 1500, boltMs: 500, pauseMs: 10 },
  })
  const open = (id = 'bfflorentin01', as: Partial<TuyaHub> = {}) => doors.open({ hub: { ...hub, ...as }, id })
  return { ...simulated, hub, doors, open, clock }
}

const failureOf = failuresOf(DoorFailed)

test('a lock is opened with a ticket, by signed calls', async () => {
  const { open, openings, calls } = await cloud()

  expect(await open()).toEqual({ confirmed: false, state: 'unknown' })
  expect(openings).toMatchObject([{ device_id: 'bfflorentin01', by: 'password-free' }])
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /v1.0/token?grant_type=1',
    'POST /v1.0/devices/bfflorentin01/door-lock/password-ticket',
    'POST /v1.0/devices/bfflorentin01/door-lock/password-free/open-door',
  ])
})

test('a token that is no longer accepted is renewed once', async () => {
  const { open, openings, forgetTokens } = await cloud()
  await open()
  forgetTokens()
  await open()

  expect(openings).toHaveLength(2)
})

test.each([
  ['bfflorentin02', 'unavailable'],
  ['bfflorentin03', 'blocked'],
  ['bfsomebodyelse', 'blocked'],
  ['../token', 'unknown_door'],
])('the lock %s fails: %s', async (id, reason) => {
  const { open, openings } = await cloud()

  expect((await failureOf(open(id))).reason).toBe(reason)
  expect(openings).toEqual([])
})

test('a wrong secret is told apart from a missing one', async () => {
  const { open, calls } = await cloud()

  expect((await failureOf(open('bfflorentin01', { secret: '' }))).reason).toBe('not_set_up')
  expect(calls).toEqual([])
  expect((await failureOf(open('bfflorentin01', { secret: 'wrong' }))).reason).toBe('token_refused')
})

test('a clock that is off by more than five minutes is refused', async () => {
  const { open, clock } = await cloud()
  clock.ours = '2026-03-02T08:05:01Z'

  expect((await failureOf(open())).reason).toBe('refused')
})

test.each([
  ['does it and stays silent', 'too_slow', 1],
  ['talks nonsense', 'unreadable', 0],
  [{ status: 500, text: '' }, 'out_of_order', 0],
] as const)('a command that is answered with %o is not sent again', async (fault, reason, opened) => {
  const { open, misbehave, openings, calls } = await cloud()
  misbehave(fault, /open-door/)

  expect(await failureOf(open())).toMatchObject({ reason, mayHaveWorked: true })
  expect(openings).toHaveLength(opened)
  expect(calls.filter(({ path }) => path.endsWith('open-door'))).toHaveLength(1)
})

test('codes are not put into Tuya locks', async () => {
  const { doors, hub } = await cloud()
  const code = { pin: '4829130', slot: 1, from: '2026-03-02T08:00:00Z', to: '2026-03-02T10:00:00Z' }

  expect((await failureOf(doors.putCode({ hub, id: 'bfflorentin01' }, code))).reason).toBe(
    'cannot_hold_codes',
  )
})
