import type { FoundSpaces, Space } from '@keyhour/contract/spaces'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { sampleFoundSpace, samplePublicPage } from '#test/samples.ts'
import { nowMs } from '#web/clock.ts'
import { PageAround } from '#web/features/spaces/page-context.tsx'
import { SearchScreen } from '#web/features/spaces/search-screen.tsx'
import { spaceTexts } from '#web/features/spaces/texts.ts'
import en from '#web/texts/en/spaces.json'

const olive = sampleFoundSpace()

const foundOf = (spaces: Space[]): FoundSpaces => ({
  total: spaces.length,
  spaces,
  near: null,
  offices: spaces.map(({ office_id, sub_office_id, office_name: name, currency, ...space }) => ({
    ...{ office_id, name, lat: space.lat, lon: space.lon, currency },
    ...{ coming_soon: space.coming_soon, temporarily_closed: space.temporarily_closed },
    ...{ spaces: 1, sub_office_id, price: 58.88, per: 'hour' as const },
  })),
  counts: {
    types: { office: 0, open_space: 0, meeting_room: 1, lecture_room: 0, clinics: 0, podcast_room: 0 },
    amenities: { wifi: 0, printer: 0, parking: 0, kitchen: 0, screen: 0 },
  },
})

function showSearch(search: string, found: Space[] | FoundSpaces = [olive]) {
  const content = { kind: 'search' as const, found: Array.isArray(found) ? foundOf(found) : found }
  const page = samplePublicPage(content, search)
  render(
    <PageAround page={page} t={spaceTexts('en', en)}>
      <SearchScreen page={page} content={content} />
    </PageAround>,
  )
  return userEvent.setup()
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
})

/** On the clock of the visitor, who is in UTC. */
const dayFromNow = (days: number) => new Date(nowMs() + days * 86_400_000).toISOString().slice(0, 10)

const pictureOf = (name: string) => screen.getByText(name).closest('li')?.querySelector('img')

const eveningOf = (name: string) => pictureOf(name)?.parentElement?.querySelector('source')

test('a space without a picture shows the picture of its type, in the evening version on a dark page', async () => {
  showSearch('', [olive, { ...olive, sub_office_id: 18, name: 'Fig room', picture: null }])

  expect(pictureOf('Olive room')?.srcset).toContain('/static/sub_office_images/olive_320.webp 320w')
  expect(pictureOf('Fig room')?.srcset).toMatch(/^\S+\/meeting_room-light-\S+ 720w, \S+ 1280w$/)
  expect(eveningOf('Fig room')?.srcset).toMatch(/\/meeting_room-dark-/)
  expect(eveningOf('Fig room')?.media).toBe('not all')

  document.documentElement.dataset.mantineColorScheme = 'dark'
  onTestFinished(() => void delete document.documentElement.dataset.mantineColorScheme)
  await waitFor(() => expect(eveningOf('Fig room')?.media).toBe('all'))
})

test('a space without a price shows none', () => {
  showSearch('', [{ ...olive, price_per_hour: 0, coming_soon: true }])

  expect(screen.getByText('Coming soon')).toBeInTheDocument()
  expect(screen.queryByText(/an hour/)).not.toBeInTheDocument()
})

test("the earliest date is today on the visitor's clock, also when the page stays open overnight", () => {
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'clearInterval'],
    now: new Date('2026-03-05T12:00:00Z'),
  })
  showSearch('')
  expect(screen.getByLabelText('Date')).toHaveAttribute('data-min', '2026-03-05')

  vi.setSystemTime(new Date('2026-03-06T12:00:00Z'))
  act(() => void vi.advanceTimersToNextTimer())
  expect(screen.getByLabelText('Date')).toHaveAttribute('data-min', '2026-03-06')
})

test('the order is part of the form, so that it works without scripts', () => {
  showSearch('?sort=price')
  const sort = screen.getByLabelText('Sort by')

  expect(sort).toHaveAttribute('name', 'sort')
  expect(sort).toHaveAttribute('form', screen.getByRole('form', { name: 'Search spaces' }).id)
  expect(sort).toHaveValue('price')
})

test('the maximum price says which rate it is compared with', () => {
  showSearch('?max_price=5&currency=USD', [])

  expect(screen.getByLabelText('Maximum price, per hour or day')).toHaveValue(5)
  expect(screen.getByLabelText('Currency')).toHaveValue('USD')
  expect(screen.getByRole('link', { name: 'Up to $5 per hour or day' })).toBeInTheDocument()
})

const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('when nothing is found, the suggestions keep the language of the address', () => {
  showSearch('?type=clinics&people=500&language=en', [])

  expect(hrefOf('500 people')).toBe('/spaces?type=clinics&language=en')
  expect(hrefOf('Start over')).toBe('/spaces?language=en')
})

test('when nothing is found, the suggestions add no language to the address', () => {
  showSearch('?type=clinics&people=500', [])

  expect(hrefOf('500 people')).toBe('/spaces?type=clinics')
  expect(hrefOf('Start over')).toBe('/spaces')
})

