import { expect, test } from 'vitest'
import { networkOf } from '#server/http/network-of.ts'

test('all addresses of one IPv6 network count as one', () => {
  expect(networkOf('2001:db8:0:1::5')).toBe(networkOf('2001:0db8::1:ffff:0:0:9'))
  expect(networkOf('2001:db8:0:2::5')).not.toBe(networkOf('2001:db8:0:1::5'))
  expect(networkOf('::ffff:10.1.2.3')).toBe('10.1.2.3')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
})
