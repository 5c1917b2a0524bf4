import {
  addDevice,
  changeDevice,
  type Device,
  deleteDevice,
  listDevices,
  listDoorStates,
  unlockDevice,
} from '@keyhour/contract/access'
import { listUsers } from '@keyhour/contract/admin-users'
import {
  forgetLockCode,
  type LockCode,
  listLockCodes,
  takeOutCodes,
  tryLockCode,
} from '@keyhour/contract/grants'
import {
  addHomeAssistant,
  changeHomeAssistant,
  deleteHomeAssistant,
  type HomeAssistant,
  importHubLocks,
  listHomeAssistants,
  listHubLocks,
  testHomeAssistant,
} from '@keyhour/contract/hubs'
import { listMyOffices, listOffices } from '@keyhour/contract/offices'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, answerLater, loseConnection, refuse, sent } from '#test/replies.ts'
import { visit } from '#test/show.tsx'
// Imported in advance: on a busy machine loading them takes longer than a test waits.
import '#web/app/admin-dashboard-screen.tsx'
import '#web/app/admin-shell.tsx'
import '#web/features/access/devices-tab.tsx'
import '#web/features/access/home-assistants-tab.tsx'

type Person = ReturnType<typeof visit>['user']

const sampleDevice = (change: Partial<Device> = {}): Device => ({
  id: 1,
  name: 'Front door',
  office_id: 3,
  home_assistant_id: 'lock.front_door',
  type: 'lock',
  sub_office_ids: [],
  createdAt: '2024-01-01T10:00:00.000Z',
  deleted_at: null,
  version: 1,
  ...change,
})

const sampleHub = (change: Partial<HomeAssistant> = {}): HomeAssistant => ({
  id: 1,
  url: 'https://hub.example:8123',
  token: '••••••••',
  office_id: 3,
  createdAt: '2024-01-01T10:00:00.000Z',
  version: 1,
  ...change,
})

const office = {
  id: 3,
  name: 'Jaffa Port House',
  type: 'office',
  time_zone: 'Asia/Jerusalem',
  sub_offices: [],
}

beforeEach(() => {
  answer(listUsers, [])
  answer(listOffices, [])
  answer(listMyOffices, [office, { ...office, id: 4, name: 'Carmel Works' }])
  answer(listDevices, [])
  answer(listHomeAssistants, [])
  answer(listDoorStates, [])
  answer(listLockCodes, [])
})

const visitTab = (tab: string, search = '') =>
  visit(`/admin-dashboard?tab=${tab}${search}`, { as: { id: 99, admin: true, name: 'Ada Admin' } })

function visitDoors(devices: Device[] = [sampleDevice()], { search = '', total = devices.length } = {}) {
  answer(listDevices, devices, { 'x-total-count': String(total) })
  return visitTab('doors', search)
}

function visitHubs(hubs: HomeAssistant[] = [sampleHub()], { search = '', total = hubs.length } = {}) {
  answer(listHomeAssistants, hubs, { 'x-total-count': String(total) })
  return visitTab('homeAssistants', search)
}

const sentBy = (method: string) => sent.filter((request) => request.method === method)
const asked = (path: string) =>
  sent
    .filter(({ url }) => url.startsWith(`${path}?`))
    .map(({ url }) => Object.fromEntries(new URLSearchParams(url.split('?')[1])))
const press = async (user: Person, name: string) => user.click(await screen.findByRole('button', { name }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const cellsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent))

async function choose(user: Person, form: ReturnType<typeof within>, label: string, option: string) {
  await user.click(form.getByRole('combobox', { name: label }))
  await user.click(await screen.findByRole('option', { name: option }))
}