test('a pin shows the lowest price and opens the first space, with the time and people of the search', async () => {
  const user = showSearch('?date=2026-03-04&start=10:00&end=12:00&people=6&language=en')
  const words = 'Jaffa Port House: 1 space from ₪58.88 an hour'
  const pin = await screen.findByRole('button', { name: words })
  expect(pin).toHaveTextContent('₪58.88')
  await user.click(pin)

  expect(screen.getByRole('link', { name: words })).toHaveAttribute(
    'href',
    '/spaces/3?space=17&date=2026-03-04&start=10:00&end=12:00&people=6&language=en',
  )
})

test('pins that would overlap share one, and a closed office says so instead of a price', async () => {
  const near = { ...olive, office_id: 4, office_name: 'Pier House' }
  const soon = { ...olive, office_id: 5, office_name: 'Tower', lat: 32.8, lon: 35, coming_soon: true }
  showSearch('', [olive, near, soon])

  expect(await screen.findByRole('button', { name: '2 spaces: zoom in' })).toHaveTextContent('2')
  expect(screen.getByRole('button', { name: 'Tower: Coming soon' })).toBeInTheDocument()
})

test('the page says which order is used', () => {
  const found = foundOf([olive])
  showSearch('?place=Tel+Aviv', { ...found, near: { lat: 32.08, lon: 34.78, of: 'place' } })
  expect(screen.getByText(/^Free now first, nearest to Tel Aviv\./)).toBeInTheDocument()
})

test('with a position, the nearest come first and the map names the city of the visitor', async () => {
  const position = { coords: { latitude: 32.06, longitude: 34.77 } }
  vi.stubGlobal('navigator', {
    ...navigator,
    geolocation: { getCurrentPosition: (onFound: (found: typeof position) => void) => onFound(position) },
  })
  const server = answerByHand()
  showSearch('')
  fireEvent.click(screen.getByRole('button', { name: 'Use my location' }))
  const question = await server.next(0)
  expect(question.address).toBe('/api/spaces?lat=32.06&lon=34.77')
  question.answer({ ...foundOf([olive]), near: { lat: 32.06, lon: 34.77, of: 'visitor' } })

  expect(await screen.findByText('Free now near you first.')).toBeInTheDocument()
  expect(await screen.findByText('You are here, Tel Aviv')).toBeInTheDocument()
})

test('when nothing is found, other times, nearby spaces and filters to remove are links', () => {
  const without = [{ part: 'people' as const, spaces: 4 }]
  const times = [{ date: '2026-03-04', start: '11:00', end: '12:00', spaces: 2 }]
  const ways_out = { times, nearby: [{ ...olive, distance_km: 4.2 }], without }
  const search = '?place=Haifa&date=2026-03-04&start=10:00&end=11:00&people=6'
  showSearch(search, { ...foundOf([]), ways_out })

  expect(screen.getByRole('link', { name: /11:00 AM.*12:00 PM · 2 spaces$/ })).toHaveAttribute(
    'href',
    '/spaces?place=Haifa&date=2026-03-04&start=11:00&end=12:00&people=6',
  )
  expect(hrefOf('6 people · 4 spaces')).toBe('/spaces?place=Haifa&date=2026-03-04&start=10:00&end=11:00')
  expect(screen.queryByRole('link', { name: 'Haifa' })).not.toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'Close to Haifa' })).toBeInTheDocument()
  expect(screen.getByText('4.2 km away')).toBeInTheDocument()
  expect(hrefOf('Olive room')).toBe('/spaces/3?space=17&date=2026-03-04&start=10:00&end=11:00&people=6')
})

/** A server whose replies the test sends one by one. */
function answerByHand() {
  const asked: { address: string; answer: (found: FoundSpaces) => void; fail: () => void }[] = []
  vi.stubGlobal(
    'fetch',
    (address: string) =>
      new Promise<Response>((resolve, reject) => {
        asked.push({
          address,
          answer: (found) => resolve(Response.json(found)),
          fail: () => reject(new TypeError('Failed to fetch')),
        })
      }),
  )
  return {
    asked,
    next: (at: number) => waitFor(() => expect(asked[at]).toBeDefined()).then(() => asked[at]!),
  }
}

const manyFound = (total: number) => ({ ...foundOf([olive]), total })
const status = () => screen.getByRole('status')

test('the number of free spaces is shown only once it is known', async () => {
  const server = answerByHand()
  showSearch('')
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: dayFromNow(30) } })
  const question = await server.next(0)
  expect(question.address).toBe(`/api/spaces?date=${dayFromNow(30)}&start=09:00&end=10:00`)
  expect(status()).toHaveTextContent(/^1 space$/)

  question.fail()
  expect(await screen.findByRole('alert')).toHaveTextContent('The spaces could not be loaded.')
  expect(status()).toHaveTextContent(/^1 space$/)

  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(status()).toHaveFocus()
  ;(await server.next(1)).answer(manyFound(3))
  await waitFor(() => expect(status()).toHaveTextContent('3 spaces are free at that time'))
  expect(screen.getByText('Times are local to each office.')).toBeInTheDocument()
})

