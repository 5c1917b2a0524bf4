import { getUser, listUsers } from '@keyhour/contract/admin-users'
import {
  type AdminPayment,
  listAllPayments,
  markPaymentPaid,
  refundPayment,
} from '@keyhour/contract/payments'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, refuse, sent } from '#test/replies.ts'
import { sampleAdminPayment, sampleUser } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

const invoice = sampleAdminPayment({ id: 21, way: 'invoice', pack_name: 'Starter', amount: 19_000 })
const paid = sampleAdminPayment({ id: 22, status: 'paid', receipt_number: 1042, refundable: 17_475 })

const list = (...payments: AdminPayment[]) =>
  answer(listAllPayments, payments, { 'x-total-count': String(payments.length) })

beforeEach(() => {
  answer(listUsers, [])
  list(invoice, paid)
})

const visitTab = (search = '') => visit(`/admin-dashboard?tab=payments${search}`, { as: { admin: true } })
const row = async (name: RegExp) => within((await screen.findByText(name)).closest('li') as HTMLElement)
const asked = () => sent.filter(({ url }) => url.startsWith('/api/admin/payments?')).at(-1)!.url

test('admins see who bought what, how it is paid, and what they can do about it', async () => {
  visitTab()
  const open = await row(/^Starter$/)
  const done = await row(/^Regular$/)

  expect(open.getByRole('link')).toHaveAttribute('href', '/admin-dashboard?user=7')
  expect(open.getByText(/Invoice/)).toBeInTheDocument()
  expect(open.getByText('₪190.00')).toBeInTheDocument()
  expect(open.getByRole('button', { name: 'Mark as paid' })).toBeInTheDocument()
  expect(open.queryByRole('button', { name: 'Refund' })).toBeNull()
  expect(done.getByRole('button', { name: 'Refund' })).toBeInTheDocument()
  expect(done.getByRole('button', { name: /^Receipt/ })).toBeInTheDocument()
  expect(done.queryByRole('button', { name: 'Mark as paid' })).toBeNull()
})

test('open invoices are one choice away, and the choice is in the address', async () => {
  const { user, address } = visitTab()
  await row(/^Starter$/)
  await user.click(screen.getByRole('combobox', { name: 'Show' }))
  await user.click(await screen.findByRole('option', { name: 'Open invoices' }))

  await waitFor(() => expect(asked()).toContain('status=open&way=invoice'))
  expect(address()).toBe('/admin-dashboard?tab=payments&list=invoices')
})

test('without open invoices the list says so', async () => {
  list()
  visitTab('&list=invoices')

  expect(await screen.findByText('There are no open invoices.')).toBeInTheDocument()
})

test('an invoice is marked as paid, with a reference', async () => {
  answer(markPaymentPaid, { ...invoice, status: 'paid', receipt_number: 3 })
  const { user } = visitTab()
  await user.click((await row(/^Starter$/)).getByRole('button', { name: 'Mark as paid' }))
  const window = within(await screen.findByRole('dialog'))
  expect(window.getByText(/gets .*800 credits.* and a receipt for .*₪190\.00/)).toBeInTheDocument()
  await user.type(window.getByLabelText('Reference'), 'Bank 17/3')
  await user.click(window.getByRole('button', { name: 'Mark as paid' }))

  expect(await screen.findByText(/is paid\. The credits have arrived\./)).toBeInTheDocument()
  expect(sent.find(({ url }) => url === '/api/admin/payments/21/mark_paid')!.body).toEqual({
    amount: 19_000,
    reference: 'Bank 17/3',
  })
})

test('admins see that a purchase is for a company, and that the company gets the credits', async () => {
  const ofCompany = { business_id: 5, business_name: 'Olive Ltd' }
  list({ ...invoice, ...ofCompany }, { ...paid, ...ofCompany })
  const { user } = visitTab()
  const entry = await row(/^Starter$/)
  expect(entry.getByRole('link', { name: /For .*Olive Ltd/ })).toHaveAttribute('href', '/company/5/credits')
  await user.click(entry.getByRole('button', { name: 'Mark as paid' }))
  const window = within(await screen.findByRole('dialog'))
  expect(window.getByText(/Olive Ltd.* gets .*800.* credits\. .* its managers/)).toBeInTheDocument()
  expect(window.queryByText(/Maya Cohen/)).toBeNull()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await user.click((await row(/^Regular$/)).getByRole('button', { name: 'Refund' }))
  expect(
    await within(await screen.findByRole('dialog')).findByText(/removed from .*Olive Ltd.* pool/),
  ).toBeInTheDocument()
})

