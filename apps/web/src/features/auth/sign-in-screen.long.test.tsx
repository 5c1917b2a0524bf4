import { listPermissions, signIn, signInWithGoogle } from '@keyhour/contract/auth'
import { listMyOffices } from '@keyhour/contract/offices'
import { listMyOrders } from '@keyhour/contract/orders'
import { getSettings } from '@keyhour/contract/status'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { googleArrives, googleFails, googleScript, holdGoogleBack } from '#test/google.ts'
import { answer, answerLater, refuse, sent } from '#test/replies.ts'
import { right } from '#test/samples.ts'
import { tokenFor, visit } from '#test/show.tsx'

beforeEach(holdGoogleBack)

type Person = ReturnType<typeof visit>['user']
const settings = { demo: false, google_client_id: 'keyhour.apps', languages: ['en' as const, 'he' as const] }
const maya = { id: 7, name: 'Maya Cohen', email: 'maya@example.com', admin: false }

beforeEach(() => {
  answer(getSettings, settings)
  answer(listPermissions, [right('book')])
  answer(listMyOffices, [])
  answer(listMyOrders, [])
})

const sentTo = (path: string) => sent.filter(({ url }) => url === path).map(({ body }) => body)

async function signInByPassword(user: Person) {
  await user.type(await screen.findByLabelText('Email'), 'maya@example.com')
  await user.type(screen.getByLabelText('Password'), 'open sesame now')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
}

async function signInByGoogle(user: Person, credential?: string) {
  const google = await googleArrives(credential)
  await user.click(await screen.findByRole('button', { name: 'Google' }))
  return google
}

test("Google's button is large and outlined, in the language of the page, and uses the client ID of this installation", async () => {
  const { user } = visit('/sign-in')
  const google = await googleArrives()

  expect(google.initialize).toHaveBeenCalledWith(expect.objectContaining({ client_id: 'keyhour.apps' }))
  expect(google.renderButton).toHaveBeenCalledWith(
    expect.any(HTMLElement),
    expect.objectContaining({ theme: 'outline', size: 'large', text: 'signin_with', locale: 'en' }),
  )
  await user.click(screen.getByRole('button', { name: 'עברית' }))
  await waitFor(async () => expect((await googleScript()).src).toContain('hl=he'))
})

test('signing in with Google says so and opens the dashboard', async () => {
  answer(signInWithGoogle, { access_token: tokenFor(), user: maya })
  const { user, address } = visit('/sign-in')
  await signInByGoogle(user, 'google-credential')

  expect(await screen.findByText('Successfully signed in!')).toBeInTheDocument()
  await waitFor(() => expect(address()).toBe('/dashboard'))
  expect(sentTo('/api/users/auth/google/signin')).toEqual([{ access_token: 'google-credential' }])
  expect(localStorage.getItem('token')).not.toBeNull()
})

test('a member who was on the way to a page gets there with Google too', async () => {
  answer(signInWithGoogle, { access_token: tokenFor(), user: maya })
  const { user, address } = visit('/orders')
  await signInByGoogle(user, 'google-credential')

  await waitFor(() => expect(address()).toBe('/orders'))
})

test.each([
  [401, 'Please sign in.', 'Sign-in failed. Please try again.'],
  [409, 'This address belongs to an account with a password.', undefined],
  [503, 'Google cannot be reached right now. Please try again in a moment.', undefined],
  [429, 'Too many attempts. Please wait a moment and try again.', undefined],
])('when the server answers Google sign-in with %i the page says why', async (status, detail, shown) => {
  refuse(signInWithGoogle, status, detail)
  const { user } = visit('/sign-in')
  await signInByGoogle(user, 'google-credential')

  expect(await screen.findByRole('alert')).toHaveTextContent(shown ?? detail)
})

test("closing Google's window without an account is a failed sign-in", async () => {
  const { user } = visit('/sign-in')
  await signInByGoogle(user)

  expect(await screen.findByText('Sign-in failed. Please try again.')).toBeInTheDocument()
  expect(sentTo('/api/users/auth/google/signin')).toEqual([])
})

test('if Google sign-in is not set up the page says so and loads nothing from Google', async () => {
  answer(getSettings, { ...settings, google_client_id: null })
  visit('/sign-in')

  expect(await screen.findByText(/^Google sign-in is not set up here/)).toBeInTheDocument()
  expect(document.querySelector('script[src*="google"]')).toBeNull()
})

test('a page that could not load the settings says nothing about Google', async () => {
  refuse(getSettings, 500, 'Something went wrong on our side.')
  visit('/sign-in')
  await screen.findByLabelText('Email')
  await waitFor(() => expect(sent.filter(({ url }) => url === '/api/settings')).toHaveLength(1))

  expect(screen.queryByText(/Google/)).toBeNull()
})

test("if Google's script is blocked the page says so, and the email form works", async () => {
  answer(signIn, tokenFor())
  const { user, address } = visit('/sign-in')
  await googleFails()
  expect(await screen.findByText(/^Google could not be reached/)).toBeInTheDocument()
  await signInByPassword(user)

  await waitFor(() => expect(address()).toBe('/dashboard'))
})

test('a blocker that returns an empty script is noticed', async () => {
  visit('/sign-in')
  fireEvent.load(await googleScript())

  expect(await screen.findByText(/^Google could not be reached/)).toBeInTheDocument()
})

