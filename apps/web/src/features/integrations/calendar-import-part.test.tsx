import {
  type CalendarImport,
  endCalendarImport,
  getCalendarImport,
  saveCalendarImport,
} from '@keyhour/contract/calendar-imports'
import { screen } from '@testing-library/react'
import i18next from 'i18next'
import { beforeEach, expect, test } from 'vitest'
import { answer, refuse, sent } from '#test/replies.ts'
import { show } from '#test/show.tsx'
import { CalendarImportPart } from '#web/features/integrations/calendar-import-part.tsx'

const TEAM: CalendarImport = {
  host: 'calendar.example',
  calendar_name: 'Team room',
  state: 'linked',
  failure: null,
  failing_since: null,
  read_at: '2026-03-02T08:00:00.000Z',
  linked_at: '2026-03-01T08:00:00.000Z',
}

beforeEach(() => i18next.loadNamespaces('admin-offices'))

const open = () => show(<CalendarImportPart space={{ officeId: 3, subOfficeId: 17 }} />)
const press = async ({ user }: ReturnType<typeof open>, name: string) =>
  user.click(await screen.findByRole('button', { name }))
const type = async ({ user }: ReturnType<typeof open>, text: string) =>
  user.type(await screen.findByRole('textbox', { name: 'Address of the .ics file' }), text)

test('a calendar is read from its address, of which only the host stays', async () => {
  answer(getCalendarImport, { import: null })
  answer(saveCalendarImport, TEAM)
  const shown = open()
  await type(shown, 'https://calendar.example/secret/basic.ics')
  await press(shown, 'Import this calendar')

  expect(await screen.findByText('Team room')).toBeInTheDocument()
  expect(screen.getByText('calendar.example')).toBeInTheDocument()
  expect(screen.queryByText(/secret/)).not.toBeInTheDocument()
  expect(sent.at(-1)).toMatchObject({ body: { url: 'https://calendar.example/secret/basic.ics' } })
})

test('an address without a calendar says so at the field', async () => {
  answer(getCalendarImport, { import: null })
  refuse(saveCalendarImport, 422, [
    { loc: ['body', 'url'], msg: 'There is no calendar file at this address.', type: 'custom' },
  ])
  const shown = open()
  await type(shown, 'https://example.com')
  await press(shown, 'Import this calendar')

  expect(await screen.findByText('There is no calendar file at this address.')).toBeInTheDocument()
})

test('a calendar that fails says why, and is ended after a question', async () => {
  const failure = 'This calendar is no longer there.'
  answer(getCalendarImport, { import: { ...TEAM, state: 'missing', failure } })
  answer(endCalendarImport, {})
  const shown = open()
  expect(await screen.findByText(failure)).toBeInTheDocument()
  await press(shown, 'Stop importing')
  await press(shown, 'Yes')

  expect(await screen.findByRole('button', { name: 'Import this calendar' })).toBeInTheDocument()
})
