import { listDevices } from '@keyhour/contract/access'
import {
  type AdminOffice,
  changeOffice,
  changeSubOffice,
  type Deletion,
  deleteOffice,
  deleteSubOffice,
  duplicateOffice,
  duplicateSubOffice,
  listAdminOffices,
  previewOfficeDeletion,
  previewSubOfficeDeletion,
  revealWifiPassword,
} from '@keyhour/contract/admin-offices'
import { listUsers } from '@keyhour/contract/admin-users'
import { listHomeAssistants } from '@keyhour/contract/hubs'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, answerLater, refuse, sent } from '#test/replies.ts'
import { sampleAdminOffice, sampleSpace } from '#test/samples.ts'
import { visit } from '#test/show.tsx'
// Imported in advance: on a busy machine loading it takes longer than a test waits.
import '#web/features/admin-offices/offices-tab.tsx'

type Person = ReturnType<typeof visit>['user']

beforeEach(() => {
  answer(listUsers, [])
  answer(listDevices, [])
  answer(listHomeAssistants, [])
})

function visitOffices(
  offices: AdminOffice[] = [sampleAdminOffice()],
  { search = '', total = offices.length } = {},
) {
  answer(listAdminOffices, offices, { 'x-total-count': String(total) })
  return visit(`/admin-dashboard?tab=offices${search}`, { as: { id: 99, admin: true, name: 'Ada Admin' } })
}

const asked = () =>
  sent
    .filter(({ method, url }) => method === 'GET' && url.startsWith('/api/admin/offices?'))
    .map(({ url }) => Object.fromEntries(new URLSearchParams(url.split('?')[1])))
const sentBy = (method: string) => sent.filter((request) => request.method === method)
const table = () => screen.findByRole('table', { name: 'Admin Dashboard Offices' })
const rowOf = (name: string) => within(screen.getByText(name).closest('tr')!)
const open = async (user: Person, name = 'Jaffa Port House: 1 sub-office') =>
  user.click(await screen.findByRole('button', { name }))
const press = async (user: Person, row: string, name: string) => {
  await screen.findByText(row)
  await user.click(rowOf(row).getByRole('button', { name }))
}
const say = async (user: Person, name: 'Yes' | 'No') =>
  user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }))

test('all 15 columns are in the order of the specification', async () => {
  visitOffices()
  await table()

  expect(
    screen.getAllByRole('columnheader').map((heading) => heading.querySelector('span')?.textContent),
  ).toEqual([
    '#',
    'Integrations',
    'Name',
    'Actions',
    'Latitude',
    'Longitude',
    'Open Hours',
    'Close Hours',
    'Price',
    'Created At',
    'WiFi Name',
    'WiFi Password',
    'Printer Instructions',
    'Openpath Org ID',
    'Openpath Entry ID',
  ])
})

test('the table shows offices, and their sub-offices once expanded', async () => {
  const { user } = visitOffices()
  await open(user)
  const rows = within(await table())
    .getAllByRole('row')
    .slice(1)

  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    [
      '3',
      '',
      'Jaffa Port House',
      '',
      '32.05',
      '34.75',
      '08:00',
      '22:00',
      '',
      'Jan 1st 24',
      'keyhour-jaffa',
      '••••••••',
      '',
      '',
      '',
    ],
    ['17', '', 'Olive room', '', '', '', '', '', '₪50.00', '', '', '', '', '', ''],
  ])
  expect(asked()[0]).toMatchObject({ page: '1', page_size: '20', q: '', name: '', wifi_name: '' })
})

test('columns start with the widths of the specification and cannot become narrower than its minimum', async () => {
  visitOffices()
  await table()
  const widths = Object.fromEntries(
    screen
      .getAllByRole('separator')
      .map((edge) => [
        edge.getAttribute('aria-label')?.replace('Width of ', ''),
        `${edge.getAttribute('aria-valuenow')}/${edge.getAttribute('aria-valuemin')}`,
      ]),
  )

  expect(widths).toEqual({
    '#': '60/50',
    Integrations: '120/100',
    Name: '200/150',
    Actions: '150/120',
    Latitude: '100/80',
    Longitude: '100/80',
    'Open Hours': '120/100',
    'Close Hours': '120/100',
    Price: '100/80',
    'Created At': '140/120',
    'WiFi Name': '150/120',
    'WiFi Password': '150/120',
    'Printer Instructions': '180/150',
    'Openpath Org ID': '150/120',
    'Openpath Entry ID': '150/120',
  })
})

