import type { Availability, MonthAvailability } from '@keyhour/contract/availability'
import type { Office } from '@keyhour/contract/offices'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  sampleDay,
  sampleMonth,
  sampleOffice,
  samplePublicPage,
  sampleSpace,
  sampleSpaceContent,
} from '#test/samples.ts'
import { PageAround } from '#web/features/spaces/page-context.tsx'
import { SpaceScreen } from '#web/features/spaces/space-screen.tsx'
import { spaceTexts } from '#web/features/spaces/texts.ts'
import enOfSpace from '#web/texts/en/space-page.json'
import en from '#web/texts/en/spaces.json'

const TODAY = '2026-03-02'
const BOOKED = { free: 0, reason: 'booked' } as const
const PAST = { free: 0, reason: 'past' } as const

let asked: string[]
let days: (date: string) => Availability
let month: MonthAvailability
let isDown: boolean
let firstFree: object[]

beforeEach(() => {
  asked = []
  isDown = false
  firstFree = []
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal(
    'EventSource',
    class {
      addEventListener() {}
      close() {}
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

async function answer(address: string): Promise<Response> {
  asked.push(address)
  if (isDown) throw new TypeError('Failed to fetch')
  const { pathname, searchParams } = new URL(address, 'https://keyhour.test')
  if (pathname.endsWith('/first-free')) return Response.json(firstFree)
  return Response.json(pathname.endsWith('/month') ? month : [days(searchParams.get('date')!)])
}

/** The page of an office with one space, on the morning of 2 March. */
function showOffice(search: string, change: Partial<Office> = {}, today: Availability = sampleDay()) {
  const office = sampleOffice({ sub_offices: [sampleSpace({ price_per_hour: 50 })], ...change })
  const availability = [today, sampleDay({ date: '2026-03-03' })]
  const content = sampleSpaceContent(office, { availability })
  const page = samplePublicPage(content, search)
  render(
    <PageAround page={page} t={spaceTexts('en', en, enOfSpace)}>
      <SpaceScreen page={page} content={content} />
    </PageAround>,
  )
  return userEvent.setup()
}

/** The address of the link to the booking screen. */
function saidToBooking(): string {
  const form = screen.getByRole<HTMLButtonElement>('button', { name: 'Book' }).form!
  const said = [...new FormData(form)].map(([name, value]) => `${name}=${value}`)
  return `${form.getAttribute('action')}?${said.join('&')}`
}

test("the page says in words whose clock its times are on, if the visitor's differs", async () => {
  showOffice('', { time_zone: 'America/New_York' })

  expect(await screen.findByText('Times are in New York time')).toBeInTheDocument()
  expect(screen.getByText('Open every day 8:00 AM – 10:00 PM', { exact: false })).toHaveTextContent(
    'Open every day 8:00 AM – 10:00 PM (New York time)',
  )
})

test("no clock is named to a visitor whose clock is the office's", async () => {
  showOffice('', { time_zone: 'UTC' })

  expect(screen.getByText("Times are in the office's local time.")).toBeInTheDocument()
  expect(screen.queryByText(/UTC|GMT/)).toBeNull()
})

test('at an office that never closes, a night is free as far as the next day is', async () => {
  days = (date) => sampleDay({ date, from: 0, until: 24 })
  showOffice('?date=2026-03-20&start=22:00&end=02:00', { open_hours: null, close_hours: null })

  await expectSum('10:00 PM to 2:00 AM', '₪236.00')
  expect(asked).toEqual([
    '/api/offices/3/availability/spaces?date=2026-03-20',
    '/api/offices/3/availability/spaces?date=2026-03-21',
  ])
})

test('a night is taken if part of the next morning is', async () => {
  days = (date) =>
    sampleDay({ date, from: 0, until: 24, taken: date === '2026-03-21' ? { '01:00': BOOKED } : {} })
  showOffice('?date=2026-03-20&start=22:00&end=02:00', { open_hours: null, close_hours: null })

  expect(await screen.findByText('Part of that time is booked. Choose another time.')).toBeInTheDocument()
})

test('after midnight the evening before is shown and can be booked, and the date is named', async () => {
  days = (date) => sampleDay({ date, from: 10, until: 26 })
  showOffice('?date=2026-03-20&start=00:30&end=01:30', { open_hours: '10:00', close_hours: '02:00' })

  await expectSum('Fri, Mar 20th: 12:30 AM to 1:30 AM', '₪59.00')
  expect(screen.getByLabelText('Date')).toHaveValue('Thu, Mar 19th 2026')
  expect(saidToBooking()).toBe('/booking/3?sub_office=17&date=2026-03-19&start=00:30+1&end=01:30+1')
})

test('a time outside the opening hours is not shown as taken', async () => {
  days = (date) => sampleDay({ date })
  showOffice('?date=2026-03-20&start=23:00&end=23:30')

  expect(
    await screen.findByText('The office is closed at that time. Choose another time.'),
  ).toBeInTheDocument()
})

/** The line with the chosen time and its price, once the day is known. */
const expectSum = (words: string, price: string) =>
  waitFor(() => expect(screen.getByText(words).closest('p')).toHaveTextContent(price))

const studio = sampleSpace({ rent_type: 'day', price_per_day: 300 })
const rentedByDay = { sub_offices: [studio] }

test('a range of days is free only if each day is, and costs the sum', async () => {
  month = sampleMonth({ 26: BOOKED })
  showOffice('?date=2026-03-23', rentedByDay)
  expect(await screen.findByText('The whole day is free.')).toBeInTheDocument()
  await expectSum('1 day', '₪354.00')
  expect(screen.getByText('Including ₪54.00 tax').closest('details')).toHaveTextContent(
    'Before tax₪300.00Tax (18%)₪54.00',
  )

  fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2026-03-25' } })
  expect(await screen.findByText('All these days are free.')).toBeInTheDocument()
  expect(saidToBooking()).toBe('/booking/3?sub_office=17&date=2026-03-23&last_date=2026-03-25')
  await expectSum('3 days', '₪1,062.00')

  fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2026-03-28' } })
  expect(await screen.findByText('Thu, Mar 26th is not free. Choose other days.')).toBeInTheDocument()
  expect(screen.queryByText(/^Including/)).toBeNull()
  expect(asked).toEqual(['/api/offices/3/availability/month?month=2026-03&sub_office_id=17'])
})

test('past hours are not shown as taken', () => {
  const today = sampleDay({ rent_type: 'day', taken: { '08:00': PAST, '08:30': PAST } })
  showOffice('', rentedByDay, today)

  expect(screen.getByText('The rest of the day is free.')).toBeInTheDocument()
  expect(screen.getByText('Free from 9:00 AM')).toBeInTheDocument()
  expect(asked).toEqual([])
})

test('a space rented by the day counts as booked if an hour of it is', () => {
  const today = sampleDay({ rent_type: 'day', reason: 'booked', taken: { '12:00': BOOKED } })
  showOffice(`?date=${TODAY}`, rentedByDay, today)

  expect(screen.getByText('Everything is booked on this day.')).toBeInTheDocument()
  expect(screen.getByText('Fully booked')).toBeInTheDocument()
})

test('availability that fails to load says so and can be retried', async () => {
  days = (date) => sampleDay({ date })
  const user = showOffice('')
  isDown = true
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2026-03-20' } })
  expect(await screen.findByRole('alert')).toHaveTextContent('Availability could not be loaded.')
  expect(screen.queryByText('Checking availability...')).toBeNull()

  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('group', { name: 'Start time' })).toBeInTheDocument()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a day that fails to load does not block the others', async () => {
  days = (date) => sampleDay({ date })
  showOffice('')
  isDown = true
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2026-03-20' } })
  await screen.findByRole('alert')
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: TODAY } })

  expect(screen.getByRole('group', { name: 'Start time' })).toBeInTheDocument()
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each(['coming_soon', 'temporarily_closed'])('an office that is %s shows no opening hours', (flag) => {
  showOffice('', { [flag]: true })

  expect(screen.getByRole('heading', { level: 1 })).toBeInTheDocument()
  expect(screen.queryByText(/^Open (every day|24)/)).not.toBeInTheDocument()
})

test('the page says whether the office is open: at first as the server saw it, and again each minute', () => {
  vi.useFakeTimers({
    now: new Date('2026-03-02T07:00:30Z'),
    toFake: ['Date', 'setInterval', 'clearInterval'],
  })
  onTestFinished(() => void vi.useRealTimers())
  showOffice('')
  expect(screen.getByText('Open now until 10:00 PM')).toBeInTheDocument()

  vi.setSystemTime(new Date('2026-03-02T20:00:00Z'))
  act(() => void vi.advanceTimersToNextTimer())
  expect(screen.queryByText('Open now until 10:00 PM')).toBeNull()
})

test('a page that the browser kept for going back says whether the office is open by now', () => {
  vi.useFakeTimers({ now: new Date('2026-03-02T20:30:00Z'), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  showOffice('')

  expect(screen.queryByText('Open now until 10:00 PM')).toBeNull()
})

test('the choice is kept in the address, for a reload or coming back', async () => {
  days = (date) => sampleDay({ date })
  const user = showOffice('?date=2026-03-20&language=en')
  await user.click(await screen.findByRole('button', { name: '10:00 AM – 10:30 AM: Free' }))
  await user.click(screen.getByRole('button', { name: 'Until 11:30 AM, ₪88.50' }))

  await waitFor(() =>
    expect(window.location.search).toBe('?space=17&date=2026-03-20&start=10:00&end=11:30&language=en'),
  )
})

test('a page left open overnight moves on to the new day', async () => {
  days = (date) => sampleDay({ date })
  vi.useFakeTimers({
    now: new Date('2026-03-02T07:00:00Z'),
    toFake: ['Date', 'setInterval', 'clearInterval'],
  })
  onTestFinished(() => void vi.useRealTimers())
  showOffice('?date=2026-03-02&start=10:00&end=11:00')
  expect(screen.getByLabelText('Date')).toHaveValue('Mon, Mar 2nd 2026')
  vi.setSystemTime(new Date('2026-03-03T06:00:00Z'))
  act(() => void vi.advanceTimersToNextTimer())

  expect(screen.getByLabelText('Date')).toHaveValue('Tue, Mar 3rd 2026')
  expect(await screen.findByRole('button', { name: /^Olive room, Tomorrow/ })).toBeInTheDocument()
  expect(asked).toContain('/api/offices/3/availability/spaces?date=2026-03-04')
})

test('a day without free time does not ask to choose one', async () => {
  days = (date) => sampleDay({ date, reason: 'booked', slots: [] })
  showOffice('?date=2026-03-20')

  expect(await screen.findByText('Everything is booked on this day.')).toBeInTheDocument()
  expect(screen.queryByText('Select a start time.')).not.toBeInTheDocument()
})

test('a start is booked for an hour with one touch, and the end offers only what is free after it, with its price', async () => {
  days = (date) => sampleDay({ date, taken: { '11:30': BOOKED } })
  const user = showOffice('?date=2026-03-20')
  await user.click(await screen.findByRole('button', { name: '10:00 AM – 10:30 AM: Free' }))

  expect(saidToBooking()).toBe('/booking/3?sub_office=17&date=2026-03-20&start=10:00&end=11:00')
  const ends = within(screen.getByRole('group', { name: 'End time' })).getAllByRole('button')
  expect(ends.map((end) => end.getAttribute('aria-label'))).toEqual([
    'Until 10:30 AM, ₪29.50',
    'Until 11:00 AM, ₪59.00',
    'Until 11:30 AM, ₪88.50',
  ])
  await user.click(ends[2]!)
  expect(screen.getByText('10:00 AM to 11:30 AM').closest('p')).toHaveTextContent('₪88.50')
})

test('a full day offers the first free time of another space and of another day, each with one touch', async () => {
  const offered = { office_id: 3, office_name: 'Jaffa Port House', start: '14:00', end: '15:00' }
  firstFree = [
    { ...offered, sub_office_id: 18, name: 'Fig room', date: '2026-03-20' },
    { ...offered, sub_office_id: 17, name: 'Olive room', date: '2026-03-23' },
  ]
  days = (date) => sampleDay({ date, ...(date === '2026-03-20' && { reason: 'booked', slots: [] }) })
  const fig = sampleSpace({ id: 18, name: 'Fig room' })
  const user = showOffice('?space=17&date=2026-03-20', { sub_offices: [sampleSpace(), fig] })
  expect(await screen.findByRole('button', { name: /^Fig room.*2:00 PM – 3:00 PM$/ })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Mon, Mar 23rd, 2:00 PM – 3:00 PM' }))

  expect(saidToBooking()).toBe('/booking/3?sub_office=17&date=2026-03-23&start=14:00&end=15:00')
})

test('at an office that never closes, an end after midnight names its day', async () => {
  days = (date) => sampleDay({ date, from: 0, until: 24 })
  showOffice('?date=2026-03-20&start=23:00&end=23:30', { open_hours: null, close_hours: null })

  expect(await screen.findByRole('button', { name: 'Until 12:30 AM, next day, ₪88.50' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: '12:30 AM – 1:00 AM: Free' })).toBeInTheDocument()
})

test('the price in an open space is per seat', () => {
  showOffice('', { sub_offices: [sampleSpace({ type: 'open_space', price_per_hour: 25 })] })

  expect(screen.getByText('₪29.50 an hour per seat')).toBeInTheDocument()
})
