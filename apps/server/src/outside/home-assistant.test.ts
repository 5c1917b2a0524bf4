import { type SimulatedEntity, simulateHomeAssistant } from '@keyhour/simulators/home-assistant'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { DoorFailed, type HomeAssistantHub } from '#server/outside/door-driver.ts'
import { doorDrivers } from '#server/outside/doors.ts'
import { failuresOf } from '../../test/failures-of.ts'

const now = () => new Date('2026-03-02T08:00:00Z')
const config = readConfig({ HUB_NETWORKS: 'loopback' })
/** Long enough for a busy machine. */
const patience = { answerMs: 10_000, orderMs: 10_000, boltMs: 700, pauseMs: 10 }
const doors = doorDrivers(config, { now, patience })
/** For a hub that never answers. */
const impatient = doorDrivers(config, { now, patience: { ...patience, answerMs: 700, orderMs: 700 } })

const FRONT = 'lock.front_door'

async function hubWith(...entities: SimulatedEntity[]) {
  const simulated = await simulateHomeAssistant({ now, entities, name: 'Rothschild House' })
  onTestFinished(simulated.close)
  const hub: HomeAssistantHub = { kind: 'home_assistant', url: simulated.url, token: simulated.token }
  return {
    ...simulated,
    hub,
    open: (id = FRONT, again = false) => doors.open({ hub, id }, { again }),
    openImpatiently: () => impatient.open({ hub, id: FRONT }),
    orders: () => simulated.calls.filter(({ method }) => method === 'POST').length,
  }
}

const failureOf = failuresOf(DoorFailed)
const reasonOf = async (work: Promise<unknown>) => (await failureOf(work)).reason

describe('a door opens', () => {
  test('when its bolt has moved, and not before', async () => {
    const { open, openings, stateOf } = await hubWith({ entity_id: FRONT })

    expect(await open()).toEqual({ confirmed: true, state: 'unlocked' })
    expect(stateOf(FRONT)).toBe('unlocked')
    expect(openings).toEqual([{ entity_id: FRONT, at: now().toISOString(), by: 'lock.unlock' }])
  })

  test.each([
    ['switch.gate', 'switch.turn_on', 'unlocked'],
    ['input_boolean.gate', 'input_boolean.turn_on', 'unlocked'],
    ['button.gate', 'button.press', 'unknown'],
    ['script.gate', 'script.turn_on', 'unlocked'],
    ['cover.gate', 'cover.open_cover', 'unlocked'],
  ])('%s by %s', async (entity_id, by, state) => {
    const { open, openings } = await hubWith({ entity_id })

    expect(await open(entity_id)).toEqual({ confirmed: true, state })
    await expect.poll(() => openings).toMatchObject([{ entity_id, by }])
  })

  test.each([
    ['lock.strike', undefined],
    ['switch.strike', undefined],
    ['switch.strike', 'does it and hangs up'],
  ] as const)('%s, even if it shuts again before we read its state (%s)', async (entity_id, fault) => {
    const quick = { now, entities: [{ entity_id }], moveMs: 0, relockMs: 0 }
    const { url, token, misbehave, openings, close } = await simulateHomeAssistant(quick)
    onTestFinished(close)
    if (fault) misbehave(fault, /^POST/)

    expect(await doors.open({ hub: { kind: 'home_assistant', url, token }, id: entity_id })).toMatchObject({
      confirmed: true,
    })
    expect(openings).toHaveLength(1)
  })

  test('once, for two simultaneous commands', async () => {
    const { open, orders, openings } = await hubWith({ entity_id: FRONT })
    const both = await Promise.all([open(), open()])

    expect(both).toEqual([both[0], both[0]])
    expect([orders(), openings.length]).toEqual([1, 1])
  })
})

