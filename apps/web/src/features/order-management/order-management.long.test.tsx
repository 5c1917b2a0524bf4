import { listMyOffices } from '@keyhour/contract/offices'
import type { AdminAct, SpaceForOrder } from '@keyhour/contract/order-management'
import * as contract from '@keyhour/contract/order-management'
import { getOrder, listOrderEvents, type OrderDetails } from '@keyhour/contract/orders'
import { getOrderUser, type OrderUser } from '@keyhour/contract/orders-dashboard'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tellChange } from '#test/live.ts'
import { answer, refuse, sent } from '#test/replies.ts'
import { sampleOrder, sampleSettlement } from '#test/samples.ts'
import { visit } from '#test/show.tsx'
import { actsOn, readAmount, refundOf } from '#web/features/order-management/rules.ts'

const START = Date.parse(sampleOrder().start)
const HOUR = 3_600_000
const UNPAID = sampleOrder({ paid_by_card: 0, payment_status: 'pending' })
const ALL_LEFT = sampleSettlement({ paid: 0, left: 14_809, by_rule: { percent: 50, refund: 0, owed: 7404 } })

const maya: OrderUser = {
  id: 7,
  name: 'Maya Cohen',
  user_name: 'Maya Cohen',
  email: 'maya@example.com',
  profile: { phone: '+972 50-123' },
}

beforeEach(() => {
  vi.useFakeTimers({ now: START - 48 * HOUR, toFake: ['Date'] })
  answer(listMyOffices, [])
  answer(getOrder, sampleOrder())
  answer(listOrderEvents, [])
  answer(contract.getSettlement, sampleSettlement())
  answer(contract.listAdminActs, [])
  answer(getOrderUser, maya)
})
afterEach(() => void vi.useRealTimers())

const visitAsAdmin = () => visit('/order/41', { as: { id: 8, admin: true } })
type User = ReturnType<typeof visitAsAdmin>['user']
const press = async (user: User, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))
const openDialog = async (user: User, action: string, title = action) => {
  await press(user, action)
  return within(await screen.findByRole('dialog', { name: title }))
}
const bodiesTo = (url: string) => sent.filter((one) => one.url === url).map(({ body }) => body)

test('only admins see the card', async () => {
  visit('/order/41', { as: { id: 7 } })
  await screen.findByText('Price and payment')

  expect(screen.queryByText('For admins')).toBeNull()
  expect(sent.filter(({ url }) => url.startsWith('/api/admin'))).toEqual([])
})

test('the card starts with the customer and their contact details', async () => {
  visitAsAdmin()

  const card = within(await screen.findByRole('region', { name: 'For admins' }))
  expect(await card.findByText('Maya Cohen')).toBeInTheDocument()
  expect(card.getByRole('link', { name: 'maya@example.com' })).toHaveAttribute(
    'href',
    'mailto:maya@example.com',
  )
  expect(card.getByRole('link', { name: '+972 50-123' })).toHaveAttribute('href', 'tel:+97250123')
})

test('the card says that no phone number is known', async () => {
  answer(getOrderUser, { ...maya, profile: { phone: null } })
  visitAsAdmin()

  expect(await screen.findByText('No phone number.')).toBeInTheDocument()
})

test.each<[string, Partial<OrderDetails>, number, number, string]>([
  ['to come and unpaid', {}, 100, -HOUR, 'pay move cancel note'],
  ['to come and paid', {}, 0, -HOUR, 'move cancel note'],
  ['in progress', {}, 0, HOUR, 'move cancel note'],
  ['over and unpaid', {}, 100, 9 * HOUR, 'pay cancel note'],
  ['checked out', { checked_out_at: sampleOrder().start }, 0, HOUR, 'cancel note'],
  ['cancelled', { cancelled_at: sampleOrder().start }, 0, -HOUR, 'note'],
  ['cancelled and still owed', { cancelled_at: sampleOrder().start }, 100, -HOUR, 'pay note'],
  ['a visit without an end', { end: null }, 0, HOUR, 'note'],
])('an order that is %s offers the actions that make sense', (_, change, left, since, acts) => {
  expect(actsOn(sampleOrder(change), sampleSettlement({ left }), START + since)).toEqual(acts.split(' '))
})

test.each([
  ['59', 5900],
  ['59.5', 5950],
  [' 59,50 ', 5950],
  ['0.29', 29],
  ['', undefined],
  ['5.123', undefined],
  ['-5', undefined],
  ['5e2', undefined],
])('the amount %j reads as %s', (text, cents) => {
  expect(readAmount(text)).toBe(cents)
})

