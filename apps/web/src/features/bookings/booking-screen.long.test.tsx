import { getAvailability, getMonthAvailability } from '@keyhour/contract/availability'
import { bookSpace, holdStay, quoteStay, releaseHold } from '@keyhour/contract/bookings'
import { getOffice, listMyOffices } from '@keyhour/contract/offices'
import { getOrder, listOrderEvents } from '@keyhour/contract/orders'
import { startVisit } from '@keyhour/contract/visits'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, answerLater, loseConnection, refuse, sent } from '#test/replies.ts'
import { sampleDay, sampleMonth, sampleOffice, sampleOrder, sampleQuote, sampleSpace } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

const EARLY = Date.parse('2026-03-02T05:00:00Z')
const BOOKED = { free: 0, reason: 'booked' } as const
const TAKEN = 'This time is no longer free.'

beforeEach(() => {
  vi.useFakeTimers({ now: EARLY, toFake: ['Date'] })
  answer(listMyOffices, [])
  answer(getOffice, sampleOffice())
  answer(getAvailability, sampleDay())
  answer(getMonthAvailability, sampleMonth())
  answer(quoteStay, sampleQuote())
  answer(holdStay, { expires_at: '2026-03-02T05:05:00.000Z', seconds: 300, quote: sampleQuote() })
  answer(releaseHold, {})
  answer(bookSpace, sampleOrder())
  answer(getOrder, sampleOrder())
  answer(listOrderEvents, [])
})
afterEach(() => void vi.useRealTimers())

/** Nine to ten are chosen already. Choosing them by hand takes a test several seconds. */
const AT_NINE = '/booking/3?date=2026-03-02&start=09:00&end=10:00'
const visitBooking = (address = '/booking/3') => visit(address, { as: { admin: false } })
type User = ReturnType<typeof visitBooking>['user']

async function pick(user: User, label: string, option: string) {
  await user.click(await screen.findByLabelText(label, { selector: 'input' }))
  await user.click(await screen.findByRole('option', { name: new RegExp(`^${option}`) }))
}

const untilDayIsShown = () => screen.findByRole('group', { name: /^Half-hour slots/ })

async function pickTimes(user: User, start: string, end: string) {
  await untilDayIsShown()
  await pick(user, 'Start Time', start)
  await pick(user, 'End Time', end)
}

const pressBook = (user: User) => user.click(screen.getByRole('button', { name: 'Book' }))
const half = (name: string | RegExp) => screen.findByRole('button', { name })
const asked = (method: string, path: string) =>
  sent.filter((one) => one.method === method && one.url === path)
const bodies = (method: string, path: string) => asked(method, path).map(({ body }) => body)

/** The total of the sample quote. */
const SHOWN = { expected_total: 5900 }
const nine = { office_id: 3, sub_office_id: 17, date: '2026-03-02', start: '09:00', end: '10:00' }

const twoSpaces = sampleOffice({
  sub_offices: [sampleSpace(), sampleSpace({ id: 18, name: 'Fig room', capacity: 4 })],
})

test('the booking screen shows what can be rented, for how many people, when and at what price', async () => {
  answer(getOffice, twoSpaces)
  visitBooking()

  expect(await screen.findByRole('heading', { name: 'Book Jaffa Port House' })).toBeInTheDocument()
  expect(screen.getByText('Open 8:00 AM – 10:00 PM (Israel time)')).toBeInTheDocument()
  expect(screen.getByText('Meeting Room · up to 8 people')).toBeInTheDocument()
  expect(screen.getAllByText('₪59.00 an hour')).toHaveLength(2)
  expect(screen.getByPlaceholderText('Select a Sub-Office')).toHaveValue('')
})

test('a sub-office is chosen from the list or by its picture, and is kept in the address', async () => {
  answer(getOffice, twoSpaces)
  const { user, address } = visitBooking()
  await pick(user, 'Sub-Office', 'Fig room')

  expect(address()).toBe('/booking/3?sub_office=18')
  expect(await screen.findByRole('group', { name: 'Half-hour slots on Mon, Mar 2nd' })).toBeInTheDocument()
})

