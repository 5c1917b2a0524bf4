import { changeSubOffice, type IntegrationState } from '@keyhour/contract/admin-offices'
import { getCalendarFeed } from '@keyhour/contract/calendar-feeds'
import { listCalendarLinks } from '@keyhour/contract/calendar-sync'
import { type CalendarLink, calendarCalls } from '@keyhour/contract/calendars'
import { screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, sent } from '#test/replies.ts'
import { sampleAdminOffice, sampleSpace } from '#test/samples.ts'
import { show } from '#test/show.tsx'
import { SubOfficeForm } from '#web/features/admin-offices/sub-office-form.tsx'

const connected = (provider: IntegrationState['provider']): IntegrationState => ({
  provider,
  state: 'connected',
  failure: null,
  connected_at: '2026-01-05T08:00:00.000Z',
  account: null,
  read_at: null,
  failing_links: 0,
})
const CALENDARS = [
  { id: 'blue@group.calendar.google.com', summary: 'Blue room' },
  { id: 'red@group.calendar.google.com', summary: 'Red room' },
]

beforeEach(async () => {
  answer(getCalendarFeed, { feed: null })
  answer(listCalendarLinks, [])
  await Promise.all([i18next.loadNamespaces('calendars'), i18next.loadNamespaces('admin-offices')])
})

async function open(
  integrations: IntegrationState[],
  space: Parameters<typeof sampleSpace>[0] = {},
  office: Parameters<typeof sampleAdminOffice>[0] = {},
) {
  const form = (
    <SubOfficeForm
      office={sampleAdminOffice({ ...office, integrations })}
      space={sampleSpace(space)}
      onClose={vi.fn()}
    />
  )
  const { user } = show(<RouterProvider router={createMemoryRouter([{ path: '/', element: form }])} />)
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: /^Links/ }))
  return { user, dialog }
}
const savedField = () =>
  (sent.find(({ method }) => method === 'PUT')!.body as Record<string, unknown>).google_calendar_id

test('a sub-office is linked by the name of a calendar', async () => {
  answer(calendarCalls.google.list, { calendars: CALENDARS, failure: null })
  answer(changeSubOffice, sampleSpace())
  const { user, dialog } = await open([connected('google')])
  const field = await dialog.findByRole('combobox', { name: 'Google calendar' })
  await waitFor(() => expect(field).toBeEnabled())
  await user.click(field)
  await user.click(await screen.findByRole('option', { name: 'Red room' }))
  expect(dialog.getByText('Linked')).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(savedField()).toBe('red@group.calendar.google.com'))
})

test('a calendar that is no longer there is named so, and can be unlinked', async () => {
  answer(calendarCalls.google.list, { calendars: CALENDARS, failure: null })
  answer(changeSubOffice, sampleSpace())
  const { user, dialog } = await open([connected('google')], { google_calendar_id: 'gone@example.com' })
  expect(await dialog.findByText('No longer there')).toBeInTheDocument()
  expect(dialog.getByRole('combobox', { name: 'Google calendar' })).toHaveValue('gone@example.com')
  await user.click(dialog.getByRole('button', { name: /^Unlink/ }))
  expect(dialog.queryByText('No longer there')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(savedField()).toBeNull())
})

test('a list that cannot be read is empty and says why, and the link stays', async () => {
  const failure = 'The service cannot be reached. We keep trying.'
  answer(calendarCalls.google.list, { calendars: [], failure })
  const { dialog } = await open([connected('google')], { google_calendar_id: CALENDARS[0]!.id })

  expect(await dialog.findByText('Cannot be reached')).toBeInTheDocument()
  expect(dialog.getByText(failure)).toBeInTheDocument()
  expect(dialog.getByRole('combobox', { name: 'Google calendar' })).toHaveValue(CALENDARS[0]!.id)
})

