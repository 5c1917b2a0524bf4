import { listDevices, listHomeAssistants } from '@keyhour/contract/access'
import { listUsers, type User } from '@keyhour/contract/admin-users'
import { listCreditPacks } from '@keyhour/contract/credits'
import { listOffices } from '@keyhour/contract/offices'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, refuse, sent } from '#test/replies.ts'
import { sampleOffice, sampleSpace } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

const user = (change: Partial<User>): User => ({
  id: 1,
  name: 'Maya Cohen',
  user_name: 'Maya Cohen',
  email: 'maya@example.com',
  admin: false,
  profile: { passport_image: null, phone: null },
  credit_balance: 120,
  created_at: '2024-01-01T10:00:00.000Z',
  deleted_at: null,
  offices: [],
  purged_at: null,
  version: 1,
  ...change,
})

const door = {
  id: 1,
  name: 'Front door',
  office_id: 3,
  home_assistant_id: 'lock.front',
  type: 'lock',
  createdAt: '2024-01-01T10:00:00.000Z',
  deleted_at: null,
  version: 1,
}

beforeEach(() => {
  answer(listUsers, [user({})])
  answer(listOffices, [sampleOffice({ sub_offices: [sampleSpace()] })])
  answer(listDevices, [door, { ...door, id: 2, office_id: 99 }])
  answer(listHomeAssistants, [
    { id: 1, url: 'https://hub.test', token: '…', office_id: 3, createdAt: door.createdAt, version: 1 },
  ])
})

const visitTab = (tab: string) =>
  visit(`/admin-dashboard?tab=${tab}`, { as: { admin: true, name: 'Ada Admin' } })

async function cellsOf(name: string): Promise<string[][]> {
  const table = await screen.findByRole('table', { name })
  return within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent ?? ''))
}

test('users are listed with their credit', async () => {
  visitTab('users')

  expect(await cellsOf('Admin Dashboard Users')).toEqual([
    ['ID', 'Name', 'Email', 'Credit Balance', 'Created At'],
    ['1', 'Maya Cohen', 'maya@example.com', '120.00', 'Jan 1st 2024'],
  ])
})

test('deleted users can be told from the others', async () => {
  answer(listUsers, [user({ deleted_at: '2026-01-01T00:00:00.000Z' })])
  visitTab('users')

  expect((await screen.findByText('Maya Cohen')).closest('tr')).toHaveTextContent('Deleted')
})

test('users that cannot be fetched can be tried again', async () => {
  refuse(listUsers, 403, 'Only admins may do this.')
  const { user: person } = visitTab('users')
  const retry = await screen.findByRole('button', { name: 'Retry' })
  answer(listUsers, [user({})])
  await person.click(retry)

  expect(await screen.findByText('Maya Cohen')).toBeInTheDocument()
})

test('each office is followed by its sub-offices and their first price', async () => {
  visitTab('offices')
  const [head, office, space] = await cellsOf('Admin Dashboard Offices')

  expect(head?.slice(0, 3)).toEqual(['#', 'Integrations', 'Name'])
  expect(office?.slice(0, 3)).toEqual(['3', 'Google', 'Jaffa Port House'])
  expect(space).toContain('₪50.00')
})

test('a door of an office nobody knows says so', async () => {
  visitTab('doors')

  expect(await cellsOf('Doors')).toEqual([
    ['#', 'Name', 'Office', 'Home Assistant ID', 'Type', 'Created At'],
    ['1', 'Front door', 'Jaffa Port House', 'lock.front', 'lock', 'Jan 1st 24'],
    ['2', 'Front door', 'Unknown Office', 'lock.front', 'lock', 'Jan 1st 24'],
  ])
})

test('hubs are listed by their address', async () => {
  visitTab('homeAssistants')

  expect(await cellsOf('Home Assistants')).toContainEqual([
    '1',
    'https://hub.test',
    'Jaffa Port House',
    'Jan 1st 24',
  ])
})

test('credit packs are asked for with the inactive ones, and show what they cost', async () => {
  const pack = { id: 1, name: 'Starter', description: null, credits_amount: 50, currency: 'USD' as const }
  answer(listCreditPacks, [{ ...pack, price_cents: 4500, is_active: false, duration_days: null, version: 1 }])
  visitTab('creditPacks')

  expect(await cellsOf('Credit Packs Management')).toContainEqual([
    '1',
    'Starter',
    '',
    '50',
    '45.00',
    'USD',
    'N/A',
    'No',
  ])
  expect(sent.at(-1)?.url).toBe('/api/v1/credit-packs/?active_only=false&limit=100')
})

test('credit packs that cannot be fetched say why', async () => {
  refuse(listCreditPacks, 503, 'The database is not ready.')
  visitTab('creditPacks')

  expect(await screen.findByText('Error: The database is not ready.')).toBeInTheDocument()
})