test('a column is resized by keyboard and keeps its width for the same admin until it is reset', async () => {
  const { user, unmount } = visitOffices()
  await table()
  screen.getByRole('separator', { name: 'Width of Name' }).focus()
  await user.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowRight}{/Shift}')
  expect(screen.getByRole('separator', { name: 'Width of Name' })).toHaveAttribute('aria-valuenow', '270')
  expect(localStorage.getItem('office_columns_99')).toBe('{"name":270}')
  unmount()

  const again = visitOffices()
  await table()
  expect(screen.getByRole('separator', { name: 'Width of Name' })).toHaveAttribute('aria-valuenow', '270')
  await again.user.click(screen.getByRole('button', { name: 'Reset column widths' }))
  expect(screen.getByRole('separator', { name: 'Width of Name' })).toHaveAttribute('aria-valuenow', '200')
  expect(localStorage.getItem('office_columns_99')).toBeNull()
})

test('a column can be dragged wider, but not below its minimum width', async () => {
  visitOffices()
  await table()
  const edge = () => screen.getByRole('separator', { name: 'Width of Name' })
  fireEvent.mouseDown(edge(), { clientX: 300 })
  fireEvent.mouseMove(document, { clientX: 360 })
  fireEvent.mouseUp(document, { clientX: 360 })
  await waitFor(() => expect(edge()).toHaveAttribute('aria-valuenow', '260'))
  fireEvent.mouseDown(edge(), { clientX: 300 })
  fireEvent.mouseUp(document, { clientX: 0 })

  await waitFor(() => expect(edge()).toHaveAttribute('aria-valuenow', '150'))
})

test('a heading sorts ascending, descending, and then not at all', async () => {
  const { user, address } = visitOffices()
  await table()
  const heading = () => screen.getByRole('columnheader', { name: 'Latitude' })
  const click = () => user.click(within(heading()).getByRole('button', { name: 'Latitude' }))
  expect(heading()).toHaveAttribute('aria-sort', 'none')

  await click()
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ sort: 'lat', direction: 'asc' }))
  expect(heading()).toHaveAttribute('aria-sort', 'ascending')
  await click()
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ sort: 'lat', direction: 'desc' }))
  expect(heading()).toHaveAttribute('aria-sort', 'descending')
  await click()
  await waitFor(() => expect(heading()).toHaveAttribute('aria-sort', 'none'))
  expect(address()).toBe('/admin-dashboard?tab=offices')
})

test('six columns sort, the others do not', async () => {
  visitOffices()
  await table()

  expect(
    screen
      .getAllByRole('columnheader')
      .filter((heading) => heading.hasAttribute('aria-sort'))
      .map((heading) => heading.querySelector('span')?.textContent),
  ).toEqual(['Name', 'Latitude', 'Longitude', 'Open Hours', 'Close Hours', 'Created At'])
})

test('search and filters are kept in the address and sent to the server', async () => {
  const { user, address } = visitOffices([sampleAdminOffice()], { search: '&page=2', total: 30 })
  await user.type(await screen.findByPlaceholderText('Search all columns...'), 'olive')
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ q: 'olive', page: '1' }))
  await user.type(await screen.findByRole('searchbox', { name: 'Filter by Name' }), 'jaffa')
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ q: 'olive', name: 'jaffa' }))
  await user.type(await screen.findByRole('searchbox', { name: 'Filter by WiFi Name' }), 'key')

  await waitFor(() =>
    expect(asked().at(-1)).toMatchObject({ q: 'olive', name: 'jaffa', wifi_name: 'key', page: '1' }),
  )
  expect(address()).toBe('/admin-dashboard?tab=offices&q=olive&name=jaffa&wifi=key')
  expect(screen.getByText('Olive room')).toBeInTheDocument()
})

test('a search that finds nothing keeps its fields and can be cleared', async () => {
  const { user, address } = visitOffices([], { search: '&name=nowhere' })

  expect(await screen.findByText('No office matches this search.')).toBeInTheDocument()
  expect(screen.getByRole('searchbox', { name: 'Filter by Name' })).toHaveValue('nowhere')
  await user.click(screen.getByRole('button', { name: 'Show all offices' }))
  expect(address()).toBe('/admin-dashboard?tab=offices')
})

test('an installation without offices says so', async () => {
  visitOffices([])

  expect(await screen.findByText('No offices yet.')).toBeInTheDocument()
})

test('a failed list of offices can be retried', async () => {
  refuse(listAdminOffices, 503, 'The database is not ready.')
  const { user } = visit('/admin-dashboard?tab=offices', { as: { admin: true } })
  const retry = await screen.findByRole('button', { name: 'Retry' })
  expect(screen.getAllByText('Failed to fetch offices.').length).toBeGreaterThan(0)
  answer(listAdminOffices, [sampleAdminOffice()])
  await user.click(retry)

  expect(await screen.findByText('Jaffa Port House')).toBeInTheDocument()
})