describe('a door that does not open says why', () => {
  test('the hub is down, and works again when it is back', async () => {
    const { open, goDown, comeBack } = await hubWith({ entity_id: FRONT })
    await goDown()
    const failure = await failureOf(open())
    await comeBack()

    expect(failure).toMatchObject({ reason: 'unreachable', mayHaveWorked: false })
    expect(await open()).toMatchObject({ confirmed: true })
  })

  test('the hub does not answer in time', async () => {
    const { openImpatiently, misbehave, openings } = await hubWith({ entity_id: FRONT })
    misbehave('stays silent')

    expect(await failureOf(openImpatiently())).toMatchObject({
      reason: 'too_slow',
      mayHaveWorked: false,
    })
    expect(openings).toEqual([])
  })

  test('the token is refused, and nothing more is tried', async () => {
    const { hub, calls } = await hubWith({ entity_id: FRONT })
    const stranger = { ...hub, token: 'made-up' }

    expect(await reasonOf(doors.open({ hub: stranger, id: FRONT }))).toBe('token_refused')
    expect(calls).toHaveLength(1)
  })

  test('the hub has banned us after too many wrong tokens', async () => {
    const { hub, open } = await hubWith({ entity_id: FRONT })
    for (let tries = 0; tries < 5; tries += 1)
      await failureOf(doors.open({ hub: { ...hub, token: 'made-up' }, id: FRONT }))

    expect(await reasonOf(open())).toBe('blocked')
  })

  test('the hub does not know it', async () => {
    const { open, orders } = await hubWith()

    expect(await reasonOf(open('lock.nowhere'))).toBe('unknown_door')
    expect(orders()).toBe(0)
  })

  test('the bolt jams', async () => {
    const { open, openings } = await hubWith({ entity_id: FRONT, temper: 'jams' })

    expect(await reasonOf(open())).toBe('jammed')
    expect(openings).toEqual([])
  })

  test('a lock that was jammed before is tried anyway', async () => {
    const { open } = await hubWith({ entity_id: FRONT, state: 'jammed' })

    expect(await open()).toMatchObject({ confirmed: true })
  })

  test('the hub has lost contact with the lock', async () => {
    const { open, orders } = await hubWith({ entity_id: FRONT, state: 'unavailable' })

    expect(await reasonOf(open())).toBe('unavailable')
    expect(orders()).toBe(0)
  })

  test('the hub accepts the command, and the bolt does not move', async () => {
    const { open, orders } = await hubWith({ entity_id: FRONT, temper: 'stays shut' })

    expect(await failureOf(open())).toMatchObject({ reason: 'stayed_shut', mayHaveWorked: false })
    expect(orders()).toBe(1)
  })

  test('the lock never reports its bolt', async () => {
    const { open } = await hubWith({ entity_id: FRONT, temper: 'stays shut', state: 'unknown' })

    expect(await failureOf(open())).toMatchObject({ reason: 'not_confirmed', mayHaveWorked: true })
  })

  test.each([
    { entity_id: FRONT, temper: 'raises an error' as const },
    { entity_id: FRONT, code: '1234' },
  ])('the lock refuses: %o', async (entity) => {
    const { open } = await hubWith(entity)

    expect(await reasonOf(open())).toBe('refused')
  })

  test('the hub does not know the service', async () => {
    const { open, misbehave } = await hubWith({ entity_id: FRONT })
    misbehave({ status: 400, text: '400: Bad Request' }, /^POST/)

    expect(await failureOf(open())).toMatchObject({ reason: 'refused', mayHaveWorked: false })
  })

  test.each([
    ['redirects', 'unreadable'],
    ['talks nonsense', 'unreadable'],
    ['talks without end', 'unreadable'],
    ['hangs up', 'unreachable'],
    [{ status: 404, text: '404: Not Found' }, 'unreadable'],
    [{ status: 502, text: 'Bad Gateway' }, 'out_of_order'],
  ] as const)('the server at the address fails: %o', async (fault, reason) => {
    const { open, misbehave, orders } = await hubWith({ entity_id: FRONT })
    misbehave(fault)

    expect(await reasonOf(open())).toBe(reason)
    expect(orders()).toBe(0)
  })

  test.each([
    'light.lobby',
    'homeassistant.stop',
    'lock.front_door/../../config',
    'lock.Front_Door',
    '__proto__.x',
    'front_door',
    '',
  ])('%j is not an entity that we open', async (id) => {
    const { open, calls } = await hubWith({ entity_id: FRONT })

    expect(await reasonOf(open(id))).toBe('unsupported_door')
    expect(calls).toEqual([])
  })

  test.each([
    ['', 'not_set_up'],
    ['line\nbreak', 'not_set_up'],
  ])('the token %j cannot be sent', async (token, reason) => {
    const { hub, calls } = await hubWith({ entity_id: FRONT })

    expect(await reasonOf(doors.open({ hub: { ...hub, token }, id: FRONT }))).toBe(reason)
    expect(calls).toEqual([])
  })
})

