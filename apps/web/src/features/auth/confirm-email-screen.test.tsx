import { confirmSignUp, listPermissions, signIn } from '@keyhour/contract/auth'
import { listMyOffices } from '@keyhour/contract/offices'
import { listMyOrders } from '@keyhour/contract/orders'
import { getSettings } from '@keyhour/contract/status'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, refuse, sent } from '#test/replies.ts'
import { right } from '#test/samples.ts'
import { tokenFor, visit } from '#test/show.tsx'
import { keepPageAskedFor } from '#web/features/auth/page-asked-for.ts'

const confirmed = { msg: 'Your address is confirmed.', email: 'maya@example.com' }

beforeEach(() => {
  answer(getSettings, { demo: false, google_client_id: null, languages: ['en', 'he'] })
  answer(listPermissions, [right('book')])
  answer(listMyOffices, [])
})

const confirmations = () => sent.filter(({ url }) => url === '/api/auth/confirm_sign_up')
const PASSWORD = 'a long enough one'

async function prove(user: ReturnType<typeof visit>['user'], password = PASSWORD) {
  await user.type(await screen.findByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Confirm and sign in' }))
}

test('opening the link confirms nothing: entering the chosen password does, and signs in', async () => {
  answer(confirmSignUp, confirmed)
  answer(signIn, tokenFor())
  const { user, address } = visit('/confirm-email', { arrivedToken: 'link-token' })
  await screen.findByRole('heading', { name: 'Confirm your address' })
  expect(confirmations()).toEqual([])
  await prove(user)

  await waitFor(() => expect(address()).toBe('/dashboard'))
  expect(await screen.findByText('Your address is confirmed, and you are signed in.')).toBeInTheDocument()
  expect(confirmations()).toMatchObject([{ body: { token: 'link-token', password: PASSWORD } }])
})

test('a wrong password is reported at its field', async () => {
  const msg = 'This is not the password you chose when you signed up.'
  refuse(confirmSignUp, 422, [{ loc: ['body', 'password'], msg }])
  const { user } = visit('/confirm-email', { arrivedToken: 'link-token' })
  await prove(user)

  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(msg))
  expect(screen.getByLabelText('Password')).toHaveFocus()
})

test('a member who is confirmed but cannot be signed in yet signs in by hand', async () => {
  answer(confirmSignUp, confirmed)
  refuse(signIn, 429, 'Too many attempts. Please wait a few minutes and try again.')
  const { user, address } = visit('/confirm-email', { arrivedToken: 'link-token' })
  await prove(user)

  expect(await screen.findByText('Your address is confirmed. You can sign in now.')).toBeInTheDocument()
  expect(address()).toBe('/sign-in')
  expect(screen.getByLabelText('Email')).toHaveValue('maya@example.com')
})

test('a link that no longer works says so and offers what to do next', async () => {
  refuse(confirmSignUp, 404, 'This link is no longer valid.')
  const { user } = visit('/confirm-email', { arrivedToken: 'old' })
  await prove(user)
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toHaveFocus()
  const main = within(screen.getByRole('main'))

  expect(main.getByRole('link', { name: 'Sign up again' })).toHaveAttribute('href', '/sign-up')
  expect(main.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in')
})

test('a page that lost its link in a reload asks to open it again, and offers a new mail', async () => {
  visit('/confirm-email')

  expect(await screen.findByRole('heading', { name: 'Please open the link again' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Sign up again' })).toHaveAttribute('href', '/sign-up')
  expect(confirmations()).toEqual([])
})

test('a link that failed to get through can be retried', async () => {
  refuse(confirmSignUp, 503, 'The database is not ready.')
  const { user } = visit('/confirm-email', { arrivedToken: 'link-token' })
  await prove(user)
  expect(await screen.findByRole('alert')).toHaveTextContent('The database is not ready.')
  answer(confirmSignUp, confirmed)
  await user.click(screen.getByRole('button', { name: 'Confirm and sign in' }))

  expect(await screen.findByText('Your address is confirmed. You can sign in now.')).toBeInTheDocument()
})

test('a member signed in as another user stays so, and is informed', async () => {
  answer(confirmSignUp, confirmed)
  const { user, address } = visit('/confirm-email', {
    as: { email: 'noa@example.com' },
    arrivedToken: 'link-token',
  })
  await prove(user)

  expect(await screen.findByText(/^maya@example.com is confirmed\./)).toBeInTheDocument()
  await waitFor(() => expect(address()).toBe('/dashboard'))
})

test('a visitor who signed up on the way to a page continues there after confirming', async () => {
  answer(confirmSignUp, confirmed)
  answer(signIn, tokenFor())
  answer(listMyOrders, [])
  keepPageAskedFor('/orders?from=before')
  const { user, address } = visit('/confirm-email', { arrivedToken: 'link-token' })
  await prove(user)

  await waitFor(() => expect(address()).toBe('/orders?from=before'))
})
