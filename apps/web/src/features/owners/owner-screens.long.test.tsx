import { listPermissions } from '@keyhour/contract/auth'
import {
  addOwnerClosure,
  type CalendarBlock,
  changeOfficeHours,
  changeSpacePrices,
  getOwnerCalendar,
  getOwnerOrder,
  listOwnerOffices,
  listOwnerOrders,
  listSpaceDays,
  type OwnerOrder,
  type OwnerOrderDetails,
  removeOwnerClosure,
} from '@keyhour/contract/owners'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tellChange } from '#test/live.ts'
import { answer, answerLater, refuse, sent } from '#test/replies.ts'
import { right, sampleOwnerOffice, sampleOwnerSpace } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

const office = sampleOwnerOffice({
  spaces: [sampleOwnerSpace(), sampleOwnerSpace({ sub_office_id: 18, name: 'Fig room' })],
})

const block = (change: Partial<CalendarBlock> = {}): CalendarBlock => ({
  kind: 'order',
  sub_office_id: 17,
  start: '2026-03-02T09:00:00.000Z',
  end: '2026-03-02T10:30:00.000Z',
  units: 1,
  order_id: 51,
  customer: 'Maya C.',
  phone: '+972501234567',
  checked_in: false,
  open_ended: false,
  waiting: false,
  closure: null,
  ...change,
})

const closed = block({
  kind: 'closure',
  start: '2026-03-03T10:00:00.000Z',
  end: '2026-03-03T16:00:00.000Z',
  order_id: null,
  customer: null,
  phone: null,
  closure: {
    id: 9,
    reason: 'Painters',
    start: '2026-03-03T10:00:00.000Z',
    end: '2026-03-03T16:00:00.000Z',
    whole_office: true,
    may_open: true,
  },
})

const aClosure = {
  id: 10,
  office_id: 3,
  sub_office_id: 17,
  sub_office_name: 'Olive room',
  start: '2026-03-02T10:00:00.000Z',
  end: '2026-03-02T16:00:00.000Z',
  reason: 'Event',
  created_by_name: null,
  created_at: '2026-03-02T08:00:00.000Z',
}

beforeEach(() => {
  answer(listPermissions, [right('book'), right('view_orders_and_payouts', 3)])
  answer(listOwnerOffices, [office])
  answer(getOwnerCalendar, [])
  // Monday, ten to eleven in the morning at the office.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-02T08:50:00Z') })
})

afterEach(() => {
  vi.useRealTimers()
})

const visitOwner = (path: string) => visit(`/owner/${path}`, { as: { name: 'Rina Katz' } })
const urls = () => sent.map(({ method, url }) => `${method} ${url}`)
const bodyOf = (method: string) => sent.findLast((one) => one.method === method)?.body

test('the week shows what takes each space on each day, and the details behind it', async () => {
  answer(getOwnerCalendar, [block(), closed])
  const { user } = visitOwner('calendar')
  const cell = await screen.findByRole('button', { name: 'Olive room, Mon, Mar 2nd: 1 entry' })
  expect(cell).toHaveTextContent('11:00 AM – 12:30 PMMaya C.')
  expect(screen.getByRole('button', { name: 'Fig room, Mon, Mar 2nd: 0 entries' })).toHaveTextContent('Free')
  expect(screen.getByRole('button', { name: 'Olive room, Tue, Mar 3rd: 1 entry' })).toHaveTextContent(
    '12:00 PM – 6:00 PMClosed: Painters',
  )
  expect(urls()).toContain('GET /api/owner/offices/3/calendar?from=2026-03-01&to=2026-03-07')
  await user.click(cell)
  const panel = within(await screen.findByRole('dialog', { name: 'Olive room, Mon, Mar 2nd' }))

  expect(panel.getByRole('link', { name: '+972501234567' })).toHaveAttribute('href', 'tel:+972501234567')
  expect(panel.getByRole('link', { name: 'Order 51' })).toHaveAttribute(
    'href',
    '/owner/calendar?office=3&order=51',
  )
})