describe('no door opens twice by accident', () => {
  test.each(['does it and stays silent', 'does it and hangs up', 'talks without end'] as const)(
    'the hub %s: the state is read, and no command is sent again',
    async (fault) => {
      const { openImpatiently, misbehave, orders, change } = await hubWith({ entity_id: FRONT })
      misbehave(fault, /^POST/)
      // A hub that talks without end has not opened by itself.
      if (fault === 'talks without end') setTimeout(() => change(FRONT, { state: 'unlocked' }), 100)

      expect(await openImpatiently()).toEqual({ confirmed: true, state: 'unlocked' })
      expect(orders()).toBe(1)
    },
  )

  test('an unknown outcome is reported as unknown, and the command is sent only once', async () => {
    const { openImpatiently, misbehave, orders } = await hubWith({ entity_id: FRONT })
    misbehave('stays silent', /^POST/)

    expect(await failureOf(openImpatiently())).toMatchObject({ reason: 'too_slow', mayHaveWorked: true })
    expect(orders()).toBe(1)
  })

  test('a second try finds the door open and leaves it open', async () => {
    const { open, orders } = await hubWith({ entity_id: FRONT })
    await open()

    expect(await open(FRONT, true)).toEqual({ confirmed: true, state: 'unlocked' })
    expect(orders()).toBe(1)
  })

  test('a second try opens a door that is still shut', async () => {
    const { open, orders } = await hubWith({ entity_id: FRONT })

    expect(await open(FRONT, true)).toMatchObject({ confirmed: true })
    expect(orders()).toBe(1)
  })

  test('a second try waits for a bolt that is moving', async () => {
    const { open, change, orders } = await hubWith({ entity_id: FRONT, state: 'unlocking' })
    setTimeout(() => change(FRONT, { state: 'unlocked' }), 50)

    expect(await open(FRONT, true)).toMatchObject({ state: 'unlocked' })
    expect(orders()).toBe(0)
  })

  test('a gate that would close at a second push is not pushed again', async () => {
    const { open, orders } = await hubWith({ entity_id: 'button.gate' })
    await open('button.gate')
    await open('button.gate', true)

    expect(orders()).toBe(1)
  })

  test('a customer who presses again later opens again', async () => {
    const { open, openings } = await hubWith({ entity_id: 'button.gate' })
    await open('button.gate')
    await open('button.gate')

    expect(openings).toHaveLength(2)
  })

  test('a token that is revoked in between ends it', async () => {
    const { open, misbehave, calls } = await hubWith({ entity_id: FRONT, temper: 'stays shut' })
    const opening = failureOf(open())
    setTimeout(() => misbehave({ status: 401, text: '401: Unauthorized' }), 60)
    const { reason } = await opening

    expect(reason).toBe('token_refused')
    expect(calls.filter(({ status }) => status === undefined)).toHaveLength(1)
  })
})

