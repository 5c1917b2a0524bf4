import type { FoundSpaces, Space } from '@keyhour/contract/spaces'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { sampleFoundSpace, samplePublicPage } from '#test/samples.ts'
import { PageAround } from '#web/features/spaces/page-around.tsx'
import { SearchScreen } from '#web/features/spaces/search-screen.tsx'
import { spaceTexts } from '#web/features/spaces/texts.ts'
import en from '#web/texts/en/spaces.json'

const olive = sampleFoundSpace()

const foundOf = (spaces: Space[]): FoundSpaces => ({
  total: spaces.length,
  spaces,
  offices: spaces.map(({ office_id, office_name: name, lat, lon }) => ({
    office_id,
    name,
    lat,
    lon,
    spaces: 1,
  })),
  counts: {
    types: { office: 0, open_space: 0, meeting_room: 1, lecture_room: 0, clinics: 0, podcast_room: 0 },
    amenities: { wifi: 0, printer: 0, parking: 0, kitchen: 0, screen: 0 },
  },
})

function showSearch(search: string, spaces: Space[] = [olive]) {
  const content = { kind: 'search' as const, found: foundOf(spaces) }
  const page = samplePublicPage(content, search)
  render(
    <PageAround page={page} t={spaceTexts(en, 'en')}>
      <SearchScreen page={page} content={content} />
    </PageAround>,
  )
  return userEvent.setup()
}

afterEach(() => void vi.useRealTimers())

const pictureOf = (name: string) => screen.getByText(name).closest('li')?.querySelector('img')

const eveningOf = (name: string) => pictureOf(name)?.parentElement?.querySelector('source')

test('a space without a picture is shown as its kind looks, in the evening once the page is dark', async () => {
  showSearch('', [olive, { ...olive, sub_office_id: 18, name: 'Fig room', picture: null }])

  expect(pictureOf('Olive room')?.srcset).toContain('/static/sub_office_images/olive_320.webp 320w')
  expect(pictureOf('Fig room')?.srcset).toMatch(/^\/assets\/meeting_room-light-\S+ 720w, \S+ 1280w$/)
  expect(eveningOf('Fig room')?.srcset).toMatch(/^\/assets\/meeting_room-dark-/)
  expect(eveningOf('Fig room')?.media).toBe('not all')

  document.documentElement.dataset.mantineColorScheme = 'dark'
  onTestFinished(() => void delete document.documentElement.dataset.mantineColorScheme)
  await waitFor(() => expect(eveningOf('Fig room')?.media).toBe('all'))
})

test('a space that has no price yet names none', () => {
  showSearch('', [{ ...olive, price_per_hour: 0, coming_soon: true }])

  expect(screen.getByText('Coming soon')).toBeInTheDocument()
  expect(screen.queryByText(/an hour/)).not.toBeInTheDocument()
})

test('the first day to ask for is today on the clock of the visitor', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-05T12:00:00Z') })
  showSearch('')

  expect(screen.getByLabelText('Date')).toHaveAttribute('min', '2026-03-05')
})

test('the order is part of the form, for who has no scripts', () => {
  showSearch('?sort=price')
  const sort = screen.getByLabelText('Sort by')

  expect(sort).toHaveAttribute('name', 'sort')
  expect(sort).toHaveAttribute('form', screen.getByRole('form', { name: 'Search spaces' }).id)
  expect(sort).toHaveValue('price')
})

test('the highest price says what it is compared with', () => {
  showSearch('?max_price=5', [])

  expect(screen.getByLabelText('Price up to, per hour or day')).toHaveValue(5)
  expect(screen.getByRole('link', { name: 'Up to 5 per hour or day' })).toBeInTheDocument()
})

const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('when nothing fits, the ways on are in the language that was asked for', () => {
  showSearch('?type=clinics&people=500&language=en', [])

  expect(hrefOf('500 people')).toBe('/spaces?type=clinics&language=en')
  expect(hrefOf('Start over')).toBe('/spaces?language=en')
})

test('when nothing fits, the ways on name no language that nobody asked for', () => {
  showSearch('?type=clinics&people=500', [])

  expect(hrefOf('500 people')).toBe('/spaces?type=clinics')
  expect(hrefOf('Start over')).toBe('/spaces')
})

test('the time that was asked for goes along from the map', async () => {
  const user = showSearch('?date=2026-03-04&start=10:00&end=12:00&language=en')
  await user.click(await screen.findByRole('button', { name: 'Jaffa Port House: 1 space' }))

  const link = screen.getByRole('link', { name: /Jaffa Port House.*: 1 space$/ })
  expect(link).toHaveAttribute('href', '/spaces/3?date=2026-03-04&start=10:00&end=12:00&language=en')
})
