import { listDevices } from '@keyhour/contract/access'
import { listAdminOffices } from '@keyhour/contract/admin-offices'
import { listUsers } from '@keyhour/contract/admin-users'
import { listHomeAssistants } from '@keyhour/contract/hubs'
import { getInsight, type Insight, type Totals } from '@keyhour/contract/insight'
import { listMyOffices } from '@keyhour/contract/offices'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { answer, answerLater, refuse, sent } from '#test/replies.ts'
import { visit } from '#test/show.tsx'

const HOUR = 3_600_000
const totals = (given: Partial<Totals> = {}): Totals => ({
  orders: 0,
  no_shows: 0,
  revenue: 0,
  net: 0,
  booked_ms: 0,
  open_ms: 0,
  due_ms: 0,
  there_ms: 0,
  ...given,
})
const nothing = { now: totals(), before: totals() }
const some = {
  now: totals({
    orders: 12,
    revenue: 118_000,
    net: 70_000,
    booked_ms: 30 * HOUR,
    open_ms: 120 * HOUR,
    due_ms: 20 * HOUR,
    there_ms: 15 * HOUR,
  }),
  before: totals({
    orders: 6,
    revenue: 236_000,
    net: 70_000,
    booked_ms: 12 * HOUR,
    open_ms: 120 * HOUR,
    due_ms: 12 * HOUR,
    there_ms: 6 * HOUR,
  }),
}

const insight = (given: Partial<Insight> = {}): Insight => ({
  range: { from: '2026-02-23', to: '2026-03-01' },
  before: { from: '2026-02-16', to: '2026-02-22' },
  currency: 'ILS',
  currencies: ['ILS'],
  total: some,
  period_length: 'day',
  periods: [
    {
      days: { from: '2026-02-23', to: '2026-02-23' },
      days_before: { from: '2026-02-16', to: '2026-02-16' },
      ...some,
    },
  ],
  offices: [
    { office_id: 3, name: 'Harbour House', ...some },
    { office_id: 4, name: 'Bazaar', ...nothing },
  ],
  types: [{ type: 'meeting_room', ...some }],
  hours: Array.from({ length: 168 }, (_, at) => (at === 34 ? some : nothing)),
  payments: [
    { payment: 'Credits', now: { orders: 9, revenue: 88_500 }, before: { orders: 6, revenue: 236_000 } },
    { payment: 'Pending', now: { orders: 3, revenue: 29_500 }, before: { orders: 0, revenue: 0 } },
  ],
  ...given,
})

// jsdom has no layout, and a chart without a size logs warnings.
beforeAll(() => {
  HTMLElement.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 800, 280)
})

beforeEach(() => {
  answer(listUsers, [])
  answer(listAdminOffices, [])
  answer(listDevices, [])
  answer(listHomeAssistants, [])
  answer(listMyOffices, [
    { id: 3, name: 'Harbour House', type: 'Office', time_zone: 'Asia/Jerusalem', sub_offices: [] },
  ])
})

const visitTab = (more = '') => visit(`/admin-dashboard?tab=insight${more}`, { as: { admin: true } })
const asked = () => sent.filter(({ url }) => url.startsWith('/api/admin/insight')).map(({ url }) => url)

test('the four measures are shown with their change from the range before', async () => {
  answer(getInsight, insight())
  visitTab()
  const shown = async (name: string) => (await screen.findByRole('button', { name })).textContent

  expect(await shown('Revenue ₪1,180.00 −₪1,180.00 (−50.0%)')).toBeTruthy()
  expect(await shown('Net to owners ₪700.00 +₪0.00 (+0.0%)')).toBeTruthy()
  expect(await shown('Occupancy 25.0% +15.0 points')).toBeTruthy()
  expect(await shown('Utilisation 75.0% +25.0 points')).toBeTruthy()
  expect(screen.getByText(/12 orders in this period/)).toBeInTheDocument()
  expect(
    screen.getByText('Feb 23rd 26 – Mar 1st 26, compared with Feb 16th 26 – Feb 22nd 26'),
  ).toBeInTheDocument()
})

test('the charts show the measure that is pressed, and the address keeps it', async () => {
  answer(getInsight, insight())
  const { user: person, address } = visitTab()
  await person.click(await screen.findByRole('button', { name: /^Occupancy/ }))

  expect(address()).toBe('/admin-dashboard?tab=insight&measure=occupancy')
  expect(screen.getByRole('button', { name: /^Occupancy/, pressed: true })).toBeInTheDocument()
  const offices = screen.getByRole('list', { name: 'Occupancy by office' })
  expect(
    within(offices)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Harbour House25.0% compared with the previous period: +15.0 points',
    'Bazaar– compared with the previous period: –',
  ])
  expect(asked()).toHaveLength(1)
})

