import { listDevices } from '@keyhour/contract/access'
import { listAdminOffices } from '@keyhour/contract/admin-offices'
import { listUsers } from '@keyhour/contract/admin-users'
import { listPermissions, logOut, signIn } from '@keyhour/contract/auth'
import { getHome } from '@keyhour/contract/home'
import { listHomeAssistants } from '@keyhour/contract/hubs'
import { listMyOffices, listOffices } from '@keyhour/contract/offices'
import { listMyOrders } from '@keyhour/contract/orders'
import { getSettings } from '@keyhour/contract/status'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { answer, answerLater, loseConnection, refuse, sent } from '#test/replies.ts'
import { right } from '#test/samples.ts'
import { tokenFor, visit } from '#test/show.tsx'
import { getSession, startSession } from '#web/api/session.ts'

const admin = { admin: true, name: 'Ada Admin', email: 'admin@keyhour.test' }
const member = { admin: false }

beforeEach(() => {
  answer(getSettings, { demo: false, google_client_id: null, languages: ['en', 'he'] })
  answer(listPermissions, [right('book'), right('view_active_sessions')])
  answer(listMyOffices, [])
  answer(listOffices, [])
  answer(listMyOrders, [])
  answer(listUsers, [])
  answer(listDevices, [])
  answer(listHomeAssistants, [])
  answer(logOut, { msg: 'You are signed out.' })
})

async function signInAs(user: ReturnType<typeof visit>['user'], email: string, password: string) {
  await user.type(await screen.findByLabelText('Email'), email)
  await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
}

test.each(['/dashboard', '/orders', '/admin-dashboard', '/nowhere'])(
  'a visitor at %s is asked to sign in',
  async (path) => {
    const { address } = visit(path)

    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeInTheDocument()
    expect(address()).toBe('/sign-in')
  },
)

test('signing in says so and opens the dashboard', async () => {
  answer(signIn, tokenFor(member))
  const { user, address } = visit('/sign-in')
  await signInAs(user, 'maya@example.com', 'secret')

  expect(await screen.findByText('Successfully signed in!')).toBeInTheDocument()
  await waitFor(() => expect(address()).toBe('/dashboard'))
  expect(localStorage.getItem('token')).not.toBeNull()
})

test('a member who was on the way to a page gets there after signing in', async () => {
  answer(signIn, tokenFor(member))
  const { user, address } = visit('/orders?from=mail')
  await signInAs(user, 'maya@example.com', 'secret')

  await waitFor(() => expect(address()).toBe('/orders?from=mail'))
})

test('a refused sign-in says so and keeps what was typed', async () => {
  refuse(signIn, 401, 'Sign-in failed. Please try again.')
  const { user } = visit('/sign-in')
  await signInAs(user, 'maya@example.com', 'wrong')

  expect(await screen.findByRole('alert')).toHaveTextContent('Sign-in failed. Please try again.')
  expect(screen.getByLabelText('Email')).toHaveValue('maya@example.com')
  expect(screen.getByLabelText('Password')).toHaveValue('wrong')
})

test('an invalid email address is refused without asking the server', async () => {
  const { user } = visit('/sign-in')
  await signInAs(user, 'maya', 'secret')

  expect(await screen.findByText('Should be a valid email!')).toBeInTheDocument()
  expect(sent.filter(({ url }) => url.includes('sign_in'))).toEqual([])
})

test('in demo mode only, one tap on a demo user fills the form', async () => {
  answer(getSettings, { demo: true, google_client_id: null, languages: ['en', 'he'] })
  const { user } = visit('/sign-in')
  await user.click(await screen.findByRole('button', { name: 'Office manager' }))

  expect(screen.getByLabelText('Email')).toHaveValue('manager@keyhour.test')
  expect(screen.getByLabelText('Password')).toHaveValue('keyhour-demo')
})

test('an address with two slashes does not redirect to another host after signing in', async () => {
  answer(signIn, tokenFor(member))
  const { user, address } = visit('//evil.example/x')
  await signInAs(user, 'maya@example.com', 'secret')

  await waitFor(() => expect(address()).toBe('/dashboard'))
})

