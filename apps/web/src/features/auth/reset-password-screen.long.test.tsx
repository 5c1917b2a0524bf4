import { getPasswordLink, listPermissions, requestPasswordLink, setPassword } from '@keyhour/contract/auth'
import { listMyOffices } from '@keyhour/contract/offices'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, refuse, sent } from '#test/replies.ts'
import { right } from '#test/samples.ts'
import { tokenFor, visit } from '#test/show.tsx'
import { getSession } from '#web/api/session.ts'

type Person = ReturnType<typeof visit>['user']
const link = { email: 'maya@example.com', has_google: false, google_email: null }
const PASSWORD = 'a key under the olive tree'

beforeEach(() => {
  answer(listPermissions, [right('book')])
  answer(listMyOffices, [])
  answer(requestPasswordLink, { msg: 'Please check your email.' })
  answer(getPasswordLink, link)
})

async function askFor(user: Person, email: string) {
  await user.type(await screen.findByLabelText('Email'), email)
  await user.click(screen.getByRole('button', { name: 'Send me a link' }))
}

async function choose(user: Person, password: string) {
  await user.type(await screen.findByLabelText('New password'), password)
  await user.click(screen.getByRole('button', { name: 'Save and sign in' }))
}

test('a visitor who forgot their password is asked to check the mail, whether or not the account exists', async () => {
  const { user } = visit('/forgot-password')
  await askFor(user, 'maya@example.com')

  expect(await screen.findByRole('heading', { name: 'Check your email' })).toHaveFocus()
  expect(screen.getByText(/^If there is an account for/)).toHaveTextContent('maya@example.com')
  expect(sent.at(-1)).toMatchObject({ url: '/api/auth/reset_password', body: { email: 'maya@example.com' } })
})

test('the link can be sent again, or to another address', async () => {
  const { user } = visit('/forgot-password')
  await askFor(user, 'maya@example.com')
  await user.click(await screen.findByRole('button', { name: 'Send again' }))
  await screen.findByText('Sent again. Please check your email.')
  expect(sent.filter(({ url }) => url === '/api/auth/reset_password')).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Use another address' }))

  expect(screen.getByLabelText('Email')).toHaveValue('maya@example.com')
})

test("a rate limit is reported in the server's words", async () => {
  refuse(requestPasswordLink, 429, 'Too many attempts. Please wait a moment and try again.')
  const { user } = visit('/forgot-password')
  await askFor(user, 'maya@example.com')

  expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts.')
})

test('an invalid email address is not sent', async () => {
  const { user } = visit('/forgot-password')
  await askFor(user, 'maya')

  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Should be a valid email!')
  expect(sent).toEqual([])
})

test('a new password signs its owner in', async () => {
  const token = tokenFor()
  answer(setPassword, { token })
  const { user, address } = visit('/reset-password', { arrivedToken: 'link/token' })
  await choose(user, PASSWORD)

  await waitFor(() => expect(address()).toBe('/dashboard'))
  expect(await screen.findByText('Your new password is saved, and you are signed in.')).toBeInTheDocument()
  expect(sent.find(({ method }) => method === 'POST')).toMatchObject({
    url: '/api/auth/reset_password/link%2Ftoken',
    body: { password: PASSWORD },
  })
  expect(localStorage.getItem('token')).toBe(token)
})

test('a new password replaces the session of another member', async () => {
  answer(setPassword, { token: tokenFor({ id: 12, email: 'noa@example.com' }) })
  const { user, address } = visit('/reset-password', { as: { id: 7 }, arrivedToken: 'link-token' })
  await choose(user, PASSWORD)

  await waitFor(() => expect(address()).toBe('/dashboard'))
  expect(getSession().signedIn?.user.email).toBe('noa@example.com')
})

test('a used link says so and offers a new one', async () => {
  refuse(setPassword, 404, 'This link is no longer valid.')
  const { user } = visit('/reset-password', { as: {}, arrivedToken: 'used' })
  await choose(user, PASSWORD)
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toHaveFocus()
  await askFor(user, 'maya@example.com')

  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeInTheDocument()
})

test('a used link says so before anything is typed', async () => {
  refuse(getPasswordLink, 404, 'This link is no longer valid.')
  visit('/reset-password', { arrivedToken: 'used' })

  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toHaveFocus()
})

test.each([
  ['ends', false],
  ['continues if it is kept', true],
])('sign-in with Google %s after a reset', async (_what, isKept) => {
  answer(getPasswordLink, { ...link, has_google: true })
  answer(setPassword, { token: tokenFor() })
  const { user, address } = visit('/reset-password', { arrivedToken: 'link-token' })
  const box = await screen.findByLabelText('Keep signing in with Google')
  expect(box).not.toBeChecked()
  if (isKept) await user.click(box)
  await choose(user, PASSWORD)

  await waitFor(() => expect(address()).toBe('/dashboard'))
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    password: PASSWORD,
    keep_google: isKept,
  })
})

test('the form for a new password names the account and the connected Google account', async () => {
  answer(getPasswordLink, { ...link, has_google: true, google_email: 'maya.cohen@gmail.com' })
  visit('/reset-password', { arrivedToken: 'link-token' })

  expect(await screen.findByText(/^You are setting the password for/)).toHaveTextContent('maya@example.com')
  expect(screen.getByRole('checkbox')).toHaveAccessibleName(/with Google as .*maya\.cohen@gmail\.com/)
})

test('a page that lost its link in a reload asks to open it again, or offers a new one', async () => {
  const { user } = visit('/reset-password')
  expect(await screen.findByRole('heading', { name: 'Please open the link again' })).toBeInTheDocument()
  await askFor(user, 'maya@example.com')

  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeInTheDocument()
})

test('a common password is refused at its field, and the link stays valid', async () => {
  refuse(setPassword, 422, [
    { loc: ['body', 'password'], msg: 'This password is too common. Please choose another one.' },
  ])
  const { user, address } = visit('/reset-password', { arrivedToken: 'link-token' })
  await choose(user, '1234567890')
  const password = screen.getByLabelText('New password')
  await waitFor(() => expect(password).toHaveAccessibleDescription(/This password is too common/))
  answer(setPassword, { token: tokenFor() })
  await user.clear(password)
  await choose(user, PASSWORD)

  await waitFor(() => expect(address()).toBe('/dashboard'))
})

test('a lost connection is reported, and what was typed stays', async () => {
  refuse(setPassword, 503, 'The database is not ready.')
  const { user } = visit('/reset-password', { arrivedToken: 'link-token' })
  await choose(user, PASSWORD)

  expect(await screen.findByRole('alert')).toHaveTextContent('The database is not ready.')
  expect(screen.getByLabelText('New password')).toHaveValue(PASSWORD)
})

test('after a question, a new password keeps an account that is about to be deleted', async () => {
  const token = tokenFor({ id: 42 })
  refuse(setPassword, 403, 'This account is waiting to be deleted.')
  const { user, address } = visit('/reset-password', { arrivedToken: 'link-token' })
  await choose(user, PASSWORD)
  expect(await screen.findByRole('heading', { name: 'This account is waiting to be deleted' })).toHaveFocus()
  answer(setPassword, { token })
  await user.click(screen.getByRole('button', { name: 'Keep my account' }))

  await waitFor(() => expect(address()).toBe('/dashboard'))
  expect(getSession().signedIn?.token).toBe(token)
  expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { password: PASSWORD },
    { password: PASSWORD, undo_deletion: true },
  ])
})
