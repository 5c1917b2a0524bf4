import { simulateGoogleCalendar } from '@keyhour/simulators/google-calendar'
import { afterAll } from 'vitest'
import { sealTokens } from '#server/features/calendars/access-tokens.ts'
import { keepAccount } from '#server/features/calendars/account-queries.ts'
import { googleClient } from '#server/outside/google-calendar.ts'
import { consentPageOf, makeVerifier, redeemCode } from '#server/outside/oauth.ts'
import { startWorld } from './world.ts'

const REDIRECT = { redirectUri: 'http://127.0.0.1:3000/back' }

/** A server whose offices can be connected to a simulated Google. */
export async function startCalendarWorld(settings: NodeJS.ProcessEnv = {}) {
  const clock = { now: () => new Date('2026-03-02T08:00:00.000Z') }
  const google = await simulateGoogleCalendar({ now: () => clock.now() })
  afterAll(() => google.close())
  const world = await startWorld({
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
    GOOGLE_URL: google.url,
    ...settings,
  })
  clock.now = world.now
  const admin = await world.user({ admin: true })

  /** As if an admin had connected the office. */
  async function connectGoogle(
    office_id: number,
    { isRooms = false, account = 'office@keyhour.example' } = {},
  ) {
    const client = googleClient(world.config.googleCalendar!, isRooms)
    const verifier = makeVerifier()
    const page = consentPageOf(client, { state: 'some state', verifier, ...REDIRECT })
    const code = new URL(google.allow(page, { account })).searchParams.get('code')!
    const tokens = await redeemCode(client, { code, verifier, ...REDIRECT }, { now: world.now() })
    await keepAccount(world.db, {
      office_id,
      provider: 'google',
      settings: { account },
      credentials_sealed: sealTokens(world, tokens),
      connected_by: admin.id,
      connected_at: world.now().toISOString(),
    })
    return tokens
  }

  return { ...world, simulatedGoogle: google, admin, connectGoogle }
}
