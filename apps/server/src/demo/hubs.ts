import { simulateHomeAssistant } from '@keyhour/simulators/home-assistant'
import { type DemoOffice, OFFICES } from '#server/demo/offices.ts'

/** With the names of the spaces that each opens; none: the whole office. */
export const doorsOf = ({ doors, roomDoors = {} }: DemoOffice): { name: string; opens: string[] }[] => [
  ...doors.map((name) => ({ name, opens: [] })),
  ...Object.entries(roomDoors).map(([name, opens]) => ({ name, opens })),
]

/** The lock in the workshop is opened over Bluetooth. */
export const hasHub = (office: DemoOffice): boolean => doorsOf(office).length > 0 && office.key !== 'lab'

/** Names below `.test` belong to nobody: only the simulators of the demo answer to them. */
export const hubOf = ({ key }: DemoOffice) => ({
  url: `https://hub.${key}.keyhour.test:8123`,
  token: `demo-hub-token-${key}`,
})

export const entityIdOf = ({ key }: DemoOffice, at: number): string =>
  `lock.${key.replaceAll('-', '_')}_${at + 1}`

/** A door that an admin can still discover and add. */
const spareDoorOf = (office: DemoOffice) => ({
  entity_id: entityIdOf(office, doorsOf(office).length),
  name: 'Storage room',
})

const MOVE_MS = 700
const RELOCK_MS = 20_000

type Options = { now: () => Date; moveMs?: number }

/**
 * One simulated hub per office, on any free port. The rows of the demo keep their addresses: each server calls its own
 * simulators instead, so that several servers can show the same demo.
 */
export async function startDemoHubs({ now, moveMs = MOVE_MS }: Options) {
  const hubs = await Promise.all(
    OFFICES.filter(hasHub).map(async (office) => {
      const doors = doorsOf(office).map(({ name }, at) => ({ entity_id: entityIdOf(office, at), name }))
      const simulated = await simulateHomeAssistant({
        now,
        moveMs,
        relockMs: RELOCK_MS,
        name: office.name,
        token: hubOf(office).token,
        entities: [...doors, spareDoorOf(office)].map((door) => ({ ...door, codes: 'zwave_js' as const })),
      })
      return { origin: hubOf(office).url, ...simulated }
    }),
  )
  const addresses = Object.fromEntries(hubs.map(({ origin, url }) => [origin, url]))
  return {
    addresses,
    standIn: (origin: string) => addresses[origin],
    close: async () => void (await Promise.all(hubs.map(({ close }) => close()))),
  }
}
