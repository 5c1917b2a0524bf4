import { type Answer, type Asked, answerOnLoopback } from './loopback.ts'
import { readObject } from './routes.ts'

export type SimulatedEntity = {
  entity_id: string
  name?: string
  state?: string
  /** What it does when told to open. */
  temper?: 'opens' | 'jams' | 'stays shut' | 'raises an error'
  /** Without this code it does not open. */
  code?: string
  /** The integration that can put PIN codes into it. */
  codes?: 'zwave_js' | 'zha'
  attributes?: Record<string, unknown>
}

type Options = {
  now: () => Date
  token?: string
  name?: string
  entities?: SimulatedEntity[]
  /** How long a bolt takes to move. */
  moveMs?: number
  /** How long a lock or a strike stays open; for ever, when left out. */
  relockMs?: number
}

type Entity = Required<Pick<SimulatedEntity, 'entity_id' | 'state' | 'temper'>> & {
  code: string | undefined
  codes: SimulatedEntity['codes']
  attributes: Record<string, unknown>
  changedAt: number
  pins: Map<number, string>
}

type Data = { entity_id?: unknown; code?: unknown; code_slot?: unknown; [field: string]: unknown }

/** Wrong tokens before the caller's address is banned. */
const TRIES_BEFORE_BAN = 5

const UNAUTHORIZED: Answer = { status: 401, text: '401: Unauthorized' }
const FORBIDDEN: Answer = { status: 403, text: '403: Forbidden' }
const NOT_FOUND: Answer = { status: 404, text: '404: Not Found' }
const WRONG_METHOD: Answer = { status: 405, text: '405: Method Not Allowed' }
const BAD_REQUEST: Answer = { status: 400, text: '400: Bad Request' }
const IN_TROUBLE: Answer = {
  status: 500,
  text: '500 Internal Server Error\n\nServer got itself in trouble',
}

/** The states that a service leads each kind of entity through. */
const SERVICES: Record<string, { via?: string; to: string }> = {
  'lock.unlock': { via: 'unlocking', to: 'unlocked' },
  'lock.lock': { via: 'locking', to: 'locked' },
  'lock.open': { via: 'opening', to: 'open' },
  'switch.turn_on': { to: 'on' },
  'switch.turn_off': { to: 'off' },
  'input_boolean.turn_on': { to: 'on' },
  'input_boolean.turn_off': { to: 'off' },
  'script.turn_on': { via: 'on', to: 'off' },
  'cover.open_cover': { via: 'opening', to: 'open' },
  'cover.close_cover': { via: 'closing', to: 'closed' },
  'button.press': { to: 'the moment' },
}
const OPENING = [
  'lock.unlock',
  'lock.open',
  'switch.turn_on',
  'input_boolean.turn_on',
  'script.turn_on',
  'cover.open_cover',
  'button.press',
]

/** Names and fields are those of the two integrations. How Zigbee locks answer a request for a code is unknown. */
const CODE_SERVICES: Record<string, { field?: string; answers?: boolean }> = {
  'zwave_js.set_lock_usercode': { field: 'usercode' },
  'zwave_js.clear_lock_usercode': {},
  'zwave_js.get_lock_usercode': { answers: true },
  'zha.set_lock_user_code': { field: 'user_code' },
  'zha.clear_lock_user_code': {},
}

const AT_REST: Record<string, string> = { lock: 'locked', cover: 'closed', button: 'unknown' }

