import { simulateOpenpath } from '@keyhour/simulators/openpath'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { DoorFailed, type OpenpathHub } from '#server/outside/door-driver.ts'
import { doorDrivers } from '#server/outside/doors.ts'
import { failuresOf } from '../../test/failures-of.ts'

const ENTRIES = [
  { id: 90177, name: 'Garden gate' },
  { id: 90178, name: 'Main door', refusesCloudKeys: true },
]

async function cloud(more: Partial<Parameters<typeof simulateOpenpath>[0]> = {}) {
  const clock = { now: '2026-03-02T08:00:00Z' }
  const now = () => new Date(clock.now)
  const simulated = await simulateOpenpath({ now, entries: ENTRIES, ...more })
  onTestFinished(simulated.close)
  const { orgId, userId, cloudKeyId, email, password } = simulated
  const hub: OpenpathHub = {
    kind: 'openpath',
    org_id: String(orgId),
    sign_in: { email, password },
    user_id: String(userId),
    cloud_key_id: String(cloudKeyId),
  }
  const patience = { answerMs: 5000, orderMs: 3000, boltMs: 500, pauseMs: 10 }
  const doors = doorDrivers(readConfig({ OPENPATH_URL: simulated.url }), { now, patience })
  const open = (id = '90177', as: Partial<OpenpathHub> = {}) => doors.open({ hub: { ...hub, ...as }, id })
  return { ...simulated, hub, doors, open, clock }
}

const failureOf = failuresOf(DoorFailed)

test('a door is unlocked by the cloud key, which shows no bolt', async () => {
  const { open, unlocks } = await cloud()

  expect(await open()).toEqual({ confirmed: false, state: 'unknown' })
  expect(unlocks).toEqual([{ entry_id: 90177, at: '2026-03-02T08:00:00.000Z', by: 'cloud key 9001' }])
})

test('one sign-in is enough for many doors, even if they are opened at the same moment', async () => {
  const { doors, hub, open, countLogins } = await cloud()
  await Promise.all([open(), doors.listDoors(hub), doors.test(hub)])
  await open()

  expect(countLogins()).toBe(1)
})

test('a token that the cloud no longer knows is renewed once, and the door opens once', async () => {
  const { open, unlocks, forgetTokens, countLogins } = await cloud()
  await open()
  forgetTokens()
  await open()

  expect([countLogins(), unlocks.length]).toEqual([2, 2])
})

test('a token that is about to expire is renewed before it is used', async () => {
  const { open, clock, calls } = await cloud({ tokenLifeMs: 3_600_000 })
  await open()
  clock.now = '2026-03-02T08:59:30Z'
  await open()

  expect(calls.map(({ status }) => status)).toEqual([201, 204, 201, 204])
})

test('a fixed token is used as it is, and not renewed', async () => {
  const { hub, open, calls } = await cloud()

  expect((await failureOf(open('90177', { ...hub, sign_in: { token: 'long-gone' } }))).reason).toBe(
    'token_refused',
  )
  expect(calls).toHaveLength(1)
})

test.each([
  ['a wrong password', { password: 'wrong' }, {}],
  ['a second factor', {}, { totpCode: '123456' }],
])('with %s, nothing is opened', async (_what, wrong, more) => {
  const { open, email, password, calls } = await cloud(more)

  expect(await failureOf(open('90177', { sign_in: { email, password, ...wrong } }))).toMatchObject({
    reason: 'token_refused',
    mayHaveWorked: false,
  })
  expect(calls).toHaveLength(1)
})

test.each([
  ['90178', 'refused'],
  ['12345', 'unknown_door'],
  ['90177/../x', 'unknown_door'],
  ['', 'unknown_door'],
])('the door %j fails: %s', async (id, reason) => {
  const { open, unlocks } = await cloud()

  expect((await failureOf(open(id))).reason).toBe(reason)
  expect(unlocks).toEqual([])
})