describe('a hub', () => {
  test('that works tells its name and version', async () => {
    const { hub } = await hubWith()

    expect(await doors.test(hub)).toEqual({ name: 'Rothschild House', version: '2026.10.2' })
  })

  test('is told apart from another web server', async () => {
    const { hub, misbehave } = await hubWith()
    misbehave('talks nonsense')

    expect(await reasonOf(doors.test(hub))).toBe('unreadable')
  })

  test('lists its locks and gates with their states', async () => {
    const { hub } = await hubWith(
      { entity_id: FRONT, name: 'Front door' },
      { entity_id: 'lock.back', name: ' ', state: 'jammed' },
      { entity_id: 'cover.gate', name: 'Gate', attributes: { device_class: 'gate' } },
      { entity_id: 'cover.curtain', attributes: { device_class: 'curtain' } },
      { entity_id: 'light.lobby' },
    )

    expect(await doors.listDoors(hub)).toEqual([
      { id: FRONT, name: 'Front door', type: 'lock', state: 'locked' },
      { id: 'lock.back', name: 'lock.back', type: 'lock', state: 'jammed' },
      { id: 'cover.gate', name: 'Gate', type: 'gate', state: 'locked' },
    ])
  })

  test.each([
    ['locked', 'locked'],
    ['unlocked', 'unlocked'],
    ['open', 'unlocked'],
    ['unlocking', 'moving'],
    ['opening', 'moving'],
    ['locking', 'moving'],
    ['jammed', 'jammed'],
    ['unavailable', 'unavailable'],
    ['unknown', 'unknown'],
  ])('reports a lock that is %s: %s', async (state, meant) => {
    const { hub } = await hubWith({ entity_id: FRONT, state })

    expect(await doors.stateOf({ hub, id: FRONT })).toBe(meant)
  })
})

describe('a PIN code', () => {
  const code = { pin: '482913', slot: 12, from: '2026-03-02T08:00:00Z', to: '2026-03-02T10:00:00Z' }

  test('is put into a Z-Wave lock, read back, and removed again', async () => {
    const { hub, codesIn } = await hubWith({ entity_id: FRONT, codes: 'zwave_js' })
    const door = { hub, id: FRONT }
    const put = await doors.putCode(door, code)
    const there = codesIn(FRONT)
    const removed = await doors.removeCode(door, put.ref)

    expect(put).toEqual({ ref: '12', confirmed: true })
    expect(there).toEqual({ 12: '482913' })
    expect(removed).toEqual({ confirmed: true })
    expect(codesIn(FRONT)).toEqual({})
  })

  test('is put into a Zigbee lock, which does not show its codes', async () => {
    const { hub, codesIn } = await hubWith({ entity_id: FRONT, codes: 'zha' })

    expect(await doors.putCode({ hub, id: FRONT }, code)).toEqual({ ref: '12', confirmed: false })
    expect(codesIn(FRONT)).toEqual({ 12: '482913' })
    expect(await doors.removeCode({ hub, id: FRONT }, '12')).toEqual({ confirmed: false })
    expect(codesIn(FRONT)).toEqual({})
  })

  test('that is there already is not put in again, and one that is gone counts as removed', async () => {
    const { hub, calls } = await hubWith({ entity_id: FRONT, codes: 'zwave_js' })
    const door = { hub, id: FRONT }
    await doors.putCode(door, code)
    await doors.putCode(door, code)
    for (let times = 0; times < 2; times += 1) await doors.removeCode(door, '12')

    expect(calls.filter(({ path }) => path.includes('set_lock_usercode'))).toHaveLength(1)
  })

  test('never overwrites another code', async () => {
    const { hub, codesIn, putCode } = await hubWith({ entity_id: FRONT, codes: 'zwave_js' })
    putCode(FRONT, 12, '0000')

    expect(await reasonOf(doors.putCode({ hub, id: FRONT }, code))).toBe('slot_taken')
    expect(codesIn(FRONT)).toEqual({ 12: '0000' })
  })

  test('is refused by a lock without a keypad and by a switch', async () => {
    const { hub } = await hubWith(
      { entity_id: FRONT },
      { entity_id: 'lock.keypad', codes: 'zwave_js' },
      { entity_id: 'switch.gate' },
    )
    const bare = await hubWith({ entity_id: FRONT })

    for (const door of [
      { hub, id: FRONT },
      { hub, id: 'switch.gate' },
      { hub: bare.hub, id: FRONT },
    ])
      expect(await reasonOf(doors.putCode(door, code))).toBe('cannot_hold_codes')
  })

  test.each([0, 255, 1.5, Number.NaN])('has no slot %d', async (slot) => {
    const { hub } = await hubWith({ entity_id: FRONT, codes: 'zwave_js' })

    expect(await reasonOf(doors.putCode({ hub, id: FRONT }, { ...code, slot }))).toBe('refused')
  })
})