test('an earlier search is repeated, since a space may be taken by now', async () => {
  const server = answerByHand()
  const user = showSearch('')
  const clinics = () => user.click(screen.getByRole('radio', { name: /^Clinics/ }))
  await clinics()
  ;(await server.next(0)).answer(manyFound(4))
  await waitFor(() => expect(status()).toHaveTextContent('4 spaces'))
  await user.click(screen.getByRole('radio', { name: /^All/ }))
  ;(await server.next(1)).answer(manyFound(9))
  await waitFor(() => expect(status()).toHaveTextContent('9 spaces'))
  await clinics()
  ;(await server.next(2)).answer(manyFound(3))

  await waitFor(() => expect(status()).toHaveTextContent('3 spaces'))
  expect(server.asked.map(({ address }) => address)).toEqual([
    '/api/spaces?type=clinics',
    '/api/spaces',
    '/api/spaces?type=clinics',
  ])
})

test('another page is announced and receives the focus', async () => {
  const server = answerByHand()
  const user = showSearch('?page=3', manyFound(80))
  expect(status()).toHaveTextContent('80 spaces, page 3 of 4')
  await user.click(screen.getByRole('link', { name: 'Next' }))
  expect(status()).toHaveFocus()
  ;(await server.next(0)).answer(manyFound(80))

  await waitFor(() => expect(status()).toHaveTextContent('80 spaces, page 4 of 4'))
  expect(screen.queryByRole('link', { name: 'Next' })).not.toBeInTheDocument()
  expect(status()).toHaveFocus()
})

test('removing a filter moves the focus to the new results', async () => {
  const server = answerByHand()
  const user = showSearch('?people=500', [])
  await user.click(screen.getByRole('link', { name: '500 people' }))
  ;(await server.next(0)).answer(manyFound(2))

  await waitFor(() => expect(status()).toHaveTextContent('2 spaces'))
  expect(status()).toHaveFocus()
})

test('a year typed digit by digit is searched for once it is complete', async () => {
  const server = answerByHand()
  showSearch('')
  const date = screen.getByLabelText('Date')
  const whole = dayFromNow(30)
  for (const year of ['0002', '0020', '0202']) {
    fireEvent.change(date, { target: { value: year + whole.slice(4) } })
    expect(date).toHaveValue(year + whole.slice(4))
  }
  expect(screen.getByLabelText('From')).toHaveValue('')
  fireEvent.change(date, { target: { value: whole } })

  expect((await server.next(0)).address).toContain(`date=${whole}`)
  expect(server.asked).toHaveLength(1)
})

test.each([
  ['Date', '2019-03-02', 'Choose a date within the next year'],
  ['Date', dayFromNow(400), 'Choose a date within the next year'],
  ['People', '0', 'Enter a number from 1 to 10,000'],
  ['People', '10001', 'Enter a number from 1 to 10,000'],
  ['Maximum price, per hour or day', '1000001', 'Enter a number from 1 to 1,000,000'],
])('%s: %s stays in the field and is marked as invalid after leaving it', (label, typed, trouble) => {
  showSearch('')
  const field = screen.getByLabelText<HTMLInputElement>(label)
  fireEvent.change(field, { target: { value: typed } })
  expect(field).not.toHaveAttribute('aria-invalid')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  fireEvent.blur(field)

  expect(field.value).toBe(typed)
  expect(field).toHaveAccessibleDescription(trouble)
  expect(screen.getByRole('alert')).toHaveTextContent(trouble)
  fireEvent.change(field, { target: { value: '' } })
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('clearing the time moves the focus to the date', async () => {
  answerByHand()
  const user = showSearch(`?date=${dayFromNow(3)}&start=10:00&end=12:00`)
  await user.click(screen.getByRole('button', { name: 'Any time' }))

  expect(screen.getByLabelText('Date')).toHaveValue('')
  expect(screen.getByLabelText('Date')).toHaveFocus()
})

test('an address with only part of a time shows that part', () => {
  showSearch('?start=06:30')

  expect(screen.getByLabelText('Date')).toHaveAttribute('data-value', '2026-03-03')
  expect(screen.getByLabelText('From')).toHaveValue('06:30')
  expect(screen.getByLabelText('Until')).toHaveValue('07:30')
  expect(status()).toHaveTextContent('1 space is free at that time')
})

test('a seat in an open space has the price of one seat', () => {
  showSearch('', [
    { ...olive, type: 'open_space', price_per_hour: 25 },
    { ...olive, type: 'open_space', sub_office_id: 18, rent_type: 'day', price_per_day: 90 },
    { ...olive, sub_office_id: 19, price_per_hour: 60 },
  ])

  expect(screen.getByText('₪29.50 an hour per seat')).toBeInTheDocument()
  expect(screen.getByText('₪106.20 a day per seat')).toBeInTheDocument()
  expect(screen.getByText('₪70.80 an hour')).toBeInTheDocument()
})

test('when only similar names match, the page says so', () => {
  showSearch('?place=Olvie', { ...foundOf([olive]), similar: true })

  expect(screen.getByText('No place is called “Olvie”. These are the closest matches.')).toBeInTheDocument()
})
