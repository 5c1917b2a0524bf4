import { listPermissions } from '@keyhour/contract/auth'
import { listOwnBusinesses } from '@keyhour/contract/businesses'
import { type DayOrder, getOfficeDay, type OfficeDay } from '@keyhour/contract/front-desk'
import { getHome } from '@keyhour/contract/home'
import { listMyOffices, listOffices } from '@keyhour/contract/offices'
import { getOrder, listMyOrders } from '@keyhour/contract/orders'
import { type ActiveSession, listActiveSessions } from '@keyhour/contract/visits'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { breakLive, restoreLive, tellChange } from '#test/live.ts'
import { answer, answerLater, refuse, sent } from '#test/replies.ts'
import { right, sampleOffice, sampleOrder } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

const jaffa = {
  id: 3,
  name: 'Jaffa Port House',
  type: 'office',
  time_zone: 'Asia/Jerusalem',
  sub_offices: [{ id: 17, name: 'Olive room', type: 'meeting_room' as const }],
}

const haifa = { ...jaffa, id: 4, name: 'Haifa Bay', sub_offices: [] }

const session = (change: Partial<ActiveSession>): ActiveSession => ({
  id: 1,
  start: '2026-03-02T07:30:00.000Z',
  booked_start: '2026-03-02T07:30:00.000Z',
  end: null,
  User: { id: 1, name: 'Maya Cohen', profile: { passport_image: 'QUJD' } },
  Office: { type: 'SubOffice', name: 'Olive room' },
  ...change,
})

const dana = session({ id: 2, User: { id: 2, name: 'Dana Levi', profile: { passport_image: null } } })

const coming = (change: Partial<DayOrder> = {}): DayOrder => ({
  id: 51,
  start: '2026-03-02T12:00:00.000Z',
  end: '2026-03-02T13:30:00.000Z',
  checked_in_at: null,
  checked_out_at: null,
  pay_until: null,
  code_failed: false,
  release_at: null,
  User: { id: 9, name: 'Noa Bar', email: 'noa@keyhour.test', phone: null },
  Office: { type: 'SubOffice', name: 'Olive room' },
  ...change,
})

const day = (change: Partial<OfficeDay> = {}): OfficeDay => ({
  until: '2026-03-02T22:00:00.000Z',
  today: [],
  no_shows: [],
  no_show_rule: null,
  tomorrow: [],
  desk: { doors: [], closures: [] },
  ...change,
})

const NOTHING = { running: [], coming: [], owed: [], recent: [], again: null, places: [] }

beforeEach(() => {
  answer(listPermissions, [right('book'), right('view_active_sessions', 3)])
  answer(listMyOffices, [jaffa, haifa])
  answer(listOffices, [])
  answer(getOfficeDay, day())
  answer(getHome, NOTHING)
  answer(listOwnBusinesses, [])
  // Ten to eleven in the morning at the office.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-02T08:50:00Z') })
})

afterEach(() => {
  vi.useRealTimers()
})

const visitDashboard = (search = '') => visit(`/dashboard${search}`, { as: { name: 'Rina Katz' } })
const cards = () => within(screen.getByRole('region', { name: /^Here now/ })).queryAllByRole('listitem')
const change = async (...sessions: ActiveSession[]) => {
  answer(listActiveSessions, sessions)
  await act(async () => tellChange())
}

test('owners are led to orders in their own area', async () => {
  answer(listMyOffices, [{ ...jaffa, only_owned: true }])
  answer(listActiveSessions, [dana])
  answer(
    getOfficeDay,
    day({ today: [coming({ User: { id: null, name: 'Noa B.', email: null, phone: null } })], desk: null }),
  )
  visitDashboard('?office=3')

  const at = '/owner/orders?office=3&order='
  expect(await screen.findByRole('link', { name: 'Dana Levi' })).toHaveAttribute('href', `${at}2`)
  expect(await screen.findByRole('link', { name: 'Noa B.' })).toHaveAttribute('href', `${at}51`)
})

test('the only office of a manager opens by itself', async () => {
  answer(listMyOffices, [jaffa])
  answer(listActiveSessions, [])
  const { address } = visitDashboard()

  expect(await screen.findByText('No active sessions')).toBeInTheDocument()
  expect(address()).toBe('/dashboard?office=3')
})