test('a refund cannot exceed what was paid', () => {
  expect(refundOf('amount', sampleSettlement(), '148.09')).toBe(14_809)
  expect(refundOf('amount', sampleSettlement(), '148.10')).toBeUndefined()
})

test('the remaining amount is marked as paid, with the payment method', async () => {
  answer(getOrder, UNPAID)
  answer(contract.getSettlement, ALL_LEFT)
  answer(contract.markPaid, sampleOrder({ paid_by_card: 0, paid_otherwise: 14_809 }))
  const { user } = visitAsAdmin()
  expect(await screen.findByText('Not paid yet: ₪148.09.')).toBeInTheDocument()
  const dialog = await openDialog(user, 'Mark as paid', 'Mark the order as paid')
  expect(
    dialog.getByText('₪148.09 is left to pay. Mark it as paid once you have received all of it.'),
  ).toBeInTheDocument()
  await user.click(dialog.getByLabelText('Bank transfer'))
  await user.type(dialog.getByLabelText('Reference'), 'Transfer 12')
  answer(contract.getSettlement, sampleSettlement())
  answer(getOrder, sampleOrder({ paid_by_card: 0, paid_otherwise: 14_809 }))
  await user.click(dialog.getByRole('button', { name: 'Mark ₪148.09 as paid' }))

  expect(await screen.findByText('₪148.09 marked as paid.')).toBeInTheDocument()
  expect(bodiesTo('/api/admin/orders/41/mark_paid')).toEqual([
    { amount: 14_809, method: 'bank transfer', reference: 'Transfer 12' },
  ])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark as paid' })).toBeNull())
  expect(screen.getByText('Paid by cash or transfer').nextElementSibling).toHaveTextContent('₪148.09')
})

test('another payment method has to be named', async () => {
  answer(getOrder, UNPAID)
  answer(contract.getSettlement, ALL_LEFT)
  const { user } = visitAsAdmin()
  const dialog = await openDialog(user, 'Mark as paid', 'Mark the order as paid')
  await user.click(dialog.getByLabelText('Other'))
  await user.click(dialog.getByRole('button', { name: 'Mark ₪148.09 as paid' }))

  expect(await dialog.findByText('Please specify how it was paid')).toBeInTheDocument()
  expect(dialog.getByLabelText('Payment method')).toHaveFocus()
  expect(bodiesTo('/api/admin/orders/41/mark_paid')).toEqual([])
})

test('an admin who marks an order as paid too late is told so, and sees its current state', async () => {
  answer(getOrder, UNPAID)
  answer(contract.getSettlement, ALL_LEFT)
  refuse(contract.markPaid, 409, 'This order is already paid.')
  const { user } = visitAsAdmin()
  const dialog = await openDialog(user, 'Mark as paid', 'Mark the order as paid')
  const asked = () => sent.filter(({ url }) => url === '/api/admin/orders/41/settlement').length
  const before = asked()
  await user.click(dialog.getByRole('button', { name: 'Mark ₪148.09 as paid' }))

  expect(await dialog.findByRole('alert')).toHaveTextContent('This order is already paid.')
  await waitFor(() => expect(asked()).toBeGreaterThan(before))
})

test.each([
  ['All of it: ₪148.09', 14_809],
  ['Under the terms of the order, 50%: ₪74.05', 7405],
  ['Nothing', 0],
])('an order is cancelled with the refund that the admin chooses: %s', async (label, refund) => {
  answer(contract.cancelWithRefund, sampleOrder({ cancelled_at: '2026-02-28T08:00:00.000Z' }))
  const { user } = visitAsAdmin()
  const dialog = await openDialog(user, 'Cancel order', 'Cancel the order')
  await user.click(dialog.getByLabelText(label))
  await user.type(dialog.getByLabelText('Reason'), 'The roof leaks')
  await user.click(dialog.getByRole('button', { name: 'Cancel the order' }))

  expect(await screen.findByText('Order cancelled. The customer gets an email.')).toBeInTheDocument()
  expect(bodiesTo('/api/admin/orders/41/cancel')).toEqual([
    { refund, paid: 14_809, waive: false, reason: 'The roof leaks' },
  ])
})

