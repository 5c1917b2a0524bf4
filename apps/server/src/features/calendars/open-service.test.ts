import { beforeEach, expect, test } from 'vitest'
import { openTokens } from '#server/features/calendars/access-tokens.ts'
import { findAccount } from '#server/features/calendars/account-queries.ts'
import { openService } from '#server/features/calendars/open-service.ts'
import { startCalendarWorld } from '../../../test/calendar-world.ts'

const world = await startCalendarWorld()
const { simulatedGoogle: google, admin } = world
const provider = 'google'
beforeEach(() => {
  google.behave()
  google.rotate('stays')
  world.setNow('2026-03-02T08:00:00.000Z')
})

const LATER = '2026-03-02T10:00:00.000Z'
const open = (office_id: number) => openService(world, world.db, { office_id, provider })
const renewals = () => google.calls.filter(({ body }) => body.includes('grant_type=refresh_token'))
const list = async (office_id: number) => (await open(office_id)).listCalendars()
async function kept(office_id: number) {
  const account = (await findAccount(world.db, { office_id, provider }))!
  return { ...account, tokens: openTokens(world, account.credentials_sealed!) }
}

async function connected() {
  const office = await world.office()
  await world.connectGoogle(office.id)
  google.calls.length = 0
  return office
}

test('an access token is used as long as it is valid, and renewed once for all who need it', async () => {
  const office = await connected()
  await list(office.id)
  expect(renewals()).toHaveLength(0)
  world.setNow(LATER)
  await Promise.all(Array.from({ length: 6 }, () => list(office.id)))

  expect(renewals()).toHaveLength(1)
})

test('a token that Google refuses before its time is renewed', async () => {
  const office = await connected()
  google.expireAccessTokens()

  expect(await list(office.id)).not.toEqual([])
  expect(renewals()).toHaveLength(1)
})

test('a refresh token that is replaced works on, although its predecessor is dead', async () => {
  const office = await connected()
  google.rotate('is replaced and ends')
  for (const hour of ['10', '12', '14']) {
    world.setNow(`2026-03-02T${hour}:00:00.000Z`)
    await Promise.all([list(office.id), list(office.id), list(office.id)])
  }

  expect(renewals()).toHaveLength(3)
  expect(new Set(renewals().map(({ body }) => body)).size).toBe(3)
})

test('a renewed token is kept even if the work it was renewed for is rolled back', async () => {
  const office = await connected()
  google.rotate('is replaced and ends')
  world.setNow(LATER)
  const before = await kept(office.id)
  const work = world.db.transaction(async (db) => {
    await (await openService(world, db, { office_id: office.id, provider })).listCalendars()
    throw new Error('rolled back')
  })
  await expect(work).rejects.toThrow('rolled back')

  expect((await kept(office.id)).tokens.refresh_token).not.toBe(before.tokens.refresh_token)
  expect(await list(office.id)).not.toEqual([])
})

test('a withdrawn consent is shown, and Google is not asked again until somebody connects', async () => {
  const office = await connected()
  google.revoke('office@keyhour.example')
  await expect(list(office.id)).rejects.toMatchObject({ reason: 'consent_gone' })
  google.calls.length = 0
  await expect(list(office.id)).rejects.toMatchObject({ reason: 'consent_gone' })

  expect(google.calls).toEqual([])
  const shown = (await world.get(`/api/admin/offices/${office.id}`, admin)).json()
  expect(shown.integrations).toMatchObject([
    {
      provider: 'google',
      state: 'failing',
      failure: 'The permission to use this account has ended. Please connect it again.',
    },
  ])
  await world.connectGoogle(office.id)
  expect(await list(office.id)).not.toEqual([])
})

test.each([
  ['503', 'out_of_order'],
  ['429', 'throttled'],
  ['talks nonsense', 'unreadable'],
  ['hangs up', 'unreachable'],
] as const)('a renewal that fails by %s loses nothing', async (fault, reason) => {
  const office = await connected()
  world.setNow(LATER)
  google.misbehave(fault, /POST \/token/, 1)
  await expect(list(office.id)).rejects.toMatchObject({ reason })

  expect((await kept(office.id)).state).toBe('connected')
  expect(await list(office.id)).not.toEqual([])
})

test('an office that is not connected has no service', async () => {
  const office = await world.office()

  await expect(open(office.id)).rejects.toMatchObject({ reason: 'consent_gone' })
})