test('nothing is shown until an office is chosen, which takes one tap', async () => {
  answer(listActiveSessions, [])
  const { user, address } = visitDashboard()

  expect(
    await screen.findByText('Select an office or sub-office to view active sessions'),
  ).toBeInTheDocument()
  await user.click(screen.getByRole('link', { name: 'Jaffa Port House' }))
  expect(await screen.findByText('No active sessions')).toBeInTheDocument()
  expect(address()).toBe('/dashboard?office=3')
})

test('somebody who runs very many offices finds one by typing, in either language', async () => {
  answer(listActiveSessions, [])
  answer(listMyOffices, [
    ...Array.from({ length: 70 }, (_, at) => ({ ...haifa, id: at + 10, name: `Bay ${at + 1}` })),
    { ...jaffa, name_he: 'בית יפו' },
  ])
  const { user, address } = visitDashboard()

  expect(await screen.findByText('71 offices found. Type to narrow the list.')).toBeInTheDocument()
  expect(screen.getAllByRole('link', { name: /^Bay/ })).toHaveLength(60)
  await user.type(screen.getByRole('searchbox', { name: 'Search your offices' }), 'יפו')
  await user.click(screen.getByRole('link', { name: /^Jaffa Port House/ }))
  expect(await screen.findByText('No active sessions')).toBeInTheDocument()
  expect(address()).toBe('/dashboard?office=3')
})

test('an office to choose shows its picture and address, and is found by the address', async () => {
  answer(listMyOffices, [
    ...Array.from({ length: 12 }, (_, at) => ({ ...haifa, id: at + 10, name: `Bay ${at + 1}` })),
    { ...jaffa, address: '5 Harbour Street', picture: '/static/office_images/port.webp' },
  ])
  const { user } = visitDashboard()

  await user.type(await screen.findByRole('searchbox', { name: 'Search your offices' }), 'harbour')
  const [card, ...others] = within(screen.getByRole('main')).getAllByRole('listitem')
  expect(others).toEqual([])
  expect(card).toHaveTextContent('Jaffa Port House5 Harbour Street1 sub-office')
  expect(card!.querySelector('img')).toHaveAttribute('src', '/static/office_images/port.webp')
})

test('the day at the office is shown beside its name', async () => {
  answer(listActiveSessions, [])
  visitDashboard('?office=3')

  expect(await screen.findByText('Mon, Mar 2nd')).toBeInTheDocument()
})

test('choosing a sub-office shows its sessions and puts it into the address', async () => {
  answer(listActiveSessions, [])
  const { user, address } = visitDashboard()
  const choice = await screen.findByPlaceholderText('Select Office')
  await waitFor(() => expect(choice).toBeEnabled())
  await user.click(choice)
  await user.click(await screen.findByRole('option', { name: 'Olive room' }))

  expect(await screen.findByText('No active sessions')).toBeInTheDocument()
  expect(address()).toBe('/dashboard?office=3&sub_office=17')
  expect(sent.map(({ url }) => url)).toEqual(
    expect.arrayContaining(['/api/orders/active/3?sub_office_id=17', '/api/offices/3/day?sub_office_id=17']),
  )
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Jaffa Port House · Olive room')
})

test('loading sessions is announced', async () => {
  answerLater(listActiveSessions, [])
  visitDashboard('?office=3')

  expect(await screen.findByText('Loading active sessions...')).toBeInTheDocument()
})

test("a card shows the customer, the time on the office's clock, the duration and the space", async () => {
  answer(listActiveSessions, [session({})])
  visitDashboard('?office=3')

  expect(await screen.findByText('Maya Cohen')).toBeInTheDocument()
  expect(screen.getByText('Since 9:30 AM (1 hr 20 min)')).toBeInTheDocument()
  expect(screen.getByText("Times are in the office's local time (Israel time).")).toBeInTheDocument()
  expect(screen.getByText('Sub-Office: Olive room')).toBeInTheDocument()
  expect(screen.getByRole('img', { name: 'Photo of Maya Cohen' })).toHaveAttribute(
    'src',
    'data:image/jpeg;base64,QUJD',
  )
})