describe('the address of a hub', () => {
  const at = (url: string) => ({ hub: { kind: 'home_assistant', url, token: 'token' } as const, id: FRONT })
  const cautious = doorDrivers(readConfig({}), { now })

  test.each([
    'http://169.254.169.254/',
    'http://[fd00:ec2::254]/',
    'http://[::ffff:169.254.169.254]/',
    'http://0.0.0.0:8123',
    'http://127.0.0.1:8123',
    'http://localhost:8123',
    'http://8.8.8.8:8123',
    'https://user:password@hub.example',
    'ftp://hub.example',
  ])('%s is not called', async (url) => {
    expect(await reasonOf(cautious.open(at(url)))).toBe('address_refused')
  })

  test('a name is judged by the address it resolves to, not by how it looks', async () => {
    const { hub, open, calls } = await hubWith({ entity_id: FRONT })
    await open()
    const before = calls.length
    const named = hub.url.replace('127.0.0.1', 'ip6-localhost')

    expect(['address_refused', 'unreachable']).toContain(await reasonOf(cautious.open(at(named))))
    expect(calls).toHaveLength(before)
  })

  test('a name that does not resolve cannot be reached', async () => {
    expect(await reasonOf(cautious.open(at('https://hub.invalid')))).toBe('unreachable')
  })

  test('another server can stand in for a hub, and only for that one', async () => {
    const { url, hub, openings } = await hubWith({ entity_id: FRONT })
    const demo = doorDrivers(readConfig({}), {
      now,
      standIn: (origin) => (origin === 'https://hub.keyhour.test:8123' ? url : undefined),
    })

    await demo.open({ hub: { ...hub, url: 'https://hub.keyhour.test:8123/' }, id: FRONT })
    expect(openings).toHaveLength(1)
    expect(await reasonOf(demo.open({ hub, id: FRONT }))).toBe('address_refused')
  })
})

test('the simulated hub is as strict as a real one', async () => {
  const { url, token } = await hubWith({ entity_id: FRONT, codes: 'zwave_js' })
  const call = async (path: string, body?: string, as = token) => {
    const headers = { authorization: `Bearer ${as}` }
    const sent = body === undefined ? { headers } : { method: 'POST', headers, body }
    const answer = await fetch(`${url}/api/${path}`, sent)
    return [answer.status, await answer.text()]
  }
  const unlock = 'services/lock/unlock'

  expect(await call('', undefined, 'made-up')).toEqual([401, '401: Unauthorized'])
  expect(await call('')).toEqual([200, '{"message":"API running."}'])
  expect(await call('states/lock.nowhere')).toEqual([404, '{"message":"Entity not found."}'])
  expect(await call('nowhere')).toEqual([404, '404: Not Found'])
  expect(await call(unlock)).toEqual([405, '405: Method Not Allowed'])
  expect(await call(unlock, '{"entity_id":"lock.nowhere"}')).toEqual([200, '[]'])
  expect(await call(unlock, '{}')).toEqual([400, '400: Bad Request'])
  expect(await call(unlock, '{')).toEqual([400, '{"message":"Data should be valid JSON."}'])
  expect(await call('services/lock/explode', '{}')).toEqual([400, '400: Bad Request'])
  expect((await call(`${unlock}?return_response`, `{"entity_id":"${FRONT}"}`))[0]).toBe(400)
  expect((await call('services/zwave_js/get_lock_usercode', `{"entity_id":"${FRONT}"}`))[0]).toBe(400)
})
