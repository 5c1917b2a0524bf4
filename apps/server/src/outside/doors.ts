import type { Config } from '#server/config.ts'
import type {
  CodePut,
  Done,
  Door,
  DoorCode,
  DoorDriver,
  DoorState,
  FoundDoor,
  Hub,
  HubFacts,
  Opened,
  OpenOptions,
  Patience,
} from '#server/outside/door-driver.ts'
import { homeAssistant } from '#server/outside/home-assistant.ts'
import { openpath } from '#server/outside/openpath.ts'
import { tuya } from '#server/outside/tuya.ts'

/** Every call does what it says or throws a `DoorFailed`. */
export type Doors = {
  /** Whether the hub answers and accepts our credentials. */
  test: (hub: Hub) => Promise<HubFacts>
  listDoors: (hub: Hub) => Promise<FoundDoor[]>
  stateOf: (door: Door) => Promise<DoorState>
  /** Never retries. Simultaneous calls for the same door share one opening. */
  open: (door: Door, options?: OpenOptions) => Promise<Opened>
  putCode: (door: Door, code: DoorCode) => Promise<CodePut>
  removeCode: (door: Door, ref: string) => Promise<Done>
}

type Circumstances = {
  now: () => Date
  patience?: Patience
  /** Another address to call instead of this hub's. */
  standIn?: (origin: string) => string | undefined
}

const PATIENCE: Patience = { answerMs: 5000, orderMs: 10_000, boltMs: 5000, pauseMs: 250 }

export function doorDrivers(
  { hubNetworks, openpathUrl, tuyaUrl }: Config,
  { now, patience = PATIENCE, standIn = () => undefined }: Circumstances,
): Doors {
  const drivers = {
    home_assistant: homeAssistant({ patience, now, networks: hubNetworks, standIn }),
    openpath: openpath({ url: openpathUrl, patience, now }),
    tuya: tuya({ url: tuyaUrl, patience, now }),
  }
  const driverOf = (hub: Hub): DoorDriver<Hub> => drivers[hub.kind] as DoorDriver<Hub>
  const opening = new Map<string, Promise<Opened>>()

  return {
    test: async (hub) => driverOf(hub).test(hub),
    listDoors: async (hub) => driverOf(hub).listDoors(hub),
    stateOf: async ({ hub, id }) => driverOf(hub).stateOf(hub, id),
    async open({ hub, id }, options = {}) {
      const key = JSON.stringify([hub, id])
      const underWay = opening.get(key)
      if (underWay) return underWay
      const opened = driverOf(hub).open(hub, id, options)
      opening.set(key, opened)
      return opened.finally(() => opening.delete(key))
    },
    putCode: async ({ hub, id }, code) => driverOf(hub).putCode(hub, id, code),
    removeCode: async ({ hub, id }, ref) => driverOf(hub).removeCode(hub, id, ref),
  }
}