function simulateHouse({ now, moveMs = 20, relockMs }: Options) {
  const entities = new Map<string, Entity>()
  const openings: { entity_id: string; at: string; by: string }[] = []
  const timers = new Set<NodeJS.Timeout>()

  function add({ entity_id, name, state, temper = 'opens', code, codes, attributes }: SimulatedEntity): void {
    entities.set(entity_id, {
      entity_id,
      state: state ?? AT_REST[domainOf(entity_id)] ?? 'off',
      temper,
      code,
      codes,
      attributes: {
        friendly_name: name ?? entity_id,
        supported_features: 0,
        ...(code && { code_format: '^\\d+$' }),
        ...attributes,
      },
      changedAt: now().getTime(),
      pins: new Map(),
    })
  }
  /** Later than the last change even when the clock of a test does not move. */
  function move(entity: Entity, state: string): void {
    if (entity.state === state) return
    entity.state = state
    entity.changedAt = Math.max(now().getTime(), entity.changedAt + 1)
  }

  function after(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms).unref()
    timers.add(timer)
  }

  function operate(entity: Entity, service: string, data: Data): Answer | undefined {
    const { via, to } = SERVICES[service]!
    if (entity.state === 'unavailable' || entity.temper === 'stays shut') return undefined
    const isCodeWrong = entity.code !== undefined && entity.code !== data.code
    if (isCodeWrong || entity.temper === 'raises an error') return IN_TROUBLE
    const moment = new Date(entity.changedAt + 1).toISOString()
    if (domainOf(service) === 'script') entity.attributes = { ...entity.attributes, last_triggered: moment }
    const arrive = () => {
      if (entity.temper === 'jams') return move(entity, 'jammed')
      move(entity, to === 'the moment' ? moment : to)
      if (OPENING.includes(service)) noteOpening(entity, service)
    }
    if (via) move(entity, via)
    if (via && moveMs > 0) after(moveMs, arrive)
    else arrive()
    return undefined
  }

  function noteOpening(entity: Entity, by: string): void {
    openings.push({ entity_id: entity.entity_id, at: now().toISOString(), by })
    const shut = { lock: 'locked', switch: 'off' }[domainOf(by)]
    if (relockMs !== undefined && shut) after(relockMs, () => move(entity, shut))
  }

  const stop = () => {
    for (const timer of timers) clearTimeout(timer)
  }
  return { entities, openings, add, move, operate, stop }
}

type House = ReturnType<typeof simulateHouse>

const described = ({ entity_id, state, attributes, changedAt }: Entity) => ({
  entity_id,
  state,
  attributes,
  last_changed: new Date(changedAt).toISOString(),
  last_reported: new Date(changedAt).toISOString(),
  last_updated: new Date(changedAt).toISOString(),
  context: { id: '01JD0000000000000000000000', parent_id: null, user_id: null },
})

function keepCode(found: Entity[], service: string, data: Data): Answer | undefined {
  const { field } = CODE_SERVICES[service]!
  const slot = Number(data.code_slot)
  const code = field && data[field]
  if (!Number.isInteger(slot) || (field && typeof code !== 'string')) return BAD_REQUEST
  if (code !== undefined && !/^\d{4,}$/.test(String(code))) return IN_TROUBLE
  for (const { pins } of found) {
    if (field) pins.set(slot, String(code))
    else pins.delete(slot)
  }
  return undefined
}

const readCodes = (found: Entity[], data: Data) =>
  Object.fromEntries(
    found.map(({ entity_id, pins }) => [
      entity_id,
      Object.fromEntries(
        (data.code_slot === undefined ? [...pins.keys()] : [Number(data.code_slot)]).map((slot) => [
          String(slot),
          { usercode: pins.get(slot) ?? null, in_use: pins.has(slot) },
        ]),
      ),
    ]),
  )