test('a token from the address is stored once the server has accepted it', async () => {
  const arrivedToken = tokenFor(member)
  const { address } = visit('/logged-in', { arrivedToken })

  await waitFor(() => expect(address()).toBe('/dashboard'))
  expect(sent[0]).toMatchObject({ url: '/api/permissions/', authorization: `Bearer ${arrivedToken}` })
  expect(localStorage.getItem('token')).toBe(arrivedToken)
})

test('a token from the address that the server refuses is not stored', async () => {
  refuse(listPermissions, 401, 'Please sign in.')
  const { address } = visit('/logged-in', { arrivedToken: tokenFor(member) })

  expect(await screen.findByText('Sign-in failed. Please try again.')).toBeInTheDocument()
  expect(address()).toBe('/sign-in')
  expect(localStorage.getItem('token')).toBeNull()
})

test('a signed-in member at an unknown address is sent to the dashboard', async () => {
  const { address } = visit('/nowhere', { as: member })

  await waitFor(() => expect(address()).toBe('/dashboard'))
})

test.each([
  '/admin-dashboard',
  '/admin-orders-dashboard',
  '/admin-all-orders',
  '/messages',
  '/admin-webhooks',
  '/admin-conflicts',
])('%s is for admins; others are sent to the dashboard', async (path) => {
  const { address } = visit(path, { as: member })

  await waitFor(() => expect(address()).toBe('/dashboard'))
  expect(sent.filter(({ url }) => url.startsWith('/api/admin'))).toEqual([])
})

test('an admin starts on the users tab, and all four lists are loaded', async () => {
  visit('/admin-dashboard', { as: admin })

  expect(await screen.findByRole('heading', { name: 'Admin Dashboard Users' })).toBeInTheDocument()
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Users',
    'Offices',
    'Doors',
    'Home Assistants',
    'All Orders',
    'Insight',
    'Credit Packs',
    'Purchases',
  ])
  const asked = sent.map(({ url }) => url.split('?')[0])
  expect(asked).toEqual(
    expect.arrayContaining([
      '/api/admin/users',
      '/api/admin/offices',
      '/api/admin/devices',
      '/api/admin/home-assistants',
    ]),
  )
})

test('the chosen tab is part of the address', async () => {
  const { user, address } = visit('/admin-dashboard', { as: admin })
  await user.click(await screen.findByRole('tab', { name: 'Offices' }))

  expect(await screen.findByRole('heading', { name: 'Admin Dashboard Offices' })).toBeInTheDocument()
  expect(address()).toBe('/admin-dashboard?tab=offices')
})

test.each([
  [listUsers, 'Failed to fetch users.'],
  [listAdminOffices, 'Failed to fetch offices.'],
  [listDevices, 'Failed to fetch devices.'],
  [listHomeAssistants, 'Failed to fetch home assistants.'],
])('a list that fails to load is reported, whichever tab is open', async (list, message) => {
  refuse(list, 503, 'The database is not ready.')
  visit('/admin-dashboard?tab=creditPacks', { as: admin })

  expect(await screen.findByText(message, { exact: false })).toBeInTheDocument()
})

test('logging out opens the sign-in, and signing in again opens the dashboard', async () => {
  answer(signIn, tokenFor(member))
  const { user, address } = visit('/orders', { as: member })
  await user.click(await screen.findByRole('button', { name: 'Log Out' }))
  await waitFor(() => expect(address()).toBe('/sign-in'))
  expect(localStorage.getItem('token')).toBeNull()
  await signInAs(user, 'maya@example.com', 'secret')

  await waitFor(() => expect(address()).toBe('/dashboard'))
})

test('logging out ends the session on the server, without waiting for it', async () => {
  const arrive = answerLater(logOut, { msg: 'You are signed out.' })
  const { user, address } = visit('/orders', { as: member })
  const token = localStorage.getItem('token')
  await user.click(await screen.findByRole('button', { name: 'Log Out' }))

  await waitFor(() => expect(address()).toBe('/sign-in'))
  expect(localStorage.getItem('token')).toBeNull()
  expect(sent).toContainEqual(
    expect.objectContaining({ url: '/api/auth/log_out', authorization: `Bearer ${token}` }),
  )
  arrive()
})

