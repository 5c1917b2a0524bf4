import { listMyOffices } from '@keyhour/contract/offices'
import { getBoard, type ScheduleBoard } from '@keyhour/contract/schedule'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tellChange } from '#test/live.ts'
import { answer, refuse, sent } from '#test/replies.ts'
import { sampleBlock, sampleBoard, sampleBoardDay } from '#test/samples.ts'
import { visit } from '#test/show.tsx'
import { changeLanguage } from '#web/texts/i18n.ts'

const office = {
  id: 3,
  name: 'Jaffa Port House',
  name_he: null,
  type: 'office',
  time_zone: 'Asia/Jerusalem',
  sub_offices: [
    { id: 17, name: 'Olive room', name_he: null, type: 'meeting_room' as const },
    { id: 18, name: 'Fig room', name_he: null, type: 'meeting_room' as const },
  ],
}
const manager = { as: { name: 'Noa Levi' } }
const [olive, fig] = sampleBoard().spaces as [ScheduleBoard['spaces'][0], ScheduleBoard['spaces'][0]]

const maya = sampleBlock()
const dan = sampleBlock({
  order_id: 52,
  customer: 'Dan Peretz',
  kind: 'visit',
  checked_in: true,
  start: '2026-03-02T07:00:00.000Z',
  end: '2026-03-02T09:00:00.000Z',
})
const noa = sampleBlock({
  order_id: 53,
  customer: 'Noa Bar',
  start: '2026-03-02T10:00:00.000Z',
  end: '2026-03-02T11:00:00.000Z',
})
const closed = sampleBlock({
  kind: 'closure',
  order_id: null,
  customer: null,
  start: '2026-03-02T12:00:00.000Z',
  end: '2026-03-02T14:00:00.000Z',
  closure: {
    id: 9,
    reason: 'Painters',
    start: '2026-03-02T12:00:00.000Z',
    end: '2026-03-02T14:00:00.000Z',
    whole_office: false,
    may_open: true,
  },
})
const taken = sampleBoard({
  spaces: [
    { ...olive, blocks: [dan, maya, closed] },
    { ...fig, blocks: [noa] },
  ],
})

beforeEach(() => {
  answer(listMyOffices, [office])
  answer(getBoard, taken)
  // Monday, ten to eleven in the morning at the office.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-02T08:50:00Z') })
})

afterEach(async () => {
  vi.useRealTimers()
  await changeLanguage('en')
})

const boardShown = () => screen.findByRole('region', { name: /^Schedule of Jaffa Port House/ })
const asked = () => sent.filter(({ url }) => url.includes('/board')).map(({ url }) => url)

test('a day has all spaces, and in each who takes it and when', async () => {
  visit('/schedule?office=3', manager)

  const board = within(await boardShown())

  expect(board.getByRole('link', { name: 'Maya Cohen, 11:00 AM – 12:30 PM, Booked' })).toHaveAttribute(
    'href',
    '/order/51',
  )
  expect(board.getByRole('link', { name: 'Dan Peretz, 9:00 AM – 11:00 AM, Here now' })).toBeVisible()
  expect(board.getByRole('button', { name: 'Closed: Painters, 2:00 PM – 4:00 PM, Closed' })).toBeVisible()
  expect(board.getByRole('link', { name: 'Week of Fig room' })).toBeVisible()
  expect(board.getByText('10:50 AM')).toBeInTheDocument()
  expect(asked()).toEqual(['/api/offices/3/board?date=2026-03-02&length=day'])
})

test('without an office in the address it is the only one', async () => {
  visit('/schedule', manager)

  expect(await boardShown()).toBeVisible()
})

test('the address says the day, and turning the page changes it', async () => {
  const { user, address } = visit('/schedule?office=3&date=2026-03-05', manager)
  await boardShown()

  await user.click(screen.getByRole('button', { name: 'Next day' }))

  await waitFor(() => expect(asked().at(-1)).toContain('date=2026-03-06'))
  expect(address()).toBe('/schedule?office=3&date=2026-03-06')
  await user.click(screen.getByRole('button', { name: 'Today' }))
  expect(address()).toBe('/schedule?office=3')
})

test('a board that stays open over midnight goes on with the next day', async () => {
  vi.setSystemTime(Date.parse('2026-03-02T21:59:59.900Z'))
  const { address } = visit('/schedule?office=3', manager)
  await boardShown()
  expect(asked().at(-1)).toContain('date=2026-03-02')

  // Shortly before the next minute, for which the screen waits.
  vi.setSystemTime(Date.parse('2026-03-02T22:00:59.900Z'))

  await waitFor(() => expect(asked().at(-1)).toContain('date=2026-03-03'))
  expect(address()).toBe('/schedule?office=3')
})

