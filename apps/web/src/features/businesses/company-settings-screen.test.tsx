import { listBusinessOrders } from '@keyhour/contract/business-credits'
import { changeBusiness, closeBusiness, getBusiness, listOwnBusinesses } from '@keyhour/contract/businesses'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, refuse, sent } from '#test/replies.ts'
import { sampleBusiness, sampleOwnBusiness } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

beforeEach(() => {
  answer(listOwnBusinesses, [sampleOwnBusiness()])
  answer(getBusiness, sampleBusiness())
})

const visitSettings = () => visit('/company/5/settings', { as: {} })

test('settings are saved with the version that was read', async () => {
  answer(changeBusiness, sampleBusiness({ name: 'Olive and Sons', low_at: null, version: 4 }))
  const { user } = visitSettings()
  const name = await screen.findByLabelText('Company name')
  await user.clear(name)
  await user.type(name, 'Olive and Sons')
  const low = screen.getByLabelText(/Warn managers below/)
  expect(low).toHaveValue('200')
  await user.clear(low)
  await user.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Saved.')).toBeInTheDocument()
  expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({
    name: 'Olive and Sons',
    billing_email: null,
    tax_id: null,
    low_at: null,
    version: 3,
  })
})

async function close(user: ReturnType<typeof visit>['user']) {
  await user.click(await screen.findByRole('button', { name: /^Close / }))
  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).getByText(/can no longer book on its credits/)).toBeInTheDocument()
  await user.click(within(dialog).getByRole('button', { name: 'Yes' }))
}

test('a company is closed after a question that says what happens, and is gone from the pages', async () => {
  answer(closeBusiness, {})
  const { user, address } = visitSettings()
  await screen.findByRole('button', { name: /^Close / })
  answer(listOwnBusinesses, [])
  await close(user)

  expect(await screen.findByText(/is closed\.$/)).toBeInTheDocument()
  await waitFor(() => expect(address()).toBe('/company'))
  expect(await screen.findByText('You do not manage a company yet')).toBeInTheDocument()
})

test('a company that cannot be closed yet says why', async () => {
  const why =
    'This company still has 59.00 credits. Use them up, or write to us for a refund, before you close it.'
  refuse(closeBusiness, 409, why)
  const { user, address } = visitSettings()
  await close(user)

  expect(await screen.findByText(why)).toBeInTheDocument()
  expect(address()).toBe('/company/5/settings')
})

test('admins who are not in a company can change or close it, but not leave it', async () => {
  answer(listOwnBusinesses, [])
  visit('/company/5/settings', { as: { admin: true } })

  expect(await screen.findByRole('button', { name: /^Close / })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Save' })).toBeInTheDocument()
  expect(screen.queryByRole('heading', { name: 'Leave the company' })).toBeNull()
})

test('of a closed company admins see neither settings nor a warning about its empty pool', async () => {
  answer(listOwnBusinesses, [])
  answer(listBusinessOrders, [], { 'x-total-count': '0' })
  answer(getBusiness, sampleBusiness({ left: 0, closed_at: '2026-02-20T08:00:00.000Z' }))
  const { user } = visit('/company/5/settings', { as: { admin: true } })
  expect(await screen.findByRole('note')).toHaveTextContent('You can still view its records')
  for (const name of [/^Close /, /^Leave /, 'Save']) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Settings' })).toBeNull()

  await user.click(screen.getByRole('link', { name: 'Overview' }))
  expect(await screen.findByText('Left in the pool')).toBeInTheDocument()
  expect(screen.queryByText(/The pool is empty/)).toBeNull()
})

test('a manager who is alone is led to closing the company instead of leaving it', async () => {
  answer(getBusiness, sampleBusiness({ people: 1, managers: 1 }))
  visitSettings()

  expect(await screen.findByText('Nobody else is in the company. To leave, close it.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Leave / })).not.toBeInTheDocument()
})
