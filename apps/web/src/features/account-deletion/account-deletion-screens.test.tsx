import { confirmDeletion, requestDeletion, undoDeletion } from '@keyhour/contract/account-deletion'
import { listPermissions } from '@keyhour/contract/auth'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, answerLater, loseConnection, refuse, sent } from '#test/replies.ts'
import { visit } from '#test/show.tsx'

const maya = { email: 'maya@example.com' }
const link = { arrivedToken: 'signed.link' }

async function requestWith(email: string, visitor: Parameters<typeof visit>[1] = {}) {
  const shown = visit('/delete-account', visitor)
  if (email) await shown.user.type(await screen.findByLabelText('Email'), email)
  await shown.user.click(await screen.findByRole('button', { name: 'Request Account Deletion' }))
  return shown
}

test('a request is sent, and a success message takes the place of the form', async () => {
  answer(requestDeletion, { msg: 'Account deletion request submitted. Please check your email.' })
  await requestWith(' maya@example.com ')

  expect(
    await screen.findByText('Account deletion request submitted. Please check your email.'),
  ).toBeInTheDocument()
  expect(screen.queryByLabelText('Email')).toBeNull()
  expect(sent.at(-1)).toMatchObject({ body: maya, authorization: undefined })
})

test('somebody who is signed in finds their address filled in, and sends their token', async () => {
  answer(requestDeletion, { msg: 'Account deletion request submitted. Please check your email.' })
  await requestWith('', { as: maya })

  await screen.findByText('Account deletion request submitted. Please check your email.')
  expect(sent.at(-1)).toMatchObject({ body: maya, authorization: expect.stringMatching(/^Bearer /) })
})

test('the button says that the request is on its way', async () => {
  const arrive = answerLater(requestDeletion, { msg: '' })
  await requestWith('maya@example.com')

  expect(await screen.findByRole('button', { name: 'Submitting...' })).toBeDisabled()
  arrive()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Submitting...' })).toBeNull())
})

test.each([
  ['', 'Please enter your email address.'],
  ['maya', 'Should be a valid email!'],
])('the address %j is refused without asking the server', async (email, sentence) => {
  await requestWith(email)

  expect(await screen.findByText(sentence)).toBeInTheDocument()
  expect(screen.getByLabelText('Email')).toHaveFocus()
  expect(sent).toEqual([])
})

test('a refusal of the server is shown, and what was typed stays', async () => {
  refuse(requestDeletion, 429, 'Too many attempts. Please wait a moment and try again.')
  await requestWith('maya@example.com')

  expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts.')
  expect(screen.getByLabelText('Email')).toHaveValue('maya@example.com')
})

test('a failure without a word is told in our own', async () => {
  refuse(requestDeletion, 500, undefined)
  await requestWith('maya@example.com')

  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to submit account deletion request.')
})

test('a lost connection is told apart', async () => {
  loseConnection(requestDeletion)
  await requestWith('maya@example.com')

  expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred. Please try again later.')
})

test('opening the link of the mail deletes nothing; the button does, and says until when', async () => {
  answer(confirmDeletion, { msg: '', purge_after: '2026-03-09T10:00:00.000Z' })
  const { user } = visit('/confirm-deletion', link)
  const button = await screen.findByRole('button', { name: 'Delete my account' })
  expect(sent).toEqual([])
  await user.click(button)

  expect(await screen.findByText('Your account is deactivated')).toBeInTheDocument()
  expect(screen.getByText(/permanently deleted on Mar 9th 2026\. .* a mail with a link/)).toBeInTheDocument()
  expect(sent.at(-1)?.body).toEqual({ token: 'signed.link' })
})

async function confirmAs(visitor: Parameters<typeof visit>[1]) {
  answer(confirmDeletion, { msg: '', purge_after: '2026-03-09T10:00:00.000Z' })
  const { user } = visit('/confirm-deletion', { ...link, ...visitor })
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }))
  await screen.findByText('Your account is deactivated')
}

test('the session of the person whose account it was ends without a fuss', async () => {
  refuse(listPermissions, 401, 'Please sign in.')
  await confirmAs({ as: maya })

  expect(localStorage.getItem('token')).toBeNull()
  expect(screen.queryByText('Your session has ended. Please sign in again.')).toBeNull()
})

test('somebody else who is signed in on the same device stays so', async () => {
  answer(listPermissions, [])
  await confirmAs({ as: { email: 'noa@example.com' } })

  expect(localStorage.getItem('token')).not.toBeNull()
})

test.each(['/confirm-deletion', '/undo-deletion'])('%s without a link asks for it', async (path) => {
  visit(path)

  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This page opens by the link in our mail. Please open that link again.',
  )
})

test('a link that has expired leads back to the request', async () => {
  refuse(confirmDeletion, 404, 'This link does not work any more.')
  const { user } = visit('/confirm-deletion', link)
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }))

  expect(await screen.findByRole('alert')).toHaveTextContent('This link does not work any more.')
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/delete-account')
  expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull()
})

test('a deletion that did not get through can be tried again', async () => {
  loseConnection(confirmDeletion)
  const { user } = visit('/confirm-deletion', link)
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }))

  expect(await screen.findByRole('alert')).toHaveTextContent('There is no connection to the server.')
  expect(screen.getByRole('button', { name: 'Delete my account' })).toBeEnabled()
})

test('an account is kept by one click, and its owner signs in as before', async () => {
  answer(undoDeletion, { msg: '' })
  const { user } = visit('/undo-deletion', link)
  const button = await screen.findByRole('button', { name: 'Keep my account' })
  expect(sent).toEqual([])
  await user.click(button)

  expect(await screen.findByText('Your account is yours again')).toBeInTheDocument()
  expect(screen.getAllByRole('link', { name: 'Sign in' }).at(-1)).toHaveAttribute('href', '/sign-in')
  expect(sent.at(-1)?.body).toEqual({ token: 'signed.link' })
})

test('an account that is gone cannot be kept any more', async () => {
  refuse(undoDeletion, 404, 'This link does not work any more.')
  const { user } = visit('/undo-deletion', link)
  await user.click(await screen.findByRole('button', { name: 'Keep my account' }))

  expect(await screen.findByRole('alert')).toHaveTextContent('This link does not work any more.')
})
