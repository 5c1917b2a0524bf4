import { expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { startWorld } from '../../test/world.ts'

const world = await startWorld({ DEMO: 'on' })

type Route = { method: string; url: string; guard: string | undefined; schema: object | undefined }

/** Every route of the product, as Fastify mounts it. */
async function listRoutes(): Promise<Route[]> {
  const routes: Route[] = []
  const app = await buildApp(world, {
    log: world.app.log,
    webDist: new URL('nowhere/', import.meta.url),
    onRoute: ({ method, url, config, schema }) => {
      for (const one of [method].flat())
        if (one !== 'HEAD') routes.push({ method: one, url, guard: config?.guard, schema })
    },
  })
  await app.close()
  return routes.filter(({ url }) => !url.startsWith('/api/docs'))
}

const routes = await listRoutes()
const address = (url: string) => url.replace(/:\w+/g, '1')

test('every route says who may use it', () => {
  expect(routes.length).toBeGreaterThan(10)
  expect(routes.filter((route) => !route.guard)).toEqual([])
})

test('every call of the API is described by the contract, with its reply', () => {
  const undescribed = routes.filter(
    ({ url, schema }) => url.startsWith('/api/') && !(schema && 'response' in schema),
  )

  expect(undescribed).toEqual([])
})

test('everything under /api/admin, and reading the contact messages, is for admins', () => {
  const open = routes.filter(({ url, guard }) => /^\/api\/(admin|contact)\b/.test(url) && guard !== 'admin')

  expect(open).toMatchObject([{ method: 'POST', url: '/api/contact/', guard: 'visitor' }])
})

test('visitors are asked to sign in, and members are kept from what admins do', async () => {
  const member = await world.user()
  for (const { method, url, guard } of routes) {
    const call = { method: method as 'GET', url: address(url) }
    const visitor = await world.send(call)
    const signedIn = await world.send(call, member)

    expect([url, visitor.statusCode === 401]).toEqual([url, guard !== 'visitor'])
    expect([url, signedIn.statusCode === 403]).toEqual([url, guard === 'admin'])
  }
})
