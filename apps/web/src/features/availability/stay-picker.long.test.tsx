import {
  type Alternative,
  type Availability,
  getAvailability,
  getMonthAvailability,
  listFirstFree,
} from '@keyhour/contract/availability'
import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { tellChange } from '#test/live.ts'
import { answer, sent } from '#test/replies.ts'
import { sampleDay, sampleMonth } from '#test/samples.ts'
import { show } from '#test/show.tsx'
import type { ChosenTime } from '#web/features/availability/chosen-time.ts'
import { StayPicker } from '#web/features/availability/stay-picker.tsx'
import { useDay } from '#web/features/availability/use-day.ts'

const TODAY = '2026-03-02'
const SPACE = { office_id: 3, sub_office_id: 17 }
const BOOKED = { free: 0, reason: 'booked' } as const

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-02T05:00:00Z'), toFake: ['Date'] })
  answer(getAvailability, sampleDay())
  answer(getMonthAvailability, sampleMonth())
  answer(listFirstFree, [])
})
afterEach(() => void vi.useRealTimers())

type Chosen = Partial<ChosenTime> & {
  rentType?: 'hour' | 'day'
  onSubmit?: () => void
  onTake?: (alternative: Alternative) => void
}

function Picker({ rentType = 'hour', onSubmit, onTake, ...chosen }: Chosen) {
  const [time, setTime] = useState({ date: TODAY, start: null, end: null, last_date: null, ...chosen })
  return (
    <form action={onSubmit}>
      <StayPicker
        day={useDay(SPACE, time, undefined)}
        time={time}
        onChange={setTime}
        today={TODAY}
        rentType={rentType}
        space={SPACE}
        hasPrices
        {...(onTake && { onTake })}
      />
      <button type="submit">Book</button>
    </form>
  )
}

const showPicker = (chosen: Chosen = {}) => show(<Picker {...chosen} />)

function showDays() {
  answer(getAvailability, sampleDay({ rent_type: 'day' }))
  return showPicker({ rentType: 'day' })
}

const untilDayIsShown = () => screen.findByRole('group', { name: /^Half-hour slots/ })
const startTime = () => screen.getByRole('combobox', { name: 'Start Time' })
const endTime = () => screen.getByRole('combobox', { name: 'End Time' })
const half = (name: string | RegExp) => screen.findByRole('button', { name })
const dayOf = half
/** What is typed replaces what stood there. */
const WHOLE = { initialSelectionStart: 0, initialSelectionEnd: 8 }

test('somebody far away is told whose clock the day is on', async () => {
  showPicker()
  expect(await screen.findByText("In the office's local time (Israel time)")).toBeInTheDocument()
})

test('a time can be found by typing it', async () => {
  const { user } = showPicker()
  await untilDayIsShown()
  await user.type(startTime(), '1:30 PM{Enter}')

  expect(startTime()).toHaveValue('1:30 PM')
  expect(endTime()).toHaveValue('2:30 PM')
})

test('a typed time counts without choosing it from the list, and 1:00 is not 11:00', async () => {
  const { user } = showPicker()
  await untilDayIsShown()
  const start = startTime()
  await user.type(start, '01:00')
  await user.tab()
  expect(start).toHaveValue('1:00 PM')

  await user.type(start, 'no time at all')
  await user.tab()
  expect(start).toHaveValue('1:00 PM')
})

test('typing the shown time again keeps it, with Enter and by leaving the field', async () => {
  const { user } = showPicker({ start: '14:00', end: '15:00' })
  await untilDayIsShown()
  const start = startTime()
  for (const typed of ['2:00 PM{Enter}', '14:00{Tab}']) {
    await user.type(start, typed, WHOLE)
    await waitFor(() => expect(start).toHaveValue('2:00 PM'))
  }
  expect(endTime()).toHaveValue('3:00 PM')
})

test('moving the start past the end moves the end too, as far as it is free', async () => {
  const day = sampleDay()
  day.slots = day.slots.map((slot) => (slot.start === '17:30' ? { ...slot, ...BOOKED } : slot))
  answer(getAvailability, day)
  const { user } = showPicker({ start: '09:00', end: '11:00' })
  await untilDayIsShown()
  const end = endTime()
  await user.type(startTime(), '1:00 PM{Enter}', WHOLE)
  expect(end).toHaveValue('3:00 PM')
  await user.type(startTime(), '4:30 PM{Enter}', WHOLE)

  expect(end).toHaveValue('5:30 PM')
})

test('Enter takes the typed time even if the list is closed, and does not submit the form with the previous time', async () => {
  const onSubmit = vi.fn()
  const { user } = showPicker({ start: '14:00', end: '15:00', onSubmit })
  await untilDayIsShown()
  const start = startTime()
  await user.type(start, '1:30{Escape}{Enter}', WHOLE)

  await waitFor(() => expect(start).toHaveValue('1:30 PM'))
  expect(onSubmit).not.toHaveBeenCalled()
})