test('one button expands and collapses all offices', async () => {
  const other = sampleAdminOffice({
    id: 4,
    name: 'Carmel Works',
    sub_offices: [sampleSpace({ id: 18, office_id: 4, name: 'Pine room' })],
  })
  const { user } = visitOffices([sampleAdminOffice(), other])
  await user.click(await screen.findByRole('button', { name: 'Expand all' }))
  expect(screen.getByText('Olive room')).toBeInTheDocument()
  expect(screen.getByText('Pine room')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Collapse all' }))

  expect(screen.queryByText('Olive room')).toBeNull()
  expect(screen.getByRole('button', { name: 'Carmel Works: 1 sub-office' })).toHaveAttribute(
    'aria-expanded',
    'false',
  )
})

test('pages can be turned, and a page that no longer exists becomes the last one', async () => {
  const { user, address } = visitOffices([sampleAdminOffice()], { total: 45 })
  await user.click(await screen.findByRole('button', { name: 'Page 3' }))
  await waitFor(() => expect(address()).toBe('/admin-dashboard?tab=offices&page=3'))
  answer(listAdminOffices, [], { 'x-total-count': '21' })
  await user.click(screen.getByRole('button', { name: 'Prev' }))

  await waitFor(() => expect(asked().at(-1)).toMatchObject({ page: '2' }))
})

test('deleted rows say so in words, and can only be restored', async () => {
  const { user } = visitOffices([
    sampleAdminOffice({ sub_offices: [sampleSpace({ deleted_at: '2026-01-01T00:00:00.000Z' })] }),
    sampleAdminOffice({ id: 4, name: 'Carmel Works', deleted_at: '2026-01-01T00:00:00.000Z' }),
  ])
  await open(user)
  const buttons = (name: string) =>
    rowOf(name)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label'))

  expect(rowOf('Olive room').getByText('Deleted')).toBeInTheDocument()
  expect(buttons('Olive room')).toEqual(['Restore'])
  expect(rowOf('Carmel Works').getByText('Deleted')).toBeInTheDocument()
  expect(rowOf('Carmel Works').getByRole('button', { name: 'Restore' })).toHaveAccessibleDescription(
    'Carmel Works',
  )
  expect(rowOf('Carmel Works').queryByRole('button', { name: 'Edit' })).toBeNull()
})

test('offices can be edited, duplicated, deleted and given sub-offices; sub-offices can be edited, duplicated and deleted', async () => {
  const { user } = visitOffices()
  await open(user)
  const actions = (name: string) =>
    within(
      rowOf(name).getAllByRole('button').at(-1)!.closest('td')!.parentElement!.children[3] as HTMLElement,
    )
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label'))

  expect(actions('Jaffa Port House')).toEqual(['Edit', 'Add sub-office', 'Duplicate', 'Delete'])
  expect(actions('Olive room')).toEqual(['Edit', 'Duplicate', 'Delete'])
})

const empty: Deletion = {
  coming_orders: 0,
  running_orders: 0,
  refunds: [],
  last_end: null,
}

test('an office is deleted after a confirmation, and its row says so immediately', async () => {
  answer(previewOfficeDeletion, empty)
  answer(deleteOffice, sampleAdminOffice({ deleted_at: '2026-03-02T08:00:00.000Z' }))
  const { user } = visitOffices()
  await press(user, 'Jaffa Port House', 'Delete')
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    /^Are you sure you want to delete this office\? This action cannot be undoneNoYes$/,
  )
  answer(listAdminOffices, [sampleAdminOffice({ deleted_at: '2026-03-02T08:00:00.000Z' })])
  await say(user, 'Yes')

  expect(await screen.findByText('Jaffa Port House deleted.')).toBeInTheDocument()
  expect(rowOf('Jaffa Port House').getByText('Deleted')).toBeInTheDocument()
  expect(sentBy('DELETE').map(({ url }) => url)).toEqual(['/api/admin/offices/3?cancel_orders=false'])
})

test('an admin who deletes an office with upcoming orders learns what happens to them', async () => {
  const refunds = [
    { amount: 2000, currency: 'EUR' as const },
    { amount: 45_000, currency: 'ILS' as const },
  ]
  answer(previewOfficeDeletion, { ...empty, coming_orders: 3, refunds })
  answer(deleteOffice, sampleAdminOffice({ deleted_at: '2026-03-02T08:00:00.000Z' }))
  const { user } = visitOffices()
  await press(user, 'Jaffa Port House', 'Delete')
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    'This action cannot be undone 3 upcoming orders will be cancelled and €20.00 + ₪450.00 refunded. The customers get an email.',
  )
  await say(user, 'Yes')

  await waitFor(() =>
    expect(sentBy('DELETE').map(({ url }) => url)).toEqual(['/api/admin/offices/3?cancel_orders=true']),
  )
})