test('the card of a customer who came early shows when their booking starts', async () => {
  const early = { start: '2026-03-02T08:49:00.000Z', booked_start: '2026-03-02T08:55:00.000Z' }
  answer(listActiveSessions, [session(early)])
  visitDashboard('?office=3')

  expect(await screen.findByText('Since 10:49 AM (1 min)')).toBeInTheDocument()
  expect(screen.getByText('Arrived early; booked from 10:55 AM')).toBeInTheDocument()
})

test('a customer without a name is an unknown user, and a whole office names no sub-office', async () => {
  const nobody = { id: 1, name: null, profile: { passport_image: null } }
  answer(listActiveSessions, [
    session({ User: nobody, Office: { type: 'Office', name: 'Jaffa Port House' } }),
  ])
  visitDashboard('?office=3')

  expect(await screen.findByText('Unknown User')).toBeInTheDocument()
  expect(screen.queryByText(/^Sub-Office:/)).toBeNull()
})

test('a session that has just started shows "now", and one from yesterday shows the day', async () => {
  answer(listActiveSessions, [
    session({ start: '2026-03-02T08:49:30.000Z' }),
    session({ id: 2, start: '2026-03-01T07:30:00.000Z' }),
  ])
  visitDashboard('?office=3')

  expect(await screen.findByText('Since 10:49 AM')).toBeInTheDocument()
  expect(screen.getByText('Since Mar 1st 2026, 9:30 AM (1 day 1 hr)')).toBeInTheDocument()
})

test('cards appear and disappear by themselves, and are announced', async () => {
  answer(listActiveSessions, [session({})])
  visitDashboard('?office=3')
  await screen.findByText('Live')
  expect(cards()).toHaveLength(1)
  await change(session({}), dana)

  expect(await screen.findByText('Dana Levi has checked in')).toHaveAttribute('role', 'status')
  expect(cards()).toHaveLength(2)
  await change(dana)

  expect(await screen.findByText('Maya Cohen has left')).toHaveAttribute('role', 'status')
  await waitFor(() => expect(cards()).toHaveLength(1))
  await change()

  expect(await screen.findByText('No active sessions')).toBeInTheDocument()
})

test('sessions that were there from the beginning are not announced', async () => {
  answer(listActiveSessions, [session({})])
  visitDashboard('?office=3')
  await screen.findByText('Live')

  expect(screen.queryByText(/has checked in/)).toBeNull()
})

test('a lost connection is shown with the time of the last update, and missed changes arrive with the next connection', async () => {
  answer(listActiveSessions, [session({})])
  visitDashboard('?office=3')
  await screen.findByText('Live')
  breakLive()
  expect(await screen.findByText('Not live. Last updated at 10:50 AM, reconnecting...')).toBeInTheDocument()
  expect(screen.getByText('Live updates have stopped. Reconnecting...')).toHaveAttribute('role', 'status')
  answer(listActiveSessions, [session({}), dana])
  await act(async () => restoreLive())

  expect(await screen.findByText('Live')).toBeInTheDocument()
  expect(await screen.findByText('Dana Levi')).toBeInTheDocument()
})

test('data that fails to refresh is marked as out of date, once', async () => {
  answer(listActiveSessions, [session({})])
  answer(getOfficeDay, day({ today: [coming()] }))
  visitDashboard('?office=3')
  await screen.findByRole('link', { name: 'Noa Bar' })
  await screen.findByText('Live')
  refuse(listActiveSessions, 500, 'Something went wrong on our side.')
  refuse(getOfficeDay, 500, 'Something went wrong on our side.')
  await act(async () => tellChange())

  expect(await screen.findAllByText('Could not refresh. What you see may be out of date.')).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'Maya Cohen' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Noa Bar' })).toBeInTheDocument()
})

test('the next bookings of today show their time, customer and space', async () => {
  answer(listActiveSessions, [])
  const today = [
    coming(),
    coming({ id: 52, Office: { type: 'Office', name: 'Jaffa Port House' } }),
    coming({ id: 53, pay_until: '2026-03-02T09:00:00.000Z' }),
  ]
  answer(getOfficeDay, day({ today }))
  visitDashboard('?office=3')
  const later = await screen.findByRole('region', { name: /^Later today/ })
  const [first, second, third] = within(later).getAllByRole('listitem')

  expect(first).toHaveTextContent('2:00 PM – 3:30 PMNoa BarSub-Office: Olive room')
  expect(second).toHaveTextContent(/^2:00 PM – 3:30 PMNoa Bar$/)
  expect(third).toHaveTextContent(/Olive roomWaiting for payment$/)
})

