import { getOrderAccess, type OrderAccess, openDoor } from '@keyhour/contract/access'
import { listMyOffices } from '@keyhour/contract/offices'
import { getOrder, getRefund, listOrderEvents } from '@keyhour/contract/orders'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '#test/live.ts'
import { answer, answerLater, loseConnection, refuse, sent } from '#test/replies.ts'
import { sampleOrder } from '#test/samples.ts'
import { visit } from '#test/show.tsx'
// Loaded before the first test: on a busy machine that takes longer than a test should.
import '#web/app/order-screen.tsx'

const START = Date.parse(sampleOrder().start)
const MINUTE = 60_000

const sampleAccess = (change: Partial<OrderAccess> = {}): OrderAccess => ({
  order_id: 41,
  from: '2026-03-02T06:50:00.000Z',
  until: '2026-03-02T09:30:00.000Z',
  state: 'installed',
  failure: null,
  wifi_name: 'Keyhour Jaffa',
  wifi_password: 'cedar-4821',
  door_code: '482913',
  doors: [{ id: 5, name: 'Front door', state: 'installed', failure: null }],
  ...change,
})
const OPENED = { device_id: 5, state: 'unlocked', at: '2026-03-02T07:01:00.000Z' }

beforeEach(() => {
  vi.useFakeTimers({ now: START + MINUTE, toFake: ['Date'] })
  answer(listMyOffices, [])
  answer(getOrder, sampleOrder())
  const nothing = {
    percent: 0,
    kept: 14_809,
    refund: 0,
    refund_credits: 0,
    refund_card: 0,
    expired: null,
    owed: 0,
  }
  answer(getRefund, { ...nothing, currency: 'ILS' })
  answer(listOrderEvents, [])
  answer(getOrderAccess, sampleAccess())
})
afterEach(() => void vi.useRealTimers())

const visitOrder = (as: { id?: number; admin?: boolean } = {}) => visit('/order/41', { as })
const attempts = () => sent.filter(({ url }) => url === '/api/orders/41/doors/5/open')