test('an office in use is not deleted, and no confirmation is shown', async () => {
  answer(previewSubOfficeDeletion, { ...empty, running_orders: 1 })
  const { user } = visitOffices()
  await open(user)
  await press(user, 'Olive room', 'Delete')

  expect(
    await screen.findByText('A visit is in progress. You can delete this once it has ended.'),
  ).toBeInTheDocument()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(sentBy('DELETE')).toEqual([])
})

test('answering No deletes nothing', async () => {
  answer(previewSubOfficeDeletion, empty)
  const { user } = visitOffices()
  await open(user)
  await press(user, 'Olive room', 'Delete')
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    'Are you sure you want to delete this sub-office? This action cannot be undone',
  )
  await say(user, 'No')

  expect(sentBy('DELETE')).toEqual([])
  expect(rowOf('Olive room').getByRole('button', { name: 'Edit' })).toHaveAttribute('aria-disabled', 'false')
})

test('a deleted sub-office stays listed in its office, struck out', async () => {
  answer(previewSubOfficeDeletion, { ...empty, coming_orders: 1 })
  const gone = sampleSpace({ deleted_at: '2026-03-02T08:00:00.000Z' })
  answer(deleteSubOffice, gone)
  const { user } = visitOffices()
  await open(user)
  await press(user, 'Olive room', 'Delete')
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    '1 upcoming order will be cancelled. The customer gets an email.',
  )
  answer(listAdminOffices, [sampleAdminOffice({ sub_offices: [gone] })])
  await say(user, 'Yes')

  expect(await screen.findByText('Olive room deleted.')).toBeInTheDocument()
  expect(rowOf('Olive room').getByText('Deleted')).toBeInTheDocument()
  expect(sentBy('DELETE').map(({ url }) => url)).toEqual(['/api/offices/3/sub-offices/17?cancel_orders=true'])
})

test('the reason for a refused deletion is shown', async () => {
  answer(previewOfficeDeletion, empty)
  refuse(deleteOffice, 409, 'Orders are to come here.')
  const { user } = visitOffices()
  await press(user, 'Jaffa Port House', 'Delete')
  await say(user, 'Yes')

  expect(await screen.findByText('Orders are to come here.')).toBeInTheDocument()
})

test('a row shows that it is busy, and the others do not', async () => {
  const release = answerLater(previewOfficeDeletion, empty)
  const { user } = visitOffices([sampleAdminOffice(), sampleAdminOffice({ id: 4, name: 'Carmel Works' })])
  await press(user, 'Jaffa Port House', 'Delete')

  await waitFor(() =>
    expect(rowOf('Jaffa Port House').getByRole('status')).toHaveTextContent('Working on it'),
  )
  expect(rowOf('Carmel Works').queryByRole('status')).toBeNull()
  release()
  await say(user, 'No')
  expect(rowOf('Jaffa Port House').queryByRole('status')).toBeNull()
})

test('an office is duplicated after a confirmation, and the admin learns that the copy is hidden', async () => {
  answer(duplicateOffice, sampleAdminOffice({ id: 8, name: 'Jaffa Port House (Copy)', hidden: true }))
  const { user } = visitOffices()
  await press(user, 'Jaffa Port House', 'Duplicate')
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    'Are you sure you want to duplicate the office "Jaffa Port House"?',
  )
  await say(user, 'Yes')

  expect(
    await screen.findByText('Jaffa Port House (Copy) added. It stays hidden until you show it.'),
  ).toBeInTheDocument()
  expect(sentBy('POST').map(({ url }) => url)).toEqual(['/api/admin/offices/3/duplicate'])
})

test('a sub-office is duplicated after a confirmation, and is listed in its office immediately', async () => {
  const copy = sampleSpace({ id: 21, name: 'Olive room (Copy)' })
  answer(duplicateSubOffice, copy)
  const { user } = visitOffices()
  await open(user)
  await press(user, 'Olive room', 'Duplicate')
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    'Are you sure you want to duplicate the sub-office "Olive room"?',
  )
  answer(listAdminOffices, [sampleAdminOffice({ sub_offices: [sampleSpace(), copy] })])
  await say(user, 'Yes')

  expect(await screen.findByText('Olive room (Copy)')).toBeInTheDocument()
})