test('doors are listed with their office and the current state of their lock', async () => {
  answer(listDoorStates, [
    { device_id: 1, state: 'locked', failure: null },
    { device_id: 2, state: null, failure: 'The hub does not answer.' },
  ])
  visitDoors([sampleDevice(), sampleDevice({ id: 2, name: 'Gate', office_id: 99, type: 'gate' })])
  await screen.findByText('Locked')

  expect(await cellsOf('Doors')).toEqual([
    ['#', 'Name', 'Office', 'Home Assistant ID', 'Type', 'Created At', 'Actions'],
    ['1', 'Front doorLocked', 'Jaffa Port House', 'lock.front_door', 'lock', 'Jan 1st 24', ''],
    ['2', 'GateUnreachable', 'Unknown Office', 'lock.front_door', 'gate', 'Jan 1st 24', ''],
  ])
  expect(screen.getByTitle('The hub does not answer.')).toHaveTextContent('Unreachable')
})

test('a failed list of doors can be retried', async () => {
  refuse(listDevices, 403, 'Only admins can do this.')
  const { user } = visitTab('doors')
  const retry = await screen.findByRole('button', { name: 'Retry' })
  expect(screen.getAllByText('Failed to fetch devices.').length).toBeGreaterThan(0)
  answer(listDevices, [sampleDevice()])
  await user.click(retry)

  expect(await screen.findByText('Front door')).toBeInTheDocument()
})

test('a search is kept in the address and starts at the first page', async () => {
  const { user, address } = visitDoors([sampleDevice()], { search: '&page=3', total: 90 })
  await user.type(await screen.findByRole('searchbox', { name: 'Search doors' }), 'FRONT')

  await waitFor(() => expect(asked('/api/admin/devices').at(-1)).toMatchObject({ q: 'FRONT', page: '1' }))
  expect(address()).toBe('/admin-dashboard?tab=doors&q=FRONT')
})

