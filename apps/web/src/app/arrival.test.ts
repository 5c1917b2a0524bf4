import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())

async function arriveAt(address: string) {
  window.history.replaceState(null, '', address)
  const { arrivedToken } = await import('#web/app/arrival.ts')
  return { arrivedToken, left: window.location.pathname + window.location.search }
}

test.each([
  '/logged-in',
  '/confirm-email',
  '/reset-password',
  '/confirm-deletion',
  '/undo-deletion',
] as const)('a token leaves the address bar of %s before anything else happens', async (path) => {
  const { arrivedToken, left } = await arriveAt(`${path}?token=abc.def.ghi&next=1`)

  expect(arrivedToken(path)).toBe('abc.def.ghi')
  expect(left).toBe(path)
})

test('a token goes only to the page it came for', async () => {
  const { arrivedToken } = await arriveAt('/reset-password?token=abc')

  expect(arrivedToken('/logged-in')).toBeNull()
  expect(arrivedToken('/confirm-deletion')).toBeNull()
})

test('a link without a token brings none', async () => {
  const { arrivedToken } = await arriveAt('/confirm-email')

  expect(arrivedToken('/confirm-email')).toBeNull()
})

test('other pages keep their address and receive no token', async () => {
  const { arrivedToken, left } = await arriveAt('/dashboard?token=abc')

  expect(arrivedToken('/logged-in')).toBeNull()
  expect(left).toBe('/dashboard?token=abc')
})