test('the week is a table whose cells say their value, or that the office is closed', async () => {
  answer(getInsight, insight())
  visitTab('&measure=occupancy')
  const week = await screen.findByRole('table', { name: 'Occupancy by hour of the week' })
  const monday = within(week).getByRole('row', { name: /^Mon/ })

  expect(
    within(week)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['10 AM'])
  expect(within(monday).getByRole('cell', { name: '25.0%' })).toHaveTextContent('25%')
  expect(within(week).getAllByRole('cell', { name: 'Closed' })).toHaveLength(6)
  expect(
    screen.getByText('The stronger the colour, the higher the share. Hatched: closed.'),
  ).toBeInTheDocument()
})

test('hatching is explained only if some hours are closed', async () => {
  answer(getInsight, insight({ hours: insight().hours.map(() => some) }))
  visitTab()

  expect(
    await screen.findByText('The stronger the colour, the higher the amount, in ILS.'),
  ).toBeInTheDocument()
})

test('the table of the week names its hours as the chart does', async () => {
  answer(getInsight, insight())
  const { user: person } = visitTab()
  const card = within(await screen.findByRole('region', { name: 'By hour of the week' }))
  await person.click(card.getByRole('button', { name: 'Show table' }))

  expect(card.getByRole('cell', { name: 'Mon 10 AM' })).toBeInTheDocument()
})

test('each chart can be shown as a table', async () => {
  answer(getInsight, insight())
  const { user: person } = visitTab()
  const card = await screen.findByRole('region', { name: 'By office' })
  await person.click(within(card).getByRole('button', { name: 'Show table' }))
  const rows = within(within(card).getByRole('table', { name: 'By office' }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))

  expect(rows).toEqual([
    [
      'Office',
      'Orders',
      'Number of no-shows',
      'Revenue',
      'Revenue, change',
      'Net to owners',
      'Net to owners, change',
      'Occupancy',
      'Occupancy, change',
      'Utilisation',
      'Utilisation, change',
      'No-shows',
      'No-shows, change',
    ],
    [
      'Harbour House',
      '12',
      '0',
      '₪1,180.00',
      '−₪1,180.00 (−50.0%)',
      '₪700.00',
      '+₪0.00 (+0.0%)',
      '25.0%',
      '+15.0 points',
      '75.0%',
      '+25.0 points',
      '0.0%',
      '+0.0 points',
    ],
    ['Bazaar', '0', '0', '₪0.00', '+₪0.00', '₪0.00', '+₪0.00', '–', '–', '–', '–', '–', '–'],
  ])
  await person.click(within(card).getByRole('button', { name: 'Show chart' }))
  expect(within(card).queryByRole('table')).toBeNull()
  for (const name of ['Over time', 'By type', 'By hour of the week', 'Payment mix']) {
    const other = screen.getByRole('region', { name })
    await person.click(within(other).getByRole('button', { name: 'Show table' }))
    expect(within(other).getByRole('table', { name })).toBeInTheDocument()
  }
})

test('range and filters are sent to the server and kept in the address', async () => {
  answer(getInsight, insight())
  const { user: person, address } = visitTab('&range=custom&from=2026-02-01&to=2026-02-28')
  await screen.findByRole('region', { name: 'By office' })
  await person.click(screen.getByRole('combobox', { name: 'Type' }))
  await person.click(await screen.findByRole('option', { name: 'Open Space' }))
  await person.click(screen.getByRole('combobox', { name: 'Office' }))
  await person.click(await screen.findByRole('option', { name: 'Harbour House' }))

  expect(address()).toBe(
    '/admin-dashboard?tab=insight&range=custom&from=2026-02-01&to=2026-02-28&type=open_space&office=3',
  )
  await waitFor(() =>
    expect(asked().at(-1)).toBe(
      '/api/admin/insight?from=2026-02-01&to=2026-02-28&office_id=3&type=open_space',
    ),
  )
})

test('a custom range starts with the dates that were shown', async () => {
  answer(getInsight, insight())
  const { user: person, address } = visitTab('&range=lastMonth')
  await screen.findByRole('region', { name: 'By office' })
  const from = screen.getByLabelText('From').getAttribute('data-value')
  await person.click(screen.getByRole('combobox', { name: 'Period' }))
  await person.click(await screen.findByRole('option', { name: 'Custom' }))

  expect(address()).toContain(`range=custom&from=${from}`)
})

test.each([
  ['from=2026-03-02&to=2026-03-01', 'The last day cannot be before the first'],
  ['from=2020-03-02&to=2026-03-01', 'Please choose at most two years'],
  ['from=2026-03-02', 'Choose the first and last day'],
])('invalid dates, %s, are reported and not sent', async (days, title) => {
  visitTab(`&range=custom&${days}`)

  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument()
  expect(screen.getByLabelText('To')).toBeInvalid()
  expect(asked()).toEqual([])
})