test('services that the office is not connected to are neither asked nor shown', async () => {
  answer(calendarCalls.outlook.list, { calendars: [], failure: null })
  const { dialog } = await open([connected('outlook')])
  await dialog.findByRole('combobox', { name: 'Outlook calendar' })

  expect(dialog.queryByRole('combobox', { name: 'Google calendar' })).toBeNull()
  expect(sent.some(({ url }) => /google|nexudus|pickspace|roo\//.test(url ?? ''))).toBe(false)
})

test('in an office without connections, the form says where to connect', async () => {
  const { dialog } = await open([], { google_calendar_id: null })

  expect(dialog.getByText(/not connected to any calendar or coworking service/)).toBeInTheDocument()
})

test('an office of company rooms offers rooms', async () => {
  const room = { id: 'c_1@resource.calendar.google.com', summary: 'HQ Blue (8)' }
  answer(calendarCalls.google.list, { calendars: [room], failure: null })
  const { dialog } = await open(
    [connected('google')],
    { google_calendar_room_id: room.id },
    { google_calendar_type: 'rooms' },
  )

  const field = await dialog.findByRole('combobox', { name: 'Google room' })
  await waitFor(() => expect(field).toHaveValue('HQ Blue (8)'))
  expect(dialog.queryByRole('combobox', { name: 'Google calendar' })).toBeNull()
})

const LINK: CalendarLink = {
  sub_office_id: sampleSpace().id,
  provider: 'google',
  calendar_id: CALENDARS[0]!.id,
  calendar_name: 'Blue room',
  state: 'linked',
  failure: null,
  failing_since: null,
  read_at: '2026-03-02T07:59:00.000Z',
  unwritten: 0,
  unwritten_failure: null,
  lag_ms: 2400,
  is_live: true,
  is_exchanged: true,
  linked_at: '2026-03-01T08:00:00.000Z',
}

test('a link says when it was last read, how late changes come, and how', async () => {
  answer(calendarCalls.google.list, { calendars: CALENDARS, failure: null })
  answer(listCalendarLinks, [LINK])
  const { dialog } = await open([connected('google')], { google_calendar_id: LINK.calendar_id })

  expect(await dialog.findByText(/^Last sync: March 2nd 2026.*2 s delay.*right away$/)).toBeInTheDocument()
})

test('a link that fails says since when and why, and shows its calendar by name', async () => {
  const failure = 'The service cannot be reached. We keep trying.'
  answer(calendarCalls.google.list, { calendars: [], failure })
  const failing = { state: 'unreachable', failure, failing_since: '2026-03-02T07:00:00.000Z' } as const
  answer(listCalendarLinks, [{ ...LINK, ...failing, is_live: false }])
  const { dialog } = await open([connected('google')], { google_calendar_id: LINK.calendar_id })

  expect(await dialog.findByText(/We keep trying\. Since March 2nd 2026/)).toBeInTheDocument()
  expect(dialog.getByText('Cannot be reached')).toBeInTheDocument()
  expect(dialog.queryByText(/checked regularly/)).toBeNull()
  expect(dialog.getByRole('combobox', { name: 'Google calendar' })).toHaveValue('Blue room')
})

test('a link says how many bookings could not be written, and why', async () => {
  answer(calendarCalls.google.list, { calendars: CALENDARS, failure: null })
  const unwritten_failure = 'The connected account is not allowed to do this.'
  answer(listCalendarLinks, [{ ...LINK, unwritten: 2, unwritten_failure }])
  const { dialog } = await open([connected('google')], { google_calendar_id: LINK.calendar_id })

  expect(
    await dialog.findByText(`2 bookings could not be written there; we will try again: ${unwritten_failure}`),
  ).toBeInTheDocument()
})

test('a link that only waits says so', async () => {
  const failure = 'The service has asked us to slow down. We will continue soon.'
  answer(calendarCalls.google.list, { calendars: CALENDARS, failure: null })
  answer(listCalendarLinks, [{ ...LINK, failure, read_at: null, lag_ms: null, is_live: false }])
  const { dialog } = await open([connected('google')], { google_calendar_id: LINK.calendar_id })

  expect(await dialog.findByText(failure)).toBeInTheDocument()
  expect(dialog.getByText('Linked')).toBeInTheDocument()
  expect(dialog.queryByText(/checked regularly|at once/)).toBeNull()
})

test('a link whose service exchanges no bookings says so, and not that it will be read', async () => {
  answer(calendarCalls.google.list, { calendars: CALENDARS, failure: null })
  const unread = { read_at: null, lag_ms: null, is_live: false, is_exchanged: false }
  answer(listCalendarLinks, [{ ...LINK, ...unread }])
  const { dialog } = await open([connected('google')], { google_calendar_id: LINK.calendar_id })

  expect(await dialog.findByText(/does not exchange bookings/)).toBeInTheDocument()
  expect(dialog.queryByText(/Not read yet|checked regularly|at once/)).toBeNull()
})
