import { listPermissions, signInWithGoogle, signUp } from '@keyhour/contract/auth'
import { listMyOffices } from '@keyhour/contract/offices'
import { getSettings } from '@keyhour/contract/status'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { googleArrives, holdGoogleBack } from '#test/google.ts'
import { answer, refuse, sent } from '#test/replies.ts'
import { right } from '#test/samples.ts'
import { tokenFor, visit } from '#test/show.tsx'

beforeEach(holdGoogleBack)

type Person = ReturnType<typeof visit>['user']
const PASSWORD = 'a key under the olive tree'

beforeEach(() => {
  answer(getSettings, { demo: false, google_client_id: 'keyhour.apps', languages: ['en', 'he'] })
  answer(listPermissions, [right('book')])
  answer(listMyOffices, [])
  answer(signUp, { msg: 'Please check your email.' })
})

const signUps = () => sent.filter(({ url }) => url === '/api/auth/sign_up').map(({ body }) => body)

async function fillIn(user: Person, password = PASSWORD) {
  await user.type(await screen.findByLabelText('Name'), 'Maya Cohen')
  await user.type(screen.getByLabelText('Email'), 'maya@example.com')
  await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Create an account' }))
}

test('after the sign-up form the visitor is asked to check the mail', async () => {
  const { user } = visit('/sign-up')
  await fillIn(user)

  expect(await screen.findByRole('heading', { name: 'Check your email' })).toHaveFocus()
  expect(screen.getByText(/We have sent an email to/)).toHaveTextContent('maya@example.com')
  expect(screen.queryByRole('button', { name: 'Create an account' })).toBeNull()
  expect(signUps()).toEqual([
    { name: 'Maya Cohen', email: 'maya@example.com', password: PASSWORD, language: 'en' },
  ])
})

test.each([
  [
    'English',
    'By creating an account you agree to our terms and privacy policy.',
    ['terms', 'privacy policy'],
  ],
  [
    'עברית',
    'פתיחת חשבון מהווה הסכמה לתנאי השימוש ולמדיניות הפרטיות שלנו.',
    ['תנאי השימוש', 'מדיניות הפרטיות'],
  ],
])('signing up says what one agrees to, with links to read it: %s', async (language, words, links) => {
  const { user } = visit('/sign-up')
  if (language === 'עברית') await user.click(await screen.findByRole('button', { name: language }))

  const note = (await screen.findByRole('link', { name: links[0]! })).closest('p')!
  expect(note).toHaveTextContent(words)
  expect(links.map((name) => screen.getByRole('link', { name }).getAttribute('href'))).toEqual([
    '/terms',
    '/api/privacy-policy',
  ])
})

test('the mail is sent in the language of the page', async () => {
  const { user } = visit('/sign-up')
  await user.click(await screen.findByRole('button', { name: 'עברית' }))
  await user.type(await screen.findByLabelText('שם'), 'מאיה כהן')
  await user.type(screen.getByLabelText('אימייל'), 'maya@example.com')
  await user.type(screen.getByLabelText('סיסמה'), PASSWORD)
  await user.click(screen.getByRole('button', { name: 'פתיחת חשבון' }))

  await waitFor(() => expect(signUps()).toMatchObject([{ language: 'he' }]))
})

test('the mail can be sent again, as often as the server allows', async () => {
  const { user } = visit('/sign-up')
  await fillIn(user)
  await user.click(await screen.findByRole('button', { name: 'Send again' }))
  expect(await screen.findByText('Sent again. Please check your email.')).toBeInTheDocument()
  expect(signUps()).toHaveLength(2)
  expect(signUps()[1]).toEqual(signUps()[0])
  refuse(signUp, 429, 'Too many attempts. Please wait a moment and try again.')
  await user.click(screen.getByRole('button', { name: 'Send again' }))

  expect(await screen.findByText(/^Too many attempts/)).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'Check your email' })).toBeInTheDocument()
})

test('a visitor who mistyped the address finds the form unchanged', async () => {
  const { user } = visit('/sign-up')
  await fillIn(user)
  await user.click(await screen.findByRole('button', { name: 'Use another address' }))

  expect(screen.getByRole('heading', { name: 'Create an account' })).toHaveFocus()
  expect(screen.getByLabelText('Name')).toHaveValue('Maya Cohen')
  expect(screen.getByLabelText('Password')).toHaveValue(PASSWORD)
})

test("the server's objection to a field is shown at the field, and what was typed stays", async () => {
  refuse(signUp, 422, [
    { loc: ['body', 'password'], msg: 'This password is too common. Please choose another one.' },
  ])
  const { user } = visit('/sign-up')
  await fillIn(user, '1234567890')

  const password = screen.getByLabelText('Password')
  await waitFor(() => expect(password).toHaveAccessibleDescription(/This password is too common/))
  expect(password).toHaveFocus()
  expect(password).toHaveValue('1234567890')
  expect(screen.getByLabelText('Name')).toHaveValue('Maya Cohen')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a refusal that concerns no field is shown above the form', async () => {
  refuse(signUp, 429, 'Too many attempts. Please wait a moment and try again.')
  const { user } = visit('/sign-up')
  await fillIn(user)

  expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts.')
})

test('a password of nine characters is not sent', async () => {
  const { user } = visit('/sign-up')
  await fillIn(user, 'ninechars')

  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(/Should have at least 10 characters/)
  expect(signUps()).toEqual([])
})

test('the requirements of a password are shown before anything is typed', async () => {
  visit('/sign-up')

  expect(await screen.findByLabelText('Password')).toHaveAccessibleDescription(/At least 10 characters/)
})

test('signing up with Google is signing in with Google', async () => {
  const user = { id: 7, name: 'Maya Cohen', email: 'maya@example.com', admin: false }
  answer(signInWithGoogle, { access_token: tokenFor(), user })
  const { user: person, address } = visit('/sign-up')
  const google = await googleArrives('google-credential')
  expect(google.renderButton.mock.lastCall?.[1]).toMatchObject({ text: 'signup_with' })
  await person.click(await screen.findByRole('button', { name: 'Google' }))

  await waitFor(() => expect(address()).toBe('/dashboard'))
})

test('the sign-up links to the privacy policy too', async () => {
  visit('/sign-up')

  expect(await screen.findByRole('link', { name: 'privacy policy' })).toHaveAttribute(
    'href',
    '/api/privacy-policy',
  )
})

test.each(['/sign-up', '/forgot-password'])('%s redirects members who are signed in', async (path) => {
  const { address } = visit(path, { as: {} })

  await waitFor(() => expect(address()).toBe('/dashboard'))
})
