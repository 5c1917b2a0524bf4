import { listPermissions } from '@keyhour/contract/auth'
import {
  closeFromNow,
  type DayOrder,
  type DeskDoor,
  getOfficeDay,
  type OfficeDay,
  openClosure,
  openForGuest,
} from '@keyhour/contract/front-desk'
import { listMyOffices } from '@keyhour/contract/offices'
import { checkOut, getCheckOutCost, listActiveSessions } from '@keyhour/contract/visits'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, refuse, sent } from '#test/replies.ts'
import { right, sampleOrder } from '#test/samples.ts'
import '#test/live.ts'
import { visit } from '#test/show.tsx'
// Loaded before the first test: on a busy machine that takes longer than a test should.
import '#web/app/dashboard-screen.tsx'

const office = {
  id: 3,
  name: 'Jaffa Port House',
  type: 'office',
  time_zone: 'Asia/Jerusalem',
  sub_offices: [{ id: 17, name: 'Olive room', type: 'meeting_room' as const }],
}
const order = (change: Partial<DayOrder> = {}): DayOrder => ({
  id: 51,
  start: '2026-03-02T08:30:00.000Z',
  end: '2026-03-02T11:00:00.000Z',
  checked_in_at: null,
  checked_out_at: null,
  pay_until: null,
  code_failed: false,
  release_at: null,
  User: { id: 9, name: 'Noa Bar', email: 'noa@keyhour.test', phone: '+972 50-123 4567' },
  Office: { type: 'SubOffice', name: 'Olive room' },
  ...change,
})
const door = (id: number, name: string, trouble: DeskDoor['trouble'] = null): DeskDoor => ({
  id,
  name,
  shared: true,
  trouble,
})
const day = (change: Partial<OfficeDay> = {}): OfficeDay => ({
  until: '2026-03-02T22:00:00.000Z',
  today: [],
  no_shows: [],
  no_show_rule: null,
  tomorrow: [],
  desk: { doors: [door(5, 'Front door')], closures: [] },
  ...change,
})
const session = {
  id: 51,
  start: '2026-03-02T08:30:00.000Z',
  booked_start: '2026-03-02T08:30:00.000Z',
  end: '2026-03-02T11:00:00.000Z',
  User: { id: 9, name: 'Noa Bar', profile: { passport_image: null } },
  Office: { type: 'SubOffice' as const, name: 'Olive room' },
}