test('nothing can be exported while the dates are invalid', async () => {
  answer(getInsight, insight())
  visitTab('&range=custom&from=2026-02-01&to=2026-02-28')
  const [button] = await screen.findAllByRole('button', { name: 'Export' })
  expect(button).toBeEnabled()
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-01-28' } })

  await waitFor(() => expect(button).toBeDisabled())
})

test('the currency can be chosen only if there are several', async () => {
  answer(getInsight, insight({ currencies: ['ILS', 'EUR'] }))
  const { user: person, address } = visitTab()
  expect(await screen.findByText(/12 orders in ILS in this period/)).toBeInTheDocument()
  await person.click(screen.getByRole('combobox', { name: 'Currency' }))
  await person.click(await screen.findByRole('option', { name: 'EUR' }))

  expect(address()).toContain('currency=EUR')
})

test('the tab says why loading failed, and can retry', async () => {
  refuse(getInsight, 503, 'The database is not ready.')
  const { user: person } = visitTab()
  expect(
    await screen.findByText('Insight could not be loaded: The database is not ready.'),
  ).toBeInTheDocument()

  const release = answerLater(getInsight, insight())
  await person.click(screen.getByRole('button', { name: 'Retry' }))
  release()
  expect(await screen.findByRole('region', { name: 'By office' })).toBeInTheDocument()
})

test('the tab says that it is loading', async () => {
  answerLater(getInsight, insight())
  visitTab()

  expect(await screen.findByText('Loading insight...')).toBeInTheDocument()
})

test('a range without orders says so, and still explains what is counted', async () => {
  answer(getInsight, insight({ total: nothing, currencies: [] }))
  visitTab()

  expect(await screen.findByText('No orders in this period')).toBeInTheDocument()
  expect(screen.queryByRole('combobox', { name: 'Currency' })).toBeNull()
  expect(screen.getByText('How this is calculated')).toBeInTheDocument()
})

test('a table is exported with the chosen filters, in the language of the screen', async () => {
  answer(getInsight, insight())
  const fetched = vi.fn(async () => new Response('file'))
  vi.stubGlobal('fetch', fetched)
  const { user: person } = visitTab(
    '&range=custom&from=2026-02-01&to=2026-02-28&type=clinics&measure=occupancy',
  )
  const card = await screen.findByRole('region', { name: 'By hour of the week' })
  await person.click(within(card).getByRole('button', { name: 'Export' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Excel (XLSX)' }))

  await waitFor(() =>
    expect(fetched.mock.calls.map(([url]: unknown[]) => url)).toContain(
      '/api/admin/insight/export?from=2026-02-01&to=2026-02-28&type=clinics&table=hours&format=xlsx&language=en&sort=occupancy',
    ),
  )
  await waitFor(() => expect(within(card).getByRole('button', { name: 'Export' })).toHaveFocus())
  vi.unstubAllGlobals()
})

test('ten offices are shown at first, and all on request', async () => {
  const offices = Array.from({ length: 12 }, (_, at) => ({
    office_id: at + 1,
    name: `Office ${at}`,
    ...some,
  }))
  answer(getInsight, insight({ offices }))
  const { user: person } = visitTab()
  const drawn = async () =>
    within(await screen.findByRole('list', { name: 'Revenue by office' })).getAllByRole('listitem').length

  expect(await drawn()).toBe(10)
  await person.click(screen.getByRole('button', { name: 'Show all 12' }))
  expect(await drawn()).toBe(12)
})

test('the tab is translated, with Hebrew names of offices', async () => {
  const offices = [{ office_id: 3, name: 'Harbour House', name_he: 'בית הנמל', ...some }]
  answer(getInsight, insight({ offices }))
  answer(listMyOffices, [
    {
      id: 3,
      name: 'Harbour House',
      name_he: 'בית הנמל',
      type: 'Office',
      time_zone: 'Asia/Jerusalem',
      sub_offices: [],
    },
  ])
  await i18next.changeLanguage('he')
  const { user: person } = visitTab()

  expect(await screen.findByRole('heading', { name: 'תובנות' })).toBeInTheDocument()
  expect(await screen.findByRole('table', { name: 'הכנסות לפי שעה בשבוע' })).toBeInTheDocument()
  expect(
    within(screen.getByRole('list', { name: 'הכנסות לפי משרד' })).getByText('בית הנמל'),
  ).toBeInTheDocument()
  await person.click(screen.getByRole('combobox', { name: 'משרד' }))
  expect(await screen.findByRole('option', { name: 'בית הנמל' })).toBeInTheDocument()
  expect(screen.queryByText('Harbour House')).toBeNull()
})
