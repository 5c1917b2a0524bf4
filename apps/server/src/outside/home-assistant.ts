import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import {
  type DoorDriver,
  DoorFailed,
  type DoorState,
  type FoundDoor,
  type HomeAssistantHub,
  type Opened,
  type Patience,
} from '#server/outside/door-driver.ts'
import { putCode, removeCode } from '#server/outside/home-assistant-codes.ts'
import { ENTITY_ID, State, type Talk, talkTo } from '#server/outside/home-assistant-talk.ts'
import { findHubAddressProblem, type HubNetworks, mayCall } from '#server/outside/hub-address.ts'
import { onLine, parseJson } from '#server/outside/line.ts'

type Setting = {
  patience: Patience
  networks: HubNetworks
  now: () => Date
  /** Another address to call instead of this hub's. */
  standIn: (origin: string) => string | undefined
}

const Config = z.object({ location_name: z.string(), version: z.string() })

type Kind = {
  service: string
  isOpen: (state: State) => boolean
  /** A push may already be over when the state is read. */
  wasPushed: (state: State, before: State) => boolean
}

const never = () => false
const changed = (state: State, before: State) => state.last_changed !== before.last_changed
const inState =
  (...states: string[]) =>
  ({ state }: State) =>
    states.includes(state)

/** The only services that are ever called. */
const KINDS: Record<string, Kind> = {
  lock: { service: 'unlock', isOpen: inState('unlocked', 'open'), wasPushed: never },
  cover: { service: 'open_cover', isOpen: inState('open', 'opening'), wasPushed: never },
  switch: { service: 'turn_on', isOpen: inState('on'), wasPushed: changed },
  input_boolean: { service: 'turn_on', isOpen: inState('on'), wasPushed: changed },
  button: { service: 'press', isOpen: never, wasPushed: changed },
  script: {
    service: 'turn_on',
    isOpen: inState('on'),
    wasPushed: ({ attributes }, before) => attributes.last_triggered !== before.attributes.last_triggered,
  },
}

const MOVING = ['unlocking', 'opening', 'locking', 'closing']
/** A more recent push came from the try before. The hub's clock may differ from ours. */
const RECENT_MS = 30_000
const GATES = ['door', 'garage', 'gate']

export function homeAssistant({ patience, networks, now, standIn }: Setting): DoorDriver<HomeAssistantHub> {
  /** Sends nothing after the first refusal, because a hub bans clients that keep trying. */
  function atHub<T>({ url, token }: HomeAssistantHub, work: (hub: Talk) => Promise<T>): Promise<T> {
    if (!token.trim() || /[^\x21-\x7e]/.test(token)) throw new DoorFailed('not_set_up')
    if (!URL.canParse(url)) throw new DoorFailed('not_set_up')
    const { origin, protocol } = new URL(url)
    const other = standIn(origin)
    if (!other && findHubAddressProblem(url, networks)) throw new DoorFailed('address_refused')
    const may = (address: string) => other !== undefined || mayCall(address, protocol, networks)
    const options = { mayCall: may, ms: patience.answerMs }
    return onLine(new URL(other ?? origin), options, (line) => work(talkTo(line, token, patience)))
  }

  async function open(hub: Talk, id: string, again: boolean): Promise<Opened> {
    const kind = kindOf(id)
    const before = await hub.read(id)
    if (before.state === 'unavailable') throw new DoorFailed('unavailable')
    const opened = (state: State): Opened => ({ confirmed: true, state: stateInWords(kind, state) })
    const seen = (state: State) => kind.isOpen(state) || kind.wasPushed(state, before)
    if (again && isDoneAlready(before, kind, now())) return opened(before)

    const isOnItsWay = again && ['unlocking', 'opening'].includes(before.state)
    const { doubt, states }: CommandResult = isOnItsWay ? {} : await sendCommand(hub, id, kind)
    const moved = states?.find((state) => state.entity_id === id && seen(state))
    if (moved) return opened(moved)
    // A refusal is final, so do not poll again.
    const ms = doubt?.reason === 'refused' ? 0 : patience.boltMs
    return opened(await watch(hub, id, { ms, seen, before, doubt }))
  }

  /** Polls until the bolt has moved: an accepted command proves nothing. */
  async function watch(hub: Talk, id: string, { ms, seen, before, doubt }: Watch): Promise<State> {
    const until = performance.now() + ms
    for (;;) {
      const reading = await hub.read(id).catch(passing)
      if (!(reading instanceof DoorFailed) && seen(reading)) return reading
      const isOver = performance.now() >= until
      const failure = hopeless(reading, before) ?? (isOver ? (doubt ?? verdict(reading)) : undefined)
      if (failure) throw failure
      await setTimeout(patience.pauseMs)
    }
  }

  return {
    test: (hub) =>
      atHub(hub, async (talk) => {
        await talk.get('/api/', z.object({ message: z.literal('API running.') }))
        const { location_name, version } = await talk.get('/api/config', Config)
        return { name: location_name, version }
      }),
    listDoors: (hub) =>
      atHub(hub, async (talk) => (await talk.get('/api/states', z.array(z.unknown()))).flatMap(doorIn)),
    stateOf: (hub, id) => atHub(hub, async (talk) => stateInWords(kindOf(id), await talk.read(id))),
    open: (hub, id, { again = false }) => atHub(hub, (talk) => open(talk, id, again)),
    putCode: (hub, id, code) => atHub(hub, (talk) => putCode(talk, id, code)),
    removeCode: (hub, id, ref) => atHub(hub, (talk) => removeCode(talk, id, Number(ref))),
  }
}