test('if the server is unreachable, logging out clears everything in the browser and warns that the session is still open', async () => {
  loseConnection(logOut)
  const { user, address } = visit('/orders', { as: member })
  await user.click(await screen.findByRole('button', { name: 'Log Out' }))

  await waitFor(() => expect(address()).toBe('/sign-in'))
  expect(localStorage.getItem('token')).toBeNull()
  expect(
    await screen.findByText(/You are logged out on this device, but we could not reach the server/),
  ).toBeVisible()
})

test('the warning that a session is still open stays until it is closed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  loseConnection(logOut)
  const { user } = visit('/orders', { as: member })
  await user.click(await screen.findByRole('button', { name: 'Log Out' }))
  const warning = await screen.findByText(
    /You are logged out on this device, but we could not reach the server/,
  )
  await act(() => vi.advanceTimersByTimeAsync(60_000))

  expect(warning).toBeVisible()
})

test('a session ended by the server is explained, and signing in returns to the same page', async () => {
  refuse(listMyOrders, 401, 'Please sign in.')
  answer(signIn, tokenFor(member))
  const { user, address } = visit('/orders', { as: member })
  expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeInTheDocument()
  answer(listMyOrders, [])
  await signInAs(user, 'maya@example.com', 'secret')

  await waitFor(() => expect(address()).toBe('/orders'))
})

test('the office dropdown is disabled while the offices load', async () => {
  const arrive = answerLater(listMyOffices, [])
  visit('/dashboard', { as: member })

  expect(await screen.findByPlaceholderText('Select Office')).toBeDisabled()
  arrive()
  await waitFor(() => expect(screen.getByPlaceholderText('Select Office')).toBeEnabled())
})

test('only admins see the link to the admin area', async () => {
  visit('/dashboard', { as: member })
  await screen.findByRole('link', { name: 'Orders' })

  expect(screen.queryByRole('link', { name: 'Admin' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Admin Orders' })).toBeNull()
})

test.each([
  ['/delete-account', 'Delete your account'],
  ['/door-opener', 'Door opener'],
])('%s is open to everybody', async (path, heading) => {
  visit(path)

  expect(await screen.findByRole('heading', { name: heading })).toBeInTheDocument()
})

test.each([
  ['Yes', 12],
  ['No', 7],
])("a token in the address replaces another member's session only after they agree: %s", async (word, id) => {
  answer(listMyOrders, [])
  const arrivedToken = tokenFor({ id: 12, email: 'noa@example.com' })
  const { address, user } = visit('/logged-in', { as: { ...member, id: 7 }, arrivedToken })
  await screen.findByText(/Continue as noa@example.com\?/)
  await user.click(screen.getByRole('button', { name: word }))

  await waitFor(() => expect(address()).toBe('/dashboard'))
  expect(getSession().signedIn?.user.id).toBe(id)
})

test('data loaded for one member is not shown to the next', async () => {
  answer(getHome, { running: [], coming: [], owed: [], recent: [], again: null, places: [] })
  visit('/dashboard', { as: member })
  await screen.findByText('Find your first space')
  answer(listMyOffices, [
    { id: 5, name: 'Haifa Bay', type: 'office', time_zone: 'Asia/Jerusalem', sub_offices: [] },
  ])
  act(() => void startSession(tokenFor({ id: 12 })))

  await waitFor(() => expect(screen.queryByText('Find your first space')).toBeNull())
  expect(sent.filter(({ url }) => url === '/api/offices/my-offices')).toHaveLength(2)
})

test('sending a form with mistakes focuses the first one', async () => {
  const { user } = visit('/sign-in')
  await user.type(await screen.findByLabelText('Email'), 'maya@example.com')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))

  expect(screen.getByLabelText('Password')).toHaveFocus()
})

test('a failure message changes its language with the page', async () => {
  refuse(signIn, 401, 'Sign-in failed. Please try again.')
  const { user } = visit('/sign-in')
  await signInAs(user, 'maya@example.com', 'wrong')
  await screen.findByText('Sign-in failed. Please try again.')
  await user.click(screen.getByRole('button', { name: 'עברית' }))

  expect(await screen.findByText('הכניסה נכשלה. נא לנסות שוב.')).toBeInTheDocument()
})

test('the browser tab shows screen, area and product', async () => {
  visit('/admin-dashboard?tab=doors', { as: admin })

  await waitFor(() => expect(document.title).toBe('Doors · Admin · Keyhour'))
})
