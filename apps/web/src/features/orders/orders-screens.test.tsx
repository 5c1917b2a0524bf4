import { listCharges } from '@keyhour/contract/charges'
import { listMyOffices, listOffices } from '@keyhour/contract/offices'
import { getOrder, listMyOrders, listOrderEvents } from '@keyhour/contract/orders'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { answer, refuse, sent } from '#test/replies.ts'
import { sampleOffice, sampleOrder } from '#test/samples.ts'
import { visit } from '#test/show.tsx'
import { nowMs } from '#web/clock.ts'

const member = { admin: false }

beforeEach(() => {
  answer(listMyOffices, [])
  answer(listOffices, [sampleOffice()])
  answer(listOrderEvents, [])
  answer(listCharges, [])
})

const shownAt = async (label: string) => (await screen.findByText(label)).nextElementSibling?.textContent

test("an order shows its space, its time on the office's clock, and its price", async () => {
  answer(getOrder, sampleOrder())
  visit('/order/41', { as: member })

  expect(await shownAt('Office')).toBe('Jaffa Port House')
  expect(await shownAt('Sub-Office')).toBe('Olive room')
  expect(await shownAt('Date')).toBe('March 1st 2026, 9:00 am')
  expect(await shownAt('Start Time')).toBe('March 2nd 2026, 9:00 am')
  expect(await shownAt('End Time')).toBe('March 2nd 2026, 11:30 am')
  expect(await shownAt('Total Price')).toBe('₪148.09')
  expect(screen.getByText('Including ₪22.59 tax')).toBeInTheDocument()
})

test('an order in dollars has the dollar sign, with the tax of its office one tap away', async () => {
  answer(getOrder, sampleOrder({ currency: 'USD', tax_percent: 9, tax: 1130 }))
  visit('/order/41', { as: member })

  expect(await shownAt('Total Price')).toBe('$136.80')
  const breakdown = screen.getByText('Including $11.30 tax').closest('details')!
  expect(breakdown).not.toHaveAttribute('open')
  await userEvent.setup().click(screen.getByText('Including $11.30 tax'))
  expect(breakdown).toHaveTextContent('Before tax$125.50Tax (9%)$11.30')
})

test('an order without tax names none', async () => {
  answer(getOrder, sampleOrder({ tax_percent: 0, tax: 0 }))
  visit('/order/41', { as: member })

  expect(await shownAt('Total Price')).toBe('₪125.50')
  expect(screen.queryByText(/^Including/)).toBeNull()
})

test('a whole office has no sub-office, and a running visit has no end', async () => {
  answer(
    getOrder,
    sampleOrder({ end: null, SubOffice: null, Office: { id: 3, type: 'Office', name: 'Jaffa' } }),
  )
  visit('/order/41', { as: member })

  expect(await shownAt('End Time')).toBe('N/A')
  expect(screen.queryByText('Sub-Office')).toBeNull()
})

test("another customer's order is not found", async () => {
  refuse(getOrder, 404, 'This order does not exist.')
  visit('/order/41', { as: member })

  expect(await screen.findByRole('alert')).toHaveTextContent('This order does not exist.')
  expect(screen.getByRole('link', { name: 'All my orders' })).toHaveAttribute('href', '/orders')
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})

test('a number that no order can have is not found either', async () => {
  visit('/order/99999999999999999999', { as: member })

  expect(await screen.findByRole('alert')).toHaveTextContent('This order does not exist.')
  expect(sent.filter(({ url }) => url.includes('/orders/'))).toEqual([])
})

test('an order that ends on another day says so, and names the time zone', async () => {
  answer(listMyOrders, [sampleOrder({ end: '2026-03-04T09:30:00.000Z' })])
  visit('/orders', { as: member })

  expect(
    await screen.findByText('Mar 2nd 2026, 9:00 AM – Mar 4th 2026, 11:30 AM (Israel time)'),
  ).toBeInTheDocument()
})

test('the list of orders shows prices with tax, as the linked details do', async () => {
  answer(listMyOrders, [sampleOrder()])
  answer(getOrder, sampleOrder())
  const { user } = visit('/orders', { as: member })
  const link = await screen.findByRole('link', { name: 'Olive room · Jaffa Port House' })
  expect(screen.getByText('₪148.09')).toBeInTheDocument()
  await user.click(link)

  expect(await shownAt('Price with tax')).toBe('₪148.09')
})

test('a running visit has no price yet', async () => {
  answer(listMyOrders, [sampleOrder({ end: null, total_price: 0, tax: 0 })])
  visit('/orders', { as: member })
  await screen.findByRole('link', { name: 'Olive room · Jaffa Port House' })

  expect(screen.queryByText(/₪/)).toBeNull()
})

test('running visits come first, with their start, and more past orders are shown on request', async () => {
  const hour = 3_600_000
  const at = (hours: number) => new Date(Math.floor(nowMs() / hour) * hour + hours * hour).toISOString()
  const order = (id: number, from: number, to: number) => sampleOrder({ id, start: at(from), end: at(to) })
  answer(listMyOrders, [order(1, 30, 31), order(2, -1, 2), order(3, -20, -19)], { 'x-total-count': '41' })
  const { user } = visit('/orders', { as: member })

  expect(await screen.findByText(/^Since /)).toBeInTheDocument()
  expect(screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent)).toEqual([
    'Now',
    'Upcoming',
    'Past',
  ])
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(sent.at(-1)?.url).toBe('/api/orders?page=2&page_size=20'))
})

test('an order that waits for its payment is recognisable in the list', async () => {
  const pay_until = new Date(nowMs() + 600_000).toISOString()
  answer(listMyOrders, [sampleOrder({ paid_by_card: 0, payment_status: 'pending', pay_until })])
  visit('/orders', { as: member })

  expect(await screen.findByText('Waiting for payment')).toBeInTheDocument()
})

test('a customer without orders is told so', async () => {
  answer(listMyOrders, [])
  visit('/orders', { as: member })

  expect(await screen.findByText('You have no orders yet')).toBeInTheDocument()
})

test('an order that nobody came to is called a no-show', async () => {
  answer(listMyOrders, [sampleOrder({ cancelled_at: sampleOrder().start, no_show: true })])
  visit('/orders', { as: {} })

  expect(await screen.findByText('No-show')).toBeInTheDocument()
  expect(screen.queryByText('Cancelled')).toBeNull()
})
