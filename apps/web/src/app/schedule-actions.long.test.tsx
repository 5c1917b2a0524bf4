import { openClosure } from '@keyhour/contract/front-desk'
import { listMyOffices } from '@keyhour/contract/offices'
import { removeOwnerClosure } from '@keyhour/contract/owners'
import {
  bookForCustomer,
  closeStretch,
  findCustomers,
  getBoard,
  quoteForCustomer,
} from '@keyhour/contract/schedule'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, refuse, sent } from '#test/replies.ts'
import { sampleBlock, sampleBoard, sampleOrder, sampleQuote } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

const space = (id: number, name: string) => ({ id, name, name_he: null, type: 'meeting_room' as const })
const office = {
  id: 3,
  name: 'Jaffa Port House',
  name_he: null,
  type: 'office',
  time_zone: 'Asia/Jerusalem',
  sub_offices: [space(17, 'Olive room'), space(18, 'Fig room')],
}
const closure = {
  id: 9,
  office_id: 3,
  sub_office_id: 18,
  sub_office_name: 'Fig room',
  sub_office_name_he: null,
  start: '2026-03-02T10:00:00.000Z',
  end: '2026-03-02T11:00:00.000Z',
  reason: 'Leak',
  created_by_name: null,
  created_at: '2026-03-02T08:50:00.000Z',
}
const maya = { id: 7, name: 'Maya Cohen', email: 'maya@example.com' }
const manager = { as: { name: 'Noa Levi' } }

beforeEach(() => {
  answer(listMyOffices, [office])
  answer(getBoard, sampleBoard())
  answer(findCustomers, [maya])
  answer(quoteForCustomer, sampleQuote({ with_credits: 5900, left: 0 }))
  answer(bookForCustomer, sampleOrder())
  answer(closeStretch, closure)
  // Monday, ten to eleven in the morning at the office.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-02T08:50:00Z') })
})

afterEach(() => {
  vi.useRealTimers()
})

const sentTo = (path: string) => sent.filter(({ url, method }) => method === 'POST' && url.endsWith(path))

/** The empty time of the second space; a minute is a pixel, and the board begins at seven. */
async function fig(): Promise<Element> {
  await screen.findByRole('region', { name: /^Schedule of/ })
  const track = document.querySelector('[data-track="1"]')!
  track.getBoundingClientRect = () => new DOMRect(0, 0, 14 * 60, 48)
  return track
}
const at = (hour: number, minute = 0) => ({
  clientX: (hour - 7) * 60 + minute,
  button: 0,
  pointerType: 'mouse',
})

async function chooseMaya(user: ReturnType<typeof visit>['user']) {
  await user.type(await screen.findByRole('combobox', { name: 'Customer' }), 'maya')
  await user.click(await screen.findByRole('option', { name: 'Maya Cohen · maya@example.com' }))
}

/** Once the price of what was chosen is known. */
async function pressBook(user: ReturnType<typeof visit>['user']) {
  const button = screen.getByRole('button', { name: 'Book' })
  await waitFor(() => expect(button).toBeEnabled())
  await user.click(button)
}