test('Hebrew readers see Hebrew names', async () => {
  answer(getOffice, sampleOffice({ sub_offices: [sampleSpace({ name_he: 'חדר זית' })] }))
  await i18next.changeLanguage('he')
  visitBooking()

  expect(await screen.findByPlaceholderText('בחירת חלל')).toHaveValue('חדר זית')
  expect(screen.queryByText('Olive room')).toBeNull()
})

test('deleted sub-offices are not offered: the office is booked as a whole', async () => {
  answer(getOffice, sampleOffice({ sub_offices: [sampleSpace({ deleted_at: '2026-01-01T00:00:00.000Z' })] }))
  const { user } = visitBooking(AT_NINE)
  await screen.findByText('This office is rented as a whole, for up to 40 people.')
  await untilDayIsShown()
  await pressBook(user)

  await waitFor(() =>
    expect(bodies('POST', '/api/orders')).toEqual([{ ...nine, sub_office_id: null, ...SHOWN }]),
  )
  expect(screen.queryByText('Olive room')).toBeNull()
})

test('a booking is sent, reported as successful, and its order opens', async () => {
  const { user, address } = visitBooking()
  await pickTimes(user, '9:00 AM', '10:00 AM')
  await pressBook(user)

  expect(await screen.findByText('Booking successful!')).toBeInTheDocument()
  await waitFor(() => expect(address()).toBe('/order/41'))
  expect(bodies('POST', '/api/orders')).toEqual([{ ...nine, ...SHOWN }])
})

test('an end before the start is refused without asking the server', async () => {
  const { user } = visitBooking('/booking/3?date=2026-03-02&start=11:00&end=09:00')
  await untilDayIsShown()
  await pressBook(user)

  const end = screen.getByRole('combobox', { name: 'End Time' })
  await waitFor(() => expect(end).toHaveAccessibleDescription('End time must be after start time'))
  expect(end).toBeInvalid()
  expect(screen.getByRole('combobox', { name: 'Start Time' })).toHaveValue('11:00 AM')
  expect(bodies('POST', '/api/orders')).toEqual([])
})

test("a day before today on the office's clock cannot be chosen", async () => {
  vi.setSystemTime(Date.parse('2026-03-01T22:30:00Z'))
  visitBooking()

  const date = await screen.findByLabelText('Date')
  fireEvent.change(date, { target: { value: '2026-03-01' } })
  fireEvent.blur(date)
  expect(date).toBeInvalid()
  expect(date).toHaveAttribute('data-value', '2026-03-02')
  expect(screen.getByRole('button', { name: 'Go to previous day' })).toBeDisabled()
})

test('the reason why a day is unavailable is shown once, also when its times are in the address', async () => {
  answer(getAvailability, { ...sampleDay({ date: '2027-09-09' }), reason: 'too_far' })
  refuse(holdStay, 422, [
    { loc: ['body', 'date'], msg: 'Bookings can be made up to a year ahead', input: '2027-09-09' },
  ])
  visitBooking('/booking/3?date=2027-09-09&start=09%3A00&end=10%3A00')

  expect(await screen.findByText('Bookings can be made up to a year ahead.')).toBeInTheDocument()
  await waitFor(() => expect(asked('POST', '/api/orders/hold')).toHaveLength(1))
  expect(screen.getAllByText(/year ahead/)).toHaveLength(1)
})

test('price, tax, credits and the remaining amount are shown before booking', async () => {
  visitBooking(AT_NINE)
  await untilDayIsShown()

  const shownAt = async (label: string) => (await screen.findByText(label)).nextElementSibling?.textContent
  expect(await shownAt('Before tax')).toBe('₪50.00')
  expect(await shownAt('Tax (18%)')).toBe('₪9.00')
  expect(await shownAt('Total')).toBe('₪59.00')
  expect(await shownAt('Paid with your credits')).toBe('−₪20.00')
  expect(await shownAt('Left to pay')).toBe('₪39.00')
})

