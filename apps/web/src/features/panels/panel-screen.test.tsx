import { checkInAtPanel, NO_CODE, type PanelView, readPanel, startAtPanel } from '@keyhour/contract/panels'
import { act, screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { breakLive, restoreLive, tellChange } from '#test/live.ts'
import { answer, loseConnection, refuse, sent } from '#test/replies.ts'
import { sampleSpaceNow } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

const panelView = (given: Partial<PanelView> = {}): PanelView => ({
  ...sampleSpaceNow(),
  panel: { name: 'Olive door', language: 'en', theme: 'device' },
  ...given,
})
const booked = { start: '2026-03-02T10:00:00.000Z', end: '2026-03-02T11:00:00.000Z', kind: 'booked' as const }

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'clearInterval'],
    now: new Date('2026-03-02T08:00:20.000Z'),
  })
  return i18next.loadNamespaces('panels')
})
afterEach(async () => {
  vi.useRealTimers()
  document.documentElement.removeAttribute('data-mantine-color-scheme')
  await i18next.changeLanguage('en')
})

const open = (view = panelView()) => {
  answer(readPanel, view)
  return visit('/panel/3.secret')
}
const passMinutes = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * 60_000))
const state = () => screen.findByRole('region', { name: 'Now' })
const type = async ({ user }: ReturnType<typeof open>, code: string) => {
  for (const digit of code) await user.click(screen.getByRole('button', { name: digit }))
}

test('a free room says until when, what comes next, and what taking it costs', async () => {
  open(panelView({ taken: [booked] }))

  expect(await state()).toHaveTextContent('Freeuntil 12:00 PMNext: 12:00 PM – 1:00 PM')
  expect(screen.getByRole('heading', { name: 'Olive room' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: '30 minutes ₪29.50' })).toBeInTheDocument()
  expect(screen.getByRole('listitem')).toHaveTextContent('12:00 PM – 1:00 PMBooked')
  expect(screen.queryByRole('button', { name: 'Check in' })).toBeNull()
})

test('a taken room offers nothing but the check-in to its booking', async () => {
  const taken = [{ ...booked, start: '2026-03-02T08:00:00.000Z' }]
  open(panelView({ taken, awaits_check_in: true, free_units: 0 }))

  expect(await state()).toHaveTextContent('Takenuntil 1:00 PMNothing is booked after that.')
  expect(screen.getByRole('button', { name: 'Check in' })).toBeInTheDocument()
  expect(screen.queryByRole('heading', { name: 'Book now' })).toBeNull()
})

test('a closed office says when it opens', async () => {
  open(panelView({ open_until: null, opens_at: '2026-03-03T06:00:00.000Z', choices: [] }))

  expect(await state()).toHaveTextContent('Closedopens Mar 3rd 2026, 8:00 AM')
})

test('an open space counts its free seats', async () => {
  open(panelView({ units: 12, free_units: 3 }))

  expect(await state()).toHaveTextContent('3 of 12 seats are free')
})

test('the sixth digit of a code books, and the room is read again', async () => {
  answer(startAtPanel, { until: '2026-03-02T08:30:00.000Z' })
  const shown = open()
  await shown.user.click(await screen.findByRole('button', { name: '30 minutes ₪29.50' }))
  const keypad = await screen.findByRole('dialog', { name: 'Book for 30 minutes' })
  expect(keypad).toHaveTextContent('Until 10:30 AM, for ₪29.50 with tax.')
  const reads = sent.filter(({ method }) => method === 'GET').length
  await type(shown, '123456')

  expect(await within(keypad).findByText('Booked until 10:30 AM.')).toBeInTheDocument()
  const posts = sent.filter(({ method }) => method === 'POST')
  expect(posts).toMatchObject([{ url: '/api/panels/3.secret/visits', body: { code: '123456', minutes: 30 } }])
  await waitFor(() => expect(sent.filter(({ method }) => method === 'GET').length).toBeGreaterThan(reads))
})

test('a wrong code is forgotten and can be typed again, also on a keyboard', async () => {
  refuse(checkInAtPanel, 422, [{ loc: ['body', 'code'], msg: NO_CODE }])
  const { user } = open(panelView({ awaits_check_in: true }))
  await user.click(await screen.findByRole('button', { name: 'Check in' }))
  const field = await screen.findByRole('textbox', { name: 'Your code' })
  await user.type(field, '12x3456')

  expect(await screen.findByText(NO_CODE)).toBeInTheDocument()
  expect(field).toHaveValue('')
  answer(checkInAtPanel, {})
  await user.type(field, '654321')
  expect(await screen.findByText('You are checked in.')).toBeInTheDocument()
})

test('without a connection the screen says since when, is not green, and books nothing', async () => {
  open()
  await state()
  loseConnection(readPanel)
  act(() => breakLive())
  window.dispatchEvent(new Event('offline'))

  const banner = 'No connection since 10:00 AM. This may be out of date.'
  expect(await screen.findByText(banner, {}, { timeout: 5_000 })).toBeInTheDocument()
  expect(await state()).toHaveAttribute('data-lost')
  expect(screen.queryByRole('button', { name: /minutes/ })).toBeNull()

  answer(readPanel, panelView())
  act(() => restoreLive())
  await waitFor(() => expect(screen.queryByText(banner)).toBeNull())
  expect(screen.getByRole('button', { name: '30 minutes ₪29.50' })).toBeInTheDocument()
})

test('a booking elsewhere is shown when the server says so', async () => {
  open()
  await state()
  answer(readPanel, panelView({ taken: [{ ...booked, start: '2026-03-02T08:00:00.000Z' }], choices: [] }))
  act(() => tellChange())

  await waitFor(async () => expect(await state()).toHaveTextContent('Taken'))
})

test('a removed screen says so, also without a connection, asks now and then, and comes back by itself', async () => {
  open()
  await state()
  refuse(readPanel, 404, 'This screen was removed.')
  act(() => tellChange())

  expect(await screen.findByRole('heading', { name: 'This screen was removed' })).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Now' })).toBeNull()

  loseConnection(readPanel)
  const asked = sent.length
  await passMinutes(2)
  expect(sent.length - asked).toBe(1)
  expect(screen.getByRole('heading', { name: 'This screen was removed' })).toBeInTheDocument()
  answer(readPanel, panelView())
  await passMinutes(2)
  expect(await state()).toHaveTextContent('Free')
})

test('a 404 of a proxy is a lost connection, from which the screen comes back by itself', async () => {
  open()
  await state()
  refuse(readPanel, 404)
  act(() => tellChange())
  expect(await screen.findByText(/^No connection since /)).toBeInTheDocument()

  answer(readPanel, panelView())
  await passMinutes(0.5)
  await waitFor(() => expect(screen.queryByText(/^No connection since /)).toBeNull())
})

test('a screen has its own language and colours, which are not kept for the person', async () => {
  open(panelView({ panel: { name: 'Olive door', language: 'he', theme: 'dark' } }))

  expect(await screen.findByText('פנוי')).toBeInTheDocument()
  expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark')
  expect(document.cookie).not.toMatch(/language=he|color_scheme=dark/)
})

test('a fast clock of the tablet does not matter', async () => {
  vi.setSystemTime(new Date('2026-03-02T11:00:00.000Z'))
  open(panelView({ taken: [booked] }))

  expect(await state()).toHaveTextContent('Freeuntil 12:00 PM')
})