test('a deleted door says so in words and can only be restored', async () => {
  visitDoors([sampleDevice({ deleted_at: '2026-01-01T00:00:00.000Z' })])
  const row = within((await screen.findByText('Front door')).closest('tr')!)

  expect(row.getAllByText('Deleted').length).toBeGreaterThan(0)
  expect(row.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Restore'])
  expect(row.getByRole('button')).toHaveAccessibleDescription('Front door')
})

test('a door is deleted after a confirmation, and its row shows a spinner meanwhile', async () => {
  const gone = sampleDevice({ deleted_at: '2026-03-02T08:00:00.000Z', version: 2 })
  const { user } = visitDoors()
  const arrive = answerLater(deleteDevice, gone)
  await press(user, 'Delete')
  expect(
    await screen.findByText('Are you sure you want to delete this device? This action cannot be undone'),
  ).toBeInTheDocument()
  await press(user, 'Yes')
  expect(await screen.findByLabelText('Working...')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Edit' })).toBeDisabled()
  answer(listDevices, [gone], { 'x-total-count': '1' })
  arrive()

  expect(await screen.findByRole('button', { name: 'Restore' })).toBeInTheDocument()
  expect(sentBy('DELETE').map(({ url }) => url)).toEqual(['/api/admin/devices/1'])
})

test('a door is restored after a confirmation, and answering No changes nothing', async () => {
  answer(changeDevice, sampleDevice({ version: 3 }))
  const { user } = visitDoors([sampleDevice({ deleted_at: '2026-03-02T08:00:00.000Z' })])
  await press(user, 'Restore')
  expect(await screen.findByText('Are you sure you want to restore this device?')).toBeInTheDocument()
  await press(user, 'No')
  expect(sentBy('PUT')).toEqual([])
  await press(user, 'Restore')
  await press(user, 'Yes')

  expect(await screen.findByText('Front door restored.')).toBeInTheDocument()
  expect(sentBy('PUT').map(({ body }) => body)).toEqual([{ deleted_at: null }])
})

test('a new door needs every field, and says so once a field has been touched', async () => {
  answer(addDevice, sampleDevice({ id: 8, name: 'Back door' }))
  const { user } = visitDoors()
  await press(user, 'Add Device')
  const form = await dialog('Add Device')
  const save = form.getByRole('button', { name: 'Save' })
  expect(save).toBeDisabled()
  expect(form.queryByText('Cannot be empty')).toBeNull()
  await user.click(form.getByLabelText('Name'))
  await user.tab()
  expect(await form.findByText('Cannot be empty')).toBeInTheDocument()
  await user.type(form.getByLabelText('Name'), 'Back door')
  await choose(user, form, 'Office', 'Carmel Works')
  await user.type(form.getByLabelText('Home Assistant ID'), 'back door')
  await user.type(form.getByLabelText('Type'), 'lock')
  expect(await form.findByText('Should be like lock.front_door')).toBeInTheDocument()
  expect(save).toBeDisabled()
  await user.clear(form.getByLabelText('Home Assistant ID'))
  await user.type(form.getByLabelText('Home Assistant ID'), 'lock.back_door')
  await user.click(save)

  expect(await screen.findByText('Back door added.')).toBeInTheDocument()
  expect(sentBy('POST').map(({ url, body }) => [url, body])).toEqual([
    [
      '/api/admin/devices',
      {
        name: 'Back door',
        office_id: 4,
        sub_office_ids: [],
        home_assistant_id: 'lock.back_door',
        type: 'lock',
      },
    ],
  ])
})

test('changing a door sends the version that was loaded', async () => {
  const { user } = visitDoors([sampleDevice({ version: 5 })])
  const arrive = answerLater(changeDevice, sampleDevice({ name: 'Main door', version: 6 }))
  await press(user, 'Edit')
  const form = await dialog('Edit Device')
  await user.clear(form.getByLabelText('Name'))
  await user.type(form.getByLabelText('Name'), 'Main door')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(form.getByRole('button', { name: 'Save' })).toBeDisabled())
  arrive()

  expect(await screen.findByText('Main door saved.')).toBeInTheDocument()
  expect(sentBy('PUT').map(({ body }) => body)).toEqual([
    {
      name: 'Main door',
      office_id: 3,
      sub_office_ids: [],
      home_assistant_id: 'lock.front_door',
      type: 'lock',
      version: 5,
    },
  ])
})

test('an admin learns who changed the door meanwhile, and can take the stored version', async () => {
  const changed_at = '2026-03-02T09:30:00.000Z'
  refuse(changeDevice, 409, 'This was changed in the meantime.', { changed_by: 'Omer Other', changed_at })
  const { user } = visitDoors()
  await press(user, 'Edit')
  const form = await dialog('Edit Device')
  answer(listDevices, [sampleDevice({ name: 'Main entrance', version: 9 })])
  await user.type(form.getByLabelText('Name'), ' 2')
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText(/^Omer Other changed this in the meantime/)).toBeInTheDocument()
  expect(form.getByLabelText('Name')).toHaveValue('Front door 2')
  await user.click(form.getByRole('button', { name: 'Load the stored version' }))

  await waitFor(() => expect(form.getByLabelText('Name')).toHaveValue('Main entrance'))
})

test('a door is opened from the table after a confirmation, with a key that prevents a second opening', async () => {
  answer(unlockDevice, { device_id: 1, state: 'unlocked', at: '2026-03-02T09:30:00.000Z' })
  const { user } = visitDoors()
  await press(user, 'Open this door')
  expect(screen.getByText('Open Front door now? This is recorded in the audit log.')).toBeInTheDocument()
  await press(user, 'Yes')

  expect(await screen.findByText('Front door is open.')).toBeInTheDocument()
  const [request] = sentBy('POST')
  expect(request?.url).toBe('/api/admin/devices/1/unlock')
  expect(request?.key).toMatch(/^[0-9a-f]{32}$/)
})

test('a door that does not open says why', async () => {
  refuse(unlockDevice, 503, 'The lock is jammed.')
  const { user } = visitDoors()
  await press(user, 'Open this door')
  await press(user, 'Yes')

  expect(await screen.findByText('The lock is jammed.')).toBeInTheDocument()
  expect(sentBy('POST')).toHaveLength(1)
})