test('a sub-office that cannot be duplicated for an unknown reason shows a general message', async () => {
  refuse(duplicateSubOffice, 418)
  const { user } = visitOffices()
  await open(user)
  await press(user, 'Olive room', 'Duplicate')
  await say(user, 'Yes')

  expect(await screen.findByText('An error occurred while saving the sub-office')).toBeInTheDocument()
})

test('an office that cannot be duplicated for an unknown reason shows a general message', async () => {
  refuse(duplicateOffice, 418)
  const { user } = visitOffices()
  await press(user, 'Jaffa Port House', 'Duplicate')
  await say(user, 'Yes')

  expect(await screen.findByText('An unknown error occurred')).toBeInTheDocument()
})

test('a deleted office is restored', async () => {
  answer(changeOffice, sampleAdminOffice())
  const { user } = visitOffices([sampleAdminOffice({ deleted_at: '2026-01-01T00:00:00.000Z' })])
  await screen.findByText('Jaffa Port House')
  answer(listAdminOffices, [sampleAdminOffice()])
  await press(user, 'Jaffa Port House', 'Restore')

  expect(await screen.findByText('Jaffa Port House restored.')).toBeInTheDocument()
  expect(sentBy('PUT').map(({ url, body }) => [url, body])).toEqual([
    ['/api/admin/offices/3', { deleted_at: null }],
  ])
})

test('a deleted sub-office is restored', async () => {
  answer(changeSubOffice, sampleSpace())
  const gone = sampleSpace({ deleted_at: '2026-01-01T00:00:00.000Z' })
  const { user } = visitOffices([sampleAdminOffice({ sub_offices: [gone] })])
  await open(user)
  answer(listAdminOffices, [sampleAdminOffice({ sub_offices: [sampleSpace()] })])
  await press(user, 'Olive room', 'Restore')

  expect(await screen.findByText('Olive room restored.')).toBeInTheDocument()
  expect(rowOf('Olive room').getByRole('button', { name: 'Edit' })).toBeInTheDocument()
  expect(sentBy('PUT').map(({ url, body }) => [url, body])).toEqual([
    ['/api/offices/3/sub-offices/17', { deleted_at: null }],
  ])
})

test('a WiFi password is masked until an admin reveals it, and can be hidden again', async () => {
  answer(revealWifiPassword, { wifi_password: 'guests-welcome' })
  const { user } = visitOffices()
  await press(user, 'Jaffa Port House', 'Show the WiFi password of Jaffa Port House')
  expect(await screen.findByText('guests-welcome')).toBeInTheDocument()
  expect(sentBy('POST').map(({ url }) => url)).toEqual(['/api/admin/offices/3/wifi_password'])
  await user.click(screen.getByRole('button', { name: 'Copy the WiFi password of Jaffa Port House' }))
  expect(await navigator.clipboard.readText()).toBe('guests-welcome')
  await user.click(screen.getByRole('button', { name: 'Hide the WiFi password of Jaffa Port House' }))

  expect(screen.queryByText('guests-welcome')).toBeNull()
})

test('a revealed WiFi password hides again after a while', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  answer(revealWifiPassword, { wifi_password: 'guests-welcome' })
  visitOffices()
  fireEvent.click(await screen.findByRole('button', { name: 'Show the WiFi password of Jaffa Port House' }))
  await screen.findByText('guests-welcome')
  await vi.advanceTimersByTimeAsync(30_000)

  await waitFor(() => expect(screen.queryByText('guests-welcome')).toBeNull())
  vi.useRealTimers()
})

test('integrations say which works, which fails and why, and which is disconnected', async () => {
  const unknown = { failure: null, connected_at: null, account: null, read_at: null, failing_links: 0 }
  const { user } = visitOffices([
    sampleAdminOffice({
      integrations: [
        { ...unknown, provider: 'google', state: 'connected' },
        { ...unknown, provider: 'outlook', state: 'failing', failure: 'The consent was withdrawn.' },
        { ...unknown, provider: 'nexudus', state: 'connected', failing_links: 2 },
        { ...unknown, provider: 'openpath', state: 'disconnected' },
      ],
    }),
  ])
  await user.click(
    await screen.findByRole('button', {
      name: 'Integrations of Jaffa Port House. Google: connected, Outlook: failing, Nexudus: failing, Openpath: off',
    }),
  )

  expect(await screen.findByText('The consent was withdrawn.')).toBeInTheDocument()
  expect(screen.getByText(/^2 linked calendars cannot be read\./)).toBeInTheDocument()
  expect(screen.getByText('Openpath: off')).toBeInTheDocument()
})
