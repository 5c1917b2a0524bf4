import { getOfficeDay, type OfficeDay, openForGuest } from '@keyhour/contract/front-desk'
import { getOffice, listMyOffices } from '@keyhour/contract/offices'
import { getOrder, getOrderCustomer, listOrderEvents } from '@keyhour/contract/orders'
import { checkIn } from '@keyhour/contract/visits'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '#test/live.ts'
import { answer, sent } from '#test/replies.ts'
import { sampleOffice, sampleOrder } from '#test/samples.ts'
import { visit } from '#test/show.tsx'
// Loaded before the first test: on a busy machine that takes longer than a test should.
import '#web/app/order-screen.tsx'

const day = (change: Partial<OfficeDay['today'][number]> = {}): OfficeDay => ({
  until: '2026-03-02T22:00:00.000Z',
  today: [
    {
      id: 41,
      start: '2026-03-02T07:00:00.000Z',
      end: '2026-03-02T09:30:00.000Z',
      checked_in_at: null,
      checked_out_at: null,
      pay_until: null,
      code_failed: false,
      release_at: null,
      User: { id: 7, name: 'Maya Cohen', email: 'maya@example.com', phone: null },
      Office: { type: 'SubOffice', name: 'Olive room' },
      ...change,
    },
  ],
  no_shows: [],
  no_show_rule: null,
  tomorrow: [],
  desk: { doors: [{ id: 5, name: 'Front door', shared: true, trouble: null }], closures: [] },
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-02T07:30:00Z') })
  answer(listMyOffices, [])
  answer(getOrder, sampleOrder())
  answer(getOffice, sampleOffice())
  answer(listOrderEvents, [])
  answer(getOfficeDay, day())
  answer(getOrderCustomer, {
    id: 7,
    name: 'Maya Cohen',
    email: 'maya@example.com',
    phone: '+972 50-123 4567',
  })
})
afterEach(() => void vi.useRealTimers())

test('a manager sees who the customer is, how to reach them, and can end the visit', async () => {
  visit('/order/41', { as: { id: 8 } })

  const card = within(await screen.findByRole('region', { name: 'Customer' }))
  expect(await card.findByText('Maya Cohen')).toBeInTheDocument()
  expect(card.getByText('+972 50-123 4567')).toBeInTheDocument()
  expect(card.getByText('maya@example.com')).toBeInTheDocument()
  expect(card.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+972501234567')
  expect(card.getByRole('link', { name: 'Email' })).toHaveAttribute('href', 'mailto:maya@example.com')
  expect(card.getByRole('button', { name: 'End visit' })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'All my orders' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Office dashboard' })).toHaveAttribute(
    'href',
    '/dashboard?office=3',
  )
})

test('a manager sees that the customer is late, and lets them in', async () => {
  answer(openForGuest, { device_id: 5, state: 'unlocked', at: '2026-03-02T07:30:00.000Z' })
  const { user } = visit('/order/41', { as: { id: 8 } })
  const card = within(await screen.findByRole('region', { name: 'Customer' }))
  expect(await card.findByText('Not checked in. The booking started 30 min ago.')).toBeInTheDocument()
  await user.click(card.getByRole('button', { name: 'Open a door' }))
  await user.click(await screen.findByRole('button', { name: 'Open Front door' }))

  expect(await screen.findByText('Front door is open.')).toBeInTheDocument()
  expect(sent.findLast(({ url }) => url === '/api/offices/3/doors/5/open')?.body).toEqual({ order_id: 41 })
})

test('for an order of another day a manager opens no door', async () => {
  answer(getOfficeDay, { ...day(), today: [] })
  visit('/order/41', { as: { id: 8 } })

  const card = within(await screen.findByRole('region', { name: 'Customer' }))
  expect(await card.findByRole('button', { name: 'End visit' })).toBeInTheDocument()
  expect(card.queryByRole('button', { name: 'Open a door' })).toBeNull()
})

test('the page is titled by room and office, with one line for the time, and the way there', async () => {
  vi.setSystemTime(Date.parse('2026-03-01T07:30:00Z'))
  answer(
    getOrder,
    sampleOrder({ terms: { free_until: '2026-03-01T09:00:00.000Z', late_refund_percent: 50 } }),
  )
  visit('/order/41', { as: { id: 7 } })

  expect(
    await screen.findByRole('heading', { level: 1, name: 'Olive room · Jaffa Port House' }),
  ).toBeInTheDocument()
  const where = within(screen.getByRole('region', { name: 'When and where' }))
  expect(where.getByText(/^Tomorrow, 9:00 AM – 11:30 AM/)).toBeInTheDocument()
  expect(await where.findByText('3 Port Street, Tel Aviv-Yafo')).toBeInTheDocument()
  expect(where.getByRole('link', { name: 'Directions' })).toHaveAttribute(
    'href',
    expect.stringContaining('destination=32.05,34.75'),
  )
  expect(
    screen.getByText(/^Free cancellation until Mar 1st 2026, 11:00 AM\. After that: 50% is refunded/),
  ).toBeInTheDocument()
})

test('a manager checks a guest in, and sees until when that keeps the booking', async () => {
  answer(getOfficeDay, day({ release_at: '2026-03-02T07:45:00.000Z' }))
  answer(checkIn, sampleOrder({ checked_in_at: '2026-03-02T07:30:00.000Z' }))
  const { user } = visit('/order/41', { as: { id: 8 } })
  const card = within(await screen.findByRole('region', { name: 'Customer' }))
  expect(await card.findByText(/^It is released at 9:45 AM unless somebody checks in\.$/)).toBeInTheDocument()
  await user.click(card.getByRole('button', { name: 'Check in' }))

  expect(await screen.findByText('Checked in.')).toBeInTheDocument()
})