test('hubs are listed with their office and without their token', async () => {
  visitHubs([sampleHub(), sampleHub({ id: 2, url: 'http://10.0.0.7:8123', office_id: 99 })])
  await screen.findByText('Unknown Office')

  expect(await cellsOf('Home Assistants')).toEqual([
    ['#', 'URL', 'Office', 'Created At', 'Actions'],
    ['1', 'https://hub.example:8123', 'Jaffa Port House', 'Jan 1st 24', ''],
    ['2', 'http://10.0.0.7:8123', 'Unknown Office', 'Jan 1st 24', ''],
  ])
})

test('a failed list of hubs says so', async () => {
  refuse(listHomeAssistants, 403, 'Only admins can do this.')
  visitTab('homeAssistants')

  expect((await screen.findAllByText('Failed to fetch home assistants.')).length).toBeGreaterThan(0)
})

test('a hub is added once every field is filled in', async () => {
  answer(addHomeAssistant, sampleHub({ id: 5 }))
  const { user } = visitHubs([])
  await press(user, 'Add Home Assistant')
  const form = await dialog('Add Home Assistant')
  for (const label of ['URL', 'Token']) await user.click(form.getByLabelText(label))
  await user.click(form.getByRole('combobox', { name: 'Office' }))
  await user.click(form.getByLabelText('URL'))
  expect(await form.findAllByText('Cannot be empty')).toHaveLength(3)
  await user.type(form.getByLabelText('URL'), 'hub.example')
  await user.type(form.getByLabelText('Token'), 'long-lived')
  expect(await form.findByText('Should be an address like https://hub.example')).toBeInTheDocument()
  await user.clear(form.getByLabelText('URL'))
  await user.type(form.getByLabelText('URL'), 'https://hub.example:8123')
  await choose(user, form, 'Office', 'Jaffa Port House')
  await user.click(form.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('https://hub.example:8123 added.')).toBeInTheDocument()
  expect(sentBy('POST').map(({ body }) => body)).toEqual([
    { url: 'https://hub.example:8123', token: 'long-lived', office_id: 3 },
  ])
})

test('moving a hub to another office keeps its token, which nobody sees', async () => {
  answer(changeHomeAssistant, sampleHub({ office_id: 4, version: 2 }))
  const { user } = visitHubs()
  await press(user, 'Edit')
  const form = await dialog('Edit Home Assistant')
  await choose(user, form, 'Office', 'Carmel Works')
  await user.click(form.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('https://hub.example:8123 saved.')).toBeInTheDocument()
  expect(sentBy('PUT').map(({ body }) => body)).toEqual([
    { url: 'https://hub.example:8123', office_id: 4, version: 1 },
  ])
})

test('a hub is deleted after a confirmation', async () => {
  answer(deleteHomeAssistant, {})
  const { user } = visitHubs()
  await press(user, 'Delete')
  expect(
    await screen.findByText(
      'Are you sure you want to delete this Home Assistant? This action cannot be undone',
    ),
  ).toBeInTheDocument()
  answer(listHomeAssistants, [], { 'x-total-count': '0' })
  await press(user, 'Yes')

  expect(await screen.findByText('No home assistants yet.')).toBeInTheDocument()
  expect(sentBy('DELETE').map(({ url }) => url)).toEqual(['/api/admin/home-assistants/1'])
})

test('a test says whether the hub works and, if not, why', async () => {
  const works = { works: true, failure: null, location_name: 'Port', version: '2026.3.1', took_ms: 42 }
  answer(testHomeAssistant, works)
  const { user } = visitHubs()
  await press(user, 'Test connection')
  expect(await screen.findByText('Works, 42 ms')).toBeInTheDocument()
  expect(screen.getByText('Port · 2026.3.1')).toBeInTheDocument()
  answer(testHomeAssistant, { ...works, works: false, failure: 'The hub refuses our token.' })
  await press(user, 'Test connection')

  expect(await screen.findByText('Does not work')).toBeInTheDocument()
  expect(screen.getByText('The hub refuses our token.')).toBeInTheDocument()
})