test('the terms of cancelling are shown before booking', async () => {
  const terms = {
    free_until: '2026-03-03T07:00:00.000Z',
    free_minutes: 15,
    late_refund_percent: 50,
    no_show: null,
  }
  answer(quoteStay, sampleQuote({ terms }))
  visitBooking(AT_NINE)

  expect(
    await screen.findByText(
      /^Free cancellation until Mar 3rd 2026, 9:00 AM.* After that, 50% is refunded until the start\.$/,
    ),
  ).toBeInTheDocument()
})

test.each([
  [0, 'released and still costs its full price.'],
  [50, 'released and costs 50% of its price.'],
  [100, 'released at no charge.'],
])('what happens if nobody comes is shown before booking: %i%% goes back', async (refund_percent, words) => {
  const { terms } = sampleQuote()
  answer(quoteStay, sampleQuote({ terms: { ...terms, no_show: { minutes: 15, refund_percent } } }))
  visitBooking(AT_NINE)

  expect(
    await screen.findByText(`If nobody has checked in 15 minutes after the start, the booking is ${words}`),
  ).toBeInTheDocument()
})

test('a booking that begins soon can be cancelled free of charge for some minutes', async () => {
  visitBooking(AT_NINE)

  expect(
    await screen.findByText(
      'Free cancellation for 15 minutes after booking. After that, 50% is refunded until the start.',
    ),
  ).toBeInTheDocument()
})

test('what credits do not cover leads to buying credits, and back with the same choice', async () => {
  const { address } = visitBooking(AT_NINE)
  const link = await screen.findByRole('link', { name: 'Buy credits in ₪ and pay with them' })
  const way = new URLSearchParams({ currency: 'ILS', return_to: address() })

  expect(address()).toContain('start=09:00')
  expect(link).toHaveAttribute('href', `/credits?${way}`)
})

test('a booking that credits cover offers no credits to buy', async () => {
  answer(quoteStay, sampleQuote({ with_credits: 5900, left: 0 }))
  visitBooking(AT_NINE)
  expect(await screen.findByText('Paid with your credits')).toBeInTheDocument()

  expect(screen.queryByRole('link', { name: 'Buy credits in ₪ and pay with them' })).toBeNull()
})

test('credits of another currency are named with the reason why they do not pay', async () => {
  const other_credits = [{ currency: 'GBP' as const, amount: 7316 }]
  answer(quoteStay, sampleQuote({ with_credits: 0, left: 5900, other_credits }))
  visitBooking(AT_NINE)

  expect(
    await screen.findByText(
      'Credits in another currency (£73.16) cannot be used here: this office charges in ₪.',
    ),
  ).toBeInTheDocument()
})

test('credits that are set aside for a visit in progress are named', async () => {
  answer(quoteStay, sampleQuote({ with_credits: 0, left: 5900, set_aside: 59_000 }))
  visitBooking(AT_NINE)

  expect(
    await screen.findByText('₪590.00 of your credits are set aside for your visit in progress.'),
  ).toBeInTheDocument()
})

test('the chosen time is held with a countdown, and can be held again', async () => {
  const { user } = visitBooking(AT_NINE)
  await untilDayIsShown()
  expect(await screen.findByText(/^Held for you for [45]:\d\d$/)).toBeInTheDocument()
  expect(bodies('POST', '/api/orders/hold')).toEqual([nine])

  vi.setSystemTime(EARLY + 6 * 60_000)
  await user.click(await screen.findByRole('button', { name: 'Hold again' }))

  expect(await screen.findByText(/^Held for you for/)).toBeInTheDocument()
  expect(bodies('POST', '/api/orders/hold')).toEqual([nine, nine])
})

test("a quick booking is not blocked by the customer's own order", async () => {
  refuse(holdStay, 409, TAKEN, { alternatives: [] })
  const finish = answerLater(bookSpace, sampleOrder())
  visitBooking()
  const nineOClock = await half(/^9:00 AM/)
  const button = screen.getByRole('button', { name: 'Book' })
  // Faster than any hand, so that no hold is requested in between, however busy the machine.
  fireEvent.click(nineOClock)
  fireEvent.click(button)
  await new Promise((resolve) => setTimeout(resolve, 600))

  expect(asked('POST', '/api/orders/hold')).toEqual([])
  act(() => finish())
})