test('a stretch that is drawn is booked for a customer, on their credits if those are enough', async () => {
  const { user } = visit('/schedule?office=3', manager)
  const track = await fig()

  fireEvent.pointerDown(track, at(12, 10))
  fireEvent.pointerMove(track, at(13, 40))
  expect(await within(track as HTMLElement).findByText('12:00 PM – 2:00 PM')).toBeVisible()
  fireEvent.pointerUp(track, at(13, 40))
  await chooseMaya(user)
  expect(await screen.findByText('Price with tax: ₪59.00')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Credits of the customer' })).toBeChecked())
  await pressBook(user)

  expect(await screen.findByText('Booked. The customer gets an email.')).toBeVisible()
  const [booking] = sentTo('/board/orders')
  expect(booking!.key).toBeDefined()
  expect(booking!.body).toMatchObject({
    sub_office_id: 18,
    date: '2026-03-02',
    start: '12:00',
    end: '14:00',
    expected_total: 5900,
    customer: { user_id: 7 },
    payment: 'credits',
  })
})

test('Escape lets go of a stretch that is being drawn, wherever the focus is', async () => {
  visit('/schedule?office=3', manager)
  const track = await fig()

  fireEvent.pointerDown(track, at(12, 10))
  fireEvent.pointerMove(track, at(13, 40))
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(document.querySelector('[data-mark]')).toBeNull()
  fireEvent.pointerMove(track, at(14))
  fireEvent.pointerUp(track, at(14))

  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a click chooses an hour', async () => {
  visit('/schedule?office=3', manager)
  const track = await fig()

  fireEvent.pointerDown(track, at(15, 40))
  fireEvent.pointerUp(track, at(15, 40))

  expect(await screen.findByRole('combobox', { name: 'From' })).toHaveValue('3:30 PM')
  expect(screen.getByRole('combobox', { name: 'Until' })).toHaveValue('4:30 PM')
})

test('without a pointer the button offers the next hour, and a guest is booked by name and email', async () => {
  const { user } = visit('/schedule?office=3', manager)

  await user.click(await screen.findByRole('button', { name: 'Book or close a time' }))
  expect(screen.getByRole('combobox', { name: 'From' })).toHaveValue('11:00 AM')
  await user.click(screen.getByRole('button', { name: 'Somebody new' }))
  await user.type(screen.getByLabelText('Name of the guest'), 'Rina')
  await user.type(screen.getByLabelText('Email of the guest'), 'rina@example.com')
  await waitFor(() => expect(screen.getByRole('radio', { name: /^Pending/ })).toBeChecked())
  expect(screen.getByRole('radio', { name: 'Credits of the customer' })).toBeDisabled()
  await pressBook(user)

  await waitFor(() => expect(sentTo('/board/orders')).toHaveLength(1))
  expect(sentTo('/board/orders')[0]!.body).toMatchObject({
    customer: { name: 'Rina', email: 'rina@example.com' },
    payment: 'pending',
  })
})

test('the button offers a space that is free', async () => {
  const [olive, ...others] = sampleBoard().spaces
  const taken = sampleBlock({ start: '2026-03-02T09:30:00.000Z', end: '2026-03-02T12:00:00.000Z' })
  answer(getBoard, sampleBoard({ spaces: [{ ...olive!, blocks: [taken] }, ...others] }))
  const { user } = visit('/schedule?office=3', manager)

  await user.click(await screen.findByRole('button', { name: 'Book or close a time' }))

  const window = within(await screen.findByRole('dialog', { name: 'Use this time' }))
  expect(window.getByRole('combobox', { name: 'Space' })).toHaveValue('Fig room')
})

test('only admins book as paid', async () => {
  const { user, unmount } = visit('/schedule?office=3', manager)
  await user.click(await screen.findByRole('button', { name: 'Book or close a time' }))
  expect(await screen.findByRole('radio', { name: /^Pending/ })).toBeVisible()
  expect(screen.queryByRole('radio', { name: 'Paid outside Keyhour' })).toBeNull()
  unmount()

  const admin = visit('/schedule?office=3', { as: { admin: true } })
  await admin.user.click(await screen.findByRole('button', { name: 'Book or close a time' }))
  await chooseMaya(admin.user)
  await admin.user.click(await screen.findByRole('radio', { name: 'Paid outside Keyhour' }))
  await pressBook(admin.user)

  await waitFor(() => expect(sentTo('/board/orders')).toHaveLength(1))
  expect(sentTo('/board/orders')[0]!.body).toMatchObject({ payment: 'paid', method: 'cash' })
})

test('a refusal keeps what was filled in', async () => {
  refuse(bookForCustomer, 409, 'This time is no longer free.')
  const { user } = visit('/schedule?office=3', manager)
  await user.click(await screen.findByRole('button', { name: 'Book or close a time' }))
  await chooseMaya(user)
  await screen.findByText('Price with tax: ₪59.00')

  await pressBook(user)

  expect(await screen.findByText('This time is no longer free.')).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Customer' })).toHaveValue('Maya Cohen · maya@example.com')
})

test('a stretch is closed, over bookings only around them, and can be opened again at once', async () => {
  refuse(closeStretch, 409, 'There are bookings during this time.', { orders_in_the_way: 2 })
  answer(openClosure, {})
  const { user } = visit('/schedule?office=3', manager)
  const track = await fig()
  fireEvent.pointerDown(track, at(12))
  fireEvent.pointerUp(track, at(12))
  await user.click(await screen.findByRole('tab', { name: 'Close' }))
  await user.type(await screen.findByLabelText('Reason'), 'Leak')
  await user.click(screen.getByRole('button', { name: 'Close this time' }))
  expect(await screen.findByText('2 bookings fall within this time.')).toBeVisible()

  answer(closeStretch, closure)
  await user.click(screen.getByRole('button', { name: 'Close the rest of the time' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))

  expect(await screen.findByText('Open for bookings again.')).toBeVisible()
  expect(sentTo('/board/closures').at(-1)!.body).toMatchObject({
    sub_office_id: 18,
    date: '2026-03-02',
    start: '12:00',
    end: '13:00',
    reason: 'Leak',
    orders: 'keep',
  })
})

test('owners close, and open again in their own way, but do not book for others', async () => {
  const shut = sampleBlock({
    kind: 'closure',
    order_id: null,
    customer: null,
    closure: {
      id: 9,
      reason: 'Painters',
      start: closure.start,
      end: closure.end,
      whole_office: false,
      may_open: true,
    },
  })
  const [olive] = sampleBoard().spaces
  answer(getBoard, sampleBoard({ roles: ['owner'], spaces: [{ ...olive!, blocks: [shut] }] }))
  answer(removeOwnerClosure, {})
  const { user } = visit('/schedule?office=3', manager)

  await user.click(await screen.findByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('tab', { name: 'Book' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: /^Closed: Painters/ }))
  await user.click(await screen.findByRole('button', { name: 'Open again' }))
  await user.click(await screen.findByRole('button', { name: 'Yes' }))

  await waitFor(() => expect(sent.some(({ method }) => method === 'DELETE')).toBe(true))
  expect(sent.find(({ method }) => method === 'DELETE')!.url).toBe('/api/owner/offices/3/closures/9')
})