test('a test that gets no answer says so', async () => {
  loseConnection(testHomeAssistant)
  const { user } = visitHubs()
  await press(user, 'Test connection')

  expect(await screen.findByText(/No connection to the server/)).toBeInTheDocument()
})

test('an admin chooses which locks of a hub become doors; locks that are doors already cannot be chosen', async () => {
  const lock = { home_assistant_id: 'lock.a', name: 'Front', state: 'locked', is_known: false }
  answer(listHubLocks, [
    lock,
    { ...lock, home_assistant_id: 'lock.b', name: 'Side' },
    { ...lock, home_assistant_id: 'lock.c', name: 'Back', is_known: true },
  ])
  answer(importHubLocks, [sampleDevice()])
  const { user } = visitHubs()
  await press(user, 'Import locks')
  const list = await dialog('Import locks')
  expect(await list.findByRole('button', { name: 'Add 2 doors' })).toBeEnabled()
  expect(list.getByRole('checkbox', { name: 'Back' })).toBeDisabled()
  await user.click(list.getByRole('checkbox', { name: 'Side' }))
  await user.click(list.getByRole('button', { name: 'Add 1 door' }))

  expect(await screen.findByText('1 door added.')).toBeInTheDocument()
  expect(sentBy('POST').map(({ url, body }) => [url, body])).toEqual([
    ['/api/admin/home-assistants/1/import', { home_assistant_ids: ['lock.a'] }],
  ])
})

const studioHouse = {
  ...office,
  sub_offices: [
    { id: 31, name: 'Studio', type: 'podcast_room' as const },
    { id: 32, name: 'Desks', type: 'open_space' as const },
  ],
}

test('no space of a door counts as deleted while the offices are still loading', async () => {
  const arrive = answerLater(listMyOffices, [studioHouse])
  visitDoors([sampleDevice({ sub_office_ids: [32] })])

  expect(await screen.findByRole('button', { name: 'Edit' })).toBeVisible()
  expect(screen.queryByText(/Deleted space/)).toBeNull()
  arrive()
  expect(await screen.findByText('Opens only: Desks')).toBeVisible()
})

test('nothing in the form of a door counts as unknown or deleted while the offices are still loading', async () => {
  const arrive = answerLater(listMyOffices, [studioHouse])
  const { user } = visitDoors([sampleDevice({ sub_office_ids: [32] })])
  await press(user, 'Edit')
  const form = await dialog('Edit Device')
  expect(form.getByRole('combobox', { name: 'Office' })).toHaveValue('…')
  expect(form.queryByText(/Deleted space/)).toBeNull()
  arrive()
  expect(await form.findByText('Desks')).toBeVisible()
  expect(form.getByRole('combobox', { name: 'Office' })).toHaveValue('Jaffa Port House')
})

