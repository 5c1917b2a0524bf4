import type { AdminOffice } from '@keyhour/contract/admin-offices'
import {
  type CalendarAccount,
  listCalendarAccounts,
  removeCalendarAccount,
  saveCalendarAccount,
} from '@keyhour/contract/calendar-accounts'
import { screen, within } from '@testing-library/react'
import i18next from 'i18next'
import { beforeEach, expect, test } from 'vitest'
import { answer, refuse, sent } from '#test/replies.ts'
import { show } from '#test/show.tsx'
import { CalendarAccounts } from '#web/features/integrations/calendar-accounts.tsx'

const NEXUDUS: CalendarAccount = {
  provider: 'nexudus',
  email: 'api@keyhour.test',
  business_id: '1001',
  clock: 'utc',
  webhook_url: 'https://keyhour.test/api/nexudus/webhooks/3',
  has_webhook_secret: true,
}

beforeEach(() => i18next.loadNamespaces('admin-offices'))

const open = (office: Partial<AdminOffice> = {}) =>
  show(<CalendarAccounts office={{ id: 3, ...office } as AdminOffice} />)
const press = async ({ user }: ReturnType<typeof open>, name: string) =>
  user.click(await screen.findByRole('button', { name }))
const bodyOf = ({ body }: (typeof sent)[number]) => body

test('an office is connected to Nexudus, which says what was found', async () => {
  answer(listCalendarAccounts, [])
  answer(saveCalendarAccount, { works: true, failure: null, found: 12, took_ms: 80 })
  const shown = open()
  await press(shown, 'Connect Nexudus')
  const form = within(screen.getByRole('group', { name: 'Nexudus account' }))
  await shown.user.type(form.getByRole('textbox', { name: "Administrator's email" }), 'api@keyhour.test')
  await shown.user.type(form.getByRole('textbox', { name: 'Business ID' }), '1001')
  await shown.user.type(form.getByLabelText('Password'), 'nexudus-password')
  answer(listCalendarAccounts, [NEXUDUS])
  await press(shown, 'Save and test')

  expect(await screen.findByText('Works: 12 rooms found')).toBeInTheDocument()
  expect(bodyOf(sent.find(({ method }) => method === 'PUT')!)).toEqual({
    provider: 'nexudus',
    email: 'api@keyhour.test',
    business_id: '1001',
    clock: 'utc',
    secret: 'nexudus-password',
  })
  expect(form.getByLabelText('Password')).toHaveValue('')
  expect(await screen.findByDisplayValue('https://keyhour.test/api/nexudus/webhooks/3')).toBeInTheDocument()
})

test('a connection that does not work says why', async () => {
  answer(listCalendarAccounts, [NEXUDUS])
  answer(saveCalendarAccount, {
    works: false,
    failure: 'The service cannot be reached. We keep trying.',
    found: null,
    took_ms: 9,
  })
  await press(open(), 'Save and test')

  expect(await screen.findByText('The service cannot be reached. We keep trying.')).toBeInTheDocument()
})

test('a refused field is marked', async () => {
  answer(listCalendarAccounts, [])
  refuse(saveCalendarAccount, 422, [{ loc: ['body', 'tenant'], msg: 'Cannot be empty', type: 'custom' }])
  const shown = open({ pickspace_location_id: '7', pickspace_email: 'office@keyhour.test' })
  await press(shown, 'Connect Pickspace')
  await press(shown, 'Save and test')

  expect(await screen.findByText('Cannot be empty')).toBeInTheDocument()
})

test('Pickspace waits for the location and the email of the office', async () => {
  answer(listCalendarAccounts, [])
  await press(open(), 'Connect Pickspace')

  expect(screen.getByText('Save the Pickspace location and email above first.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Save and test' })).toBeDisabled()
})

test('disconnecting asks first', async () => {
  answer(listCalendarAccounts, [NEXUDUS])
  answer(removeCalendarAccount, {})
  const shown = open()
  await press(shown, 'Disconnect')
  expect(
    await screen.findByText('Disconnect Nexudus? This unlinks all sub-offices of this office from it.'),
  ).toBeInTheDocument()
  answer(listCalendarAccounts, [])
  await press(shown, 'Yes')

  expect(await screen.findByRole('button', { name: 'Connect Nexudus' })).toBeInTheDocument()
  expect(sent.find(({ method }) => method === 'DELETE')).toMatchObject({
    url: '/api/admin/offices/3/calendar_accounts/nexudus',
  })
})
