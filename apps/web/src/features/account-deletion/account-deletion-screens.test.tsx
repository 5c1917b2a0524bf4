import {
  confirmDeletion,
  previewDeletion,
  requestDeletion,
  undoDeletion,
} from '@keyhour/contract/account-deletion'
import { listPermissions } from '@keyhour/contract/auth'
import { act, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { beforeEach, expect, test } from 'vitest'
import { answer, answerLater, loseConnection, refuse, sent } from '#test/replies.ts'
import { sampleAffectedOrder } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

const maya = { email: 'maya@example.com' }
const link = { arrivedToken: 'signed.link' }

beforeEach(() => answer(previewDeletion, { orders: [] }))

const openVisit = { is_running: true, end: null, refund: 0, refund_credits: 0 }

test('the page behind the link lists what happens to each booking before anything is deleted', async () => {
  const orders = [
    sampleAffectedOrder({ id: 1, is_running: true, refund: 0, refund_credits: 0, sub_office: null }),
    sampleAffectedOrder({ id: 2 }),
    sampleAffectedOrder({ id: 3, refund: 0, refund_credits: 0 }),
    sampleAffectedOrder({ id: 4, refund: 0, refund_credits: 0, waived: 5900 }),
    sampleAffectedOrder({ id: 7, refund: 0, refund_credits: 0, owed: 5900, waived: 5900 }),
    sampleAffectedOrder({ ...openVisit, id: 5, due: 5900, with_credits: 4000, left: 1900 }),
    sampleAffectedOrder({ ...openVisit, id: 6, end: '2026-03-05T11:00:00Z', due: 5900, left: 5900 }),
  ]
  answer(previewDeletion, { orders })
  visit('/confirm-deletion', link)
  const list = await screen.findByRole('list', { name: 'What happens to your bookings:' })

  expect([...list.children].map((item) => item.textContent)).toEqual([
    'Carmel Works, Mar 5th 2026, 9:00 AM – 11:00 AMIn progress: it ends immediately, with no refund.',
    'Room 1 · Carmel Works, Mar 5th 2026, 9:00 AM – 11:00 AMCancelled; ₪118.00 is refunded.',
    'Room 1 · Carmel Works, Mar 5th 2026, 9:00 AM – 11:00 AMCancelled; no refund.',
    'Room 1 · Carmel Works, Mar 5th 2026, 9:00 AM – 11:00 AMCancelled; no refund. You no longer owe the ₪59.00 you had not paid.',
    'Room 1 · Carmel Works, Mar 5th 2026, 9:00 AM – 11:00 AMCancelled; no refund. You still owe ₪59.00, because it is too late to cancel free of charge. You no longer owe the ₪59.00 you had not paid.',
    'Room 1 · Carmel Works, Mar 5th 2026, 9:00 AMIn progress: it ends immediately and costs ₪59.00 with tax. ₪40.00 of that comes from your credits. ₪19.00 of that is left to pay.',
    'Room 1 · Carmel Works, Mar 5th 2026, 9:00 AM – 11:00 AMIn progress: it ends immediately, with no refund. ₪59.00 of that is left to pay.',
  ])
  expect(sent.map(({ url }) => url)).toEqual(['/api/user-profile/delete-account/preview'])
})

test('the page behind the link names offices and spaces in Hebrew for Hebrew readers', async () => {
  answer(previewDeletion, { orders: [sampleAffectedOrder()] })
  visit('/confirm-deletion', link)
  await act(() => i18next.changeLanguage('he'))

  expect(await screen.findByText('חדר 1 · בית הכרמל')).toBeInTheDocument()
})

test('the shown bookings are sent, and if they have changed meanwhile they are shown again before anything is deleted', async () => {
  answer(previewDeletion, { orders: [sampleAffectedOrder()] })
  const { user } = visit('/confirm-deletion', link)
  refuse(confirmDeletion, 409, 'Your bookings have changed in the meantime. Please check them again.', {
    affected_orders: [sampleAffectedOrder(), sampleAffectedOrder({ id: 2, sub_office: 'Room 2' })],
  })
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }))

  expect(await screen.findByRole('alert')).toHaveTextContent('Your bookings have changed in the meantime.')
  expect(screen.getByText('Room 2 · Carmel Works')).toBeInTheDocument()
  answer(confirmDeletion, { msg: '', purge_after: '2026-03-09T10:00:00.000Z' })
  await user.click(screen.getByRole('button', { name: 'Delete my account' }))
  expect(await screen.findByText('Your account is deactivated')).toBeInTheDocument()
  const shown = sent.filter(({ url }) => url === confirmDeletion.path).map(({ body }) => body)
  const one = { id: 1, is_running: false, refund: 11_800, owed: 0, due: 0 }
  expect(shown).toEqual([
    { token: 'signed.link', orders: [one] },
    { token: 'signed.link', orders: [one, { ...one, id: 2 }] },
  ])
})