test('before access opens the panel counts down and loads nothing', async () => {
  vi.setSystemTime(START - 22 * MINUTE - 26_000)
  visitOrder()

  expect(await screen.findByText(/^Opens in 12:2\d, at 8:50 AM/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Open Front door' })).toBeNull()
  expect(sent.some(({ url }) => url.endsWith('/access'))).toBe(false)
})

test('once access opens the page shows the code, the Wi-Fi with a QR code, and a button for each door', async () => {
  visitOrder()

  expect(await screen.findByRole('button', { name: 'Open Front door' })).toBeInTheDocument()
  expect(screen.getByText('482 913')).toBeInTheDocument()
  expect(screen.getByText('Keyhour Jaffa')).toBeInTheDocument()
  expect(screen.getByText('cedar-4821')).toBeInTheDocument()
  expect(await screen.findByRole('img', { name: 'QR code to join the Wi-Fi' })).toBeInTheDocument()
  for (const name of ['Copy the door code', 'Copy the Wi-Fi name', 'Copy the Wi-Fi password'])
    expect(screen.getByRole('button', { name })).toBeInTheDocument()
})

test('the code is copied without its spaces', async () => {
  const { user } = visitOrder()
  await user.click(await screen.findByRole('button', { name: 'Copy the door code' }))

  expect(await navigator.clipboard.readText()).toBe('482913')
})

test('pressing several times opens the door once', async () => {
  const arrive = answerLater(openDoor, OPENED)
  const { user } = visitOrder()
  await user.click(await screen.findByRole('button', { name: 'Open Front door' }))
  const busy = await screen.findByRole('button', { name: 'Opening Front door...' })
  expect(busy).toHaveFocus()
  await user.click(busy)
  await user.click(busy)
  arrive()

  expect(await screen.findByRole('button', { name: 'Front door is open' })).toBeInTheDocument()
  expect(screen.getByText('Come in!')).toBeInTheDocument()
  expect(attempts()).toHaveLength(1)
})

test('a door that does not open says why, and another press sends a new command', async () => {
  refuse(openDoor, 503, 'The lock is jammed.')
  const { user } = visitOrder()
  await user.click(await screen.findByRole('button', { name: 'Open Front door' }))
  expect(await screen.findByText('The lock is jammed.')).toBeInTheDocument()
  answer(openDoor, OPENED)
  await user.click(screen.getByRole('button', { name: 'Try Front door again' }))

  expect(await screen.findByRole('button', { name: 'Front door is open' })).toBeInTheDocument()
  expect(new Set(attempts().map(({ key }) => key)).size).toBe(2)
})

test('after a lost reply the result is requested under the same key', async () => {
  loseConnection(openDoor)
  const { user } = visitOrder()
  await user.click(await screen.findByRole('button', { name: 'Open Front door' }))
  expect(await screen.findByRole('button', { name: 'Checking Front door...' })).toBeInTheDocument()
  answer(openDoor, OPENED)

  expect(await screen.findByRole('button', { name: 'Front door is open' })).toBeInTheDocument()
  expect(attempts()).toHaveLength(2)
  expect(new Set(attempts().map(({ key }) => key)).size).toBe(1)
})

test('a door opened some minutes ago does not count as open', async () => {
  vi.setSystemTime(START + 9 * MINUTE)
  answer(openDoor, OPENED)
  const { user } = visitOrder()
  await user.click(await screen.findByRole('button', { name: 'Open Front door' }))

  expect(await screen.findByText('Opened at 9:01 AM')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Open Front door' })).toBeInTheDocument()
})

test('opening a door checks in: the order is loaded again', async () => {
  answer(openDoor, OPENED)
  const { user } = visitOrder()
  const button = await screen.findByRole('button', { name: 'Open Front door' })
  expect(screen.getByRole('button', { name: 'Check in' })).toBeInTheDocument()
  answer(getOrder, sampleOrder({ checked_in_at: OPENED.at }))
  await user.click(button)

  await waitFor(() => expect(screen.queryByRole('button', { name: 'Check in' })).toBeNull())
})

test('a code being installed says so, and a failure is reported', async () => {
  answer(getOrderAccess, sampleAccess({ state: 'requested', door_code: null }))
  const { unmount } = visitOrder()
  expect(await screen.findByText(/Your door code is being prepared/)).toBeInTheDocument()
  unmount()
  const failed = { state: 'failed', failure: 'The hub does not answer.' } as const
  answer(getOrderAccess, sampleAccess({ ...failed, doors: [{ id: 5, name: 'Front door', ...failed }] }))
  visitOrder()

  expect(await screen.findByText(/could not set your door code in every lock/)).toBeInTheDocument()
  expect(
    screen.getByText('Your code does not work at Front door yet. The hub does not answer.'),
  ).toBeInTheDocument()
})

test('an office without doors and Wi-Fi refers customers to its staff', async () => {
  answer(getOrderAccess, sampleAccess({ wifi_name: null, wifi_password: null, door_code: null, doors: [] }))
  visitOrder()

  expect(await screen.findByText(/Please ask at the office/)).toBeInTheDocument()
})

test('an admin sees the state of each door and can open none of them', async () => {
  const door = { id: 5, name: 'Front door', state: 'failed', failure: 'The hub does not answer.' } as const
  answer(
    getOrderAccess,
    sampleAccess({ wifi_name: null, wifi_password: null, door_code: null, doors: [door] }),
  )
  visitOrder({ id: 8, admin: true })

  expect(await screen.findByText('The hub does not answer.')).toBeInTheDocument()
  expect(screen.getByText('Failed')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Open Front door' })).toBeNull()
})

test.each([
  ['a cancellation', { cancelled_at: '2026-03-02T06:00:00.000Z' }],
  ['the check-out', { checked_out_at: '2026-03-02T07:00:30.000Z' }],
])('after %s nothing is offered', async (_, change) => {
  answer(getOrder, sampleOrder(change))
  visitOrder()

  expect(await screen.findByText('Price and payment')).toBeInTheDocument()
  expect(screen.queryByText('Doors and Wi-Fi')).toBeNull()
  expect(sent.some(({ url }) => url.endsWith('/access'))).toBe(false)
})
