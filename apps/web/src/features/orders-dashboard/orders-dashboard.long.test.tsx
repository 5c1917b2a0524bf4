import { listMyOffices } from '@keyhour/contract/offices'
import { getSettlement, listAdminActs } from '@keyhour/contract/order-management'
import { getOrder, listOrderEvents } from '@keyhour/contract/orders'
import {
  type ActiveOrder,
  type DashboardOffice,
  type DashboardSubOffice,
  getOrderUser,
  listActiveOrders,
  listActiveOrdersOfWhole,
  listDashboardOffices,
  listDashboardSubOffices,
  type OrderUser,
} from '@keyhour/contract/orders-dashboard'
import { screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { beforeEach, expect, test } from 'vitest'
import { tellChange } from '#test/live.ts'
import { answer, answerLater, refuse, sent } from '#test/replies.ts'
import { sampleOrder, sampleSettlement } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

const office: DashboardOffice = {
  id: 3,
  name: 'Jaffa Port House',
  address: '3 Port Street',
  capacity: 40,
  active_orders: 2,
}
const annex: DashboardOffice = {
  id: 4,
  name: 'Annex',
  address: '5 Hill Road',
  capacity: null,
  active_orders: 0,
}
const space = (change: Partial<DashboardSubOffice> = {}): DashboardSubOffice => ({
  id: 17,
  office_id: 3,
  name: 'Olive room',
  type: 'meeting_room',
  capacity: 8,
  active_orders: 1,
  is_deleted: false,
  ...change,
})
const order = (change: Partial<ActiveOrder> = {}): ActiveOrder => ({
  id: 41,
  start: '2026-03-02T07:00:00.000Z',
  end: '2026-03-02T09:30:00.000Z',
  time_zone: 'UTC',
  booking_type: 'pre_book',
  payment_status: 'part credit',
  pay_until: null,
  ...change,
})
const maya: OrderUser = {
  id: 7,
  name: 'Maya Cohen',
  user_name: 'Maya Cohen',
  email: 'maya@example.com',
  profile: { phone: '+972 50-123' },
}

beforeEach(() => {
  answer(listMyOffices, [])
  answer(listDashboardOffices, [annex, office], { 'x-total-count': '2' })
  answer(listDashboardSubOffices, [space(), space({ id: 18, name: 'Attic', active_orders: 0 })])
  answer(listActiveOrders, [order(), order({ id: 42, end: null, booking_type: 'on_demand' })])
  answer(listActiveOrdersOfWhole, [])
  answer(getOrderUser, maya)
})

const AT = '/admin-orders-dashboard'
const look = (search = '') => visit(AT + search, { as: { admin: true, name: 'Ada Admin' } })
const panel = (name: string) => screen.findByRole('region', { name })
const choice = (name: RegExp | string) => screen.findByRole('option', { name })
const asked = () => sent.map(({ url }) => url)
const shownAt = async (label: string) =>
  (await screen.findByText(label, { selector: 'dt' })).nextElementSibling?.textContent

test('offices show their name, address, capacity and number of active orders', async () => {
  look()

  const list = within(await screen.findByRole('listbox', { name: 'Offices' }))
  expect(list.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Annex5 Hill RoadCapacity: N/A',
    'Jaffa Port House2 active3 Port StreetCapacity: 40',
  ])
  expect(await panel('Sub-Offices')).toHaveTextContent('Choose an office to see its sub-offices')
  expect(await panel('Active Orders')).toHaveTextContent('Choose a sub-office to see its active orders')
})

test('in Hebrew, offices show their Hebrew names and addresses', async () => {
  answer(listDashboardOffices, [{ ...office, name_he: 'בית הנמל', address_he: 'רחוב הנמל 3' }])
  answer(listDashboardSubOffices, [space({ name_he: 'חדר זית' })])
  await i18next.changeLanguage('he')
  look('?office=3&sub_office=17')

  expect(await choice(/בית הנמל.*רחוב הנמל 3/)).toBeInTheDocument()
  expect(await choice(/^חדר זית/)).toBeInTheDocument()
  expect(await screen.findAllByText('בית הנמל')).toHaveLength(3)
  expect(await screen.findAllByText('חדר זית')).toHaveLength(2)
  expect(screen.queryByText('Olive room')).toBeNull()
})