test("a rate limit is reported in the server's words", async () => {
  refuse(signIn, 429, 'Too many attempts. Please wait a moment and try again.')
  const { user } = visit('/sign-in')
  await signInByPassword(user)

  expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts. Please wait a moment')
})

test('signing in can keep an account that is about to be deleted', async () => {
  refuse(signIn, 403, 'This account is waiting to be deleted.')
  const { user, address } = visit('/sign-in')
  await signInByPassword(user)
  expect(await screen.findByRole('heading', { name: 'This account is waiting to be deleted' })).toHaveFocus()
  expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull()
  answer(signIn, tokenFor())
  await user.click(screen.getByRole('button', { name: 'Keep my account' }))

  expect(
    await screen.findByText(/^Welcome back! Your account and all your data are still here/),
  ).toBeInTheDocument()
  expect(screen.queryByText('Successfully signed in!')).toBeNull()
  expect(sentTo('/api/auth/sign_in').at(-1)).toEqual({
    email: 'maya@example.com',
    password: 'open sesame now',
    undo_deletion: true,
  })
  await waitFor(() => expect(address()).toBe('/dashboard'))
})

test('signing in with Google can keep an account that is about to be deleted', async () => {
  refuse(signInWithGoogle, 403, 'This account is waiting to be deleted.')
  const { user, address } = visit('/sign-in')
  await signInByGoogle(user, 'google-credential')
  answer(signInWithGoogle, { access_token: tokenFor(), user: maya })
  await user.click(await screen.findByRole('button', { name: 'Keep my account' }))

  await waitFor(() => expect(address()).toBe('/dashboard'))
  expect(sentTo('/api/users/auth/google/signin').at(-1)).toEqual({
    access_token: 'google-credential',
    undo_deletion: true,
  })
})

test('a member who leaves the account to be deleted finds the form unchanged', async () => {
  refuse(signIn, 403, 'This account is waiting to be deleted.')
  const { user } = visit('/sign-in')
  await signInByPassword(user)
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))

  expect(screen.getByRole('heading', { name: 'Sign in' })).toHaveFocus()
  expect(screen.getByLabelText('Email')).toHaveValue('maya@example.com')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(sentTo('/api/auth/sign_in')).toHaveLength(1)
})

test('the question about the account stays until it is answered, and a failure is reported', async () => {
  refuse(signIn, 403, 'This account is waiting to be deleted.')
  const { user } = visit('/sign-in')
  await signInByPassword(user)
  const keep = await screen.findByRole('button', { name: 'Keep my account' })
  const arrive = answerLater(signIn, 'not.a.token')
  await user.click(keep)
  expect(keep).toBeInTheDocument()
  arrive()

  expect(await screen.findByRole('alert')).toHaveTextContent('Sign-in failed. Please try again.')
})

test('the page links to the privacy policy that people agree to', async () => {
  visit('/sign-in')
  const policy = await screen.findByRole('link', { name: 'privacy policy' })

  expect(policy).toHaveAttribute('href', '/api/privacy-policy')
  expect(policy.parentElement).toHaveTextContent('By signing in you agree to our privacy policy.')
})

test('the page links to the sign-up and to the password reset, which receives the typed address', async () => {
  const { user, address } = visit('/sign-in')
  const main = within(await screen.findByRole('main'))
  expect(await main.findByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/sign-up')
  await user.type(main.getByLabelText('Email'), 'maya@example.com')
  await user.click(main.getByRole('link', { name: 'Forgot your password?' }))

  await waitFor(() => expect(address()).toBe('/forgot-password'))
  expect(await screen.findByLabelText('Email')).toHaveValue('maya@example.com')
})

test("logging out after a reload revokes the consent once the sign-in page has loaded Google's script", async () => {
  answer(signInWithGoogle, { access_token: tokenFor(), user: maya })
  const { user, unmount } = visit('/sign-in')
  await signInByGoogle(user, 'google-credential')
  await screen.findByRole('button', { name: 'Log Out' })
  unmount()
  Reflect.deleteProperty(window, 'google')
  const { user: later, address } = visit('/orders')
  await later.click(await screen.findByRole('button', { name: 'Log Out' }))
  await waitFor(() => expect(address()).toBe('/sign-in'))
  const google = await googleArrives()

  await waitFor(() => expect(google.revoke).toHaveBeenCalledWith('maya@example.com', expect.any(Function)))
  expect(google.disableAutoSelect).toHaveBeenCalledOnce()
})

test('Google is not told about a member who signed in with a password', async () => {
  const { user } = visit('/orders', { as: {} })
  await user.click(await screen.findByRole('button', { name: 'Log Out' }))
  const google = await googleArrives()
  await screen.findByRole('button', { name: 'Google' })

  expect(google.revoke).not.toHaveBeenCalled()
  expect(google.disableAutoSelect).not.toHaveBeenCalled()
})

test('the password can be made visible', async () => {
  const { user } = visit('/sign-in')
  const password = await screen.findByLabelText('Password')
  expect(password).toHaveAttribute('type', 'password')
  await user.click(screen.getByRole('button', { name: 'Show or hide the password' }))

  expect(password).toHaveAttribute('type', 'text')
})

test('a password over the maximum length is refused in our own words', async () => {
  const { user } = visit('/sign-in')
  await user.type(await screen.findByLabelText('Email'), 'maya@example.com')
  await user.click(screen.getByLabelText('Password'))
  await user.paste('x'.repeat(201))
  await user.keyboard('{Enter}')

  expect(await screen.findByText('Should have at most 200 characters')).toBeVisible()
})