test.each(['org_id', 'user_id', 'cloud_key_id'] as const)('without %s nothing is set up', async (field) => {
  const { open, calls } = await cloud()

  expect((await failureOf(open('90177', { [field]: '' }))).reason).toBe('not_set_up')
  expect(calls).toEqual([])
})

test.each([
  ['does it and stays silent', 'too_slow', true, 1],
  ['stays silent', 'too_slow', true, 0],
  ['does it and hangs up', 'unreachable', true, 1],
  ['redirects', 'unreadable', false, 0],
  [{ status: 503, text: 'Service Unavailable' }, 'out_of_order', true, 0],
  [{ status: 429, text: 'Too Many Requests' }, 'out_of_order', false, 0],
] as const)(
  'a command that the cloud answers with %o is not sent again',
  async (fault, reason, may, opened) => {
    const { open, misbehave, unlocks, calls } = await cloud()
    misbehave(fault, /cloudKeyEntryUnlock/)

    expect(await failureOf(open())).toMatchObject({ reason, mayHaveWorked: may })
    expect(unlocks).toHaveLength(opened)
    expect(calls.filter(({ path }) => path.includes('Unlock'))).toHaveLength(1)
  },
)

test('a cloud that is down is unreachable', async () => {
  const { open, goDown } = await cloud()
  await goDown()

  expect(await failureOf(open())).toMatchObject({ reason: 'unreachable', mayHaveWorked: false })
})

test('every door is listed, however many there are', async () => {
  const entries = Array.from({ length: 2300 }, (_, at) => ({ id: at + 1, name: `Door ${at + 1}` }))
  const { doors, hub } = await cloud({ entries })
  const found = await doors.listDoors(hub)

  expect(found).toHaveLength(2300)
  expect(found.at(-1)).toEqual({ id: '2300', name: 'Door 2300', type: 'lock', state: 'unknown' })
  expect(await doors.stateOf({ hub, id: '2300' })).toBe('unknown')
  expect((await failureOf(doors.stateOf({ hub, id: '2301' }))).reason).toBe('unknown_door')
})

test('a PIN code has its own period, and is removed for good', async () => {
  const { doors, hub, pins } = await cloud()
  const door = { hub, id: '90177' }
  const [from, to] = ['2026-03-02T08:00:00Z', '2026-03-02T10:00:00Z']
  const { ref } = await doors.putCode(door, { pin: '482913', slot: 1, from, to })
  const kept = pins()
  await doors.removeCode(door, ref)
  await doors.removeCode(door, ref)

  expect(kept).toEqual([{ id: Number(ref.split('/').at(-1)), pin: '482913', startDate: from, endDate: to }])
  expect(pins()).toEqual([])
})

test('the simulated cloud refuses the word Bearer, and PIN codes outside their period', async () => {
  const { url, email, password, clock, unlocks } = await cloud()
  const post = (path: string, body: object, authorization = '') =>
    fetch(url + path, { method: 'POST', headers: { authorization }, body: JSON.stringify(body) })
  const login = await post('/auth/login', { email, password })
  const { token } = ((await login.json()) as { data: { token: string } }).data
  const path = '/orgs/48213/users/7001/credentials/9001/generateCloudKeyUnlockToken'
  const link = { entryId: 90177, notBefore: '2026-03-02T09:00:00Z', expires: '2026-03-02T10:00:00Z' }

  expect((await post(path, link, `Bearer ${token}`)).status).toBe(401)
  const { data } = (await (await post(path, link, token)).json()) as { data: { cloudKeyUnlockToken: string } }
  const statuses: number[] = []
  for (const moment of ['08:59:59', '09:30:00', '10:00:00']) {
    clock.now = `2026-03-02T${moment}Z`
    statuses.push((await post(`/tokens/cloudKeyUnlockTokens/${data.cloudKeyUnlockToken}/use`, {})).status)
  }
  expect(statuses).toEqual([403, 204, 403])
  expect(unlocks).toMatchObject([{ entry_id: 90177, by: 'guest link' }])
})
