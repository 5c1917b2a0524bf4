import {
  addCorrection,
  changePayout,
  getStatement,
  issueStatements,
  listAllStatements,
  listStatementLines,
} from '@keyhour/contract/statements'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tellChange } from '#test/live.ts'
import { answer, refuse, sent } from '#test/replies.ts'
import { sampleStatement } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-05T08:50:00Z') })
  answer(listAllStatements, [sampleStatement()], { 'x-total-count': '1' })
})

afterEach(() => {
  vi.useRealTimers()
})

const visitAdmin = (search = '') => visit(`/admin/statements${search}`, { as: { admin: true } })
const payoutsSent = () => sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)
const bodyOf = (path: string) => sent.find(({ url }) => url === path)!.body

async function open(button: string) {
  const shown = visitAdmin()
  await shown.user.click(await screen.findByRole('button', { name: button }))
  return { ...shown, window: within(await screen.findByRole('dialog')) }
}

test('an admin notes that a payout was made', async () => {
  answer(changePayout, { state: 'paid', date: '2026-03-04', reference: 'T-7', version: 2 })
  const { user, window } = await open('Payout of statement 3-12')
  await user.click(window.getByRole('combobox', { name: 'Payout' }))
  await user.click(await screen.findByRole('option', { name: 'Paid' }))
  await user.click(window.getByRole('button', { name: 'Save' }))
  expect(await window.findByText('Please choose the day')).toBeInTheDocument()

  fireEvent.change(window.getByLabelText('Paid on'), { target: { value: '2026-03-04' } })
  await user.type(window.getByLabelText('Reference'), 'T-7')
  await user.click(window.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Payout saved. The owner will receive an email.')).toBeInTheDocument()
  expect(bodyOf('/api/admin/statements/41/payout')).toEqual({
    state: 'paid',
    date: '2026-03-04',
    reference: 'T-7',
    version: 1,
  })
})

test('a payout that somebody else changed meanwhile is not overwritten unseen, whatever the list shows', async () => {
  const paid = { state: 'paid', date: '2026-03-04', reference: 'T-7', version: 2 } as const
  const changed = sampleStatement({ payout: paid })
  const { user, window } = await open('Payout of statement 3-12')
  answer(listAllStatements, [changed], { 'x-total-count': '1' })
  await act(async () => tellChange('statements'))
  expect(await screen.findByText('Paid on Mar 4th 2026')).toBeInTheDocument()

  refuse(changePayout, 409, 'This was changed in the meantime.', {
    changed_by: 'Ada',
    changed_at: '2026-03-05T08:40:00.000Z',
  })
  answer(getStatement, {
    ...changed,
    previous_hash: null,
    is_intact: true,
    has_same_owners: true,
    waiting: [],
    owners: ['Rina Katz'],
  })
  await user.click(window.getByRole('button', { name: 'Save' }))
  expect(await window.findByText(/Ada/)).toBeInTheDocument()
  expect(payoutsSent()).toMatchObject([{ state: 'open', version: 1 }])
  await user.click(window.getByRole('button', { name: 'Load the stored version' }))
  await waitFor(() => expect(window.getByLabelText('Reference')).toHaveValue('T-7'))
  answer(changePayout, { ...paid, version: 3 })
  await user.click(window.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText(/^Payout saved/)).toBeInTheDocument()
  expect(payoutsSent()[1]).toEqual(paid)
})

test('a payout that leaves the filtered list stays open, with what was typed', async () => {
  const { user, window } = await open('Payout of statement 3-12')
  await user.click(window.getByRole('combobox', { name: 'Payout' }))
  await user.click(await screen.findByRole('option', { name: 'Paid' }))
  await user.type(window.getByLabelText('Reference'), 'T-7')
  answer(listAllStatements, [], { 'x-total-count': '0' })
  await act(async () => tellChange('statements'))

  expect(await screen.findByText('No statements match.')).toBeInTheDocument()
  expect(window.getByLabelText('Reference')).toHaveValue('T-7')
})

test.each([
  [['Rina Katz', 'Dan Levi'], 'Issued to Rina Katz, Dan Levi'],
  [[], 'Issued to nobody: the office had no owner then'],
])('an admin sees to whom a statement was issued: %s', async (owners, words) => {
  answer(getStatement, {
    ...sampleStatement(),
    previous_hash: null,
    is_intact: true,
    has_same_owners: true,
    waiting: [],
    owners,
  })
  answer(listStatementLines, [], { 'x-total-count': '0' })
  const { window } = await open('Details')

  expect(await window.findByText(words)).toBeInTheDocument()
})

const carried = { state: 'carried', date: null, reference: null, version: 1 } as const

test('an admin notes that the owner has paid back a negative balance', async () => {
  answer(listAllStatements, [sampleStatement({ net: -7700, payout: carried })], { 'x-total-count': '1' })
  answer(changePayout, { state: 'paid', date: '2026-03-04', reference: null, version: 2 })
  const { user, window } = await open('Payout of statement 3-12')
  expect(screen.getByText('To be carried over')).toBeInTheDocument()
  expect(window.getByText(/^The owner owes ₪77\.00\./)).toBeInTheDocument()
  await user.click(window.getByRole('combobox', { name: 'Payout' }))
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Carry over',
    'Paid back',
  ])
  await user.click(screen.getByRole('option', { name: 'Paid back' }))
  fireEvent.change(window.getByLabelText('Paid on'), { target: { value: '2026-03-04' } })
  await user.click(window.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText(/^Payout saved/)).toBeInTheDocument()
  expect(payoutsSent()).toEqual([{ state: 'paid', date: '2026-03-04', reference: null, version: 1 }])
})

test('a negative balance that a later statement has deducted is settled', async () => {
  const deducted = sampleStatement({ net: -7700, payout: carried, carried_to: 13 })
  answer(listAllStatements, [deducted], { 'x-total-count': '1' })
  visitAdmin()

  expect(await screen.findByText('Carried over to statement 3-13')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Payout of/ })).toBeNull()
})

test('a correction takes off what the owner got too much', async () => {
  answer(addCorrection, { id: 9, amount: -1250, words: 'A chair', added_at: '2026-03-05T08:50:00.000Z' })
  const { user, window } = await open('Correct statement 3-12')
  await user.click(window.getByRole('radio', { name: 'Less' }))
  await user.type(window.getByLabelText('Amount'), '12.50')
  await user.type(window.getByLabelText('Reason'), 'A chair')
  await user.click(window.getByRole('button', { name: 'Add the correction' }))

  expect(await screen.findByText('The correction will be in the next statement.')).toBeInTheDocument()
  expect(bodyOf('/api/admin/statements/41/corrections')).toEqual({ amount: -1250, words: 'A chair' })
})

test('a month that is over is issued early', async () => {
  answer(issueStatements, {})
  const { user, window } = await open('Issue now')
  await user.click(window.getByRole('button', { name: 'Issue' }))

  expect(await screen.findByText(/up to February 2026 are being issued/)).toBeInTheDocument()
  expect(bodyOf('/api/admin/statements')).toEqual({ month: '2026-02' })
})

test('the filters are in the address', async () => {
  visitAdmin('?state=open&month=2026-02&q=olive')
  await screen.findByRole('list', { name: 'Statements' })

  await waitFor(() => {
    const { url } = sent.findLast((call) => call.url.startsWith('/api/admin/statements?'))!
    for (const part of ['state=open', 'month=2026-02', 'q=olive']) expect(url).toContain(part)
  })
})
