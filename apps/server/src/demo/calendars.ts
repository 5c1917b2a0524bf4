import { type DemoOffice, type DemoSpace, OFFICES } from '#server/demo/offices.ts'

/** Services that are simulated in a demo. */
const SIMULATED = ['google', 'outlook', 'nexudus', 'pickspace', 'roo'] as const
export type Simulated = (typeof SIMULATED)[number]

export const simulatedOf = ({ providers }: DemoOffice): Simulated[] =>
  SIMULATED.filter((provider) => providers.includes(provider))

/** Its calendars are the rooms of a Google Workspace. */
export const hasCalendarRooms = ({ key }: DemoOffice): boolean => key === 'rothschild'

/** Somebody has withdrawn the consent. A visitor can connect it again. */
export const hasLostConsent = ({ key }: DemoOffice): boolean => key === 'negev'

/** Known to the simulators, or as they number what they are given. `at` counts the spaces of the office. */
export function roomIdOf(provider: Simulated, office: DemoOffice, at: number): string {
  const name = `${office.key}-${at + 1}`
  switch (provider) {
    case 'google':
      return `${name}@${hasCalendarRooms(office) ? 'resource' : 'group'}.calendar.google.com`
    case 'outlook':
      return `AAMkAG-${name}`
    case 'nexudus':
      return String(60_001 + at)
    case 'pickspace':
      return String(301 + at)
    case 'roo':
      return name
  }
}

export const PICKSPACE_LOCATION = 'psl-3318'

/** One account each for all offices. */
export const GOOGLE_ACCOUNT = { email: 'workspace@keyhour.test', name: 'Keyhour Workspace' }
export const OUTLOOK_ACCOUNT = { email: 'rooms@keyhour.test', name: 'Keyhour Rooms' }

/** They have no access token yet: the first call asks for one. */
const consented = (account: string, refresh_token: string) => ({
  settings: { account },
  credentials: { access_token: 'none yet', expires_at: new Date(0).toISOString(), refresh_token },
})

/** Names below `.test` belong to nobody: only the simulators of the demo answer to them. */
export const accountOf = {
  google: consented(GOOGLE_ACCOUNT.email, 'demo-google-refresh-token'),
  outlook: consented(OUTLOOK_ACCOUNT.email, 'demo-outlook-refresh-token'),
  nexudus: {
    settings: { email: 'api@keyhour.example', business_id: '1001', clock: 'utc' },
    credentials: { secret: 'nexudus-password' },
  },
  pickspace: { settings: { tenant: 'keyhour' }, credentials: { secret: 'pickspace-password' } },
  roo: {
    settings: {
      url: 'https://rooms.keyhour.test',
      header: 'X-Api-Key',
      rooms_path: '/rooms',
      id_field: 'id',
      name_field: 'name',
      bookings_path: '/rooms/{room}/bookings',
    },
    credentials: { secret: 'roo-token' },
  },
} satisfies Record<Simulated, { settings: object; credentials: object }>

/** The .ics file that one space is linked to. Admins can enter its address for others. */
export const CALENDAR_FILE = {
  office: 'torstrasse',
  space: 'Bibliothek',
  name: 'Lesekreise',
  host: 'calendars.keyhour.test',
  path: '/bibliothek.ics',
}

/** A space and the calendar that it is linked to. */
export type LinkedSpace = {
  provider: Simulated | 'ics'
  office: DemoOffice
  part: DemoSpace
  calendarId: string
}

export const LINKED_SPACES: LinkedSpace[] = OFFICES.filter(({ deletedDaysAgo }) => !deletedDaysAgo).flatMap(
  (office) =>
    office.spaces.flatMap((part, at) => {
      const inFile = office.key === CALENDAR_FILE.office && part.name === CALENDAR_FILE.space
      return [
        ...simulatedOf(office).map((provider) => ({
          provider,
          office,
          part,
          calendarId: roomIdOf(provider, office, at),
        })),
        ...(inFile ? [{ provider: 'ics' as const, office, part, calendarId: CALENDAR_FILE.host }] : []),
      ]
    }),
)
