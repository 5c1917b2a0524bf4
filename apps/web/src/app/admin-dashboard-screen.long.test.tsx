import { listDevices } from '@keyhour/contract/access'
import { listAdminOffices } from '@keyhour/contract/admin-offices'
import { listUsers } from '@keyhour/contract/admin-users'
import { listCreditPacks } from '@keyhour/contract/credits'
import { listHomeAssistants } from '@keyhour/contract/hubs'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, refuse, sent } from '#test/replies.ts'
import { sampleAdminOffice, sampleUser } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

const door = {
  id: 1,
  name: 'Front door',
  office_id: 3,
  home_assistant_id: 'lock.front',
  type: 'lock',
  sub_office_ids: [],
  createdAt: '2024-01-01T10:00:00.000Z',
  deleted_at: null,
  version: 1,
}

beforeEach(() => {
  answer(listUsers, [sampleUser()])
  answer(listAdminOffices, [sampleAdminOffice()])
  answer(listDevices, [door, { ...door, id: 2, office_id: 99 }])
  answer(listHomeAssistants, [
    { id: 1, url: 'https://hub.test', token: '…', office_id: 3, createdAt: door.createdAt, version: 1 },
  ])
})

const visitTab = (tab: string) =>
  visit(`/admin-dashboard?tab=${tab}`, { as: { admin: true, name: 'Ada Admin' } })

test('the admin dashboard opens with the users', async () => {
  visit('/admin-dashboard', { as: { admin: true } })

  expect(await screen.findByRole('tab', { name: 'Users', selected: true })).toBeInTheDocument()
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Users',
    'Offices',
    'Doors',
    'Home Assistants',
    'All Orders',
    'Insight',
    'Credit Packs',
    'Purchases',
  ])
  expect(await screen.findByText('Maya Cohen')).toBeInTheDocument()
})

test('users, offices, doors and hubs are loaded on entry, whichever tab is open', async () => {
  visitTab('doors')
  await screen.findAllByText('Front door')

  expect(sent.map(({ url }) => url.split('?')[0])).toEqual(
    expect.arrayContaining([
      '/api/admin/users',
      '/api/admin/offices',
      '/api/admin/devices',
      '/api/admin/home-assistants',
    ]),
  )
})

test.each([
  [listUsers, 'Failed to fetch users.'],
  [listAdminOffices, 'Failed to fetch offices.'],
  [listDevices, 'Failed to fetch devices.'],
  [listHomeAssistants, 'Failed to fetch home assistants.'],
])('a list that fails to load is reported, whichever tab is open: %#', async (endpoint, sentence) => {
  answer(listCreditPacks, [])
  refuse(endpoint, 503, 'The database is not ready.')
  visitTab('creditPacks')

  expect(await screen.findByText(sentence)).toBeInTheDocument()
})

test('the tab is part of the address', async () => {
  const { user: person, address } = visitTab('users')
  await person.click(await screen.findByRole('tab', { name: 'Doors' }))
  await screen.findAllByText('Front door')

  expect(address()).toBe('/admin-dashboard?tab=doors')
})

test('the admin dashboard links to messages and the dashboard, and offers to log out', async () => {
  const { user: person, address } = visitTab('users')

  expect(await screen.findByRole('link', { name: 'Messages' })).toHaveAttribute('href', '/messages')
  expect(screen.getByRole('link', { name: 'Office Manager Dashboard' })).toHaveAttribute('href', '/dashboard')
  await person.click(screen.getByRole('button', { name: 'Log Out' }))
  await waitFor(() => expect(address()).toBe('/sign-in'))
})

test('a member who is not an admin is sent to the dashboard', async () => {
  const { address } = visit('/admin-dashboard', { as: {} })

  await waitFor(() => expect(address()).toBe('/dashboard'))
})
