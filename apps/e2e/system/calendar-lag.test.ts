import { simulateGoogleCalendar } from '@keyhour/simulators/google-calendar'
import { simulateMicrosoftGraph } from '@keyhour/simulators/microsoft-graph'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../scripts/free-port.mjs'
import { sealTokens } from '../../server/src/features/calendars/access-tokens.ts'
import { googleClient } from '../../server/src/outside/google-calendar.ts'
import { outlookClient } from '../../server/src/outside/microsoft-graph.ts'
import { makeSecrets } from '../../server/src/secrets/secrets.ts'
import { googleSettings } from '../test/google-account.ts'
import { now, SECRET_KEY, startOutsideDatabase } from '../test/outside-database.ts'
import { pause, start } from './product.ts'

const LOOK_MS = 20
const EMAIL = 'office@keyhour.example'
const DAY = 86_400_000

type Database = Awaited<ReturnType<typeof startOutsideDatabase>>

async function startServices() {
  const [google, graph] = [await simulateGoogleCalendar({ now }), await simulateMicrosoftGraph({ now })]
  onTestFinished(async () => void (await Promise.all([google.close(), graph.close()])))
  const { scopes } = googleClient(google, false)
  google.grant({ email: EMAIL, scopes, refreshToken: 'for google' })
  const client = outlookClient({ ...graph, tenant: 'common' })
  graph.grant({ email: EMAIL, scopes: client.scopes, refreshToken: 'for outlook' })
  const { clientId: MICROSOFT_CLIENT_ID, clientSecret: MICROSOFT_CLIENT_SECRET, url: MICROSOFT_URL } = graph
  return {
    settings: {
      ...googleSettings(google),
      MICROSOFT_CLIENT_ID,
      MICROSOFT_CLIENT_SECRET,
      MICROSOFT_URL,
    },
    google: { calendar: google.addCalendar({ summary: 'Blue room' }), addEvent: google.addEvent },
    outlook: { calendar: graph.addCalendar({ name: 'Green room' }), addEvent: graph.addEvent },
  }
}

type Service = {
  calendar: string
  addEvent: (calendar: string, times: { start: string; end: string }) => string
}

/** An office that is connected to both services, with a room for each. */
async function linkRooms({ make, pool, person }: Database, url: string, calendars: Record<string, string>) {
  const office = await make.office()
  const { token } = await person({ admin: true })
  for (const [provider, calendar] of Object.entries(calendars)) {
    const tokens = { access_token: 'none yet', expires_at: new Date(0).toISOString() }
    const refresh_token = `for ${provider}`
    await pool.query(
      `insert into integrations (office_id, provider, state, settings, credentials_sealed)
       values ($1, $2, 'connected', '{}', $3)`,
      [office.id, provider, sealTokens({ secrets: makeSecrets(SECRET_KEY) }, { ...tokens, refresh_token })],
    )
    const room = await make.subOffice(office.id)
    await make.unit(office.id, room.id)
    const linked = await fetch(`${url}/api/offices/${office.id}/sub-offices/${room.id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ [`${provider}_calendar_id`]: calendar }),
    })
    expect(linked.status).toBe(200)
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(LOOK_MS)
}

/** A product with its linked rooms, in real time. */
async function startLinked({ isTold }: { isTold: boolean }) {
  const [database, services, port] = [await startOutsideDatabase(), await startServices(), await freePort()]
  onTestFinished(database.stop)
  const url = `http://127.0.0.1:${port}`
  const PUBLIC_URL = isTold ? url : 'http://keyhour.example'
  const product = await start({ ...database.settings('one'), PUBLIC_URL, ...services.settings }, port)
  onTestFinished(async () => void (await product.kill('SIGTERM')))
  const { google, outlook } = services
  await linkRooms(database, url, { google: google.calendar, outlook: outlook.calendar })

  const ask = async (question: string, values: unknown[] = []) =>
    (await database.pool.query(question, values)).rows
  const isRead = isTold ? 'channel_ref is not null and due_at > now()' : 'read_at is not null'
  await until(async () => (await ask(`select from calendar_links where ${isRead}`)).length === 2)
  let days = 1

  return {
    google,
    outlook,
    /** Until nobody can book the time of the event. */
    async secondsUntilBlocked({ calendar, addEvent }: Service) {
      days += 1
      const from = now().getTime() + days * DAY
      const [begin, end] = [from, from + DAY / 24].map((moment) => new Date(moment).toISOString())
      const begun = performance.now()
      const id = addEvent(calendar, { start: begin!, end: end! })
      const taken = `select from occupancy where cause = 'calendar' and event_id = $1`
      await until(async () => (await ask(taken, [id])).length > 0)
      return (performance.now() - begun) / 1000
    },
  }
}

test('an event in Google or Outlook blocks its time within 5 seconds if they tell us', async () => {
  const { google, outlook, secondsUntilBlocked } = await startLinked({ isTold: true })
  const seconds = []
  for (let time = 0; time < 5; time += 1)
    for (const service of [google, outlook]) seconds.push(await secondsUntilBlocked(service))

  expect(Math.max(...seconds)).toBeLessThan(5)
})

test('an event in Google or Outlook blocks its time within a minute if nobody tells us', async () => {
  // Both have just been read, so the next reading is as far off as it can be.
  const { google, outlook, secondsUntilBlocked } = await startLinked({ isTold: false })
  const seconds = await Promise.all([google, outlook].map(secondsUntilBlocked))

  expect(Math.max(...seconds)).toBeLessThan(60)
  expect(Math.min(...seconds)).toBeGreaterThan(20)
})