test('an admin drills down from office to sub-office to order to customer, each kept in the address', async () => {
  const { user, address } = look()
  await user.click(await choice(/Jaffa/))
  expect(address()).toBe(`${AT}?office=3`)

  await user.click(await choice(/Olive room/))
  expect(address()).toBe(`${AT}?office=3&sub_office=17`)
  const orders = await screen.findByRole('listbox', { name: 'Active Orders' })
  expect(within(orders).getAllByRole('option')[0]).toHaveTextContent(
    'Order #41Partly CreditStart: March 2nd 2026, 7:00 am',
  )

  await user.click(await choice(/#41/))
  expect(address()).toBe(`${AT}?office=3&sub_office=17&order=41`)
  expect(await shownAt('User Name')).toBe('Maya Cohen')
  expect(await shownAt('Email')).toBe('maya@example.com')
  expect(await shownAt('Phone')).toBe('+972 50-123')
  expect(await shownAt('Start')).toBe('March 2nd 2026, 7:00 am')
  expect(await shownAt('End')).toBe('March 2nd 2026, 9:30 am')
  expect(await shownAt('Booking Type')).toBe('Pre-booked')
  expect(await shownAt('Payment Status')).toBe('Partly Credit')
  expect(screen.getByRole('link', { name: 'Open the order' })).toHaveAttribute('href', '/order/41')
})

test('the link back from an order returns to where it was chosen, even if the order has moved', async () => {
  answer(getOrder, sampleOrder())
  answer(listOrderEvents, [])
  answer(getSettlement, sampleSettlement())
  answer(listAdminActs, [
    {
      id: 1,
      at: '2026-03-01T08:00:00.000Z',
      kind: 'move order',
      actor_name: 'Ada Admin',
      words: null,
      is_forgotten: false,
      order_id: 42,
    },
  ])
  const { user, address } = look('?office=3&sub_office=17&order=41')
  await user.click(await screen.findByRole('link', { name: 'Open the order' }))
  await user.click(await screen.findByRole('link', { name: /order 42/ }))
  await waitFor(() => expect(address()).toBe('/order/42'))
  await user.click(await screen.findByRole('link', { name: 'Back to the list' }))

  expect(address()).toBe(`${AT}?office=3&sub_office=17&order=41`)
})

test('a visit without an end is ongoing, and an unknown phone is not available', async () => {
  answer(getOrderUser, { ...maya, profile: { phone: null } })
  look('?office=3&sub_office=17&order=42')

  expect(await shownAt('End')).toBe('Ongoing')
  expect(await shownAt('Booking Type')).toBe('On demand')
  expect(await shownAt('Phone')).toBe('N/A')
})

test('going back to the orders clears the choice and focuses the order', async () => {
  const { user, address } = look('?office=3&sub_office=17')
  await user.click(await choice(/#42/))
  expect(await screen.findByRole('heading', { name: 'Order #42' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Back to Orders' }))

  expect(address()).toBe(`${AT}?office=3&sub_office=17`)
  expect(await choice(/#42/)).toHaveFocus()
})

test('choosing another office clears the chosen sub-office and order', async () => {
  const { user, address } = look('?office=3&sub_office=17&order=41')
  await screen.findByRole('heading', { name: 'Order #41' })
  await user.click(await choice(/Annex/))

  expect(address()).toBe(`${AT}?office=4`)
  expect(screen.queryByRole('heading', { name: 'Order #41' })).toBeNull()
  expect(await panel('Active Orders')).toHaveTextContent('Choose a sub-office')
})

test('choosing another sub-office clears the chosen order', async () => {
  const { user, address } = look('?office=3&sub_office=17&order=41')
  await screen.findByRole('heading', { name: 'Order #41' })
  await user.click(await choice(/Attic/))

  expect(address()).toBe(`${AT}?office=3&sub_office=18`)
  expect(screen.queryByRole('heading', { name: 'Order #41' })).toBeNull()
  await waitFor(() => expect(asked()).toContain('/api/admin/suboffices/18/active_orders'))
})

test('the orders of an office that is rented whole can be reached', async () => {
  answer(listDashboardSubOffices, [])
  answer(listActiveOrdersOfWhole, [order({ id: 50 })])
  const { user, address } = look('?office=3')
  expect(await screen.findByText(/^This office has no sub-offices/)).toBeInTheDocument()
  await user.click(await choice(/Whole office/))

  expect(await choice(/#50/)).toBeInTheDocument()
  expect(address()).toBe(`${AT}?office=3&sub_office=whole`)
})

test('orders of the whole office and of a deleted sub-office can be reached', async () => {
  answer(listDashboardSubOffices, [space(), space({ id: 19, name: 'Gone', is_deleted: true })])
  answer(listActiveOrdersOfWhole, [order({ id: 50 })])
  const { user } = look('?office=3')
  await choice(/Whole office.*1 active/)

  expect(
    screen
      .getAllByRole('option')
      .slice(2)
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Whole office1 active',
    'Olive room1 activeMeeting Room · Capacity: 8',
    'Gone1 activeMeeting Room · Capacity: 8 · Deleted',
  ])
  await user.click(await choice(/Whole office/))
  expect(await choice(/#50/)).toBeInTheDocument()
})

test('a space without active orders says so', async () => {
  answer(listActiveOrders, [])
  look('?office=3&sub_office=17')

  expect(await screen.findByText('No active orders')).toBeInTheDocument()
})

test('a space that is not in the office is not chosen, and its orders are not shown there', async () => {
  const { address } = look('?office=3&sub_office=99&order=41')

  await waitFor(() => expect(address()).toBe(`${AT}?office=3`))
  expect(await panel('Active Orders')).toHaveTextContent('Choose a sub-office')
  expect(asked()).not.toContain('/api/admin/suboffices/99/active_orders')
})

test('an order of another space says where it is and links to it', async () => {
  answer(getOrder, sampleOrder({ id: 50, Office: { id: 4, type: 'Office', name: 'Annex' }, SubOffice: null }))
  answer(listActiveOrdersOfWhole, [order({ id: 50, end: null })])
  const { user, address } = look('?q=a&office=3&sub_office=17&order=50')
  expect(await screen.findByText('This order belongs to another space:')).toBeInTheDocument()
  expect(await panel('Order #50')).not.toHaveTextContent('Olive room')
  await user.click(screen.getByRole('link', { name: 'Annex · Whole office' }))

  expect(address()).toBe(`${AT}?q=a&office=4&sub_office=whole&order=50`)
  expect(await shownAt('End')).toBe('Ongoing')
  expect(screen.getByRole('heading', { name: 'Order #50' })).toHaveFocus()
})

test('an order that has not started says so', async () => {
  answer(listActiveOrders, [])
  answer(getOrder, sampleOrder({ start: '2999-03-02T07:00:00.000Z', end: '2999-03-02T09:30:00.000Z' }))
  look('?office=3&sub_office=17&order=41')

  expect(await screen.findByText('This order has not started yet.')).toBeInTheDocument()
})

test('an unknown order is reported', async () => {
  refuse(getOrder, 404, 'This order does not exist.')
  look('?office=3&sub_office=17&order=99')

  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('This order does not exist.')
  expect(within(alert).getByRole('link', { name: 'All offices' })).toHaveAttribute('href', AT)
})

test('an order that has ended meanwhile says so and still links to its page', async () => {
  answer(listActiveOrders, [])
  answer(getOrder, sampleOrder())
  look('?office=3&sub_office=17&order=41')

  expect(await screen.findByText('This order is no longer active.')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Open the order' })).toHaveAttribute('href', '/order/41')
})

test.each([
  ['Failed to load offices', listDashboardOffices, ''],
  ['Failed to load sub-offices', listDashboardSubOffices, '?office=3'],
  ['Failed to load active orders', listActiveOrders, '?office=3&sub_office=17'],
  ['Failed to load user details', getOrderUser, '?office=3&sub_office=17&order=41'],
])('the message %j comes with a retry button', async (message, endpoint, search) => {
  refuse(endpoint, 500, 'Something went wrong on our side.')
  look(search)

  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(message)
  expect(within(alert).getByRole('button', { name: 'Retry' })).toBeInTheDocument()
})

test('an office that no longer exists links back to all offices', async () => {
  refuse(listDashboardSubOffices, 404, 'This office does not exist.')
  const { user, address } = look('?office=99')
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByRole('button', { name: 'Retry' })).toBeInTheDocument()
  await user.click(within(alert).getByRole('link', { name: 'All offices' }))

  expect(address()).toBe(AT)
})

test.each([
  ['Loading offices...', listDashboardOffices, ''],
  ['Loading sub-offices...', listDashboardSubOffices, '?office=3'],
  ['Loading active orders...', listActiveOrders, '?office=3&sub_office=17'],
] as const)('the panel says %j while it loads', async (message, endpoint, search) => {
  answerLater(endpoint as typeof listActiveOrders, [])
  look(search)

  expect(await screen.findByText(message)).toBeInTheDocument()
})

test('the customer details show that they are loading', async () => {
  answerLater(getOrderUser, maya)
  look('?office=3&sub_office=17&order=41')

  expect(await screen.findByText('Loading user details...')).toBeInTheDocument()
})

test('offices are searched on the server from the first page, and the choice is kept', async () => {
  answer(listDashboardOffices, [office], { 'x-total-count': '41' })
  const { user, address } = look('?office=3&page=2')
  await user.type(await screen.findByRole('searchbox', { name: 'Search offices' }), 'port')
  await waitFor(() => expect(address()).toBe(`${AT}?office=3&q=port`))
  await waitFor(() =>
    expect(asked()).toContain('/api/admin/dashboard/offices?page=1&page_size=20&q=port&in_use=false'),
  )

  await user.click(screen.getByRole('checkbox', { name: 'Only with active orders' }))
  await waitFor(() => expect(address()).toBe(`${AT}?office=3&q=port&in_use=true`))
  await user.click(screen.getByRole('button', { name: 'Page 3' }))
  await waitFor(() => expect(address()).toBe(`${AT}?office=3&q=port&in_use=true&page=3`))
})

test.each([
  ['', 'No offices yet.'],
  ['?q=nowhere', 'No office matches this search.'],
])('with the address %j and no offices, the panel says: %s', async (search, message) => {
  answer(listDashboardOffices, [], { 'x-total-count': '0' })
  look(search)

  expect(await screen.findByText(message)).toBeInTheDocument()
})

test('arrow keys move within a list and to the next one, and Enter chooses', async () => {
  const { user, address } = look()
  ;(await choice(/Annex/)).focus()
  await user.keyboard('{ArrowDown}')
  expect(await choice(/Jaffa/)).toHaveFocus()
  await user.keyboard('{ArrowDown}{Enter}')
  expect(address()).toBe(`${AT}?office=3`)
  expect(await choice(/Jaffa/)).toHaveFocus()

  await choice(/Olive room/)
  await user.keyboard('{ArrowRight}')
  expect(await choice(/Olive room/)).toHaveFocus()
  await user.keyboard('{End} ')
  expect(address()).toBe(`${AT}?office=3&sub_office=18`)
  await user.keyboard('{Home}{ArrowLeft}')
  expect(await choice(/Jaffa/)).toHaveFocus()
})

test('changes in the chosen office appear immediately', async () => {
  answer(listActiveOrders, [])
  look('?office=3&sub_office=17')
  await screen.findByText('No active orders')
  answer(listActiveOrders, [order()])
  tellChange()

  expect(await choice(/#41/)).toBeInTheDocument()
})

test.each(['?office=abc', '?office=0', '?sub_office=17&order=41', '?office=99999999999999999999'])(
  'invalid values in the address are ignored: %s',
  async (search) => {
    look(search)

    expect(await panel('Active Orders')).toHaveTextContent('Choose a sub-office')
    expect(asked().filter((url) => /suboffices|\/user$/.test(url))).toEqual([])
  },
)