/** As another tab of the same browser sends it. */
async function tellFromAnotherTab(news: { orderId: number | null }) {
  const tab = new BroadcastChannel('keyhour-holds')
  tab.postMessage(news)
  // Sent before the channel is closed.
  await new Promise((resolve) => setTimeout(resolve, 20))
  tab.close()
}

test('a booking in another tab ends the hold here, and a note links to the order', async () => {
  const { user } = visitBooking(AT_NINE)
  await untilDayIsShown()
  await screen.findByText(/^Held for you/)
  await tellFromAnotherTab({ orderId: 77 })

  expect(
    await screen.findByText('You have booked in another tab, so this time is no longer held.'),
  ).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'See the booking' })).toHaveAttribute('href', '/order/77')
  expect(screen.queryByText(/^Held for you/)).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Back to the dashboard' }))
  expect(asked('DELETE', '/api/orders/hold')).toEqual([])
})

test('a hold in another tab ends the hold here until it is requested again', async () => {
  const { user } = visitBooking(AT_NINE)
  await untilDayIsShown()
  await screen.findByText(/^Held for you/)
  await tellFromAnotherTab({ orderId: null })
  expect(await screen.findByText(/^You are holding another time in another tab/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Hold again' }))

  expect(await screen.findByText(/^Held for you/)).toBeInTheDocument()
  expect(bodies('POST', '/api/orders/hold')).toEqual([nine, nine])
})

test('coming back to the page holds the time again', async () => {
  visitBooking(AT_NINE)
  await untilDayIsShown()
  await screen.findByText(/^Held for you/)
  fireEvent(document, new Event('visibilitychange'))

  await waitFor(() => expect(bodies('POST', '/api/orders/hold')).toEqual([nine, nine]))
  expect(await screen.findByText(/^Held for you/)).toBeInTheDocument()
})

test('coming back after the time was taken on another device offers alternatives', async () => {
  visitBooking(AT_NINE)
  await untilDayIsShown()
  await screen.findByText(/^Held for you/)
  refuse(holdStay, 409, TAKEN, { alternatives: [LATER] })
  fireEvent(document, new Event('visibilitychange'))

  expect(await screen.findByText(TAKEN)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /^Book: .*10:00 AM/ })).toBeInTheDocument()
  expect(screen.queryByText(/^Held for you/)).toBeNull()
})

test('leaving the page releases the hold', async () => {
  const { user } = visitBooking(AT_NINE)
  await untilDayIsShown()
  await screen.findByText(/^Held for you/)
  await user.click(screen.getByRole('link', { name: 'Back to the dashboard' }))

  await waitFor(() => expect(asked('DELETE', '/api/orders/hold')).toHaveLength(1))
})

const LATER = {
  ...nine,
  name: 'Olive room',
  office_name: 'Jaffa Port House',
  start: '10:00',
  end: '11:00',
}
const BESIDE = {
  ...nine,
  office_id: 4,
  sub_office_id: 18,
  name: 'Fig room',
  office_name: 'בית שרונה · Sarona',
}

test('a time that is taken offers alternatives with prices, each booked with one touch', async () => {
  refuse(holdStay, 409, TAKEN, { alternatives: [LATER, BESIDE] })
  const { user, address } = visitBooking(AT_NINE)
  await untilDayIsShown()
  const card = await screen.findByRole('alert')
  expect(card).toHaveTextContent(TAKEN)
  expect(await within(card).findAllByText(/₪59\.00/)).toHaveLength(2)
  const [here, elsewhere] = within(card).getAllByRole('listitem')
  expect([...here!.querySelectorAll('bdi')].map(({ textContent }) => textContent)).toEqual(['Olive room'])
  expect([...elsewhere!.querySelectorAll('bdi')].map(({ textContent }) => textContent)).toEqual([
    'בית שרונה · Sarona',
    'Fig room',
  ])
  await user.click(within(card).getByRole('button', { name: /10:00 AM – 11:00 AM, Olive room/ }))

  await waitFor(() => expect(address()).toBe('/order/41'))
  expect(bodies('POST', '/api/orders')).toEqual([{ ...nine, start: '10:00', end: '11:00', ...SHOWN }])
})

