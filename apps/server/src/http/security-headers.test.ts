import { expect, test } from 'vitest'
import { startWorld } from '../../test/world.ts'

async function policyWith(settings: NodeJS.ProcessEnv) {
  const { headers } = await (await startWorld(settings)).get('/api/health')
  return { headers, policy: String(headers['content-security-policy']) }
}

test('pages load nothing from outside while Google sign-in is off', async () => {
  const { headers, policy } = await policyWith({})

  expect(policy).not.toContain('google')
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['x-frame-options']).toBe('DENY')
  expect(headers['strict-transport-security']).toBeUndefined()
})

test('Google sign-in opens the policy for its script and nothing more', async () => {
  const { policy } = await policyWith({ GOOGLE_CLIENT_ID: 'abc', PUBLIC_URL: 'https://keyhour.example' })

  expect(policy).toContain("script-src 'self' https://accounts.google.com/gsi/;")
  expect(policy).toContain("img-src 'self' data: blob:;")
})

test.each([
  ['https://tiles.example/{z}/{x}/{y}.png?key=1', 'https://tiles.example'],
  ['https://{s}.tile.example/{z}/{x}/{y}.png', 'https://*.tile.example'],
  ['https://tile-{s}.maps.example:8443/{z}/{x}/{y}.png', 'https://*.maps.example:8443'],
])('map tiles from %s may come from %s, and pictures from nowhere else', async (MAP_TILES_URL, source) => {
  const { policy } = await policyWith({ MAP_TILES_URL })

  expect(policy).toContain(`img-src 'self' data: blob: ${source};`)
})

test('our own pages may use Bluetooth and the location; frames may not, and nothing may use camera or microphone', async () => {
  const world = await startWorld()
  for (const url of ['/api/health', '/api/nothing', '/no/page']) {
    const policy = String((await world.get(url)).headers['permissions-policy']).split(', ')
    expect(policy).toEqual(
      expect.arrayContaining([
        'bluetooth=(self)',
        'geolocation=(self)',
        'camera=()',
        'microphone=()',
        'payment=()',
        'usb=()',
      ]),
    )
  }
})

test('nothing between server and browser stores API replies; the files of the API description may be stored', async () => {
  const world = await startWorld({ DEMO: 'on' })
  const kept = async (url: string) => (await world.get(url)).headers['cache-control']

  for (const url of [
    '/api/settings',
    '/api/offices/my-offices',
    '/api/admin/users',
    '/api/nothing',
    '/API/x',
    '/dev/mail',
    '/api/%zz',
  ])
    expect([url, await kept(url)]).toEqual([url, 'no-store'])
  expect(await kept('/api/docs/static/index.css')).not.toBe('no-store')
})