test('a day without further bookings says so', async () => {
  answer(listActiveSessions, [])
  visitDashboard('?office=3')

  expect(await screen.findByText('Nothing else is booked today.')).toBeInTheDocument()
})

test('a card links to its order, and so does a coming booking', async () => {
  answer(listActiveSessions, [session({ id: 41 })])
  answer(getOfficeDay, day({ today: [coming()] }))
  answer(getOrder, sampleOrder())
  const { user, address } = visitDashboard('?office=3')
  expect(await screen.findByRole('link', { name: 'Noa Bar' })).toHaveAttribute('href', '/order/51')
  await user.click(await screen.findByRole('link', { name: 'Maya Cohen' }))

  await waitFor(() => expect(address()).toBe('/order/41'))
})

test('a booking that begins becomes a session without a message from the server', async () => {
  answer(listActiveSessions, [])
  const inASecond = '2026-03-02T08:50:00.200Z'
  answer(getOfficeDay, day({ today: [coming({ start: inASecond })] }))
  visitDashboard('?office=3')
  await screen.findByRole('link', { name: 'Noa Bar' })
  vi.setSystemTime('2026-03-02T08:50:02Z')
  answer(getOfficeDay, day())
  answer(listActiveSessions, [dana])

  expect(await screen.findByRole('link', { name: 'Dana Levi' })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Noa Bar' })).toBeNull()
})

test('the office that was chosen last is shown again', async () => {
  answer(listActiveSessions, [])
  const { unmount } = visitDashboard('?office=3&sub_office=17')
  await screen.findByText('No active sessions')
  unmount()
  const { address } = visitDashboard()

  expect(await screen.findByText('No active sessions')).toBeInTheDocument()
  expect(address()).toBe('/dashboard?office=3&sub_office=17')
})

test('an office that the member no longer manages is not shown again', async () => {
  refuse(listActiveSessions, 404, 'This office does not exist.')
  const { unmount } = visitDashboard('?office=99')
  await screen.findByRole('alert')
  unmount()
  visitDashboard()

  expect(
    await screen.findByText('Select an office or sub-office to view active sessions'),
  ).toBeInTheDocument()
})

test('a manager who loses the role sees nobody any more, without a reload', async () => {
  answer(listActiveSessions, [session({})])
  visitDashboard('?office=3')
  await screen.findByRole('link', { name: 'Maya Cohen' })
  await screen.findByText('Live')
  refuse(listActiveSessions, 404, 'This office does not exist.')
  refuse(getOfficeDay, 404, 'This office does not exist.')
  answer(listPermissions, [right('book')])
  await act(async () => tellChange())

  expect(await screen.findByText('Find your first space')).toBeInTheDocument()
  expect(screen.queryByText('Maya Cohen')).toBeNull()
})

test('sessions that fail to load can be retried', async () => {
  refuse(listActiveSessions, 404, 'This office does not exist.')
  const { user } = visitDashboard('?office=3')
  expect(await screen.findByRole('alert')).toHaveTextContent('This office does not exist.')
  answer(listActiveSessions, [])
  await user.click(screen.getByRole('button', { name: 'Retry' }))

  expect(await screen.findByText('No active sessions')).toBeInTheDocument()
})

test('Book Now opens the chosen office, from other screens too', async () => {
  answer(listActiveSessions, [])
  answer(listMyOrders, [])
  const { user } = visitDashboard('?office=3')
  expect(await screen.findByRole('link', { name: 'Book Now' })).toHaveAttribute('href', '/booking/3')
  await user.click(screen.getByRole('link', { name: 'Orders' }))
  await screen.findByRole('heading', { name: 'My orders' })

  expect(screen.getByRole('link', { name: 'Book Now' })).toHaveAttribute('href', '/booking/3')
})

test('Book Now asks which office when none is chosen', async () => {
  const { user } = visitDashboard()
  await user.click(await screen.findByRole('button', { name: 'Book Now' }))

  expect(await screen.findByRole('dialog', { name: 'Where would you like to work?' })).toBeInTheDocument()
})

test('the list to book from ends with offices that cannot be booked, and does not lead to them', async () => {
  answer(listOffices, [
    sampleOffice({ id: 5, name: 'Alder House', coming_soon: true }),
    sampleOffice({ id: 6, name: 'Birch House', temporarily_closed: true }),
    sampleOffice({ id: 7, name: 'Cedar House' }),
  ])
  const { user } = visitDashboard()
  await user.click(await screen.findByRole('button', { name: 'Book Now' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Where would you like to work?' }))
  const offices = (await panel.findAllByRole('listitem')).map(({ textContent }) => textContent)

  expect(offices[0]).toMatch(/^Cedar House/)
  expect(offices[1]).toMatch(/^Alder HouseComing soon/)
  expect(offices[2]).toMatch(/^Birch HouseTemporarily closed/)
  expect(panel.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/booking/7'])
})

test('a member who manages no office has a home, and no list of offices to watch', async () => {
  answer(listPermissions, [right('book')])
  visitDashboard('?office=3')

  expect(await screen.findByRole('heading', { level: 1, name: 'Hello, Rina' })).toBeInTheDocument()
  expect(await screen.findByText('Find your first space')).toBeInTheDocument()
  expect(screen.queryByPlaceholderText('Select Office')).toBeNull()
  expect(sent.map(({ url }) => url)).not.toContain('/api/offices/my-offices')
})

test('so has an admin without any offices', async () => {
  answer(listPermissions, [right('administer'), right('view_active_sessions')])
  answer(listMyOffices, [])
  visitDashboard()

  expect(await screen.findByText('Find your first space')).toBeInTheDocument()
})

test('the dropdown appears only once the permissions are known', async () => {
  const arrive = answerLater(listPermissions, [right('view_active_sessions', 3)])
  visitDashboard()
  await screen.findByRole('link', { name: 'Orders' })
  expect(screen.queryByPlaceholderText('Select Office')).toBeNull()
  arrive()

  expect(await screen.findByPlaceholderText('Select Office')).toBeInTheDocument()
})

test('permissions that fail to load can be retried', async () => {
  refuse(listPermissions, 503, 'The database is not ready.')
  const { user } = visitDashboard()
  const retry = await screen.findByRole('button', { name: 'Retry' })
  answer(listPermissions, [right('view_active_sessions', 3)])
  await user.click(retry)

  expect(await screen.findByPlaceholderText('Select Office')).toBeInTheDocument()
})

test('the list of offices opens on request, not when it receives focus', async () => {
  const { user } = visitDashboard()
  const choice = await screen.findByPlaceholderText('Select Office')
  await waitFor(() => expect(choice).toBeEnabled())
  choice.focus()
  expect(screen.queryByRole('option')).toBeNull()
  await user.tab()

  expect(screen.getByRole('link', { name: 'Orders' })).toHaveFocus()
})

test('going to another screen moves the focus to its title', async () => {
  answer(listMyOrders, [])
  const { user } = visitDashboard()
  await user.click(await screen.findByRole('link', { name: 'Orders' }))

  await waitFor(() => expect(screen.getByRole('heading', { name: 'My orders' })).toHaveFocus())
})

test('the phone menu closes after a choice, and Escape closes one panel at a time', async () => {
  const { user } = visitDashboard()
  await user.click(await screen.findByRole('button', { name: 'Menu' }))
  const menu = within(await screen.findByRole('dialog', { name: 'Menu' }))
  await user.click(menu.getByRole('button', { name: 'Book Now' }))

  expect(await screen.findByRole('dialog', { name: 'Where would you like to work?' })).toBeInTheDocument()
  expect(screen.getByText('Menu').closest('[inert]')).not.toBeNull()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Menu' })).toHaveFocus())
})

test('in Hebrew the whole dashboard is in Hebrew', async () => {
  const { user } = visitDashboard()
  await user.click((await screen.findAllByRole('button', { name: 'עברית' }))[0]!)

  expect(await screen.findByPlaceholderText('בחירת משרד')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'התנתקות' })).toBeInTheDocument()
})