test('choosing another time hides the alternatives, also where scrolling returns a promise', async () => {
  // Newer browsers return a promise, which the type does not say yet.
  const scroll = vi
    .spyOn(Element.prototype, 'scrollIntoView')
    .mockImplementation(() => Promise.resolve() as never)
  refuse(holdStay, 409, TAKEN, { alternatives: [LATER] })
  const { user } = visitBooking(AT_NINE)
  await untilDayIsShown()
  await screen.findByRole('alert')
  answer(holdStay, { expires_at: '2026-03-02T05:05:00.000Z', seconds: 300, quote: sampleQuote() })
  await user.click(await half(/^1:00 PM/))

  expect(await screen.findByRole('timer')).toBeInTheDocument()
  expect(screen.queryByRole('alert')).toBeNull()
  scroll.mockRestore()
})

test('a refusal by the server is shown, and the choice stays', async () => {
  refuse(bookSpace, 422, [{ loc: ['body', 'start'], msg: 'The office is closed at that time' }])
  const { user } = visitBooking(AT_NINE)
  await untilDayIsShown()
  await pressBook(user)

  expect((await screen.findAllByText('The office is closed at that time')).length).toBeGreaterThan(0)
  expect(screen.getByRole('combobox', { name: 'Start Time' })).toHaveValue('9:00 AM')
})

test('a price that has changed is shown with the old one, and booked only when the customer presses again', async () => {
  const quote = sampleQuote({ total_price: 6000, tax: 1080, due: 7080, left: 5080 })
  refuse(bookSpace, 409, 'The price has changed in the meantime. Please check it again.', { quote })
  const { user, address } = visitBooking(AT_NINE)
  await untilDayIsShown()
  await screen.findByText('₪39.00')
  await pressBook(user)

  expect(
    await screen.findByText(
      'The price with tax has changed from ₪59.00 to ₪70.80. Nothing is booked yet. Select Book to accept the new price.',
    ),
  ).toBeInTheDocument()
  expect(screen.getByText('Left to pay').nextElementSibling).toHaveTextContent('₪50.80')
  expect(screen.getByRole('combobox', { name: 'Start Time' })).toHaveValue('9:00 AM')
  answer(bookSpace, sampleOrder())
  await pressBook(user)

  await waitFor(() => expect(address()).toBe('/order/41'))
  expect(bodies('POST', '/api/orders')).toEqual([
    { ...nine, ...SHOWN },
    { ...nine, expected_total: 7080 },
  ])
})

