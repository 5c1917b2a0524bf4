import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleOrder } from '#test/samples.ts'
import { endSession, logOut, startSession } from '#web/api/session.ts'
import { dropBooking, findKeptBooking, keepAccess, keepBooking } from '#web/features/visits/kept-booking.ts'

const access = {
  order_id: 41,
  from: '2026-03-02T06:50:00.000Z',
  until: '2026-03-02T09:30:00.000Z',
  state: 'installed' as const,
  failure: null,
  wifi_name: 'keyhour-jaffa',
  wifi_password: 'olive-press',
  door_code: '482913',
  doors: [],
}
const order = sampleOrder()

const tokenOf = (id: number) => {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '')
  const claims = { id, name: 'Maya', email: 'maya@keyhour.test', admin: false, exp: 4_000_000_000 }
  return `${part({ alg: 'HS256' })}.${part(claims)}.x`
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-02T07:30:00Z') })
  startSession(tokenOf(order.user_id))
  keepBooking(order, null)
  keepAccess(order, access)
})
afterEach(() => {
  endSession('refused')
  vi.useRealTimers()
})

const kept = () => localStorage.getItem('kept_booking')

test('a booking is kept with its code and Wi-Fi, and without its price', () => {
  expect(findKeptBooking(order.user_id)?.access).toEqual({
    until: access.until,
    door_code: '482913',
    wifi_name: 'keyhour-jaffa',
    wifi_password: 'olive-press',
  })
  expect(kept()).not.toContain('price')
})

test('nothing is left after logging out, after the end of the session, or for another person', () => {
  logOut()
  expect(kept()).toBeNull()

  startSession(tokenOf(order.user_id))
  keepBooking(order, null)
  endSession('expired')
  expect(kept()).toBeNull()

  startSession(tokenOf(order.user_id))
  keepBooking(order, null)
  expect(findKeptBooking(order.user_id + 1)).toBeUndefined()
  startSession(tokenOf(order.user_id + 1))
  expect(kept()).toBeNull()
})

test('it is gone when the booking has ended', () => {
  vi.setSystemTime(Date.parse(order.end!))
  expect(findKeptBooking(order.user_id)).toBeUndefined()
  expect(kept()).toBeNull()
})

test('a new time forgets the code, and a cancelled booking goes', () => {
  keepBooking({ ...order, start: '2026-03-02T08:00:00.000Z' }, null)
  expect(findKeptBooking(order.user_id)?.access).toBeNull()
  dropBooking(order.id, order.user_id)
  expect(kept()).toBeNull()
})
