import { listAllOrders } from '@keyhour/contract/admin-orders'
import { listMyOffices, listOffices } from '@keyhour/contract/offices'
import { getOrder, listMyOrders, listOrderEvents } from '@keyhour/contract/orders'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, refuse, sent } from '#test/replies.ts'
import { sampleAdminOrder, sampleOffice, sampleOrder } from '#test/samples.ts'
import { visit } from '#test/show.tsx'
import { nowMs } from '#web/clock.ts'

const member = { admin: false }
const admin = { admin: true, name: 'Ada Admin' }

beforeEach(() => {
  answer(listMyOffices, [])
  answer(listOffices, [sampleOffice()])
  answer(listOrderEvents, [])
})

const shownAt = async (label: string) => (await screen.findByText(label)).nextElementSibling?.textContent

test('an order shows where, when on the clock of the office, and for how much', async () => {
  answer(getOrder, sampleOrder())
  visit('/order/41', { as: member })

  expect(await shownAt('Office')).toBe('Jaffa Port House')
  expect(await shownAt('Sub-Office')).toBe('Olive room')
  expect(await shownAt('Date')).toBe('Mar 2nd 2026')
  expect(await shownAt('Start Time')).toBe('March 2nd 2026, 9:00 am')
  expect(await shownAt('End Time')).toBe('March 2nd 2026, 11:30 am')
  expect(await shownAt('Total Price')).toBe('$125.50')
  expect(screen.getByText('Charged in the currency of the office: ₪125.50 before tax')).toBeInTheDocument()
})

test('where dollars are charged, the price needs no other words', async () => {
  answer(getOrder, sampleOrder({ currency: 'USD' }))
  visit('/order/41', { as: member })

  expect(await shownAt('Total Price')).toBe('$125.50')
  expect(screen.queryByText(/^Charged in/)).toBeNull()
})

test('a whole office has no sub-office, and a visit that goes on has no end', async () => {
  answer(
    getOrder,
    sampleOrder({ end: null, SubOffice: null, Office: { id: 3, type: 'Office', name: 'Jaffa' } }),
  )
  visit('/order/41', { as: member })

  expect(await shownAt('End Time')).toBe('N/A')
  expect(screen.queryByText('Sub-Office')).toBeNull()
})

test("somebody else's order is not there", async () => {
  refuse(getOrder, 404, 'This order does not exist.')
  visit('/order/41', { as: member })

  expect(await screen.findByRole('alert')).toHaveTextContent('This order does not exist.')
  expect(screen.getByRole('link', { name: 'All my orders' })).toHaveAttribute('href', '/orders')
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})

test('a number that no order can have is not there either', async () => {
  visit('/order/99999999999999999999', { as: member })

  expect(await screen.findByRole('alert')).toHaveTextContent('This order does not exist.')
  expect(sent.filter(({ url }) => url.includes('/orders/'))).toEqual([])
})

test('an order that ends on another day says so, and on which clock', async () => {
  answer(listMyOrders, [sampleOrder({ end: '2026-03-04T09:30:00.000Z' })])
  visit('/orders', { as: member })

  expect(
    await screen.findByText('Mar 2nd 2026, 9:00 AM – Mar 4th 2026, 11:30 AM (Asia/Jerusalem)'),
  ).toBeInTheDocument()
})

test('own orders say what is paid with tax, as their details do, to which they lead', async () => {
  answer(listMyOrders, [sampleOrder()])
  answer(getOrder, sampleOrder())
  const { user } = visit('/orders', { as: member })
  const link = await screen.findByRole('link', { name: 'Jaffa Port House · Olive room' })
  expect(screen.getByText('₪148.09')).toBeInTheDocument()
  await user.click(link)

  expect(await shownAt('Price with tax')).toBe('₪148.09')
})

test('a visit that goes on has no price yet', async () => {
  answer(listMyOrders, [sampleOrder({ end: null, total_price: 0, tax: 0 })])
  visit('/orders', { as: member })
  await screen.findByRole('link', { name: 'Jaffa Port House · Olive room' })

  expect(screen.queryByText(/₪/)).toBeNull()
})

test('what runs comes first, with since when, and more of the past is shown when asked for', async () => {
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

test('somebody without orders is told so', async () => {
  answer(listMyOrders, [])
  visit('/orders', { as: member })

  expect(await screen.findByText('You have no orders yet')).toBeInTheDocument()
})

test('the table of all orders has every column of the specification, and its sums', async () => {
  answer(listAllOrders, [sampleAdminOrder()], { 'x-total-count': '41' })
  visit('/admin-all-orders', { as: admin })

  const table = await screen.findByRole('table', { name: 'All Orders' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual([
    'Order ID',
    'Order Date',
    'Service Start',
    'Service End',
    'Service Duration',
    'Office Name',
    'Sub-Office Name',
    'User ID',
    'User Name',
    'User Email',
    'User Phone',
    'Base Price',
    'Sub-Office Price',
    'Taxes (18%)',
    'Total Billed',
    'Co. Commission (30%)',
    'Net to Sub-Office',
    'Payment Status & Method',
  ])
  const [, row] = within(table).getAllByRole('row')
  expect(
    within(row!)
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
      .slice(4),
  ).toEqual([
    '2.5 hours',
    'Jaffa Port House',
    'Olive room',
    '7',
    'Maya Cohen',
    'maya@example.com',
    'N/A',
    '$40.00',
    '$100.00',
    '$18.00',
    '$118.00',
    '$30.00',
    '$70.00',
    'Partly Credit',
  ])
})

test('the next page of orders is asked of the server', async () => {
  answer(listAllOrders, [sampleAdminOrder()], { 'x-total-count': '41' })
  const { user, address } = visit('/admin-all-orders', { as: admin })
  await user.click(await screen.findByRole('button', { name: 'Page 3' }))

  await waitFor(() => expect(address()).toBe('/admin-all-orders?page=3'))

  expect(sent.filter(({ url }) => url.includes('all-orders')).map(({ url }) => url)).toEqual([
    '/api/admin/all-orders?page=1&page_size=20',
    '/api/admin/all-orders?page=3&page_size=20',
  ])
})

test('orders that cannot be loaded say why and can be tried again', async () => {
  refuse(listAllOrders, 500, 'Something went wrong on our side.')
  visit('/admin-all-orders', { as: admin })

  expect(
    await screen.findByText('Error loading orders: Something went wrong on our side.'),
  ).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeInTheDocument()
})

test('a failed refresh takes the rows away', async () => {
  answer(listAllOrders, [sampleAdminOrder()], { 'x-total-count': '1' })
  const { user } = visit('/admin-all-orders', { as: admin })
  await screen.findByText('Maya Cohen')
  refuse(listAllOrders, 500, 'Something went wrong on our side.')
  await user.click(screen.getByRole('button', { name: 'Refresh Data' }))

  expect(await screen.findByRole('alert')).toHaveTextContent('Error loading orders')
  expect(screen.queryByText('Maya Cohen')).toBeNull()
})