function simulateServices({ entities, operate }: House) {
  /** Entities of other integrations have no codes. */
  const hasCodeService = (domain: string) => [...entities.values()].some(({ codes }) => codes === domain)

  function call(service: string, asked: Asked): Answer {
    const isCodeService = service in CODE_SERVICES && hasCodeService(domainOf(service))
    if (!isCodeService && !(service in SERVICES)) return BAD_REQUEST
    const answers = CODE_SERVICES[service]?.answers ?? false
    if (asked.query.has('return_response') !== answers) return wrongAboutResponse(answers)
    const data: Data | undefined = readObject(asked.body)
    if (!data) return { status: 400, json: { message: 'Data should be valid JSON.' } }
    const wanted = [data.entity_id ?? []].flat().map(String)
    if (wanted.length === 0) return BAD_REQUEST
    const found = wanted.flatMap((id) => entities.get(id) ?? [])
    return isCodeService ? serveCodes(found, service, data) : serve(found, service, data)
  }

  function serve(found: Entity[], service: string, data: Data): Answer {
    const own = found.filter(({ entity_id }) => domainOf(entity_id) === domainOf(service))
    const before = new Map(own.map((entity) => [entity, entity.changedAt]))
    const trouble = own.map((entity) => operate(entity, service, data)).find((answer) => answer !== undefined)
    const changed = own.filter((entity) => before.get(entity) !== entity.changedAt)
    return trouble ?? { status: 200, json: changed.map(described) }
  }

  function serveCodes(found: Entity[], service: string, data: Data): Answer {
    const own = found.filter(({ codes }) => codes === domainOf(service))
    if (CODE_SERVICES[service]?.answers)
      return { status: 200, json: { changed_states: [], service_response: readCodes(own, data) } }
    return keepCode(own, service, data) ?? { status: 200, json: [] }
  }

  function list() {
    const names = [
      ...Object.keys(SERVICES),
      ...Object.keys(CODE_SERVICES).filter((service) => hasCodeService(domainOf(service))),
    ]
    const domains = [...new Set(names.map(domainOf))]
    return domains.map((domain) => ({
      domain,
      services: Object.fromEntries(
        names.filter((one) => domainOf(one) === domain).map((one) => [one.slice(domain.length + 1), {}]),
      ),
    }))
  }

  return { call, list }
}

/** A Home Assistant hub on loopback, with the REST API that its own web page uses. */
export async function simulateHomeAssistant(options: Options) {
  const { token = 'hub-token', name = 'Home' } = options
  const house = simulateHouse(options)
  const { entities } = house
  let wrongTokens = 0

  for (const entity of options.entities ?? []) house.add(entity)
  const services = simulateServices(house)

  function answerGet(path: string): Answer {
    if (path === '/api/') return { status: 200, json: { message: 'API running.' } }
    if (path === '/api/config') {
      const components = ['api', 'lock', 'switch']
      return {
        status: 200,
        json: { location_name: name, time_zone: 'UTC', version: '2026.10.2', components },
      }
    }
    if (path === '/api/services') return { status: 200, json: services.list() }
    if (path === '/api/states') return { status: 200, json: [...entities.values()].map(described) }
    const [, id] = /^\/api\/states\/([^/]+)$/.exec(path) ?? []
    if (!id) return NOT_FOUND
    const entity = entities.get(decodeURIComponent(id))
    return entity
      ? { status: 200, json: described(entity) }
      : { status: 404, json: { message: 'Entity not found.' } }
  }

  function answer(asked: Asked): Answer {
    if (wrongTokens >= TRIES_BEFORE_BAN) return FORBIDDEN
    if (asked.headers.authorization !== `Bearer ${token}`) {
      wrongTokens += 1
      return UNAUTHORIZED
    }
    const [, domain, service] = /^\/api\/services\/(\w+)\/(\w+)$/.exec(asked.path) ?? []
    if (domain) return asked.method === 'POST' ? services.call(`${domain}.${service}`, asked) : WRONG_METHOD
    return asked.method === 'GET' ? answerGet(asked.path) : WRONG_METHOD
  }

  const server = await answerOnLoopback(answer)

  return {
    ...server,
    token,
    /** Oldest first. */
    openings: house.openings,
    add: house.add,
    /** As if a person turned the key, removed the battery or fixed it. */
    change(entity_id: string, { state, temper }: { state?: string; temper?: Entity['temper'] }) {
      const entity = entities.get(entity_id)!
      if (state) house.move(entity, state)
      if (temper) entity.temper = temper
    },
    stateOf: (entity_id: string) => entities.get(entity_id)?.state,
    /** By slot. */
    codesIn: (entity_id: string) => Object.fromEntries(entities.get(entity_id)!.pins),
    /** A code that the owner of the lock entered by hand. */
    putCode: (entity_id: string, slot: number, code: string) =>
      void entities.get(entity_id)!.pins.set(slot, code),
    async close() {
      house.stop()
      await server.close()
    },
  }
}

const domainOf = (id: string): string => id.slice(0, id.indexOf('.'))

const wrongAboutResponse = (answers: boolean): Answer => ({
  status: 400,
  json: {
    message: answers
      ? 'Service call requires responses but caller did not ask for responses. Add ?return_response to query parameters.'
      : 'Service does not support responses. Remove return_response from request.',
  },
})