test('a chosen amount is split into credits and a refund by hand of what was paid in cash', async () => {
  answer(getOrder, sampleOrder({ paid_by_card: 0, paid_with_credits: 7405, paid_otherwise: 7404 }))
  answer(contract.getSettlement, sampleSettlement({ paid_in_credits: 7405 }))
  answer(contract.cancelWithRefund, sampleOrder({ cancelled_at: '2026-02-28T08:00:00.000Z' }))
  const { user } = visitAsAdmin()
  const dialog = await openDialog(user, 'Cancel order', 'Cancel the order')
  await user.click(dialog.getByLabelText('Another amount'))
  await user.type(dialog.getByLabelText('Amount'), '40')
  expect(
    await dialog.findByText(
      "₪20.00 goes back to the customer's credits. ₪20.00 was not paid with credits: please refund it by hand.",
    ),
  ).toBeInTheDocument()
  await user.type(dialog.getByLabelText('Reason'), 'x')
  await user.click(dialog.getByRole('button', { name: 'Cancel the order' }))

  await waitFor(() => expect(bodiesTo('/api/admin/orders/41/cancel')).toMatchObject([{ refund: 4000 }]))
})

test('what a card holds goes back to it, and only the rest is refunded by hand', async () => {
  answer(contract.getSettlement, sampleSettlement({ held_on_cards: 10_000 }))
  const { user } = visitAsAdmin()
  const dialog = await openDialog(user, 'Cancel order', 'Cancel the order')

  expect(
    dialog.getByText(
      "₪100.00 goes back to the customer's card. ₪48.09 was not paid with credits: please refund it by hand.",
    ),
  ).toBeInTheDocument()
})

test('what was paid in cash is refunded by hand, and the card says how much', async () => {
  const { user } = visitAsAdmin()
  const dialog = await openDialog(user, 'Cancel order', 'Cancel the order')
  expect(dialog.getByText('₪148.09 was not paid with credits: please refund it by hand.')).toBeInTheDocument()
  await user.type(dialog.getByLabelText('Reason'), 'x')
  const cancelled = sampleOrder({ cancelled_at: '2026-02-28T08:00:00.000Z', refunded: 14_809 })
  answer(contract.cancelWithRefund, cancelled)
  answer(getOrder, cancelled)
  answer(contract.getSettlement, sampleSettlement({ paid: 0, refunded_otherwise: 14_809 }))
  await user.click(dialog.getByRole('button', { name: 'Cancel the order' }))

  expect(
    await screen.findByText('Please send ₪148.09 of the refund by hand: it was not paid with credits.'),
  ).toBeInTheDocument()
})

test.each([
  ['keeps what the customer owes', false],
  ['waives what the customer owes', true],
])('an admin who cancels an unpaid order late %s', async (_, waive) => {
  answer(getOrder, UNPAID)
  answer(contract.getSettlement, ALL_LEFT)
  answer(contract.cancelWithRefund, sampleOrder({ cancelled_at: '2026-02-28T08:00:00.000Z' }))
  const { user } = visitAsAdmin()
  const dialog = await openDialog(user, 'Cancel order', 'Cancel the order')
  expect(dialog.getByLabelText(/^Waive the ₪74\.04 that is not paid/)).not.toBeChecked()
  if (waive) await user.click(dialog.getByLabelText(/^Waive/))
  await user.type(dialog.getByLabelText('Reason'), 'The roof leaks')
  await user.click(dialog.getByRole('button', { name: 'Cancel the order' }))

  await waitFor(() =>
    expect(bodiesTo('/api/admin/orders/41/cancel')).toEqual([
      { refund: 0, paid: 0, waive, reason: 'The roof leaks' },
    ]),
  )
})

test('what a cancelled order still owes can be marked as paid', async () => {
  answer(getOrder, sampleOrder({ paid_by_card: 0, kept: 7404, cancelled_at: '2026-02-28T08:00:00.000Z' }))
  answer(contract.getSettlement, sampleSettlement({ due: 7404, paid: 0, left: 7404 }))
  const { user } = visitAsAdmin()

  expect(
    await screen.findByText('Cancelled. ₪74.04 of the ₪74.04 cancellation charge is left to pay.'),
  ).toBeInTheDocument()
  const dialog = await openDialog(user, 'Mark as paid', 'Mark the order as paid')
  expect(dialog.getByRole('button', { name: 'Mark ₪74.04 as paid' })).toBeInTheDocument()
})

test.each([
  ['costs nothing', 0, 'Cancelled. The customer pays nothing.'],
  ['keeps a part of what was paid', 7404, 'Cancelled. Not refunded: ₪74.04.'],
])('the card says that a cancelled order %s', async (_, kept, words) => {
  answer(getOrder, sampleOrder({ kept, cancelled_at: '2026-02-28T08:00:00.000Z' }))
  answer(contract.getSettlement, sampleSettlement({ due: kept, paid: kept, left: 0 }))
  visitAsAdmin()

  expect(await screen.findByText(words)).toBeInTheDocument()
})