test('a new booking appears without a reload', async () => {
  visitOwner('calendar')
  await screen.findByRole('button', { name: 'Olive room, Mon, Mar 2nd: 0 entries' })
  answer(getOwnerCalendar, [block()])
  await act(async () => tellChange())

  expect(await screen.findByRole('button', { name: 'Olive room, Mon, Mar 2nd: 1 entry' })).toBeInTheDocument()
})

test('the weeks are turned, and today is found again', async () => {
  const { user, address } = visitOwner('calendar')
  await user.click(await screen.findByRole('button', { name: 'Next week' }))
  expect(address()).toBe('/owner/calendar?date=2026-03-09')
  expect(await screen.findByText('Sun, Mar 8th – Sat, Mar 14th')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Today' }))

  expect(address()).toBe('/owner/calendar')
})

test('a week that is still loading is not called free', async () => {
  const { user } = visitOwner('calendar')
  await screen.findByRole('button', { name: 'Olive room, Mon, Mar 2nd: 0 entries' })
  const arrive = answerLater(getOwnerCalendar, [
    block({ start: '2026-03-09T09:00:00.000Z', end: '2026-03-09T10:00:00.000Z' }),
  ])
  await user.click(screen.getByRole('button', { name: 'Next week' }))

  expect(await screen.findByText('Loading the calendar...')).toBeInTheDocument()
  expect(screen.queryByText('Free')).toBeNull()
  await act(async () => arrive())
  expect(await screen.findByRole('button', { name: 'Olive room, Mon, Mar 9th: 1 entry' })).toBeInTheDocument()
})

test('the month shows how much of each day is booked, and leads to the week', async () => {
  const hour = 3_600_000
  const day = (date: string, sub_office_id: number, booked: number, shut = 0) => ({
    date,
    sub_office_id,
    open_ms: 10 * hour,
    booked_ms: booked * hour,
    closed_ms: shut * hour,
    orders: booked > 0 ? 1 : 0,
  })
  answer(listSpaceDays, [
    day('2026-03-04', 17, 5),
    day('2026-03-04', 18, 0),
    day('2026-03-05', 17, 2, 8),
    day('2026-03-05', 18, 0, 10),
  ])
  const { user, address } = visitOwner('calendar?view=month')
  const fourth = await screen.findByRole('button', { name: 'Wed, Mar 4th: 25% booked, 1 order' })
  expect(screen.getByRole('button', { name: 'Thu, Mar 5th: Closed' })).toBeInTheDocument()
  expect(urls()).toContain('GET /api/owner/offices/3/days?from=2026-03-01&to=2026-04-04')
  await user.click(fourth)

  expect(address()).toBe('/owner/calendar?date=2026-03-04')
})

test('an owner closes a time from a day of a space', async () => {
  answer(addOwnerClosure, aClosure)
  const { user } = visitOwner('calendar')
  await user.click(await screen.findByRole('button', { name: 'Olive room, Thu, Mar 5th: 0 entries' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Olive room, Thu, Mar 5th' }))
  await user.click(panel.getByRole('button', { name: 'Close a time' }))
  const form = within(await screen.findByRole('dialog', { name: 'Close a time' }))
  await user.type(form.getByLabelText('Reason'), 'Event')
  await user.click(form.getByRole('button', { name: 'Close this time' }))

  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Close a time' })).toBeNull())
  expect(bodyOf('POST')).toEqual({ sub_office_id: 17, date: '2026-03-05', reason: 'Event' })
  expect(await screen.findByText('This time is now closed to bookings.')).toBeInTheDocument()
})

test('a time with bookings is closed around them, once the owner has said so', async () => {
  refuse(addOwnerClosure, 409, 'There are bookings during this time. You can close the rest of it.', {
    orders_in_the_way: 2,
  })
  const { user } = visitOwner('calendar')
  await user.click(await screen.findByRole('button', { name: 'Close a time' }))
  const form = within(await screen.findByRole('dialog', { name: 'Close a time' }))
  await user.type(form.getByLabelText('Reason'), 'Event')
  await user.click(form.getByRole('button', { name: 'Close this time' }))
  expect(await form.findByText('2 bookings fall within this time.')).toBeInTheDocument()
  answer(addOwnerClosure, aClosure)
  await user.click(form.getByRole('button', { name: 'Close the rest of the time' }))

  await waitFor(() => expect(bodyOf('POST')).toMatchObject({ sub_office_id: null, orders: 'keep' }))
})

test('a closed time is opened again', async () => {
  answer(getOwnerCalendar, [closed])
  answer(removeOwnerClosure, {})
  const { user } = visitOwner('calendar')
  await user.click(await screen.findByRole('button', { name: 'Olive room, Tue, Mar 3rd: 1 entry' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Olive room, Tue, Mar 3rd' }))
  expect(panel.getByText('The whole office')).toBeInTheDocument()
  await user.click(panel.getByRole('button', { name: 'Reopen' }))
  await user.click(await screen.findByRole('button', { name: 'Yes' }))

  await waitFor(() => expect(urls()).toContain('DELETE /api/owner/offices/3/closures/9'))
})

test('what was closed for the owner is not offered to be opened', async () => {
  answer(getOwnerCalendar, [{ ...closed, closure: { ...closed.closure!, may_open: false } }])
  const { user } = visitOwner('calendar')
  await user.click(await screen.findByRole('button', { name: 'Olive room, Tue, Mar 3rd: 1 entry' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Olive room, Tue, Mar 3rd' }))

  expect(await panel.findByText(/Closed by Keyhour/)).toBeInTheDocument()
  expect(panel.queryByRole('button', { name: 'Reopen' })).toBeNull()
})

test('a price is changed in major units, and a mistake is shown at its field', async () => {
  answer(changeSpacePrices, office)
  const { user } = visitOwner('prices')
  await user.click(await screen.findByRole('button', { name: 'Change prices of Olive room' }))
  const form = within(await screen.findByRole('dialog', { name: 'Prices of Olive room' }))
  const hour = form.getByLabelText('Price per hour')
  expect(hour).toHaveValue('50')
  await user.clear(hour)
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(hour).toHaveAccessibleDescription('Cannot be empty')
  await user.type(hour, '62,5')
  await user.click(form.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodyOf('PUT')).toEqual({
    sub_office_id: 17,
    price_per_hour: 62.5,
    price_per_day: 300,
    price_per_week: 0,
    price_per_month: null,
    version: 1,
  })
})

test('an owner who was overtaken sees by whom, and can take the stored prices', async () => {
  const changed = { changed_by: 'Ada', changed_at: '2026-03-02T08:40:00.000Z' }
  refuse(changeSpacePrices, 409, 'This was changed in the meantime.', changed)
  const { user } = visitOwner('prices')
  await user.click(await screen.findByRole('button', { name: 'Change prices of Olive room' }))
  const form = within(await screen.findByRole('dialog', { name: 'Prices of Olive room' }))
  answer(listOwnerOffices, [
    { ...office, spaces: [sampleOwnerSpace({ price_per_hour: 7000, version: 2 }), office.spaces[1]!] },
  ])
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText(/Ada/)).toBeInTheDocument()
  await user.click(form.getByRole('button', { name: 'Load the stored version' }))
  await waitFor(() => expect(form.getByLabelText('Price per hour')).toHaveValue('70'))
  answer(changeSpacePrices, office)
  await user.click(form.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(bodyOf('PUT')).toMatchObject({ price_per_hour: 70, version: 2 }))
})

async function openHours() {
  const shown = visitOwner('prices')
  expect(await screen.findByText('8:00 AM – 10:00 PM')).toBeInTheDocument()
  await shown.user.click(screen.getByRole('button', { name: 'Change hours' }))
  return { ...shown, form: within(await screen.findByRole('dialog', { name: 'Opening hours' })) }
}

test('hours are changed, and orders that this leaves outside are listed before they are kept', async () => {
  const outside = {
    id: 51,
    sub_office_name: 'Olive room',
    sub_office_name_he: null,
    start: '2026-03-05T17:00:00.000Z',
    end: '2026-03-05T18:00:00.000Z',
  }
  const sentence = 'Some orders would be outside these hours: 1, the last on 2026-03-05.'
  refuse(changeOfficeHours, 409, sentence, { orders_in_the_way: 1, orders_outside: [outside] })
  const { user, form } = await openHours()
  await user.clear(form.getByRole('combobox', { name: 'Closes' }))
  await user.type(form.getByRole('combobox', { name: 'Closes' }), '18:00')
  await user.click(form.getByRole('button', { name: 'Save' }))

  const list = within(await form.findByRole('region', { name: '1 order would be outside these hours' }))
  expect(list.getByRole('link', { name: 'Order 51' })).toHaveAttribute(
    'href',
    '/owner/orders?office=3&order=51',
  )
  const body = { open_hours: '08:00', close_hours: '18:00', week_hours: [], holidays: [], version: 1 }
  expect(bodyOf('PUT')).toEqual(body)
  answer(changeOfficeHours, office)
  await user.click(list.getByRole('button', { name: 'Save and keep these orders' }))

  await waitFor(() => expect(bodyOf('PUT')).toEqual({ ...body, keep_orders: true }))
})

test('a day of the week gets its own hours, and holidays are added, edited and removed', async () => {
  answer(changeOfficeHours, office)
  const { user, form } = await openHours()
  await user.selectOptions(form.getByLabelText('Friday'), 'Different hours')
  await user.clear(form.getByRole('combobox', { name: 'Friday: closes' }))
  await user.type(form.getByRole('combobox', { name: 'Friday: closes' }), '13:00')
  await user.selectOptions(form.getByLabelText('Saturday'), 'Closed')
  expect(form.getByText(/^No holidays yet/)).toBeInTheDocument()

  await user.click(form.getByRole('button', { name: 'Add a holiday' }))
  await user.click(form.getByRole('button', { name: 'Add to the list' }))
  expect(await form.findByText('Cannot be empty')).toBeInTheDocument()
  await user.type(form.getByLabelText('Name'), 'Purim')
  fireEvent.change(form.getByLabelText('First day'), { target: { value: '2026-03-10' } })
  await user.click(form.getByRole('button', { name: 'Add to the list' }))
  await user.click(form.getByRole('button', { name: 'Edit Purim' }))
  await user.selectOptions(form.getByLabelText('On these days'), 'Open at different hours')
  await user.click(form.getByRole('button', { name: 'Update the list' }))
  await user.click(form.getByRole('button', { name: 'Copy 2026 to 2027' }))
  expect(form.getByText(/^Copied\./)).toBeInTheDocument()
  await user.click(form.getAllByRole('button', { name: 'Remove Purim' })[1]!)
  await user.click(form.getByRole('button', { name: 'Save' }))

  const hours = { open_hours: '09:00', close_hours: '13:00' }
  await waitFor(() =>
    expect(bodyOf('PUT')).toMatchObject({
      week_hours: [
        { weekday: 5, hours: { open_hours: '08:00', close_hours: '13:00' } },
        { weekday: 6, hours: null },
      ],
      holidays: [{ first_day: '2026-03-10', last_day: '2026-03-10', name: 'Purim', name_he: null, hours }],
    }),
  )
})

const order = (change: Partial<OwnerOrder> = {}): OwnerOrder => ({
  id: 51,
  start: '2026-03-02T09:00:00.000Z',
  end: '2026-03-02T10:00:00.000Z',
  sub_office_id: 17,
  sub_office_name: 'Olive room',
  customer: 'Maya C.',
  phone: null,
  state: 'coming',
  no_show: false,
  currency: 'ILS',
  price: 5000,
  tax: 900,
  commission: 1500,
  commission_percent: 30,
  net: 3500,
  kept: 0,
  ...change,
})

const KEPT = { kept: 2950, price: 2500, tax: 450, commission: 750, net: 1750 }

test('orders show price, tax, commission and net, and what was kept of a cancelled one', async () => {
  answer(listOwnerOrders, [order(), order({ id: 52, state: 'cancelled', ...KEPT })], {
    'x-total-count': '2',
  })
  const { user, address } = visitOwner('orders')
  const [, first, second] = within(await screen.findByRole('table')).getAllByRole('row')
  expect(first).toHaveTextContent(
    'Order 51UpcomingMar 2nd 2026, 11:00 AM – 12:00 PMOlive roomMaya C. ₪50.00₪9.00₪15.00₪35.00',
  )
  expect(second).toHaveTextContent('Cancelled, ₪29.50 kept')
  expect(second).toHaveTextContent('₪25.00₪4.50₪7.50₪17.50')
  expect(screen.getByText('2 orders')).toBeInTheDocument()
  answer(listOwnerOrders, [], { 'x-total-count': '0' })
  await user.click(screen.getByRole('tab', { name: 'Past' }))

  expect(await screen.findByText('No past orders yet.')).toBeInTheDocument()
  expect(address()).toBe('/owner/orders?list=past')
  expect(urls()).toContain('GET /api/owner/offices/3/orders?page=1&page_size=20&list=past')
})

test('an order opens beside the list, with its amounts and what happened to it, and Escape leads back', async () => {
  answer(listOwnerOrders, [order()], { 'x-total-count': '1' })
  const events: OwnerOrderDetails['events'] = [
    { at: '2026-03-01T08:00:00.000Z', kind: 'booked' },
    {
      at: '2026-03-01T09:00:00.000Z',
      kind: 'moved',
      start: '2026-03-02T09:00:00.000Z',
      end: '2026-03-02T10:00:00.000Z',
    },
  ]
  answer(getOwnerOrder, { ...order({ phone: '+972501234567' }), date: '2026-03-01T08:00:00.000Z', events })
  const { user, address } = visitOwner('orders?list=coming')
  await user.click(await screen.findByRole('link', { name: 'Order 51' }))
  expect(address()).toContain('order=51')
  const panel = await screen.findByRole('dialog', { name: 'Order 51' })
  expect(await within(panel).findByText('Booked March 1st 2026, 10:00 am')).toBeInTheDocument()

  expect(panel).toHaveTextContent('Price₪50.00Commission (30%)−₪15.00Net to you₪35.00Tax₪9.00')
  expect(within(panel).getByRole('link', { name: '+972501234567' })).toBeInTheDocument()
  expect(within(panel).getAllByRole('listitem')[1]).toHaveTextContent(
    'Moved to Mar 2nd 2026, 11:00 AM – 12:00 PMMarch 1st 2026, 11:00 am',
  )
  await user.keyboard('{Escape}')
  expect(address()).not.toContain('order=51')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an order that is not in the office is said not to exist', async () => {
  answer(listOwnerOrders, [], { 'x-total-count': '0' })
  refuse(getOwnerOrder, 404, 'This order does not exist.')
  visitOwner('orders?office=3&order=99')
  const panel = within(await screen.findByRole('dialog', { name: 'Order 99' }))

  expect(await panel.findByText('This order does not exist.')).toBeInTheDocument()
})

test('orders of one office are not shown under the name of another while those load', async () => {
  answer(listOwnerOffices, [office, { ...office, id: 4, name: 'Haifa House' }])
  answer(listOwnerOrders, [order()], { 'x-total-count': '1' })
  const { user } = visitOwner('orders')
  await screen.findByText('Order 51')
  answerLater(listOwnerOrders, [])
  await user.click(screen.getByRole('combobox', { name: 'Office' }))
  await user.click(await screen.findByRole('option', { name: 'Haifa House' }))

  expect(await screen.findByText('Loading orders...')).toBeInTheDocument()
  expect(screen.queryByText('Order 51')).toBeNull()
})

test('another office is chosen in the frame, and the next screen keeps it', async () => {
  answer(listOwnerOffices, [office, { ...office, id: 4, name: 'Haifa House' }])
  answer(listOwnerOrders, [], { 'x-total-count': '0' })
  const { user, address } = visitOwner('calendar')
  await user.click(await screen.findByRole('combobox', { name: 'Office' }))
  await user.click(await screen.findByRole('option', { name: 'Haifa House' }))
  expect(address()).toBe('/owner/calendar?office=4')
  await user.click(screen.getByRole('link', { name: 'Prices and hours' }))

  expect(address()).toBe('/owner/prices?office=4')
})