test('the day says in words what is free, booked and past', async () => {
  answer(getAvailability, sampleDay({ taken: { '08:00': { free: 0, reason: 'past' }, '10:00': BOOKED } }))
  showPicker()

  expect(await half('9:00 AM – 9:30 AM: Free')).toBeEnabled()
  expect(await half('10:00 AM – 10:30 AM: Booked')).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getByText('Times before 8:30 AM have passed.')).toBeInTheDocument()
})

test('seats of an open space are counted', async () => {
  answer(getAvailability, sampleDay({ units: 12, taken: { '09:00': { free: 3 } } }))
  showPicker()

  expect(await half('9:00 AM – 9:30 AM: 3 left')).toBeInTheDocument()
})

test.each<[string, Partial<Availability>, string]>([
  ['a holiday', { reason: 'closure', closure: 'Passover' }, 'Closure: Passover'],
  ['booked out', { reason: 'booked' }, 'Everything is booked on this day.'],
  ['over', { reason: 'past' }, 'This day is already over at the office.'],
])('a day that is %s says so', async (_, change, words) => {
  answer(getAvailability, sampleDay(change))
  showPicker()

  expect(await screen.findByText(words)).toBeInTheDocument()
})

test('a day without free time offers the next one with a single touch', async () => {
  answer(getAvailability, sampleDay({ reason: 'booked' }))
  const { user } = showPicker()
  await user.click(await screen.findByRole('button', { name: 'Show the next day' }))

  expect(screen.getByLabelText('Date')).toHaveAttribute('data-value', '2026-03-03')
})

test('touching two half hours selects the time between them, also with the keyboard', async () => {
  const { user } = showPicker()
  await user.click(await half(/^9:00 AM/))
  await user.keyboard('{ArrowRight}{Enter}')

  expect(startTime()).toHaveValue('9:00 AM')
  expect(endTime()).toHaveValue('10:00 AM')
})

test('the keyboard still reaches the half hours after the selected one has passed', async () => {
  const PAST = { free: 0, reason: 'past' } as const
  const { user } = showPicker()
  await user.click(await half(/^8:00 AM/))
  answer(getAvailability, sampleDay({ taken: { '08:00': PAST, '08:30': PAST } }))
  act(tellChange)

  await waitFor(() => expect(screen.queryByRole('button', { name: /^8:00 AM/ })).toBeNull())
  expect(await half(/^9:00 AM/)).toHaveAttribute('tabindex', '0')
})

test('a booking by another customer appears immediately', async () => {
  showPicker()
  await half('9:00 AM – 9:30 AM: Free')
  answer(getAvailability, sampleDay({ taken: { '09:00': BOOKED } }))
  act(() => tellChange())

  expect(await half('9:00 AM – 9:30 AM: Booked')).toBeInTheDocument()
})

test('the month shows which days are free, with how many seats, and which are taken or closed, and why', async () => {
  const taken = { 3: BOOKED, 4: { free: 3 }, 5: { free: 12 }, 6: { free: 0, reason: 'closure' as const } }
  answer(getMonthAvailability, sampleMonth(taken, { units: 12 }))
  showDays()

  expect(await dayOf(/^Tue, Mar 3rd: Booked$/)).toHaveAttribute('aria-disabled', 'true')
  expect(await dayOf(/^Wed, Mar 4th: 3 left$/)).toHaveAttribute('aria-disabled', 'false')
  expect(await dayOf(/^Thu, Mar 5th: Free$/)).toBeInTheDocument()
  expect(await dayOf(/^Fri, Mar 6th: Closed$/)).toBeInTheDocument()
  expect(await dayOf(/^Sun, Mar 1st: Past$/)).toBeInTheDocument()
})

test('touching two days selects the first and the last, and a range over a taken day starts anew', async () => {
  answer(getMonthAvailability, sampleMonth({ 9: BOOKED }))
  const { user } = showDays()
  await user.click(await dayOf(/^Wed, Mar 4th: Free/))
  await user.click(await dayOf(/^Fri, Mar 6th: Free/))
  expect(screen.getByLabelText('First Day')).toHaveAttribute('data-value', '2026-03-04')
  expect(screen.getByLabelText('Last Day')).toHaveAttribute('data-value', '2026-03-06')
  expect(await dayOf(/^Thu, Mar 5th/)).toHaveAttribute('aria-pressed', 'true')

  await user.click(await dayOf(/^Sun, Mar 8th: Free/))
  await user.click(await dayOf(/^Tue, Mar 10th: Free/))
  expect(screen.getByLabelText('First Day')).toHaveAttribute('data-value', '2026-03-10')
  expect(screen.getByLabelText('Last Day')).toHaveAttribute('data-value', '2026-03-10')
})