test('an order is not cancelled without a reason or with too high a refund', async () => {
  const { user } = visitAsAdmin()
  const dialog = await openDialog(user, 'Cancel order', 'Cancel the order')
  await user.click(dialog.getByLabelText('Another amount'))
  await user.type(dialog.getByLabelText('Amount'), '149')
  await user.click(dialog.getByRole('button', { name: 'Cancel the order' }))

  expect(await dialog.findByText('Please enter an amount up to ₪148.09')).toBeInTheDocument()
  expect(dialog.getByText('Please tell the customer why')).toBeInTheDocument()
  expect(bodiesTo('/api/admin/orders/41/cancel')).toEqual([])
})

const space = (change: Partial<SpaceForOrder> = {}): SpaceForOrder => ({
  office_id: 3,
  sub_office_id: 18,
  name: 'Fig room',
  office_name: 'Jaffa Port House',
  address: '3 Port Street',
  type: 'meeting_room',
  capacity: 6,
  distance_km: 0,
  start: sampleOrder().start,
  end: sampleOrder().end!,
  time_zone: 'Asia/Jerusalem',
  due: 20_000,
  ...change,
})
const HERE = { office_id: sampleOrder().Office.id, sub_office_id: sampleOrder().SubOffice!.id }
const ELSEWHERE = space({
  office_id: 5,
  sub_office_id: null,
  name: 'Harbour Loft',
  office_name: 'Harbour Loft',
  distance_km: 2.34,
  time_zone: 'Europe/Athens',
  due: null,
})

test('an order moves to another space of its office at the agreed price, unless the admin chooses otherwise', async () => {
  answer(contract.listSpacesForOrder, [space(), ELSEWHERE])
  answer(contract.moveToSpace, sampleOrder({ SubOffice: { id: 18, name: 'Fig room' } }))
  const { user } = visitAsAdmin()
  const panel = await openDialog(user, 'Move to another space')
  expect(panel.getByRole('button', { name: 'Move the order' })).toBeDisabled()
  await user.click(await panel.findByRole('radio', { name: /Fig room.*In the same office.*6 people/ }))
  expect(panel.getByLabelText('As agreed: ₪148.09')).toBeChecked()
  await user.click(panel.getByLabelText('New price: ₪200.00'))
  expect(panel.getByText("₪51.91 more is due; the customer's credits are used first.")).toBeInTheDocument()
  await user.click(panel.getByLabelText('As agreed: ₪148.09'))
  await user.click(panel.getByRole('button', { name: 'Move the order' }))

  expect(await screen.findByText('Order moved. The customer gets an email.')).toBeInTheDocument()
  expect(bodiesTo('/api/admin/orders/41/space')).toEqual([
    { office_id: 3, sub_office_id: 18, from: HERE, price: 'as agreed', due: 14_809 },
  ])
})

test('an order moved to another office gets a new number, and the page follows it', async () => {
  answer(contract.listSpacesForOrder, [ELSEWHERE])
  answer(contract.moveToSpace, sampleOrder({ id: 42 }))
  const { user, address } = visitAsAdmin()
  const panel = await openDialog(user, 'Move to another space')
  await user.click(await panel.findByRole('radio', { name: /Harbour Loft.*2.3 km away.*Greece time/ }))
  expect(
    panel.getByText('This office uses another currency, so the price stays as agreed: ₪148.09.'),
  ).toBeInTheDocument()
  expect(
    panel.getByText('In another office the order gets a new number and keeps everything that was paid.'),
  ).toBeInTheDocument()
  answer(getOrder, sampleOrder({ id: 42 }))
  await user.click(panel.getByRole('button', { name: 'Move the order' }))

  await waitFor(() => expect(address()).toBe('/order/42'))
  expect(bodiesTo('/api/admin/orders/41/space')).toEqual([
    { office_id: 5, sub_office_id: null, from: HERE, price: 'as agreed', due: 14_809 },
  ])
})

test('a space that has been booked meanwhile is reported, and the list is refreshed', async () => {
  answer(contract.listSpacesForOrder, [space()])
  refuse(contract.moveToSpace, 409, 'This space is no longer free at that time. Please choose another one.')
  const { user } = visitAsAdmin()
  const panel = await openDialog(user, 'Move to another space')
  await user.click(await panel.findByRole('radio', { name: /Fig room/ }))
  answer(contract.listSpacesForOrder, [])
  await user.click(panel.getByRole('button', { name: 'Move the order' }))

  expect(await panel.findByRole('alert')).toHaveTextContent(
    'This space is no longer free at that time. Please choose another one.',
  )
  expect(await panel.findByText('No other space is free at that time.')).toBeInTheDocument()
  expect(panel.getByRole('button', { name: 'Move the order' })).toBeDisabled()
})

