import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())

async function arriveAt(address: string) {
  window.history.replaceState(null, '', address)
  const { arrivedToken } = await import('#web/app/arrival.ts')
  return { arrivedToken, left: window.location.pathname + window.location.search }
}

test('a token leaves the address bar before anything else happens', async () => {
  expect(await arriveAt('/logged-in?token=abc.def.ghi&next=1')).toEqual({
    arrivedToken: 'abc.def.ghi',
    left: '/logged-in',
  })
})

test('other pages keep their address, and no token is taken from them', async () => {
  expect(await arriveAt('/dashboard?token=abc')).toEqual({ arrivedToken: null, left: '/dashboard?token=abc' })
})
