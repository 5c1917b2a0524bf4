import { type AdminOffice, getAdminOffice, type IntegrationState } from '@keyhour/contract/admin-offices'
import { calendarCalls, listCalendarServices } from '@keyhour/contract/calendars'
import { screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, refuse, sent } from '#test/replies.ts'
import { sampleAdminOffice } from '#test/samples.ts'
import { show } from '#test/show.tsx'
import { CalendarConnections } from '#web/features/integrations/calendar-connections.tsx'

const GOOGLE: IntegrationState = sampleAdminOffice().integrations[0]!

beforeEach(async () => {
  answer(listCalendarServices, { google: true, outlook: false })
  await i18next.loadNamespaces('calendars')
})
afterEach(() => vi.restoreAllMocks())

function open(integrations: IntegrationState[], later: IntegrationState[] = integrations) {
  const office: AdminOffice = sampleAdminOffice({ integrations })
  answer(getAdminOffice, { ...office, integrations: later })
  const { user } = show(<CalendarConnections office={office} />)
  const part = async (name: string) => within(await screen.findByRole('group', { name }))
  return { user, part, id: office.id }
}

test('a connected account says whose it is, since when, and when it was last read', async () => {
  const { part } = open([GOOGLE])
  const google = await part('Google Calendar')

  expect(google.getByText('Connected')).toBeInTheDocument()
  expect(google.getByText(/office@keyhour.example/)).toBeInTheDocument()
  expect(google.getByText(/^Connected since January 5th 2026/)).toBeInTheDocument()
  expect(google.getByText(/^Last sync: March 2nd 2026/)).toBeInTheDocument()
  expect(google.queryByRole('button', { name: 'Connect' })).toBeNull()
})

test('a service that the operator has not set up says so, and cannot be connected', async () => {
  const { part } = open([])
  const outlook = await part('Outlook calendar')

  expect(outlook.getByText(/Outlook is not set up on this server/)).toBeInTheDocument()
  expect(outlook.queryByRole('button')).toBeNull()
})

test('connecting opens the page of the service in a tab of its own', async () => {
  answer(calendarCalls.google.start, { url: 'https://accounts.google.com/o/oauth2/v2/auth?state=x' })
  const tab = { opener: window, location: { replace: vi.fn() }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  const { user, part, id } = open([])
  await user.click((await part('Google Calendar')).getByRole('button', { name: 'Connect' }))

  await waitFor(() =>
    expect(tab.location.replace).toHaveBeenCalledWith('https://accounts.google.com/o/oauth2/v2/auth?state=x'),
  )
  expect(tab.opener).toBeNull()
  expect(sent.some(({ url }) => url === `/api/auth/google/calendar/connect/${id}`)).toBe(true)
})

test('a page that cannot be opened is explained, and leaves no empty tab', async () => {
  refuse(calendarCalls.google.start, 503, 'This calendar service is not set up here.')
  const tab = { close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  const { user, part } = open([])
  await user.click((await part('Google Calendar')).getByRole('button', { name: 'Connect' }))

  expect(await screen.findByText('This calendar service is not set up here.')).toBeInTheDocument()
  expect(tab.close).toHaveBeenCalled()
})

test('a lost permission is shown with its way out', async () => {
  const failure = 'The permission to use this account has ended. Please connect it again.'
  const { part } = open([{ ...GOOGLE, state: 'failing', failure }])
  const google = await part('Google Calendar')

  expect(google.getByRole('alert')).toHaveTextContent(failure)
  expect(google.getByRole('button', { name: 'Connect again' })).toBeInTheDocument()
})

test('disconnecting is asked about, in the words of the specification', async () => {
  answer(calendarCalls.google.disconnect, {})
  const { user, part } = open([GOOGLE], [])
  await user.click((await part('Google Calendar')).getByRole('button', { name: 'Disconnect' }))
  const question =
    'Are you sure you want to disconnect Google Calendar? This will unlink calendars from all sub-offices.'
  expect(await screen.findByText(question)).toBeInTheDocument()
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Yes' }))

  expect(await screen.findByText(/Google Calendar.* is disconnected\./)).toBeInTheDocument()
  expect(await (await part('Google Calendar')).findByText('Not connected')).toBeInTheDocument()
})