async function openRefund() {
  const shown = visitTab()
  await shown.user.click((await row(/^Regular$/)).getByRole('button', { name: 'Refund' }))
  return { ...shown, window: within(await screen.findByRole('dialog')) }
}

const refunds = () => sent.filter(({ url }) => url === '/api/admin/payments/22/refunds')

test('what the unspent credits stand for is refunded, once, with a reason', async () => {
  answer(refundPayment, { ...paid, refunded: 17_475, refundable: 0 })
  const { user, window } = await openRefund()
  await user.click(window.getByRole('button', { name: 'Refund' }))
  expect(await window.findByText('Please give a reason.')).toBeInTheDocument()
  await user.type(window.getByLabelText('Reason'), 'She moved away')
  await user.click(window.getByRole('button', { name: 'Refund' }))

  expect(await screen.findByText('Refunded.')).toBeInTheDocument()
  expect(refunds().map(({ body }) => body)).toEqual([{ amount: 17_475, reason: 'She moved away' }])
  expect(refunds()[0]!.key).toMatch(/^[0-9a-f]{32}$/)
})

test('a part is refunded, but not more than is possible', async () => {
  answer(refundPayment, {
    ...paid,
    refunds: [
      {
        id: 1,
        created_at: '2026-03-02T08:00:00.000Z',
        amount: 5050,
        credits: 58,
        status: 'pending',
        cause: 'admin',
        reason: 'Sorry',
        actor_name: 'Ada Admin',
      },
    ],
  })
  const { user, window } = await openRefund()
  await user.click(window.getByLabelText('Another amount'))
  await user.type(window.getByLabelText('Amount'), '174.76')
  await user.type(window.getByLabelText('Reason'), 'Sorry')
  await user.click(window.getByRole('button', { name: 'Refund' }))
  expect(await window.findByText('Please enter an amount up to ₪174.75.')).toBeInTheDocument()
  await user.clear(window.getByLabelText('Amount'))
  await user.type(window.getByLabelText('Amount'), '50.50')
  await user.click(window.getByRole('button', { name: 'Refund' }))

  expect(await screen.findByText('The refund is on its way.')).toBeInTheDocument()
  expect(refunds().map(({ body }) => body)).toEqual([{ amount: 5050, reason: 'Sorry' }])
})

test('a refusal is shown in the window, which stays', async () => {
  refuse(refundPayment, 409, 'The payment provider refused this refund. The credits are back.')
  const { user, window } = await openRefund()
  await user.type(window.getByLabelText('Reason'), 'Sorry')
  await user.click(window.getByRole('button', { name: 'Refund' }))

  expect(await window.findByRole('alert')).toHaveTextContent('refused this refund')
})

test('refunds and disputes are listed with their state', async () => {
  const refund = {
    id: 1,
    created_at: '2026-03-02T08:00:00.000Z',
    amount: 10_000,
    credits: 100,
    status: 'succeeded',
    cause: 'admin',
    reason: 'She moved away',
    actor_name: 'Ada Admin',
  } as const
  list({
    ...paid,
    refunds: [
      { ...refund, id: 2, cause: 'dispute', status: 'pending', reason: null, actor_name: null },
      refund,
    ],
  })
  visitTab()
  const entry = await row(/^Regular$/)

  expect(entry.getByText(/₪100\.00 disputed by the bank · pending/)).toBeInTheDocument()
  expect(entry.getByText(/₪100\.00 refunded · done · Ada Admin/)).toBeInTheDocument()
  expect(entry.getByText('She moved away')).toBeInTheDocument()
})

test("a user's window shows what they have bought, with the same actions", async () => {
  answer(listUsers, [sampleUser()], { 'x-total-count': '1' })
  answer(getUser, {
    ...sampleUser(),
    offices: [],
    language: 'en',
    email_confirmed_at: null,
    has_password: true,
    has_google: false,
    has_passport_image: false,
    purge_after: null,
    businesses: [],
    credit_lots: [],
  })
  const { user } = visit('/admin-dashboard?user=1', { as: { admin: true } })
  const window = within(await screen.findByRole('dialog'))
  await user.click(await window.findByRole('tab', { name: 'Purchases' }))

  expect((await row(/^Starter$/)).getByRole('button', { name: 'Mark as paid' })).toBeInTheDocument()
  expect(asked()).toContain('user_id=1')
  await user.click((await row(/^Starter$/)).getByRole('button', { name: 'Mark as paid' }))
  await screen.findByLabelText('Reference')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByLabelText('Reference')).toBeNull())
  expect(window.getByRole('tab', { name: 'Purchases' })).toBeInTheDocument()
})