test('a link that does not work says so before anything is asked', async () => {
  refuse(previewDeletion, 404, 'This link is no longer valid.')
  visit('/confirm-deletion', link)

  expect(await screen.findByText('This link is no longer valid.')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Request a new link' })).toHaveAttribute('href', '/delete-account')
})

async function requestWith(email: string, visitor: Parameters<typeof visit>[1] = {}) {
  const shown = visit('/delete-account', visitor)
  if (email) await shown.user.type(await screen.findByLabelText('Email'), email)
  await shown.user.click(await screen.findByRole('button', { name: 'Request Account Deletion' }))
  return shown
}

test('a request is sent, and a success message replaces the form', async () => {
  answer(requestDeletion, { msg: 'Account deletion request submitted. Please check your email.' })
  await requestWith(' maya@example.com ')

  expect(
    await screen.findByText('Account deletion request submitted. Please check your email.'),
  ).toBeInTheDocument()
  expect(screen.queryByLabelText('Email')).toBeNull()
  expect(sent.at(-1)).toMatchObject({ body: maya, authorization: undefined })
})

test('a signed-in member finds their address filled in, and their token is sent', async () => {
  answer(requestDeletion, { msg: 'Account deletion request submitted. Please check your email.' })
  await requestWith('', { as: maya })

  await screen.findByText('Account deletion request submitted. Please check your email.')
  expect(sent.at(-1)).toMatchObject({ body: maya, authorization: expect.stringMatching(/^Bearer /) })
})

test('the button shows that the request is being sent', async () => {
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

test('a refusal by the server is shown, and what was typed stays', async () => {
  refuse(requestDeletion, 429, 'Too many attempts. Please wait a moment and try again.')
  await requestWith('maya@example.com')

  expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts.')
  expect(screen.getByLabelText('Email')).toHaveValue('maya@example.com')
})

test('a failure without a message is explained in our own words', async () => {
  refuse(requestDeletion, 500, undefined)
  await requestWith('maya@example.com')

  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to submit account deletion request.')
})

test('a lost connection is reported as such', async () => {
  loseConnection(requestDeletion)
  await requestWith('maya@example.com')

  expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred. Please try again later.')
})

test('opening the link of the mail deletes nothing; the button does, and says until when it can be undone', async () => {
  answer(confirmDeletion, { msg: '', purge_after: '2026-03-09T10:00:00.000Z' })
  const { user } = visit('/confirm-deletion', link)
  const button = await screen.findByRole('button', { name: 'Delete my account' })
  expect(sent.map(({ url }) => url)).not.toContain(confirmDeletion.path)
  await user.click(button)

  expect(await screen.findByText('Your account is deactivated')).toBeInTheDocument()
  expect(screen.getByText(/permanently deleted on Mar 9th 2026\. .* email with a link/)).toBeInTheDocument()
  expect(sent.at(-1)?.body).toEqual({ token: 'signed.link', orders: [] })
})

async function confirmAs(visitor: Parameters<typeof visit>[1]) {
  answer(confirmDeletion, { msg: '', purge_after: '2026-03-09T10:00:00.000Z' })
  const { user } = visit('/confirm-deletion', { ...link, ...visitor })
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }))
  await screen.findByText('Your account is deactivated')
}

test("confirming the deletion ends the member's own session without a warning", async () => {
  refuse(listPermissions, 401, 'Please sign in.')
  await confirmAs({ as: maya })

  expect(localStorage.getItem('token')).toBeNull()
  expect(screen.queryByText('Your session has ended. Please sign in again.')).toBeNull()
})

test('another member who is signed in on the same device stays signed in', async () => {
  answer(listPermissions, [])
  await confirmAs({ as: { email: 'noa@example.com' } })

  expect(localStorage.getItem('token')).not.toBeNull()
})

test.each(['/confirm-deletion', '/undo-deletion'])('%s without a link asks for it', async (path) => {
  visit(path)

  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This page opens from the link in our email. Please open that link again.',
  )
})

test('an expired link offers a new request', async () => {
  refuse(confirmDeletion, 404, 'This link does not work any more.')
  const { user } = visit('/confirm-deletion', link)
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }))

  expect(await screen.findByRole('alert')).toHaveTextContent('This link does not work any more.')
  expect(screen.getByRole('link', { name: 'Request a new link' })).toHaveAttribute('href', '/delete-account')
  expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull()
})

test('a deletion that failed to get through can be retried', async () => {
  loseConnection(confirmDeletion)
  const { user } = visit('/confirm-deletion', link)
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }))

  expect(await screen.findByRole('alert')).toHaveTextContent('No connection to the server.')
  expect(screen.getByRole('button', { name: 'Delete my account' })).toBeEnabled()
})

test('one click keeps the account, and its owner signs in as before', async () => {
  answer(undoDeletion, { msg: '' })
  const { user } = visit('/undo-deletion', link)
  const button = await screen.findByRole('button', { name: 'Keep my account' })
  expect(sent).toEqual([])
  await user.click(button)

  expect(await screen.findByText('Your account is back')).toBeInTheDocument()
  expect(screen.getAllByRole('link', { name: 'Sign in' }).at(-1)).toHaveAttribute('href', '/sign-in')
  expect(sent.at(-1)?.body).toEqual({ token: 'signed.link' })
})

test('a deleted account can no longer be kept', async () => {
  refuse(undoDeletion, 404, 'This link does not work any more.')
  const { user } = visit('/undo-deletion', link)
  await user.click(await screen.findByRole('button', { name: 'Keep my account' }))

  expect(await screen.findByRole('alert')).toHaveTextContent('This link does not work any more.')
})
