import { listPermissions } from '@keyhour/contract/auth'
import { listOwnerOffices } from '@keyhour/contract/owners'
import {
  getStatement,
  listOwnerStatements,
  listStatementLines,
  type StatementDetails,
  type StatementLine,
} from '@keyhour/contract/statements'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, refuse, sent } from '#test/replies.ts'
import { right, sampleOwnerOffice, sampleStatement } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

const statement = sampleStatement()
const details = (change: Partial<StatementDetails> = {}): StatementDetails => ({
  ...statement,
  previous_hash: null,
  is_intact: true,
  has_same_owners: true,
  waiting: [],
  owners: null,
  ...change,
})
const line = (change: Partial<StatementLine>): StatementLine => ({
  position: 1,
  kind: 'order',
  month: '2026-02',
  order_id: 51,
  start: '2026-02-05T08:00:00.000Z',
  end: '2026-02-05T10:00:00.000Z',
  is_cancelled: false,
  price: 20_000,
  tax: 3600,
  commission: 6000,
  net: 14_000,
  words: null,
  ...change,
})

beforeEach(() => {
  answer(listPermissions, [right('book'), right('view_orders_and_payouts', 3)])
  answer(listOwnerOffices, [sampleOwnerOffice()])
  answer(listOwnerStatements, [statement], { 'x-total-count': '1' })
  answer(getStatement, details())
  answer(
    listStatementLines,
    [
      line({}),
      line({ position: 3, kind: 'move', order_id: 52 }),
      line({
        position: 2,
        kind: 'correction',
        order_id: null,
        start: null,
        end: null,
        net: -1250,
        words: 'A broken chair',
      }),
    ],
    { 'x-total-count': '2' },
  )
})

const listsSent = () => sent.map(({ url }) => url).filter((url) => url.startsWith('/api/owner/statements?'))
const visitStatements = (search = '') => visit(`/owner/statements${search}`, { as: { name: 'Rina Katz' } })

async function openDetails() {
  const shown = visitStatements()
  await shown.user.click(await screen.findByRole('button', { name: 'Details' }))
  return { ...shown, panel: within(await screen.findByRole('dialog', { name: 'Statement 3-12' })) }
}

test('an owner sees what each space gets for each month, and whether it was paid', async () => {
  answer(
    listOwnerStatements,
    [
      statement,
      sampleStatement({
        id: 40,
        number: 11,
        space_name: null,
        sub_office_id: null,
        month: '2026-01',
        payout: { state: 'paid', date: '2026-02-10', reference: 'T-7', version: 2 },
      }),
    ],
    { 'x-total-count': '2' },
  )
  visitStatements()
  const [latest, before] = within(await screen.findByRole('list', { name: 'Statements' })).getAllByRole(
    'listitem',
  )

  expect(latest).toHaveTextContent('Olive room, February 2026')
  expect(latest).toHaveTextContent('Payout open')
  expect(latest).toHaveTextContent('₪127.50')
  expect(before).toHaveTextContent('The whole office, January 2026')
  expect(before).toHaveTextContent('Paid on Feb 10th 2026')
})

test('statements are of all offices, also deleted ones, or of the office that a mail names', async () => {
  answer(listOwnerOffices, [sampleOwnerOffice(), sampleOwnerOffice({ id: 4, name: 'Haifa House' })])
  const deleted = sampleStatement({ id: 42, office_id: 9, office_name: 'Harbour House' })
  answer(listOwnerStatements, [deleted], { 'x-total-count': '1' })
  const { user, address } = visitStatements('?office=9')
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Office' })).toHaveValue('Harbour House'))
  expect(listsSent().at(-1)).toContain('office_id=9')
  answer(listOwnerStatements, [statement, deleted], { 'x-total-count': '2' })
  await user.click(screen.getByRole('combobox', { name: 'Office' }))
  await user.click(await screen.findByRole('option', { name: 'Haifa House' }))
  expect(address()).toBe('/owner/statements?office=4')
  await waitFor(() => expect(listsSent().at(-1)).toContain('office_id=4'))
})

test('who owns no office any more still finds their statements', async () => {
  answer(listOwnerOffices, [])
  const { user } = visit('/owner', { as: { name: 'Rina Katz' } })
  await user.click(await screen.findByRole('link', { name: 'Statements' }))

  expect(await screen.findByRole('list', { name: 'Statements' })).toHaveTextContent('Jaffa Port House')
  expect(listsSent().at(-1)).not.toContain('office_id')
})

test('the details add up, list the lines, and say that nothing has changed', async () => {
  const { panel } = await openDetails()

  expect(await panel.findByText('Order 51')).toBeInTheDocument()
  expect(panel.getByText('Moved to another space or month')).toBeInTheDocument()
  expect(panel.getByText('A broken chair')).toBeInTheDocument()
  expect(panel.getByText('Net to the owner').nextSibling).toHaveTextContent('₪127.50')
  expect(panel.getByText(/Checked just now/)).toBeInTheDocument()
  expect(panel.queryByRole('alert')).toBeNull()
  expect(panel.queryByText(/^Issued to/)).toBeNull()
})

test('a statement below 0 says that it will be deducted from the next one, and the next one where that comes from', async () => {
  answer(
    getStatement,
    details({ net: -7700, payout: { state: 'carried', date: null, reference: null, version: 1 } }),
  )
  answer(
    listStatementLines,
    [line({ kind: 'carried', order_id: null, start: null, end: null, net: -1250, words: '3-11' })],
    { 'x-total-count': '1' },
  )
  const { panel } = await openDetails()

  expect(
    await panel.findByText("Negative balance: it will be deducted from this space's next statement."),
  ).toBeInTheDocument()
  expect((await panel.findByText('Statement 3-11')).closest('li')).toHaveTextContent(
    /^Carried over.*−₪12\.50$/,
  )
})

test.each([
  [{ has_same_owners: false }, /the office has changed owners/],
  [{ carried_to: 13 }, 'Carried over to statement 3-13'],
])('a statement below 0 is not said to be deducted when it will not be: %o', async (change, words) => {
  const payout = { state: 'carried', date: null, reference: null, version: 1 } as const
  answer(getStatement, details({ net: -7700, payout, ...change }))
  const { panel } = await openDetails()

  expect(await panel.findByText(words)).toBeInTheDocument()
  expect(panel.queryByText(/it will be deducted/)).toBeNull()
})

test('a statement that was changed in spite of everything says so', async () => {
  answer(getStatement, details({ is_intact: false }))
  const { panel } = await openDetails()

  expect(await panel.findByRole('alert')).toHaveTextContent('no longer matches what was issued')
})

test('without statements the screen says when the first one comes', async () => {
  answer(listOwnerStatements, [], { 'x-total-count': '0' })
  visitStatements()

  expect(await screen.findByText(/No statement has been issued/)).toBeInTheDocument()
})

test('a list that cannot be loaded says so', async () => {
  refuse(listOwnerStatements, 500, 'Something went wrong on our side.')
  visitStatements()

  expect(await screen.findByText('The statements could not be loaded.')).toBeInTheDocument()
})