test('an order that another admin has moved meanwhile does not move again until this admin has seen it', async () => {
  answer(contract.listSpacesForOrder, [space()])
  refuse(contract.moveToSpace, 409, 'This order has moved in the meantime. Please check it again.')
  const { user } = visitAsAdmin()
  const panel = await openDialog(user, 'Move to another space')
  await user.click(await panel.findByRole('radio', { name: /Fig room/ }))
  answer(getOrder, sampleOrder({ SubOffice: { id: 99, name: 'Palm room' } }))
  tellChange()
  await waitFor(() => expect(document.body).toHaveTextContent('Palm room'))
  await user.click(panel.getByRole('button', { name: 'Move the order' }))

  expect(await panel.findByRole('alert')).toHaveTextContent('This order has moved in the meantime.')
  expect(bodiesTo('/api/admin/orders/41/space')).toMatchObject([{ from: HERE }])
})

test('free spaces can be searched by name', async () => {
  answer(contract.listSpacesForOrder, [])
  const { user } = visitAsAdmin()
  const panel = await openDialog(user, 'Move to another space')
  await user.type(panel.getByLabelText('Search by space, office or address'), 'harb')

  expect(await panel.findByText('No free space matches your search.')).toBeInTheDocument()
  expect(sent.map(({ url }) => url)).toContain('/api/admin/orders/41/spaces?q=harb')
})

test('a note is added to the history with its author', async () => {
  answer(contract.addNote, {})
  const { user } = visitAsAdmin()
  expect(await screen.findByText('Nothing yet.')).toBeInTheDocument()
  const dialog = await openDialog(user, 'Add a note')
  await user.click(dialog.getByRole('button', { name: 'Add the note' }))
  expect(await dialog.findByText('Cannot be empty')).toBeInTheDocument()
  await user.type(dialog.getByLabelText('Note'), 'Asked for a ramp')
  answer(contract.listAdminActs, [act({ words: 'Asked for a ramp' })])
  await user.click(dialog.getByRole('button', { name: 'Add the note' }))

  expect(await screen.findByText('Note added.')).toBeInTheDocument()
  expect(bodiesTo('/api/admin/orders/41/notes')).toEqual([{ words: 'Asked for a ramp' }])
  expect((await screen.findByText('Asked for a ramp')).closest('li')).toHaveTextContent(
    'NoteAsked for a rampMarch 1st 2026, 10:00 am · Ada Admin',
  )
})

const act = (change: Partial<AdminAct> = {}): AdminAct => ({
  id: 1,
  at: '2026-03-01T08:00:00.000Z',
  kind: 'add order note',
  actor_name: 'Ada Admin',
  words: null,
  is_forgotten: false,
  ...change,
})

test('the history describes in words what admins did', async () => {
  answer(contract.listAdminActs, [
    act({
      id: 5,
      kind: 'move order',
      from_space: 'Olive room · Jaffa Port House',
      to_space: 'Loft',
      price: 'anew',
      order_id: 42,
    }),
    act({ id: 4, kind: 'cancel order', refund: 5900, refund_credits: 5900, words: 'The roof leaks' }),
    act({ id: 3, kind: 'mark order paid', amount: 11_800, method: 'cash' }),
    act({ id: 2, kind: 'check in order', actor_name: null }),
    act({ id: 6, kind: 'dispute charge', amount: 11_800, outcome: 'open', actor_name: null }),
    act({ id: 1, is_forgotten: true }),
  ])
  visitAsAdmin()
  const history = (await screen.findByText('Admin activity')).closest('section')!
  const acts = await within(history).findAllByRole('listitem')

  expect(acts.map(({ textContent }) => textContent!.replace(/March.*/, ''))).toEqual([
    'Moved from Olive room · Jaffa Port House to Loft at a new price It continues as order 42.',
    'Cancelled with a refund of ₪59.00The roof leaks',
    'Marked ₪118.00 as paid: Cash',
    'Checked the customer in',
    'Disputed a card payment of ₪118.00',
    "NoteThe text was deleted with the customer's account.",
  ])
  expect(within(acts[0]!).getByRole('link')).toHaveAttribute('href', '/order/42')
  expect(acts[3]).toHaveTextContent('Someone')
})