test('the arrow keys move over the days and into the next month, but not into the past', async () => {
  const { user } = showDays()
  const second = await dayOf(/^Mon, Mar 2nd: Free/)
  act(() => second.focus())
  await user.keyboard('{ArrowUp}')
  expect(second).toHaveFocus()
  await user.keyboard('{ArrowRight}{ArrowDown}')
  expect(screen.getByRole('button', { name: /^Tue, Mar 10th/ })).toHaveFocus()
  await user.keyboard('{PageDown}')

  expect(screen.getByText('April 2026')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /^Tue, Apr 7th/ })).toHaveFocus()
  await waitFor(() => expect(sent.some(({ url }) => url.includes('month=2026-04'))).toBe(true))
})

test('a day that another customer books is taken on the calendar immediately', async () => {
  showDays()
  await dayOf(/^Wed, Mar 4th: Free/)
  answer(getMonthAvailability, sampleMonth({ 4: BOOKED }))
  act(tellChange)

  expect(await dayOf(/^Wed, Mar 4th: Booked/)).toBeInTheDocument()
})

test('a typed end is the likeliest one after a start at 9:00 PM', async () => {
  answer(getAvailability, sampleDay({ from: 0, until: 32 }))
  const { user } = showPicker({ start: '21:00', end: '22:00' })
  await untilDayIsShown()
  const end = endTime()
  for (const [typed, shown] of [
    ['00:30', '12:30 AM, next day'],
    ['12:30 AM', '12:30 AM, next day'],
    ['1', '1:00 AM, next day'],
    ['22:30', '10:30 PM'],
    ['8:00', '8:00 AM, next day'],
    ['11', '11:00 PM'],
  ]) {
    await user.clear(end)
    await user.type(end, `${typed}{Enter}`)
    await waitFor(() => expect(end).toHaveValue(shown))
  }
})

/** Until the test ends. */
function holdPhone() {
  const width = window.innerWidth
  const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } }
  happyDOM.setViewport({ width: 390 })
  onTestFinished(() => happyDOM.setViewport({ width }))
}

const ends = () =>
  within(screen.getByRole('group', { name: 'End Time' }))
    .getAllByRole('button')
    .map((end) => end.getAttribute('aria-label'))

test('the end offers only what is free after the start, with its price', async () => {
  answer(getAvailability, sampleDay({ taken: { '11:30': BOOKED } }))
  const { user } = showPicker({ start: '10:00', end: '11:00' })
  await untilDayIsShown()
  await user.click(endTime())

  const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(options).toEqual(['10:30 AM₪29.50', '11:00 AM₪59.00', '11:30 AM₪88.50'])
})

test('on a phone a start is touched on a strip, and then the end with its price', async () => {
  holdPhone()
  answer(getAvailability, sampleDay({ taken: { '09:00': BOOKED, '11:30': BOOKED } }))
  const { user } = showPicker()
  expect(await half('9:00 AM: Booked')).toHaveAttribute('aria-disabled', 'true')
  expect(screen.queryByRole('group', { name: 'End Time' })).toBeNull()
  await user.click(await half('10:00 AM: Free'))

  expect(ends()).toEqual(['10:30 AM, ₪29.50', '11:00 AM, ₪59.00', '11:30 AM, ₪88.50'])
  expect(await half('11:00 AM, ₪59.00')).toHaveAttribute('aria-pressed', 'true')
  await user.click(await half('11:30 AM, ₪88.50'))
  expect(await half('11:30 AM, ₪88.50')).toHaveAttribute('aria-pressed', 'true')
})

test('on a phone the arrow keys go over the strips', async () => {
  holdPhone()
  const { user } = showPicker()
  const eight = await half('8:00 AM: Free')
  act(() => eight.focus())
  await user.keyboard('{ArrowRight}{Enter}')

  expect(await half('8:30 AM: Free')).toHaveAttribute('aria-pressed', 'true')
  expect(await half('9:30 AM, ₪59.00')).toHaveAttribute('aria-pressed', 'true')
})

test('a full day offers the first free time, that day in another space or later in this one', async () => {
  const offered = { ...SPACE, name: 'Olive room', name_he: null, office_name: 'Jaffa', office_name_he: null }
  const elsewhere = {
    ...offered,
    sub_office_id: 18,
    name: 'Fig room',
    date: TODAY,
    start: '14:00',
    end: '15:00',
  }
  const later = { ...offered, date: '2026-03-04', start: '08:00', end: '09:00' }
  answer(getAvailability, sampleDay({ reason: 'booked' }))
  answer(listFirstFree, [elsewhere, later])
  const onTake = vi.fn()
  const { user } = showPicker({ onTake })
  await user.click(await half('Choose: Mon, Mar 2nd, 2:00 PM – 3:00 PM, Fig room'))
  await user.click(await half('Choose: Wed, Mar 4th, 8:00 AM – 9:00 AM, Olive room'))

  expect(onTake.mock.calls).toEqual([[elsewhere], [later]])
})