test('an admin chooses the spaces that a door opens among those of its office', async () => {
  answer(listMyOffices, [studioHouse, { ...office, id: 4, name: 'Carmel Works' }])
  answer(changeDevice, sampleDevice({ sub_office_ids: [31], version: 2 }))
  const { user } = visitDoors([sampleDevice({ sub_office_ids: [32, 77] })])
  expect(await screen.findByText('Opens only: Desks, Deleted space')).toBeInTheDocument()
  await press(user, 'Edit')
  const form = await dialog('Edit Device')
  await choose(user, form, 'Office', 'Carmel Works')
  expect(form.queryByLabelText('Spaces')).toBeNull()
  await choose(user, form, 'Office', 'Jaffa Port House')
  await user.click(form.getByPlaceholderText('The whole office'))
  await user.click(await screen.findByRole('option', { name: 'Studio' }))
  await user.click(form.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Front door saved.')).toBeInTheDocument()
  expect(sentBy('PUT')[0]?.body).toMatchObject({ office_id: 3, sub_office_ids: [31] })
})

const sampleCode = (change: Partial<LockCode> = {}): LockCode => ({
  order_id: 12,
  device_id: 1,
  device_name: 'Front door',
  office_id: 3,
  office_name: 'Jaffa Port House',
  office_name_he: 'בית נמל יפו',
  hub: 'https://hub.example:8123',
  unwanted_since: '2026-03-02T08:00:00.000Z',
  failure: 'The hub of this door cannot be reached.',
  tried_at: '2026-03-02T09:00:00.000Z',
  next_try_at: null,
  ...change,
})

test('codes left in locks are listed above the doors, with actions for each', async () => {
  answer(listLockCodes, [sampleCode()])
  answer(tryLockCode, {})
  answer(forgetLockCode, {})
  const { user } = visitDoors()
  const section = within(await screen.findByRole('region', { name: '1 code is still in a lock' }))
  expect(section.getByText(/The hub of this door cannot be reached\.$/)).toBeInTheDocument()
  expect(section.getByText('https://hub.example:8123')).toBeInTheDocument()
  expect(section.getByText(/^Order 12 .* Last tried/)).toBeInTheDocument()
  await user.click(section.getByRole('button', { name: 'Try now' }))
  expect(await screen.findByText('Trying to remove the code from Front door.')).toBeInTheDocument()
  await user.click(section.getByRole('button', { name: 'Removed by hand' }))
  answer(listLockCodes, [])
  await press(user, 'Yes')

  await waitFor(() => expect(screen.queryByText('1 code is still in a lock')).toBeNull())
  expect(sent.filter(({ method }) => method !== 'GET').map(({ method, url }) => [method, url])).toEqual([
    ['POST', '/api/admin/lock_codes/12/1/try'],
    ['DELETE', '/api/admin/lock_codes/12/1?because=taken_out_by_hand'],
  ])
})

const codesInTheWay = () =>
  refuse(deleteHomeAssistant, 409, 'Locks of this hub still have door codes of orders: 2.', {
    codes_in_locks: 2,
  })
const inLocks = [
  sampleCode({ unwanted_since: null, failure: null }),
  sampleCode({ order_id: 13, unwanted_since: null, failure: null }),
]

test('a hub with codes in its locks is deleted once they are removed', async () => {
  codesInTheWay()
  answer(listLockCodes, inLocks)
  answer(takeOutCodes, { codes: 2 })
  const { user } = visitHubs()
  await press(user, 'Delete')
  await press(user, 'Yes')
  const codes = await dialog('Door codes in locks')
  expect(await codes.findByText(/^2 door codes of orders are still in locks\./)).toBeInTheDocument()
  expect(codes.getByText('Front door')).toBeInTheDocument()
  answer(listLockCodes, [])
  answer(deleteHomeAssistant, {})
  await user.click(codes.getByRole('button', { name: 'Remove the codes first' }))

  expect(await screen.findByText('Home Assistant deleted.')).toBeInTheDocument()
  expect(sentBy('POST').map(({ url, body }) => [url, body])).toEqual([
    ['/api/admin/lock_codes/take_out', { hub_id: 1 }],
  ])
  expect(sentBy('DELETE').map(({ url }) => url)).toEqual(Array(2).fill('/api/admin/home-assistants/1'))
})

test('when codes cannot be removed the dialog says why, and the hub can be deleted without removing them', async () => {
  codesInTheWay()
  answer(listLockCodes, inLocks)
  answer(takeOutCodes, { codes: 2 })
  const { user } = visitHubs()
  await press(user, 'Delete')
  await press(user, 'Yes')
  const codes = await dialog('Door codes in locks')
  await codes.findByText('Front door')
  answer(listLockCodes, [sampleCode()])
  await user.click(codes.getByRole('button', { name: 'Remove the codes first' }))
  expect(await codes.findByText('Some codes could not be removed. Keyhour keeps trying.')).toBeInTheDocument()
  expect(codes.getByText('The hub of this door cannot be reached.')).toBeInTheDocument()
  answer(deleteHomeAssistant, {})
  await user.click(codes.getByRole('button', { name: 'Leave the codes' }))

  expect(await screen.findByText('Home Assistant deleted.')).toBeInTheDocument()
  expect(sentBy('DELETE').at(-1)?.url).toBe('/api/admin/home-assistants/1?codes_stay=true')
})

test('a hub can move to another office without removing the codes from its locks', async () => {
  refuse(changeHomeAssistant, 409, 'Locks of this hub still have door codes of orders: 2.', {
    codes_in_locks: 2,
  })
  answer(listLockCodes, inLocks)
  const { user } = visitHubs()
  await press(user, 'Edit')
  const form = await dialog('Edit Home Assistant')
  await choose(user, form, 'Office', 'Carmel Works')
  await user.click(form.getByRole('button', { name: 'Save' }))
  const codes = await dialog('Door codes in locks')
  await codes.findByText('Front door')
  answer(changeHomeAssistant, sampleHub({ office_id: 4, version: 2 }))
  await user.click(codes.getByRole('button', { name: 'Leave the codes' }))

  expect(await screen.findByText('https://hub.example:8123 saved.')).toBeInTheDocument()
  expect(sentBy('PUT').at(-1)?.body).toMatchObject({ office_id: 4, codes_stay: true })
})

test('the same hub at a new address keeps the codes in its locks', async () => {
  const sentence = 'Locks of this hub still have door codes of orders: 2.'
  refuse(changeHomeAssistant, 409, sentence, { codes_in_locks: 2, may_be_same_hub: true })
  answer(listLockCodes, inLocks)
  const { user } = visitHubs()
  await press(user, 'Edit')
  const form = await dialog('Edit Home Assistant')
  await user.clear(form.getByLabelText('URL'))
  await user.type(form.getByLabelText('URL'), 'https://new.example')
  await user.clear(form.getByLabelText('Token'))
  await user.type(form.getByLabelText('Token'), 'long-lived')
  await user.click(form.getByRole('button', { name: 'Save' }))
  const codes = await dialog('Door codes in locks')
  await codes.findByText('Front door')
  answer(changeHomeAssistant, sampleHub({ url: 'https://new.example', version: 2 }))
  await user.click(codes.getByRole('button', { name: 'This is the same hub' }))

  expect(await screen.findByText('https://new.example saved.')).toBeInTheDocument()
  expect(sentBy('PUT').at(-1)?.body).toEqual({
    url: 'https://new.example',
    token: 'long-lived',
    office_id: 3,
    version: 1,
    same_hub: true,
  })
})

test('an admin is asked whether it is the same hub only if its address changes', async () => {
  codesInTheWay()
  answer(listLockCodes, inLocks)
  const { user } = visitHubs()
  await press(user, 'Delete')
  await press(user, 'Yes')
  const codes = await dialog('Door codes in locks')
  expect(
    await codes.findByText(
      '2 door codes of orders are still in locks. Once the hub is deleted, Keyhour cannot remove them.',
    ),
  ).toBeInTheDocument()

  expect(codes.queryByRole('button', { name: 'This is the same hub' })).toBeNull()
})

test('a code that has just become stuck shows the time and no age', async () => {
  // In the future, so that it is less than a minute old whenever this runs.
  answer(listLockCodes, [sampleCode({ unwanted_since: '2926-03-02T08:00:00.000Z' })])
  visitDoors()
  const section = within(await screen.findByRole('region', { name: '1 code is still in a lock' }))

  expect(section.getByText(/^Since .*cannot be reached\.$/)).toBeInTheDocument()
})

test('spaces of a door are also found by their Hebrew names', async () => {
  const [studio, desks] = studioHouse.sub_offices
  answer(listMyOffices, [
    {
      ...studioHouse,
      sub_offices: [
        { ...studio!, name_he: 'אולפן' },
        { ...desks!, name_he: 'שולחנות' },
      ],
    },
  ])
  const { user } = visitDoors()
  await press(user, 'Edit')
  const form = await dialog('Edit Device')
  await user.type(await form.findByPlaceholderText('The whole office'), 'אולפן')

  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Studio'])
})
