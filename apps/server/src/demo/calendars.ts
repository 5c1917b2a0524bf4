import { simulateNexudus } from '@keyhour/simulators/nexudus'
import { simulatePickspace } from '@keyhour/simulators/pickspace'
import { simulateRoo } from '@keyhour/simulators/roo'
import { type DemoOffice, OFFICES } from '#server/demo/offices.ts'
import { DAY } from '#server/time/opening-hours.ts'
import type { Orders } from '#server/workers/messages.ts'

/** Services that are simulated in a demo. */
const SIMULATED = ['nexudus', 'pickspace', 'roo'] as const
export type Simulated = (typeof SIMULATED)[number]

export const simulatedOf = ({ providers }: DemoOffice): Simulated[] =>
  SIMULATED.filter((provider) => providers.includes(provider))

/** As the simulators number what they are given. `at` counts the spaces of the office. */
export function roomIdOf(provider: Simulated, { key }: DemoOffice, at: number): string {
  if (provider === 'nexudus') return String(60_001 + at)
  return provider === 'pickspace' ? String(301 + at) : `${key}-${at + 1}`
}

export const PICKSPACE_LOCATION = 'psl-3318'

/** The simulators accept these. */
export const accountOf: Record<Simulated, { settings: Record<string, unknown>; secret: string }> = {
  nexudus: {
    settings: { email: 'api@keyhour.example', business_id: '1001', clock: 'utc' },
    secret: 'nexudus-password',
  },
  pickspace: { settings: { tenant: 'keyhour' }, secret: 'pickspace-password' },
  roo: {
    settings: {
      // Names below `.test` belong to nobody: only the simulator of the demo answers to it.
      url: 'https://rooms.keyhour.test',
      header: 'X-Api-Key',
      rooms_path: '/rooms',
      id_field: 'id',
      name_field: 'name',
      bookings_path: '/rooms/{room}/bookings',
    },
    secret: 'roo-token',
  },
}

/** What others have booked there: on some of the next days, from nine to ten UTC. */
const DAYS_AHEAD = [2, 5, 9]
const HOUR = DAY / 24
const timesAfter = (now: number) =>
  DAYS_AHEAD.map((days) => {
    const from = Math.floor(now / DAY) * DAY + days * DAY + 9 * HOUR
    return { from: new Date(from).toISOString(), to: new Date(from + HOUR).toISOString() }
  })

/** Each server calls its own simulators, so that several servers can show the same demo. */
export async function startDemoCalendars({ now }: { now: () => Date }) {
  const nexudus = await simulateNexudus({ now })
  const pickspace = await simulatePickspace()
  const roo = await simulateRoo()
  const spacesOf = (provider: Simulated) =>
    OFFICES.filter((office) => simulatedOf(office).includes(provider)).flatMap((office) =>
      office.spaces.map(({ name }, at) => ({ id: roomIdOf(provider, office, at), name })),
    )
  for (const { name } of spacesOf('nexudus')) {
    const resource = nexudus.addResource({ Name: name })
    for (const { from, to } of timesAfter(now().getTime()))
      nexudus.addBooking(resource, { start: from, end: to })
  }
  for (const { name } of spacesOf('pickspace')) pickspace.addRoom({ name, location_id: PICKSPACE_LOCATION })
  for (const { id, name } of spacesOf('roo')) {
    roo.addRoom(id, name)
    for (const times of timesAfter(now().getTime())) roo.addBooking(id, { ...times, title: 'Workshop' })
  }
  const settings: Orders['calendars'] = {
    nexudusUrl: nexudus.apiUrl,
    pickspaceUrl: pickspace.url,
    roomServices: { [String(accountOf.roo.settings.url)]: roo.url },
  }
  return {
    settings,
    close: async () => void (await Promise.all([nexudus, pickspace, roo].map(({ close }) => close()))),
  }
}
