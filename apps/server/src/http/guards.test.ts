import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { businesses, businessMembers } from '#server/db/schema/businesses.ts'
import type { GuardName } from '#server/http/guards.ts'
import { fakeWebDist } from '../../test/web-dist.ts'
import { startWorld } from '../../test/world.ts'

const world = await startWorld({ DEMO: 'on' })

type Route = { method: string; url: string; guard: GuardName | undefined; schema: object | undefined }

const routes: Route[] = []
const app = await buildApp(world, {
  log: world.app.log,
  webDist: await fakeWebDist(),
  onRoute: ({ method, url, config, schema }) => {
    // A stream never ends.
    for (const one of [method].flat())
      if (one !== 'HEAD' && !url.startsWith('/api/docs') && !url.endsWith('/live'))
        routes.push({ method: one, url, guard: config?.guard, schema })
  },
})
afterAll(() => app.close())

const address = (url: string) => url.replace(/:\w+/g, '1')

async function everybody() {
  const [member, officeManager, spaceOwner, businessManager] = await Promise.all(
    [1, 2, 3, 4].map(() => world.user()),
  )
  const office = await world.office()
  await world.member(office.id, member!.id, 'member')
  await world.member(office.id, officeManager!.id, 'manager')
  await world.member(office.id, spaceOwner!.id, 'owner')
  const [business] = await world.db.insert(businesses).values({ name: 'Acme' }).returning()
  await world.db
    .insert(businessMembers)
    .values({ business_id: business!.id, user_id: businessManager!.id, role: 'manager' })
  const admin = await world.user({ admin: true })
  return { visitor: undefined, member, officeManager, spaceOwner, businessManager, admin }
}

const LETS_IN: Record<GuardName, string> = {
  anybody: 'visitor member officeManager spaceOwner businessManager admin',
  visitor: 'visitor member officeManager spaceOwner businessManager admin',
  signedIn: 'member officeManager spaceOwner businessManager admin',
  admin: 'admin',
}

test('every route says who may use it', () => {
  expect(routes.map(({ url }) => url)).toContain('/')
  expect(routes.length).toBeGreaterThan(10)
  expect(routes.filter((route) => !route.guard)).toEqual([])
})

test('every call of the API is described by the contract, with its reply, except one that is a page', () => {
  const undescribed = routes.filter(
    ({ url, schema }) => url.startsWith('/api/') && !(schema && 'response' in schema),
  )

  expect(undescribed).toMatchObject([{ method: 'GET', url: '/api/privacy-policy', guard: 'anybody' }])
})

test('everything under /api/admin, and reading contact messages, is for admins', () => {
  const open = routes.filter(({ url, guard }) => /^\/api\/(admin|contact)\b/.test(url) && guard !== 'admin')

  expect(open).toMatchObject([
    { method: 'POST', url: '/api/contact/', guard: 'visitor' },
    { method: 'POST', url: '/api/contact/inbound', guard: 'anybody' },
  ])
})

test('every call of the API works with and without a trailing slash, and is described once', async () => {
  const calls = routes.filter(({ url }) => url.startsWith('/api/'))
  for (const { method, url } of calls) {
    const bare = address(url).replace(/\/$/, '')
    const [without, withSlash] = await Promise.all(
      [bare, `${bare}/`].map((one) => app.inject({ method: method as 'GET', url: one })),
    )
    expect([url, withSlash!.statusCode, withSlash!.body]).toEqual([url, without!.statusCode, without!.body])
    expect(without!.body).not.toContain('There is nothing here.')
  }
  const described = calls.map(({ method, url }) => `${method} ${url.replace(/\/$/, '')}`)
  expect(new Set(described).size).toBe(described.length)
})

test.each(Object.entries(await everybody()))(
  'every guard admits the right people: %s',
  async (role, person) => {
    const kept = person ? 403 : 401
    for (const { method, url, guard } of routes) {
      const reply = await world.send({ method: method as 'GET', url: address(url) }, person)
      // One of the calls signs its caller out everywhere.
      await world.pool.query('update users set session_epoch = 0')
      const isKeptOut = [401, 403].includes(reply.statusCode)

      expect([url, isKeptOut]).toEqual([url, !LETS_IN[guard!].split(' ').includes(role)])
      if (isKeptOut) expect([url, reply.statusCode]).toEqual([url, kept])
    }
  },
)

test('an invalid token is refused, except where no token is needed', async () => {
  const stale = await world.tokenOf(await world.user())
  await world.pool.query('update users set session_epoch = session_epoch + 1')
  for (const authorization of [`Bearer ${stale}`, 'bearer rubbish', 'Bearer', 'Bearer  a b']) {
    const refused = []
    for (const { method, url } of routes) {
      const reply = await world.send({
        method: method as 'GET',
        url: address(url),
        headers: { authorization },
      })
      if (reply.statusCode !== 401) refused.push(url)
      else expect(reply.json()).toEqual({ detail: 'Please sign in.' })
    }

    expect(refused.sort()).toEqual(
      routes
        .filter(({ guard }) => guard === 'anybody')
        .map(({ url }) => url)
        .sort(),
    )
  }
  expect(routes.filter(({ guard }) => guard === 'anybody').map(({ url }) => url)).toEqual(
    expect.arrayContaining([
      '/api/health',
      '/api/ready',
      '/api/settings',
      '/api/auth/sign_in',
      '/api/auth/sign_up',
      '/api/auth/reset_password',
      '/api/users/auth/google/signin',
    ]),
  )
})
