import { getOrderAccess, type OrderAccess, openDoor } from '@keyhour/contract/access'
import { listPermissions } from '@keyhour/contract/auth'
import { bookSpace, quoteStay } from '@keyhour/contract/bookings'
import { listOwnBusinesses } from '@keyhour/contract/businesses'
import { listCards } from '@keyhour/contract/charges'
import { getHome, type Home, type HomePlace } from '@keyhour/contract/home'
import { getOrder, listOrderEvents } from '@keyhour/contract/orders'
import { listPaymentOptions } from '@keyhour/contract/payments'
import { searchSpaces } from '@keyhour/contract/spaces'
import { getOwnProfile } from '@keyhour/contract/users'
import { getCheckOutCost } from '@keyhour/contract/visits'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, refuse, sent } from '#test/replies.ts'
import { right, sampleFoundSpace, sampleOrder, sampleProfile, sampleQuote } from '#test/samples.ts'
import '#test/live.ts'
import { visit } from '#test/show.tsx'
// Loaded before the first test: on a busy machine that takes longer than a test should.
import '#web/app/dashboard-screen.tsx'

const place: HomePlace = {
  office_id: 3,
  name: 'Jaffa Port House',
  address: '3 Port Street, Tel Aviv-Yafo',
  lat: 32.05,
  lon: 34.75,
  picture: null,
  is_open: true,
  spaces: [{ sub_office_id: 17, type: 'meeting_room', picture: null }],
}
const home = (change: Partial<Home> = {}): Home => ({
  running: [],
  coming: [],
  owed: [],
  recent: [],
  again: null,
  places: [place],
  ...change,
})
const access: OrderAccess = {
  order_id: 41,
  from: '2026-03-02T06:50:00.000Z',
  until: '2026-03-02T09:00:00.000Z',
  state: 'installed',
  failure: null,
  wifi_name: 'keyhour-jaffa',
  wifi_password: 'secret',
  door_code: '482913',
  doors: [
    { id: 6, name: 'Olive room', state: 'installed', failure: null, shared: false },
    { id: 5, name: 'Front door', state: 'installed', failure: null, shared: true },
  ],
}
const found = (...spaces: ReturnType<typeof sampleFoundSpace>[]) => ({
  total: spaces.length,
  spaces,
  offices: [],
  counts: {
    types: { office: 0, open_space: 0, meeting_room: 0, lecture_room: 0, clinics: 0, podcast_room: 0 },
    amenities: { wifi: 0, printer: 0, parking: 0, kitchen: 0, screen: 0 },
  },
  near: null,
})

