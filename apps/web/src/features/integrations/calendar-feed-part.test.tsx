import {
  type CalendarFeed,
  endCalendarFeed,
  getCalendarFeed,
  makeCalendarFeed,
} from '@keyhour/contract/calendar-feeds'
import { screen } from '@testing-library/react'
import i18next from 'i18next'
import { beforeEach, expect, test } from 'vitest'
import { answer, refuse, sent } from '#test/replies.ts'
import { show } from '#test/show.tsx'
import { CalendarFeedPart } from '#web/features/integrations/calendar-feed-part.tsx'

const feedOf = (key: string): CalendarFeed => ({
  url: `https://keyhour.test/api/calendar-feeds/${key}/calendar.ics`,
  created_at: '2026-03-02T08:00:00.000Z',
})

beforeEach(() => i18next.loadNamespaces('admin-offices'))

const open = () => show(<CalendarFeedPart space={{ officeId: 3, subOfficeId: 17 }} />)
const press = async ({ user }: ReturnType<typeof open>, name: string) =>
  user.click(await screen.findByRole('button', { name }))
const address = () => screen.findByRole('textbox', { name: 'Address' })

test('a space gets a calendar address, which can be copied', async () => {
  answer(getCalendarFeed, { feed: null })
  answer(makeCalendarFeed, feedOf('1.first'))
  const shown = open()
  await press(shown, 'Create an address')

  expect(await address()).toHaveValue(feedOf('1.first').url)
  await press(shown, 'Copy the address')
  expect(await navigator.clipboard.readText()).toBe(feedOf('1.first').url)
  expect(sent.at(-1)).toMatchObject({ method: 'POST', url: '/api/offices/3/sub-offices/17/calendar-feed' })
})

test('an address is replaced or switched off only after a question', async () => {
  answer(getCalendarFeed, { feed: feedOf('1.first') })
  answer(makeCalendarFeed, feedOf('2.second'))
  answer(endCalendarFeed, {})
  const shown = open()
  await press(shown, 'Replace the address')
  await press(shown, 'No')
  expect(await address()).toHaveValue(feedOf('1.first').url)
  await press(shown, 'Replace the address')
  await press(shown, 'Yes')
  expect(await screen.findByDisplayValue(feedOf('2.second').url)).toBeInTheDocument()
  await press(shown, 'Switch off')
  await press(shown, 'Yes')

  expect(await screen.findByRole('button', { name: 'Create an address' })).toBeInTheDocument()
})

test('an address that cannot be made says why', async () => {
  answer(getCalendarFeed, { feed: null })
  refuse(makeCalendarFeed, 404, 'This space does not exist.')
  await press(open(), 'Create an address')

  expect(await screen.findByText('This space does not exist.')).toBeInTheDocument()
})
