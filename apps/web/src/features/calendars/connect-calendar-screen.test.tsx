import { calendarCalls } from '@keyhour/contract/calendars'
import { screen } from '@testing-library/react'
import i18next from 'i18next'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { answer, refuse, sent } from '#test/replies.ts'
import { show } from '#test/show.tsx'
import { ConnectCalendarScreen } from '#web/features/calendars/connect-calendar-screen.tsx'

beforeEach(() => i18next.loadNamespaces('calendars'))

const visit = (address: string) =>
  show(
    <RouterProvider
      router={createMemoryRouter(
        [{ path: '/connect-calendar/:provider', element: <ConnectCalendarScreen /> }],
        { initialEntries: [address] },
      )}
    />,
  )

test('what the service gave the admin is sent on once, and the office is connected', async () => {
  answer(calendarCalls.google.finish, { office_id: 3 })
  visit('/connect-calendar/google?state=abc&code=4/0xyz&scope=calendar')

  expect(await screen.findByText(/Google Calendar.* is connected/)).toBeInTheDocument()
  expect(sent.filter(({ method }) => method === 'POST')).toMatchObject([
    { url: '/api/auth/google/calendar/callback', body: { state: 'abc', code: '4/0xyz' } },
  ])
})

test('an admin who did not give the permission is told so, with a way back', async () => {
  refuse(calendarCalls.outlook.finish, 409, 'Nothing was connected, because the permission was not given.')
  visit('/connect-calendar/outlook?error=access_denied&state=abc')

  expect(await screen.findByRole('alert')).toHaveTextContent('Nothing was connected')
  expect(screen.getByRole('link', { name: 'Back to the offices' })).toBeInTheDocument()
  expect(sent.at(-1)!.body).toEqual({ state: 'abc' })
})

test('without an answer of a service there is nothing to connect', () => {
  visit('/connect-calendar/google')

  expect(screen.getByText(/nothing to connect here/)).toBeInTheDocument()
  expect(sent).toEqual([])
})
