import { listMyOffices } from '@keyhour/contract/offices'
import { getBoard } from '@keyhour/contract/schedule'
import { type MoveQuote, moveOnBoard, quoteMove } from '@keyhour/contract/schedule-moves'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, refuse, sent } from '#test/replies.ts'
import { sampleBlock, sampleBoard, sampleOrder } from '#test/samples.ts'
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
/** One hour from one o'clock, on the clock of the office. */
const booked = { start: '2026-03-02T11:00:00.000Z', end: '2026-03-02T12:00:00.000Z' }
const block = sampleBlock({ ...booked, movable: { ...booked, days: null } })
const board = (blocks = [block]) => {
  const { spaces, ...rest } = sampleBoard()
  return {
    ...rest,
    roles: ['manager' as const],
    spaces: [
      { ...spaces[0]!, blocks },
      { ...spaces[1]!, blocks: [] },
    ],
  }
}

const quoted = (change: Partial<MoveQuote> = {}): MoveQuote => ({
  sub_office_id: 18,
  start: '2026-03-02T11:30:00.000Z',
  end: '2026-03-02T12:30:00.000Z',
  due_before: 5900,
  currency: 'ILS',
  due: 9440,
  kept: 0,
  more: 3540,
  with_credits: 3000,
  left: 540,
  back: 0,
  back_card: 0,
  expired: null,
  refusal: null,
  ...change,
})

const manager = { as: { name: 'Noa Levi' } }
const bodiesTo = (part: RegExp, method: string) =>
  sent.filter((one) => one.method === method && part.test(one.url)).map(({ body }) => body)

beforeEach(() => {
  answer(listMyOffices, [office])
  answer(getBoard, board())
  answer(quoteMove, quoted())
  answer(
    moveOnBoard,
    sampleOrder({
      id: 51,
      start: '2026-03-02T11:30:00.000Z',
      end: '2026-03-02T12:30:00.000Z',
      SubOffice: space(18, 'Fig room'),
    }),
  )
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-02T08:50:00Z') })
})

afterEach(() => {
  vi.useRealTimers()
})

/** Picks the booking up, carries it half an hour on and to the next space, and drops it. */
async function carry() {
  const link = await screen.findByRole('link', { name: /^Maya Cohen/ })
  link.focus()
  for (const key of ['m', 'ArrowRight', 'ArrowDown', 'Enter']) fireEvent.keyDown(link, { key })
  return screen.findByRole('dialog', { name: 'Move this booking?' })
}

test('a booking that is dropped elsewhere moves only once its price and the email are confirmed', async () => {
  const { user } = visit('/schedule?office=3', manager)

  const window = await carry()
  expect(await within(window).findByText('Price with tax: ₪94.40 instead of ₪59.00.')).toBeVisible()
  expect(within(window).getByText('₪30.00 is taken from credits.')).toBeVisible()
  expect(within(window).getByText('₪5.40 is left to pay.')).toBeVisible()
  expect(bodiesTo(/move$/, 'PUT')).toEqual([])
  await user.click(within(window).getByRole('button', { name: 'Move' }))

  expect(await screen.findByText('Moved. The customer gets an email.')).toBeVisible()
  expect(bodiesTo(/orders\/51\/move$/, 'PUT')).toEqual([
    {
      sub_office_id: 18,
      date: '2026-03-02',
      start: '13:30',
      end: '14:30',
      end_date: '2026-03-02',
      expected_total: 9440,
      from: { sub_office_id: 17, ...booked },
    },
  ])
})

test('undoing moves it back at the price of before, or asks if that price is gone', async () => {
  const { user } = visit('/schedule?office=3', manager)
  const window = await carry()
  await within(window).findByText(/^Price with tax/)
  await user.click(within(window).getByRole('button', { name: 'Move' }))
  refuse(moveOnBoard, 409, 'The price has changed in the meantime. Please check it again.', {
    time_quote: quoted({ due: 7000 }),
  })
  answer(quoteMove, quoted({ due_before: 9440, due: 7000, with_credits: 0, left: 0, more: 0, back: 2440 }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))

  const again = await screen.findByRole('dialog', { name: 'Move this booking?' })
  expect(await within(again).findByText('₪24.40 is refunded.')).toBeVisible()
  expect(bodiesTo(/move$/, 'PUT').at(-1)).toMatchObject({
    ...{ sub_office_id: 17, start: '13:00', end: '14:00', expected_total: 5900 },
    from: { sub_office_id: 18, start: '2026-03-02T11:30:00.000Z' },
  })
})

test('a place that is taken says so and offers others, which are asked about in turn', async () => {
  refuse(quoteMove, 409, 'This time is no longer free.', {
    alternatives: [
      {
        office_id: 3,
        sub_office_id: 18,
        name: 'Fig room',
        name_he: null,
        office_name: 'Jaffa Port House',
        office_name_he: null,
        date: '2026-03-02',
        start: '15:00',
        end: '16:00',
      },
    ],
  })
  const { user } = visit('/schedule?office=3', manager)

  const window = await carry()
  expect(await within(window).findByText('This time is no longer free.')).toBeVisible()
  expect(within(window).getByRole('button', { name: 'Move' })).toBeDisabled()
  answer(quoteMove, quoted())
  await user.click(within(window).getByRole('button', { name: /^Take this instead/ }))

  await waitFor(() => expect(within(window).getByRole('button', { name: 'Move' })).toBeEnabled())
  expect(bodiesTo(/quote$/, 'POST').at(-1)).toMatchObject({ start: '15:00', end: '16:00' })
})

test('Escape puts a booking back, and where it was nothing is asked', async () => {
  visit('/schedule?office=3', manager)
  const link = await screen.findByRole('link', { name: /^Maya Cohen/ })
  link.focus()

  for (const key of ['m', 'ArrowRight', 'Escape']) fireEvent.keyDown(link, { key })
  expect(screen.getByText(/^Maya Cohen is back: Olive room/)).toBeInTheDocument()
  for (const key of ['m', 'ArrowRight', 'ArrowLeft', 'Enter']) fireEvent.keyDown(link, { key })

  expect(screen.queryByRole('dialog')).toBeNull()
})

test('Escape ends a drag wherever the focus is, and the booking stays however the pointer goes on', async () => {
  const { address } = visit('/schedule?office=3', manager)
  const link = await screen.findByRole('link', { name: /^Maya Cohen/ })
  for (const track of document.querySelectorAll('[data-track]'))
    track.getBoundingClientRect = () => new DOMRect(0, 0, 14 * 60, 48)
  // A minute is a pixel, and the board begins at seven.
  const at = (hour: number) => ({ clientX: (hour - 7) * 60, button: 0, pointerType: 'mouse' })
  const lifted = () => document.querySelector('[data-mark]')

  fireEvent.pointerDown(link, at(13.5))
  fireEvent.pointerMove(link, at(15.5))
  expect(lifted()).toHaveTextContent('3:00 PM – 4:00 PM')
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(lifted()).toBeNull()
  fireEvent.pointerMove(link, at(16.5))
  expect(lifted()).toBeNull()
  fireEvent.pointerUp(link, at(16.5))
  fireEvent.click(link)

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(address()).toBe('/schedule?office=3')
})

test('what cannot be moved is not picked up', async () => {
  answer(getBoard, board([sampleBlock()]))
  visit('/schedule?office=3', manager)
  const link = await screen.findByRole('link', { name: /^Maya Cohen/ })
  link.focus()

  for (const key of ['m', 'ArrowDown', 'Enter']) fireEvent.keyDown(link, { key })

  expect(screen.queryByRole('dialog')).toBeNull()
})