test('a customer who owes too much is told what to do, with the way there', async () => {
  const detail =
    'You have an unpaid booking in this office. Please pay for it or buy credits, and then try again.'
  refuse(bookSpace, 409, detail, { unpaid_orders: [38] })
  const { user } = visitBooking(AT_NINE)
  await untilDayIsShown()
  await pressBook(user)
  const link = await screen.findByRole('link', { name: 'Unpaid booking 38' })
  const alert = within(link.closest<HTMLElement>('[role=alert]')!)

  expect(alert.getByText(detail)).toBeInTheDocument()
  expect(link).toHaveAttribute('href', '/order/38')
  expect(alert.getByRole('link', { name: 'Buy credits in ₪ and pay with them' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/credits\?currency=ILS&return_to=%2Fbooking%2F3/),
  )
})

test('retrying after a lost reply uses the same key, and another time uses a new one', async () => {
  loseConnection(bookSpace)
  const { user } = visitBooking(AT_NINE)
  await untilDayIsShown()
  await pressBook(user)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Book' })).toBeEnabled())
  await pressBook(user)
  await waitFor(() => expect(asked('POST', '/api/orders')).toHaveLength(2))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Book' })).toBeEnabled())
  await pick(user, 'End Time', '11:00 AM')
  await pressBook(user)
  await waitFor(() => expect(asked('POST', '/api/orders')).toHaveLength(3))

  const [first, again, other] = asked('POST', '/api/orders').map(({ key }) => key)
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

test('a space rented by the day asks for the first and the last day', async () => {
  answer(getOffice, sampleOffice({ sub_offices: [sampleSpace({ rent_type: 'day' })] }))
  answer(getAvailability, sampleDay({ rent_type: 'day' }))
  const { user } = visitBooking()
  expect(await screen.findByText('The whole day is free.')).toBeInTheDocument()
  fireEvent.change(screen.getByLabelText('Last Day'), { target: { value: '2026-03-04' } })
  await pressBook(user)

  await waitFor(() =>
    expect(bodies('POST', '/api/orders')).toEqual([
      { office_id: 3, sub_office_id: 17, date: '2026-03-02', end_date: '2026-03-04', ...SHOWN },
    ]),
  )
  expect(screen.queryByLabelText('Start Time')).toBeNull()
})

test('by the day, chosen days are held, but not the day the screen starts with', async () => {
  answer(getOffice, sampleOffice({ sub_offices: [sampleSpace({ rent_type: 'day' })] }))
  answer(getAvailability, sampleDay({ rent_type: 'day' }))
  const { user } = visitBooking()
  await screen.findByText('The whole day is free.')
  // The day that the screen starts with has a price, and is settled.
  await waitFor(() => expect(asked('POST', '/api/orders/quote')).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Go to next day' }))

  await screen.findByRole('timer')
  expect(bodies('POST', '/api/orders/hold')).toEqual([
    { office_id: 3, sub_office_id: 17, date: '2026-03-03' },
  ])
})

test('at an office that closes after midnight, a stay can end on the next day', async () => {
  answer(getAvailability, sampleDay({ from: 18, until: 26 }))
  const { user } = visitBooking()
  expect(await half('12:30 AM – 1:00 AM, next day: Free')).toBeInTheDocument()
  await pickTimes(user, '11:00 PM', '1:00 AM, next day')
  await pressBook(user)

  await waitFor(() =>
    expect(bodies('POST', '/api/orders')).toEqual([
      { ...nine, start: '23:00', end: '01:00', end_date: '2026-03-03', ...SHOWN },
    ]),
  )
})

const night = sampleOffice({ open_hours: '18:00', close_hours: '03:00' })
const PAST = { free: 0, reason: 'past' } as const

test('after midnight the current night still counts as the day, for booking and for starting now', async () => {
  vi.setSystemTime(Date.parse('2026-03-02T22:40:00Z'))
  answer(getOffice, night)
  const passed = ['18', '19', '20', '21', '22', '23'].flatMap((hour) => [`${hour}:00`, `${hour}:30`])
  const taken = Object.fromEntries([...passed, '00:00'].map((start) => [start, PAST]))
  answer(getAvailability, sampleDay({ from: 18, until: 27, taken }))
  const { user } = visitBooking()

  expect(await screen.findByLabelText('Date')).toHaveAttribute('data-value', '2026-03-02')
  expect(screen.getByLabelText('Date')).toHaveAttribute('data-min', '2026-03-02')
  expect(await screen.findByRole('button', { name: 'Start now' })).toBeEnabled()
  await user.click(await half(/^1:00 AM/))
  await user.click(await half(/^2:30 AM/))
  await pressBook(user)
  await waitFor(() =>
    expect(bodies('POST', '/api/orders')).toEqual([
      { ...nine, date: '2026-03-03', start: '01:00', end: '03:00', ...SHOWN },
    ]),
  )
})

test('once the office has closed, the next day begins', async () => {
  vi.setSystemTime(Date.parse('2026-03-03T01:00:00Z'))
  answer(getOffice, night)
  answer(getAvailability, sampleDay({ date: '2026-03-03', from: 18, until: 27 }))
  visitBooking()

  expect(await screen.findByLabelText('Date')).toHaveAttribute('data-value', '2026-03-03')
  await half(/^6:00 PM/)
  expect(screen.queryByRole('button', { name: 'Start now' })).toBeNull()
})

test('the choice is kept in the address and survives a reload', async () => {
  answer(getOffice, twoSpaces)
  const { user, address } = visitBooking('/booking/3?sub_office=18')
  await user.click(await screen.findByRole('button', { name: 'Go to next day' }))
  await pickTimes(user, '9:00 AM', '10:00 AM')
  await waitFor(() =>
    expect(address()).toBe('/booking/3?sub_office=18&date=2026-03-03&start=09%3A00&end=10%3A00'),
  )
  const chosen = address()
  cleanup()
  visitBooking(chosen)

  expect(await screen.findByLabelText('Date')).toHaveAttribute('data-value', '2026-03-03')
  expect(screen.getByRole('combobox', { name: 'Start Time' })).toHaveValue('9:00 AM')
  expect(screen.getByRole('combobox', { name: 'End Time' })).toHaveValue('10:00 AM')
  expect(await screen.findByText(/^Held for you/)).toBeInTheDocument()
})

test('a booking waits for a pending hold, which would otherwise take a second seat', async () => {
  const finish = answerLater(holdStay, {
    expires_at: '2026-03-02T05:05:00.000Z',
    seconds: 300,
    quote: sampleQuote(),
  })
  const { user } = visitBooking(AT_NINE)
  await untilDayIsShown()
  await waitFor(() => expect(asked('POST', '/api/orders/hold')).toHaveLength(1))
  await pressBook(user)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(asked('POST', '/api/orders')).toEqual([])
  act(() => finish())

  await waitFor(() => expect(asked('POST', '/api/orders')).toHaveLength(1))
})

test('a space that is free now can be entered immediately, and only once', async () => {
  vi.setSystemTime(Date.parse('2026-03-02T07:10:00Z'))
  loseConnection(startVisit)
  const { user, address } = visitBooking()
  const startNow = async () => {
    await user.click(await screen.findByRole('button', { name: 'Start now' }))
    await user.click(await screen.findByRole('button', { name: 'Yes' }))
  }
  await startNow()
  await waitFor(() => expect(asked('POST', '/api/orders/start_now')).toHaveLength(1))
  answer(startVisit, sampleOrder({ end: null }))
  await startNow()

  expect(await screen.findByText('Your visit has started.')).toBeInTheDocument()
  await waitFor(() => expect(address()).toBe('/order/41'))
  expect(bodies('POST', '/api/orders/start_now')).toEqual(Array(2).fill({ office_id: 3, sub_office_id: 17 }))
  const [first, again] = asked('POST', '/api/orders/start_now').map(({ key }) => key)
  expect([first, again]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), first])
})

test('a space that is taken now cannot be entered', async () => {
  vi.setSystemTime(Date.parse('2026-03-02T07:10:00Z'))
  answer(getAvailability, sampleDay({ taken: { '09:00': BOOKED } }))
  visitBooking()
  await half('9:00 AM – 9:30 AM: Booked')

  expect(screen.queryByRole('button', { name: 'Start now' })).toBeNull()
})

test('an office that fails to load says why and offers a link back', async () => {
  refuse(getOffice, 404, 'This office does not exist.')
  visit('/booking/999', { as: {} })

  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Failed to fetch office data')
  expect(alert).toHaveTextContent('This office does not exist.')
  expect(screen.getByRole('link', { name: 'Back to the dashboard' })).toBeInTheDocument()
})

test.each(['/booking', '/booking/', '/booking/none'])(
  '%s says that an office ID is missing',
  async (path) => {
    visit(path, { as: {} })

    expect(await screen.findByRole('alert')).toHaveTextContent('No office ID provided')
    expect(screen.getByRole('link', { name: 'Back to the dashboard' })).toBeInTheDocument()
  },
)

test('a customer with a question can call the office or write to it', async () => {
  answer(getOffice, sampleOffice({ phone_number: '+972-3-555-0145', email: 'jaffa@keyhour.test' }))
  visitBooking()

  expect(await screen.findByRole('link', { name: 'Call +972-3-555-0145' })).toHaveAttribute(
    'href',
    'tel:+97235550145',
  )
  expect(screen.getByRole('link', { name: 'Email jaffa@keyhour.test' })).toHaveAttribute(
    'href',
    'mailto:jaffa@keyhour.test',
  )
})