beforeEach(() => {
  answer(listPermissions, [right('book'), right('view_active_sessions', 3)])
  answer(listMyOffices, [office])
  answer(listActiveSessions, [])
  answer(getOfficeDay, day())
  // Ten to eleven in the morning at the office.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-02T08:50:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const visitDesk = () => visit('/dashboard?office=3', { as: { name: 'Rina Katz' } })
const region = async (name: string | RegExp) => within(await screen.findByRole('region', { name }))
const bodyOf = (url: string) => sent.findLast((request) => request.url === url)?.body

test('who has not checked in is late, and can be called and written to', async () => {
  answer(listActiveSessions, [session])
  answer(getOfficeDay, day({ today: [order()] }))
  visitDesk()

  const attention = await region(/^Needs attention/)
  expect(attention.getByText('Not checked in. The booking started 20 min ago.')).toBeInTheDocument()
  expect(attention.getByRole('link', { name: 'Call Noa Bar' })).toHaveAttribute('href', 'tel:+972501234567')
  expect(attention.getByRole('link', { name: 'Email Noa Bar' })).toHaveAttribute(
    'href',
    'mailto:noa@keyhour.test',
  )
  expect((await region(/^Here now/)).getByText('Not checked in')).toBeInTheDocument()
})

test('who has not checked out is overdue for an hour, then has left', async () => {
  const ended = (end: string, id: number) => order({ id, end, checked_in_at: '2026-03-02T06:00:00.000Z' })
  const today = [ended('2026-03-02T08:20:00.000Z', 51), ended('2026-03-02T07:30:00.000Z', 52)]
  answer(getOfficeDay, day({ today }))
  visitDesk()

  const attention = await region(/^Needs attention/)
  expect(attention.getAllByRole('listitem')).toHaveLength(1)
  expect(attention.getByText('Not checked out. The booking ended at 10:20 AM.')).toBeInTheDocument()
  const leaving = await region(/^Leaving today/)
  expect(leaving.getByText('Should have left')).toBeInTheDocument()
  expect(leaving.getByText('Ended at 9:30 AM')).toBeInTheDocument()
})

test('doors behind a hub that fails are one fault, with the reason, since when, and what to do', async () => {
  const trouble = {
    reason: 'unreachable' as const,
    failure: 'The hub of this door cannot be reached.',
    since: '2026-03-02T08:00:00.000Z',
  }
  const battery = {
    reason: 'unavailable' as const,
    failure: 'The hub has lost contact with the lock.',
    since: '2026-03-01T08:00:00.000Z',
  }
  const doors = [door(5, 'Front door', { ...trouble, since: '2026-03-02T08:05:00.000Z' })]
  doors.push(door(6, 'Olive room', trouble), door(7, 'Back door', battery), door(8, 'Gate'))
  answer(getOfficeDay, day({ desk: { doors, closures: [] } }))
  visitDesk()

  const [hub, lock, ...others] = (await region(/^Needs attention/)).getAllByRole('listitem')
  expect(others).toEqual([])
  expect(hub).toHaveTextContent(
    /^Front door and Olive roomThe hub of this door cannot be reached. Since 10:00 AM.Check that the hub has power/,
  )
  expect(lock).toHaveTextContent(/^Back door.*Since Mar 1st 2026, 10:00 AM.Check the batteries/)
})

test('a quiet day needs no attention, and shows who comes tomorrow', async () => {
  const tomorrow = order({ id: 60, start: '2026-03-03T08:00:00.000Z', end: '2026-03-03T09:00:00.000Z' })
  answer(getOfficeDay, day({ tomorrow: [tomorrow] }))
  visitDesk()

  const list = await region(/^Tomorrow/)
  expect(list.getByText('10:00 AM – 11:00 AM')).toBeInTheDocument()
  expect(list.getByRole('link', { name: 'Noa Bar' })).toHaveAttribute('href', '/order/60')
  expect(screen.queryByRole('region', { name: /^Needs attention/ })).toBeNull()
})

test('a manager ends a visit from its card', async () => {
  const { start, end } = session
  answer(listActiveSessions, [session])
  answer(getOfficeDay, day({ today: [order({ checked_in_at: start })] }))
  answer(getCheckOutCost, {
    currency: 'ILS',
    due: 11_800,
    with_credits: 0,
    left: 0,
    on_saved_card: false,
    free_until: end,
  })
  answer(checkOut, sampleOrder({ id: 51 }))
  const { user } = visitDesk()
  await user.click((await region(/^Here now/)).getByRole('button', { name: 'End visit' }))
  expect(await screen.findByText(/^End this visit\? The customer still pays/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Yes' }))

  await waitFor(() => expect(bodyOf('/api/orders/51/check_out')).toEqual({ expected_total: 11_800 }))
})

test('a door opens only once it is said for whom', async () => {
  answer(getOfficeDay, day({ today: [order()] }))
  answer(openForGuest, { device_id: 5, state: 'unlocked', at: '2026-03-02T08:50:00.000Z' })
  const { user } = visitDesk()
  await user.click(await screen.findByRole('button', { name: 'Open a door' }))
  const form = within(await screen.findByRole('dialog', { name: 'Open a door for a guest' }))
  const open = form.getByRole('button', { name: 'Open Front door' })
  expect(open).toBeDisabled()
  await user.click(form.getByRole('combobox', { name: 'Who is it for?' }))
  await user.click(await screen.findByRole('option', { name: /^Noa Bar · Olive room/ }))
  await user.click(form.getByRole('button', { name: 'Open Front door' }))

  expect(await screen.findByText('Front door is open.')).toBeInTheDocument()
  expect(bodyOf('/api/offices/3/doors/5/open')).toEqual({ order_id: 51 })
})

test('for somebody without a booking the name is asked, and a refusal is shown', async () => {
  refuse(openForGuest, 409, 'The lock is jammed.')
  const { user } = visitDesk()
  await user.click(await screen.findByRole('button', { name: 'Open a door' }))
  const form = within(await screen.findByRole('dialog', { name: 'Open a door for a guest' }))
  await user.click(form.getByRole('combobox', { name: 'Who is it for?' }))
  await user.click(await screen.findByRole('option', { name: 'Someone else' }))
  expect(form.getByRole('button', { name: 'Open Front door' })).toBeDisabled()
  await user.type(form.getByRole('textbox', { name: 'Name of the guest' }), 'The plumber')
  await user.click(form.getByRole('button', { name: 'Open Front door' }))

  expect(await form.findByRole('alert')).toHaveTextContent('The lock is jammed.')
  expect(bodyOf('/api/offices/3/doors/5/open')).toEqual({ guest: 'The plumber' })
})

const closure = {
  id: 8,
  office_id: 3,
  sub_office_id: 17,
  sub_office_name: 'Olive room',
  start: '2026-03-02T08:50:00.000Z',
  end: '2026-03-02T22:00:00.000Z',
  reason: 'Leak',
  created_by_name: 'Rina Katz',
  created_at: '2026-03-02T08:50:00.000Z',
}

async function fillClosing(user: ReturnType<typeof visitDesk>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Close a room' }))
  const form = within(await screen.findByRole('dialog', { name: 'Close a room' }))
  await user.type(form.getByRole('textbox', { name: 'Reason' }), 'Leak')
  return form
}

test('a room is closed for the rest of the day, which can be undone', async () => {
  answer(closeFromNow, closure)
  answer(openClosure, {})
  const { user } = visitDesk()
  const form = await fillClosing(user)
  await user.click(form.getByRole('button', { name: 'Close now' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))

  expect(await screen.findByText('Open for bookings again.')).toBeInTheDocument()
  expect(bodyOf('/api/offices/3/closures')).toEqual({ sub_office_id: 17, reason: 'Leak' })
})

test('bookings in the way of a closure are listed, and stay', async () => {
  const { start, end } = session
  const inTheWay = {
    id: 51,
    user_name: 'Noa Bar',
    user_email: 'noa@keyhour.test',
    sub_office_name: 'Olive room',
  }
  refuse(closeFromNow, 409, 'There are orders in this time. Move or cancel them first.', {
    orders_in_the_way: 1,
    orders: [{ ...inTheWay, start, end, is_running: true, refund: 0, currency: 'ILS' }],
  })
  const { user } = visitDesk()
  const form = await fillClosing(user)
  await user.click(form.getByRole('button', { name: 'Close now' }))
  const notice = within(await form.findByRole('alert'))
  expect(notice.getByText('There is 1 booking in that time')).toBeInTheDocument()
  expect(notice.getByRole('link', { name: 'Noa Bar' })).toHaveAttribute('href', '/order/51')
  answer(closeFromNow, closure)
  await user.click(form.getByRole('button', { name: 'Close the rest of the time' }))

  expect(await screen.findByText('Closed. It cannot be booked until then.')).toBeInTheDocument()
  expect(bodyOf('/api/offices/3/closures')).toEqual({
    sub_office_id: 17,
    reason: 'Leak',
    orders: 'keep',
  })
})

test('what a manager has closed can be opened again, and what others have closed cannot', async () => {
  const mine = { ...closure, may_open: true }
  const others = { ...mine, id: 9, sub_office_id: null, sub_office_name: null, may_open: false }
  answer(getOfficeDay, day({ desk: { doors: [], closures: [mine, others] } }))
  answer(openClosure, {})
  const { user } = visitDesk()
  const closed = await region(/^Closed today/)
  expect(closed.getAllByRole('button')).toHaveLength(1)
  await user.click(closed.getByRole('button', { name: 'Reopen: Olive room' }))
  await user.click(await screen.findByRole('button', { name: 'Yes' }))

  await waitFor(() => expect(sent.map(({ url }) => url)).toContain('/api/offices/3/closures/8'))
})

test('owners see who comes, and no desk', async () => {
  answer(listMyOffices, [{ ...office, only_owned: true }])
  const shortly = { id: null, name: 'Noa B.', email: null, phone: null }
  answer(listActiveSessions, [session])
  answer(getOfficeDay, day({ today: [order({ User: shortly })], desk: null }))
  visitDesk()

  const attention = await region(/^Needs attention/)
  expect(attention.getByText('Noa B.')).toBeInTheDocument()
  for (const name of [/^Call/, /^Email/]) expect(screen.queryByRole('link', { name })).toBeNull()
  for (const name of ['End visit', 'Open a door', 'Close a room'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})