beforeEach(() => {
  answer(listPermissions, [right('book')])
  answer(getOwnProfile, sampleProfile())
  answer(searchSpaces, found())
  answer(listOwnBusinesses, [])
  answer(getOrderAccess, access)
  // 9:30 at the office, in the middle of the sample order.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-02T07:30:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const visitHome = () => visit('/dashboard', { as: { id: 7, name: 'Maya Cohen' } })

test('a running visit shows the likely door, the time left, extend and check out', async () => {
  answer(getHome, home({ running: [sampleOrder()] }))
  answer(openDoor, { device_id: 5, state: 'unlocked', at: '2026-03-02T07:30:00.000Z' })
  answer(getCheckOutCost, {
    currency: 'ILS',
    due: 11_800,
    with_credits: 0,
    left: 0,
    on_saved_card: false,
    free_until: '2026-03-02T09:00:00.000Z',
  })
  const { user } = visitHome()

  const card = within(await screen.findByRole('article', { name: 'Your visit now' }))
  expect(card.getByRole('link', { name: 'Olive room' })).toHaveAttribute('href', '/order/41')
  expect(card.getByText(/^2 hr left, until 11:30 AM$/)).toBeInTheDocument()
  expect(await card.findByText('482 913')).toBeInTheDocument()
  expect(card.getByRole('button', { name: 'Extend or shorten' })).toBeInTheDocument()
  await user.click(card.getByRole('button', { name: 'Open Front door' }))
  expect(await card.findByText(/Come in/)).toBeInTheDocument()
  await user.click(card.getByRole('button', { name: 'Other doors' }))
  expect(await card.findByRole('button', { name: 'Open Olive room' })).toBeInTheDocument()
  await user.click(card.getByRole('button', { name: 'Check out' }))
  expect(await screen.findByText(/Check out now\?/)).toBeInTheDocument()
})

test('what comes next has a countdown and the way there, and no code before its time', async () => {
  vi.setSystemTime(Date.parse('2026-03-02T05:00:00Z'))
  answer(
    getHome,
    home({ coming: [sampleOrder(), sampleOrder({ id: 42, start: '2026-03-05T07:00:00.000Z' })] }),
  )
  visitHome()

  const card = within(await screen.findByRole('article', { name: 'Your next booking' }))
  expect(card.getByText('Starts in 2 hr')).toBeInTheDocument()
  expect(card.getByText(/^Today, 9:00 AM – 11:30 AM/)).toBeInTheDocument()
  expect(card.getByText('3 Port Street, Tel Aviv-Yafo')).toBeInTheDocument()
  expect(card.getByRole('link', { name: 'Directions' })).toHaveAttribute(
    'href',
    'https://www.google.com/maps/dir/?api=1&destination=32.05,34.75',
  )
  expect(sent.some(({ url }) => url.endsWith('/access'))).toBe(false)
  expect(screen.getByRole('region', { name: 'After that' })).toHaveTextContent(
    'Olive room · Jaffa Port House',
  )
})

test('credits show the balance and what expires first', async () => {
  answer(getHome, home())
  answer(
    getOwnProfile,
    sampleProfile({
      credit_balances: [{ currency: 'ILS', credits: 120 }],
      credit_lots: [
        {
          id: 1,
          currency: 'ILS',
          is_gift: false,
          granted: 50,
          remaining: 40,
          created_at: '2026-01-01T00:00:00.000Z',
          expires_at: '2026-03-11T00:00:00.000Z',
        },
      ],
    }),
  )
  visitHome()

  const card = within(await screen.findByRole('region', { name: 'Credits' }))
  expect(await card.findByText('₪120.00')).toBeInTheDocument()
  expect(card.getByText('₪40.00 expires on Mar 10th 2026')).toBeInTheDocument()
})

const again = {
  office_id: 3,
  sub_office_id: 17,
  name: 'Olive room',
  office_name: 'Jaffa Port House',
  date: '2026-03-03',
  start: '09:00',
  end: '11:00',
  business: null,
}

test('the same again is booked with two taps', async () => {
  answer(getHome, home({ recent: [3], again }))
  answer(quoteStay, sampleQuote({ due: 11_800, with_credits: 11_800, left: 0 }))
  answer(bookSpace, sampleOrder({ id: 77 }))
  answer(getOrder, sampleOrder({ id: 77 }))
  answer(listOrderEvents, [])
  const { user, address } = visitHome()

  await user.click(await screen.findByRole('button', { name: 'Book again' }))
  await user.click(await screen.findByRole('button', { name: 'Confirm booking' }))

  expect(await screen.findByText('Booking successful!')).toBeInTheDocument()
  await waitFor(() => expect(address()).toBe('/order/77'))
  expect(sent.find(({ method, url }) => method === 'POST' && url === '/api/orders')?.body).toEqual({
    office_id: 3,
    sub_office_id: 17,
    date: '2026-03-03',
    start: '09:00',
    end: '11:00',
    expected_total: 11_800,
  })
})

test('a refused second booking says why, and leads to other times', async () => {
  answer(getHome, home({ recent: [3], again }))
  answer(quoteStay, sampleQuote({ due: 11_800, with_credits: 11_800, left: 0 }))
  refuse(bookSpace, 409, 'This time is no longer free.')
  const { user } = visitHome()
  await user.click(await screen.findByRole('button', { name: 'Book again' }))
  await user.click(await screen.findByRole('button', { name: 'Confirm booking' }))

  expect(await screen.findByText('This time is no longer free.')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Choose another time' })).toHaveAttribute(
    'href',
    '/booking/3?sub_office=17',
  )
})

test('where a card can pay, the person chooses how before booking again', async () => {
  answer(getHome, home({ recent: [3], again }))
  answer(quoteStay, sampleQuote({ due: 11_800, with_credits: 0, left: 11_800 }))
  answer(listPaymentOptions, { way: 'test', least_charge: {}, packs: [] })
  answer(listCards, [])
  const { user } = visitHome()
  await user.click(await screen.findByRole('button', { name: 'Book again' }))

  expect(
    await screen.findByRole('radiogroup', { name: 'How would you like to pay the rest?' }),
  ).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Book and pay ₪118.00 by card' })).toBeEnabled()
})

test('free now asks for the position only on a tap', async () => {
  const position = { coords: { latitude: 32.0512, longitude: 34.7533 } }
  const getCurrentPosition = vi.fn((onFound: (found: typeof position) => void) => onFound(position))
  vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue({ getCurrentPosition } as never)
  answer(getHome, home({ recent: [3] }))
  answer(searchSpaces, found(sampleFoundSpace({ price_per_hour: 4990 })))
  const { user } = visitHome()

  const section = within(await screen.findByRole('region', { name: 'Free now' }))
  expect(await section.findByRole('link', { name: 'Olive room' })).toHaveAttribute(
    'href',
    '/booking/3?sub_office=17',
  )
  expect(section.getByText(/₪58\.88/)).toBeInTheDocument()
  expect(getCurrentPosition).not.toHaveBeenCalled()
  expect(sent.some(({ url }) => url.includes('office_ids=3'))).toBe(true)
  await user.click(section.getByRole('button', { name: 'Near me' }))
  await waitFor(() => expect(sent.some(({ url }) => /lat=32\.05&lon=34\.75/.test(url))).toBe(true))
  vi.restoreAllMocks()
})

test('recent offices lead to a booking, unless they are closed', async () => {
  const closed = { ...place, office_id: 4, name: 'Haifa Bay', is_open: false }
  answer(getHome, home({ recent: [3, 4], places: [place, closed] }))
  visitHome()

  const list = within(await screen.findByRole('region', { name: 'Recent offices' }))
  expect(list.getByRole('link', { name: 'Jaffa Port House' })).toHaveAttribute('href', '/booking/3')
  expect(list.queryByRole('link', { name: 'Haifa Bay' })).toBeNull()
  expect(list.getByText('Not open for bookings right now')).toBeInTheDocument()
})

test('a newcomer is led to a first booking', async () => {
  answer(getHome, home({ places: [] }))
  visitHome()

  expect(await screen.findByRole('link', { name: 'Find a space' })).toHaveAttribute('href', '/spaces')
  expect(await screen.findByText('Nothing is free for the next hour. Try a later time.')).toBeInTheDocument()
})

test('a home that fails to load can be retried', async () => {
  refuse(getHome, 503, 'The database is not ready.')
  const { user } = visitHome()
  const retry = await screen.findByRole('button', { name: 'Retry' })
  answer(getHome, home())
  await user.click(retry)

  expect(await screen.findByText('Find your first space')).toBeInTheDocument()
})

test('a booking that waits for its payment says how long, and leads to it', async () => {
  vi.setSystemTime(Date.parse('2026-03-02T05:00:00Z'))
  const waiting = sampleOrder({ pay_until: '2026-03-02T05:12:00.000Z', left: 11_800 })
  answer(getHome, home({ coming: [waiting] }))
  visitHome()

  const card = within(await screen.findByRole('article', { name: 'A booking waiting for payment' }))
  expect(card.getByText('Waiting for payment')).toBeInTheDocument()
  expect(card.getByRole('timer')).toHaveTextContent(/reserved for you for another 12:00/)
  expect(card.getByRole('link', { name: /^Pay .*118\.00/ })).toHaveAttribute('href', '/order/41')
})

test('what is not paid is listed with its amount, and leads to its page', async () => {
  answer(getHome, home({ owed: [sampleOrder({ left: 5900 })] }))
  visitHome()

  const owed = within(await screen.findByRole('region', { name: 'To pay' }))
  expect(owed.getByRole('link', { name: 'Olive room' })).toHaveAttribute('href', '/order/41')
  expect(owed.getByText(/59\.00/)).toBeInTheDocument()
})

test('credits of a company stand below the own ones, up to what is left of the limit', async () => {
  const company = {
    id: 2,
    name: 'Acme',
    role: 'employee' as const,
    currency: 'ILS' as const,
    left: 100_000,
    monthly_limit: 30_000,
    allowed_types: null,
    used_this_month: 10_000,
  }
  answer(getHome, home())
  answer(listOwnBusinesses, [company])
  visitHome()

  const credits = within(await screen.findByRole('region', { name: 'Credits' }))
  expect(await credits.findByText(/200\.00/)).toBeInTheDocument()
  expect(credits.getByText('Acme credits you can use this month')).toBeInTheDocument()
})
