import * as contract from '@keyhour/contract/conflicts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { tellChange } from '#test/live.ts'
import { answer, refuse, sent } from '#test/replies.ts'
import { visit } from '#test/show.tsx'
// Imported in advance: on a busy machine loading them takes longer than a test waits.
import '#web/app/admin-shell.tsx'
import '#web/app/conflicts-screen.tsx'

const sampleConflict = (change: Partial<contract.Conflict> = {}): contract.Conflict => ({
  id: 5,
  kind: 'overlap',
  provider: 'google',
  calendar_name: 'Meeting rooms',
  event_title: 'Board meeting',
  event_start: '2026-03-05T08:00:00.000Z',
  event_end: '2026-03-05T10:00:00.000Z',
  order_id: 4711,
  order_start: '2026-03-05T09:00:00.000Z',
  order_end: '2026-03-05T11:00:00.000Z',
  is_cancelled: false,
  customer_name: 'Maya Cohen',
  paid: 11_800,
  currency: 'ILS',
  office_name: 'Rothschild',
  office_name_he: null,
  name: 'Blue room',
  name_he: null,
  time_zone: 'Asia/Jerusalem',
  found_at: '2026-03-02T08:00:00.000Z',
  answer: null,
  answered_at: null,
  answered_by_name: null,
  ...change,
})

function visitConflicts(conflicts: contract.Conflict[], path = '/admin-conflicts') {
  answer(contract.listConflicts, conflicts)
  answer(contract.countConflicts, { open: conflicts.length })
  return visit(path, { as: { id: 99, admin: true } })
}

const press = async (user: ReturnType<typeof visit>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }))
const lastPost = () => sent.findLast(({ method }) => method === 'POST')

test('a conflict shows both sides, and the bar says how many are open', async () => {
  visitConflicts([sampleConflict()])
  const card = within(await screen.findByRole('listitem'))

  expect(card.getByText('Blue room · Rothschild')).toBeInTheDocument()
  expect(card.getByRole('link', { name: 'Order 4711' })).toHaveAttribute('href', '/order/4711')
  expect(card.getByText('Board meeting')).toBeInTheDocument()
  expect(card.getByText(/Meeting rooms/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: /Conflicts.*1 open/ })).toBeInTheDocument()
})

test('keeping theirs says first what the customer gets back', async () => {
  const { user } = visitConflicts([sampleConflict()])
  answer(contract.keepTheirs, sampleConflict({ answer: 'theirs' }))
  await press(user, 'Keep theirs')
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    /Cancel order 4711\? Maya Cohen gets .*118/,
  )
  await press(user, 'Yes')

  await waitFor(() => expect(lastPost()).toMatchObject({ body: { paid: 11_800 } }))
  expect(
    await screen.findByText('Order 4711 is cancelled, and the event takes its time.'),
  ).toBeInTheDocument()
})

test('an answer that comes too late is explained, and the list is loaded again', async () => {
  const { user } = visitConflicts([sampleConflict()])
  refuse(contract.keepOurs, 409, 'This conflict has been answered in the meantime.')
  await press(user, 'Keep ours')
  answer(contract.listConflicts, [])
  await press(user, 'Yes')

  expect(await screen.findByText('This conflict has been answered in the meantime.')).toBeInTheDocument()
  expect(await screen.findByText('No conflicts')).toBeInTheDocument()
})

test('a refused order is explained, and a visit without an end can only be kept', async () => {
  const refused = { kind: 'refused', event_title: null, event_start: null, event_end: null } as const
  visitConflicts([sampleConflict({ ...refused, order_end: null })])

  expect(await screen.findByText(/The service did not accept our order/)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Keep ours' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Keep theirs' })).not.toBeInTheDocument()
})

test('a conflict that comes in appears by itself', async () => {
  visitConflicts([])
  expect(await screen.findByText('No conflicts')).toBeInTheDocument()
  answer(contract.listConflicts, [sampleConflict()])
  await tellChange('conflicts')

  expect(await screen.findByText('Board meeting')).toBeInTheDocument()
})

test('answered conflicts say how and by whom', async () => {
  const answered = {
    answer: 'moved',
    answered_at: '2026-03-03T08:00:00.000Z',
    answered_by_name: 'Ada',
  } as const
  visitConflicts([sampleConflict(answered)], '/admin-conflicts?state=answered')

  expect(await screen.findByText('The order was moved')).toBeInTheDocument()
  expect(screen.getByText(/by Ada/)).toBeInTheDocument()
})
