import { simulateGoogleCalendar } from '@keyhour/simulators/google-calendar'
import { simulateMicrosoftGraph } from '@keyhour/simulators/microsoft-graph'
import type { FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'
import { sealTokens } from '#server/features/calendars/access-tokens.ts'
import { keepCalendarAccount } from '#server/features/calendars/account-queries.ts'
import { googleClient } from '#server/outside/google-calendar.ts'
import { outlookClient } from '#server/outside/microsoft-graph.ts'
import { consentPageOf, makeVerifier, type OAuthClient, redeemCode } from '#server/outside/oauth.ts'
import { type Logging, startWorld } from './world.ts'

const REDIRECT = { redirectUri: 'http://127.0.0.1:3000/back' }
const ACCOUNT = 'office@keyhour.example'

type Notice = { url: string; headers: Record<string, string>; body: string }

/** As if a person consented. */
type Allow = (page: string, choice: { account: string }) => string

/** A server whose offices can be connected to a simulated Google and a simulated Microsoft. */
export async function startCalendarWorld(settings: NodeJS.ProcessEnv = {}, logging: Logging = {}) {
  const clock = { now: () => new Date('2026-03-02T08:00:00.000Z') }
  let app: FastifyInstance | undefined
  /** Notices reach the server without a network. */
  const post = async ({ url, headers, body: payload }: Notice) => {
    const { pathname, search } = new URL(url)
    const reply = await app!.inject({ method: 'POST', url: `${pathname}${search}`, headers, payload })
    return { status: reply.statusCode, body: reply.body, type: String(reply.headers['content-type']) }
  }
  const simulatedGoogle = await simulateGoogleCalendar({ now: () => clock.now(), post })
  const simulatedGraph = await simulateMicrosoftGraph({ now: () => clock.now(), post })
  afterAll(() => Promise.all([simulatedGoogle.close(), simulatedGraph.close()]))
  const world = await startWorld(
    {
      GOOGLE_CLIENT_ID: simulatedGoogle.clientId,
      GOOGLE_CLIENT_SECRET: simulatedGoogle.clientSecret,
      GOOGLE_URL: simulatedGoogle.url,
      MICROSOFT_CLIENT_ID: simulatedGraph.clientId,
      MICROSOFT_CLIENT_SECRET: simulatedGraph.clientSecret,
      MICROSOFT_URL: simulatedGraph.url,
      ...settings,
    },
    logging,
  )
  clock.now = world.now
  app = world.app
  const admin = await world.user({ admin: true })

  /** As if an admin had connected the office. */
  async function connect(
    { office_id, provider, account }: { office_id: number; provider: 'google' | 'outlook'; account: string },
    client: OAuthClient,
    allow: Allow,
  ) {
    const verifier = makeVerifier()
    const page = consentPageOf(client, { state: 'some state', verifier, ...REDIRECT })
    const code = new URL(allow(page, { account })).searchParams.get('code')!
    const tokens = await redeemCode(client, { code, verifier, ...REDIRECT }, { now: world.now() })
    await keepCalendarAccount(world.db, {
      office_id,
      provider,
      settings: { account },
      credentials_sealed: sealTokens(world, tokens),
      connected_by: admin.id,
      connected_at: world.now().toISOString(),
    })
    return tokens
  }

  return {
    ...world,
    simulatedGoogle,
    simulatedGraph,
    admin,
    connectGoogle: (office_id: number, { isRooms = false, account = ACCOUNT } = {}) =>
      connect(
        { office_id, provider: 'google', account },
        googleClient(world.config.googleCalendar!, isRooms),
        simulatedGoogle.allow,
      ),
    connectOutlook: (office_id: number, account = ACCOUNT) =>
      connect(
        { office_id, provider: 'outlook', account },
        outlookClient(world.config.outlook!),
        simulatedGraph.allow,
      ),
  }
}