test('what lies outside the hours of the board does not keep the keys from the rest', async () => {
  const night = { ...closed, start: '2026-03-01T22:00:00.000Z', end: '2026-03-02T02:00:00.000Z' }
  answer(getBoard, sampleBoard({ spaces: [{ ...olive, blocks: [night, maya] }] }))
  visit('/schedule?office=3', manager)

  const board = within(await boardShown())

  expect(board.queryByRole('button', { name: /^Closed/ })).toBeNull()
  expect(board.getByRole('link', { name: /^Maya Cohen/ })).toHaveAttribute('tabindex', '0')
})

test('a week is of one space and begins on Sunday', async () => {
  const { user } = visit('/schedule?office=3', manager)
  await boardShown()
  answer(
    getBoard,
    sampleBoard({ days: [sampleBoardDay(), sampleBoardDay({ date: '2026-03-03' })], spaces: [olive] }),
  )

  await user.click(screen.getByRole('tab', { name: 'Week' }))

  expect(await screen.findByRole('link', { name: 'Tue, Mar 3rd' })).toBeVisible()
  expect(asked().at(-1)).toBe('/api/offices/3/board?date=2026-03-01&length=week&sub_office_id=17')
  expect(screen.getByText('Nothing is booked in this week.')).toBeVisible()
})

test('a booking that somebody makes appears without a reload', async () => {
  answer(getBoard, sampleBoard())
  visit('/schedule?office=3', manager)
  const board = within(await boardShown())
  expect(screen.getByText('Nothing is booked on this day.')).toBeVisible()
  expect(board.queryByRole('link', { name: /^Maya Cohen/ })).toBeNull()

  answer(getBoard, taken)
  act(() => tellChange())

  expect(await board.findByRole('link', { name: /^Maya Cohen/ })).toBeVisible()
})

test('the arrow keys go through the blocks, and Enter opens the order', async () => {
  const { user, address } = visit('/schedule?office=3', manager)
  const board = within(await boardShown())
  const focused = () => document.activeElement?.getAttribute('aria-label')?.split(',')[0]

  act(() => board.getByRole('link', { name: /^Dan Peretz/ }).focus())
  await user.keyboard('{ArrowRight}')
  expect(focused()).toBe('Maya Cohen')
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('Noa Bar')
  expect(board.getByRole('link', { name: /^Noa Bar/ })).toHaveAttribute('tabindex', '0')
  expect(board.getByRole('link', { name: /^Dan Peretz/ })).toHaveAttribute('tabindex', '-1')
  await user.keyboard('{Enter}')

  await waitFor(() => expect(address()).toBe('/order/53'))
})

test('in Hebrew the left arrow leads to the later block', async () => {
  await changeLanguage('he')
  const { user } = visit('/schedule?office=3', manager)
  const first = await screen.findByRole('link', { name: /Dan Peretz/ })

  act(() => first.focus())
  await user.keyboard('{ArrowLeft}')

  expect(document.activeElement).toHaveAccessibleName(/Maya Cohen/)
})

test('of a booking that goes on into the night, each day says its part', async () => {
  const night = sampleBlock({ start: '2026-03-01T18:00:00.000Z', end: '2026-03-02T06:30:00.000Z' })
  answer(getBoard, sampleBoard({ spaces: [{ ...olive, blocks: [night] }] }))
  visit('/schedule?office=3', manager)

  const order = within(await boardShown()).getByRole('link', { name: /^Maya Cohen/ })

  expect(order).toHaveTextContent('Until 8:30 AM')
})

test('what is no order shows its details beside the board', async () => {
  const { user } = visit('/schedule?office=3', manager)
  const board = within(await boardShown())

  await user.click(board.getByRole('button', { name: /^Closed: Painters/ }))

  const panel = await screen.findByRole('dialog', { name: 'Closed: Painters' })
  expect(within(panel).getByText('Mar 2nd 2026, 2:00 PM – 4:00 PM')).toBeVisible()
  expect(within(panel).getByText('Olive room')).toBeVisible()
})

test('owners open orders in their own area', async () => {
  answer(getBoard, { ...taken, roles: ['owner'] })
  visit('/schedule?office=3', manager)

  const board = within(await boardShown())

  expect(board.getByRole('link', { name: /^Maya Cohen/ })).toHaveAttribute(
    'href',
    '/owner/orders?office=3&order=51',
  )
})

test('a board that cannot be read says so and can be asked for again', async () => {
  refuse(getBoard, 503, 'The server is starting.')
  const { user } = visit('/schedule?office=3', manager)
  const again = await screen.findByRole('button', { name: 'Retry' })

  answer(getBoard, taken)
  await user.click(again)

  expect(await boardShown()).toBeVisible()
})

test('somebody who runs no office is told whom the schedule is for', async () => {
  answer(listMyOffices, [])
  visit('/schedule', manager)

  expect(await screen.findByRole('heading', { name: 'You do not run an office' })).toBeVisible()
})

test('an office of others is not shown', async () => {
  visit('/schedule?office=4', manager)

  expect(await screen.findByRole('heading', { name: 'This office is not among yours.' })).toBeVisible()
  expect(asked()).toEqual([])
})
