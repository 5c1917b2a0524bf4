import {
  acceptInvitation,
  getInvitation,
  type InvitationDetails,
  listOwnBusinesses,
} from '@keyhour/contract/businesses'
import { getOwnProfile } from '@keyhour/contract/users'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, refuse, sent } from '#test/replies.ts'
import { sampleOwnBusiness, sampleProfile } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

const open: InvitationDetails = {
  business_name: 'Olive Ltd',
  email: 'Maya@Example.com',
  role: 'employee',
  state: 'open',
  has_account: false,
}
const join = (as?: { email?: string }) => visit('/join/secret', { as })

test('somebody without an account signs up, and comes back to the invitation', async () => {
  answer(getInvitation, open)
  const { user, address } = join()
  expect(await screen.findByRole('heading', { name: /Join .*Olive Ltd/ })).toBeInTheDocument()
  expect(screen.getByText(/invites you to book workspaces on its credits/)).toBeInTheDocument()
  await user.click(screen.getByRole('link', { name: 'Sign up' }))

  await waitFor(() => expect(address()).toBe('/sign-up'))
  expect(sent.some(({ method }) => method === 'POST')).toBe(false)
})

test('the person with that address joins by a press, not by opening the link', async () => {
  answer(getInvitation, open)
  answer(acceptInvitation, sampleOwnBusiness({ role: 'employee' }))
  answer(listOwnBusinesses, [
    sampleOwnBusiness({ role: 'employee', monthly_limit: 50_000, used_this_month: 20_000 }),
  ])
  answer(getOwnProfile, sampleProfile())
  const { user, address } = join({})
  const press = await screen.findByRole('button', { name: 'Join' })
  expect(sent.some(({ method }) => method === 'POST')).toBe(false)
  await user.click(press)

  await waitFor(() => expect(address()).toBe('/profile'))
  expect(await screen.findByText('You can spend ₪300.00 now.')).toBeInTheDocument()
  expect(screen.getByText('₪200.00 of ₪500.00 used this month')).toBeInTheDocument()
})

test('somebody else is told to use the address that was invited', async () => {
  answer(getInvitation, open)
  join({ email: 'dan@example.com' })

  expect(await screen.findByText(/You are signed in as .*dan@example\.com/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Join' })).toBeNull()
})

test.each([
  ['used', 'This invitation was already accepted'],
  ['expired', 'This invitation has expired'],
  ['revoked', 'This invitation was withdrawn'],
] as const)('an invitation that was %s cannot be accepted', async (state, words) => {
  answer(getInvitation, { ...open, state })
  join({})

  expect(await screen.findByRole('heading', { name: words })).toBeInTheDocument()
  expect(screen.getByText('Ask a manager of the company for a new invitation.')).toBeInTheDocument()
})

test('a link that leads nowhere says so', async () => {
  refuse(getInvitation, 404, 'There is no such invitation.')
  join()

  expect(await screen.findByRole('heading', { name: 'This invitation does not exist' })).toBeInTheDocument()
})
