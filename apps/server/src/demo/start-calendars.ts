import { simulateCalendarFiles } from '@keyhour/simulators/calendar-files'
import { simulateGoogleCalendar } from '@keyhour/simulators/google-calendar'
import { simulateMicrosoftGraph } from '@keyhour/simulators/microsoft-graph'
import { simulateNexudus } from '@keyhour/simulators/nexudus'
import { simulatePickspace } from '@keyhour/simulators/pickspace'
import { simulateRoo } from '@keyhour/simulators/roo'
import { inArray } from 'drizzle-orm'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/connection.ts'
import { calendarLinks } from '#server/db/schema/calendars.ts'
import {
  accountOf,
  CALENDAR_FILE,
  GOOGLE_ACCOUNT,
  hasCalendarRooms,
  LINKED_SPACES,
  type LinkedSpace,
  OUTLOOK_ACCOUNT,
  PICKSPACE_LOCATION,
} from '#server/demo/calendars.ts'
import { type DemoEvent, planOutsideEvents } from '#server/demo/outside-events.ts'
import { CITIES } from '#server/demo/prices.ts'
import { googleClient } from '#server/outside/google-calendar.ts'
import { outlookClient } from '#server/outside/microsoft-graph.ts'
import type { Orders } from '#server/workers/messages.ts'

type Start = { config: Config; db: Db; now: () => Date }
type Simulators = Awaited<ReturnType<typeof startSimulators>>

/** What a visitor can still link. */
const SPARE_CALENDAR = 'Front desk'

async function startSimulators(now: () => Date) {
  return {
    google: await simulateGoogleCalendar({ now, accounts: [{ ...GOOGLE_ACCOUNT, isAdmin: true }] }),
    outlook: await simulateMicrosoftGraph({ now, accounts: [OUTLOOK_ACCOUNT] }),
    nexudus: await simulateNexudus({ now }),
    pickspace: await simulatePickspace(),
    roo: await simulateRoo(),
    ics: await simulateCalendarFiles(),
  }
}

type Provider = LinkedSpace['provider']

const addCalendar: Record<Provider, (to: Simulators, space: LinkedSpace) => unknown> = {
  google({ google }, { office, part, calendarId: id }) {
    const timeZone = CITIES[office.city].time_zone
    if (!hasCalendarRooms(office)) return google.addCalendar({ id, summary: part.name, timeZone })
    google.addRoom({ resourceEmail: id, resourceName: part.name, capacity: part.capacity })
    return google.share(id, GOOGLE_ACCOUNT.email, 'reader')
  },
  outlook: ({ outlook }, { office, part: { name }, calendarId: id }) =>
    outlook.addCalendar({ id, name, timeZone: CITIES[office.city].time_zone }),
  nexudus: ({ nexudus }, { part }) => nexudus.addResource({ Name: part.name }),
  pickspace: ({ pickspace }, { part: { name } }) =>
    pickspace.addRoom({ name, location_id: PICKSPACE_LOCATION }),
  roo: ({ roo }, { part, calendarId }) => roo.addRoom(calendarId, part.name),
  ics: ({ ics }) => ics.addFile(CALENDAR_FILE.path, CALENDAR_FILE.name),
}

const addEvent: Record<Provider, (to: Simulators, calendarId: string, event: DemoEvent) => unknown> = {
  google: ({ google }, calendarId, { title: summary, ...event }) =>
    google.addEvent(calendarId, { ...event, summary }),
  outlook: ({ outlook }, calendarId, { title: subject, ...event }) =>
    outlook.addEvent(calendarId, { ...event, subject }),
  nexudus: ({ nexudus }, calendarId, { start, end }) =>
    nexudus.addBooking(Number(calendarId), { start, end }),
  // It keeps no bookings.
  pickspace: () => undefined,
  roo: ({ roo }, calendarId, { start, end, title }) =>
    roo.addBooking(calendarId, { from: start, to: end, title }),
  ics: ({ ics }, _calendarId, event) => ics.addEvent(CALENDAR_FILE.path, event),
}

/** Settings that were given for real services are kept. */
function settingsFor({ googleCalendar, outlook }: Config, simulators: Simulators): Orders['calendars'] {
  const { clientId, clientSecret, url } = simulators.google
  const { clientId: outlookId, clientSecret: outlookSecret, url: outlookUrl } = simulators.outlook
  return {
    googleCalendar: googleCalendar ?? { clientId, clientSecret, url },
    outlook: outlook ?? {
      clientId: outlookId,
      clientSecret: outlookSecret,
      url: outlookUrl,
      tenant: 'common',
    },
    nexudusUrl: simulators.nexudus.apiUrl,
    pickspaceUrl: simulators.pickspace.url,
    standIns: {
      [accountOf.roo.settings.url]: simulators.roo.url,
      [`https://${CALENDAR_FILE.host}`]: simulators.ics.url,
    },
  }
}

/** The consent that the rows of the demo speak of. Whoever connects an office gets the same refresh token. */
function grantConsents({ google, outlook }: Simulators, settings: Orders['calendars']): void {
  google.grant({
    email: GOOGLE_ACCOUNT.email,
    scopes: googleClient(settings.googleCalendar!, true).scopes,
    refreshToken: accountOf.google.credentials.refresh_token,
  })
  outlook.grant({
    email: OUTLOOK_ACCOUNT.email,
    scopes: outlookClient(settings.outlook!).scopes,
    refreshToken: accountOf.outlook.credentials.refresh_token,
  })
}

/** The simulators of the last start are gone, with what they had told us and the channels to us. */
async function readAnew({ config, db, now }: Start): Promise<void> {
  const simulated = (['google', 'outlook'] as const).filter((provider) =>
    provider === 'google' ? !config.googleCalendar : !config.outlook,
  )
  await db
    .update(calendarLinks)
    .set({
      due_at: now().toISOString(),
      next_reading: null,
      channel_id: null,
      channel_ref: null,
      channel_secret_sealed: null,
      channel_until: null,
    })
    .where(inArray(calendarLinks.provider, simulated))
}

/** Each server calls its own simulators, so that several servers can show the same demo. Run it `alone`. */
export async function startDemoCalendars(start: Start) {
  const { config, db, now } = start
  const simulators = await startSimulators(now)
  const settings = settingsFor(config, simulators)
  grantConsents(simulators, settings)
  for (const space of LINKED_SPACES) addCalendar[space.provider](simulators, space)
  simulators.google.addCalendar({ summary: SPARE_CALENDAR })
  simulators.outlook.addCalendar({ name: SPARE_CALENDAR })
  for (const { space, events } of await planOutsideEvents(db, now().getTime()))
    for (const event of events) addEvent[space.provider](simulators, space.calendarId, event)
  await readAnew(start)
  return {
    settings,
    close: async () => void (await Promise.all(Object.values(simulators).map(({ close }) => close()))),
  }
}