type Watch = {
  ms: number
  seen: (state: State) => boolean
  before: State
  doubt: DoorFailed | undefined
}

function kindOf(id: string): Kind {
  const [, domain = ''] = ENTITY_ID.exec(id) ?? []
  if (!Object.hasOwn(KINDS, domain)) throw new DoorFailed('unsupported_door')
  return KINDS[domain]!
}

/** `states`: what moved meanwhile. `doubt`: why the command may or may not have arrived. */
type CommandResult = { states?: State[]; doubt?: DoorFailed }

async function sendCommand(hub: Talk, id: string, { service }: Kind): Promise<CommandResult> {
  try {
    const { text } = await hub.call(`${id.slice(0, id.indexOf('.'))}/${service}`, { entity_id: id })
    const states = z.array(State).safeParse(parseJson(text))
    return states.success ? { states: states.data } : {}
  } catch (error) {
    if (error instanceof DoorFailed && error.mayHaveWorked) return { doubt: error }
    throw error
  }
}

function isDoneAlready(state: State, kind: Kind, now: Date): boolean {
  if (kind.isOpen(state)) return true
  const age = now.getTime() - Date.parse(state.last_changed)
  return kind.wasPushed !== never && Math.abs(age) < RECENT_MS
}

/** One failed reading says nothing about the door, unless the hub denies us access. */
function passing(error: unknown): DoorFailed {
  if (!(error instanceof DoorFailed)) throw error
  if (!['token_refused', 'blocked', 'unknown_door'].includes(error.reason)) return error
  throw new DoorFailed(error.reason, { mayHaveWorked: true })
}

function verdict(state: State | DoorFailed): DoorFailed {
  if (state instanceof DoorFailed) return new DoorFailed(state.reason, { mayHaveWorked: true })
  if (state.state === 'jammed') return new DoorFailed('jammed')
  if (state.state === 'unknown' || MOVING.includes(state.state))
    return new DoorFailed('not_confirmed', { mayHaveWorked: true })
  return new DoorFailed('stayed_shut')
}

function stateInWords(kind: Kind, state: State): DoorState {
  if (kind.isOpen(state)) return 'unlocked'
  if (MOVING.includes(state.state)) return 'moving'
  if (state.state === 'jammed' || state.state === 'unavailable') return state.state
  return ['locked', 'closed', 'off'].includes(state.state) ? 'locked' : 'unknown'
}

/** Waiting will not help. */
function hopeless(reading: State | DoorFailed, before: State): DoorFailed | undefined {
  if (reading instanceof DoorFailed) return undefined
  if (reading.state === 'unavailable') return new DoorFailed('unavailable', { mayHaveWorked: true })
  return reading.state === 'jammed' && changed(reading, before) ? new DoorFailed('jammed') : undefined
}

/** Locks and gates. A switch can be anything, so an admin has to type the id of one that opens a door. */
function doorIn(raw: unknown): FoundDoor[] {
  const { data: state } = State.safeParse(raw)
  const [, domain] = ENTITY_ID.exec(state?.entity_id ?? '') ?? []
  if (!state || !domain) return []
  const { friendly_name, device_class } = state.attributes
  if (domain !== 'lock' && !(domain === 'cover' && GATES.includes(String(device_class)))) return []
  return [
    {
      id: state.entity_id,
      name: typeof friendly_name === 'string' && friendly_name.trim() ? friendly_name : state.entity_id,
      type: domain === 'lock' ? 'lock' : 'gate',
      state: stateInWords(kindOf(state.entity_id), state),
    },
  ]
}
