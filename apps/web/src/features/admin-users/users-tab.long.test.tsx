import { listDevices } from '@keyhour/contract/access'
import {
  addCredits,
  addUser,
  changeUser,
  correctCredits,
  deleteUser,
  getUser,
  listUserAudit,
  listUserOrders,
  listUsers,
  previewUserDeletion,
  type User,
  type UserDetails,
} from '@keyhour/contract/admin-users'
import { listAllBusinesses } from '@keyhour/contract/businesses'
import { listCreditEntries } from '@keyhour/contract/credits'
import { listHomeAssistants } from '@keyhour/contract/hubs'
import { listMyOffices } from '@keyhour/contract/offices'
import { getPassportImage } from '@keyhour/contract/users'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { beforeEach, expect, test } from 'vitest'
import { tellChange } from '#test/live.ts'
import { answer, answerLater, loseConnection, refuse, sent } from '#test/replies.ts'
import {
  sampleAdminBusiness,
  sampleAffectedOrder,
  sampleCreditEntry,
  sampleOffice,
  sampleOrder,
  sampleUser,
} from '#test/samples.ts'
import { visit } from '#test/show.tsx'

type Person = ReturnType<typeof visit>['user']

beforeEach(() => {
  answer(listMyOffices, [sampleOffice(), sampleOffice({ id: 4, name: 'Carmel Works' })])
  answer(listDevices, [])
  answer(listHomeAssistants, [])
  answer(previewUserDeletion, { coming_orders: 0, running_orders: 0, orders: [] })
})

function visitUsers(users: User[] = [sampleUser()], { search = '', total = users.length } = {}) {
  answer(listUsers, users, { 'x-total-count': String(total) })
  return visit(`/admin-dashboard?tab=users${search}`, { as: { id: 99, admin: true, name: 'Ada Admin' } })
}

const asked = () =>
  sent
    .filter(({ method, url }) => method === 'GET' && url.startsWith('/api/admin/users?'))
    .map(({ url }) => Object.fromEntries(new URLSearchParams(url.split('?')[1])))
const sentBy = (method: string) => sent.filter((request) => request.method === method)
const press = async (user: Person, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))

test('users are listed with their credits, newest first', async () => {
  visitUsers()
  const table = await screen.findByRole('table', { name: 'Admin Dashboard Users' })
  const cells = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent))

  expect(cells).toEqual([
    ['ID', 'Name', 'Email', 'Credit Balance', 'Created At', 'Actions'],
    ['1', 'Maya Cohen', 'maya@example.com', '₪120.00', 'Jan 1st 2024', 'DeleteEditAdd Credits'],
  ])
  expect(asked()[0]).toMatchObject({ page: '1', page_size: '20', sort: 'created_at', direction: 'desc' })
  expect(screen.getByRole('columnheader', { name: 'Created At' })).toHaveAttribute('aria-sort', 'descending')
})

test('a failed list of users can be retried', async () => {
  refuse(listUsers, 403, 'Only admins can do this.')
  const { user } = visit('/admin-dashboard', { as: { admin: true, name: 'Ada Admin' } })
  const retry = await screen.findByRole('button', { name: 'Retry' })
  expect(screen.getAllByText('Failed to fetch users.').length).toBeGreaterThan(0)
  answer(listUsers, [sampleUser()])
  await user.click(retry)

  expect(await screen.findByText('Maya Cohen')).toBeInTheDocument()
})

test('a search is kept in the address and sent to the server', async () => {
  const { user, address } = visitUsers([sampleUser()], { search: '&page=3', total: 90 })
  await user.type(await screen.findByPlaceholderText('Search by name, email, balance...'), 'maya')

  await waitFor(() => expect(asked().at(-1)).toMatchObject({ q: 'maya', page: '1' }))
  expect(address()).toBe('/admin-dashboard?tab=users&q=maya')
})

test('a search that finds nobody says so', async () => {
  visitUsers([], { search: '&q=nobody' })

  expect(await screen.findByText('No users found matching your criteria.')).toBeInTheDocument()
  expect(screen.getByRole('searchbox', { name: 'Search users' })).toHaveValue('nobody')
})

test('a heading sorts, and reverses the order when it is clicked again', async () => {
  const { user, address } = visitUsers()
  await press(user, 'Name')
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ sort: 'name', direction: 'asc' }))
  await press(user, 'Name')
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ sort: 'name', direction: 'desc' }))

  expect(address()).toBe('/admin-dashboard?tab=users&sort=name')
  expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
})

test('pages can be turned', async () => {
  const { user, address } = visitUsers([sampleUser()], { total: 45 })
  await press(user, 'Page 3')

  await waitFor(() => expect(asked().at(-1)).toMatchObject({ page: '3' }))
  expect(address()).toBe('/admin-dashboard?tab=users&page=3')
  expect(screen.getByText('45 users')).toBeInTheDocument()
})

test('deleted users are marked in words and can only be restored', async () => {
  visitUsers([sampleUser({ deleted_at: '2026-01-01T00:00:00.000Z' })])
  const row = within((await screen.findByText('Maya Cohen')).closest('tr')!)

  expect(row.getAllByText('Deleted').length).toBeGreaterThan(0)
  expect(row.getByRole('button', { name: 'Restore' })).toHaveAccessibleDescription('Maya Cohen')
  expect(row.queryByRole('button', { name: 'Edit' })).toBeNull()
})

test('a purged user cannot be restored', async () => {
  const at = '2026-01-01T00:00:00.000Z'
  visitUsers([sampleUser({ name: 'Deleted user', deleted_at: at, purged_at: at })])

  expect(await screen.findByText('Data deleted')).toBeInTheDocument()
  expect(screen.getByText('Cannot be restored: all data was permanently deleted.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull()
})

test('a user is deleted after a confirmation, and the row says so immediately', async () => {
  const gone = sampleUser({ deleted_at: '2026-03-02T08:00:00.000Z', version: 2 })
  const { user } = visitUsers()
  const arrive = answerLater(deleteUser, gone)
  await press(user, 'Delete')
  expect(
    await screen.findByText('Are you sure you want to delete this user? This action cannot be undone.'),
  ).toBeInTheDocument()
  await press(user, 'Yes')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Delete' })).toHaveAttribute('data-loading'))
  answer(listUsers, [gone], { 'x-total-count': '1' })
  arrive()

  expect(await screen.findByRole('button', { name: 'Restore' })).toBeInTheDocument()
  expect(sentBy('DELETE').map(({ url }) => url)).toEqual(['/api/admin/users/1'])
})

const order = sampleAffectedOrder()

test('an admin who deletes a user learns what happens to their orders and visits, and what that costs', async () => {
  const unpaid = { ...order, refund: 0, refund_credits: 0, waived: 5900 }
  const visit = { ...unpaid, waived: 0, id: 9, end: null, is_running: true }
  const orders = [{ ...visit, due: 5900, with_credits: 4000, left: 1900 }, unpaid, ...Array(6).fill(order)]
  answer(previewUserDeletion, { coming_orders: 7, running_orders: 1, orders })
  const { user } = visitUsers()
  await press(user, 'Delete')

  const line = '• Room 1 · Carmel Works, Mar 5th 2026, 9:00 AM – 11:00 AM: '
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    `Are you sure you want to delete this user? This action cannot be undone. 7 upcoming orders will be cancelled and refunded in full. ${line}nothing paid; ₪59.00 is no longer owed ${`${line}₪118.00 refunded `.repeat(4)}… and 2 more This user is in a space right now; the visit ends immediately. • Room 1 · Carmel Works, Mar 5th 2026, 9:00 AM: the visit costs ₪59.00 with tax; ₪40.00 comes from credits; ₪19.00 is left to pay`,
  )
})

test('the confirmation names the time zone of an order elsewhere, and spaces in the language of the admin', async () => {
  const orders = [{ ...order, time_zone: 'America/New_York' }]
  answer(previewUserDeletion, { coming_orders: 1, running_orders: 0, orders })
  const { user } = visitUsers()
  await press(user, 'Delete')
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(/4:00 AM – 6:00 AM \(New York time\)/)
  await press(user, 'No')
  await act(() => i18next.changeLanguage('he'))
  await user.click(await screen.findByRole('button', { name: 'מחיקה' }))

  expect(await screen.findByRole('alertdialog')).toHaveTextContent(/חדר 1 · בית הכרמל/)
})

test('if the orders have changed, the admin sees them again before the user is deleted', async () => {
  answer(previewUserDeletion, { coming_orders: 0, running_orders: 0, orders: [] })
  refuse(
    deleteUser,
    409,
    'The bookings of this user have changed in the meantime. Please check them again.',
    {
      affected_orders: [order],
    },
  )
  const { user } = visitUsers()
  await press(user, 'Delete')
  await press(user, 'Yes')
  expect(
    await screen.findByText(/The bookings of this user have changed in the meantime/),
  ).toBeInTheDocument()
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(/Room 1 · Carmel Works.*₪118\.00 refunded/)
  answer(deleteUser, sampleUser({ deleted_at: '2026-03-02T08:00:00.000Z', version: 2 }))
  await press(user, 'Yes')

  await waitFor(() =>
    expect(sentBy('DELETE').map(({ body }) => body)).toEqual([
      { orders: [] },
      { orders: [{ id: 1, is_running: false, refund: 11_800, owed: 0, due: 0 }] },
    ]),
  )
})

test('if the preview fails, no confirmation is shown and nobody is deleted', async () => {
  refuse(previewUserDeletion, 404, 'This user does not exist.')
  const { user } = visitUsers()
  await press(user, 'Delete')

  expect(await screen.findByText('This user does not exist.')).toBeInTheDocument()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('answering No deletes nobody', async () => {
  const { user } = visitUsers()
  await press(user, 'Delete')
  await press(user, 'No')

  expect(sentBy('DELETE')).toEqual([])
})

test('the reason for a refused deletion is shown', async () => {
  refuse(deleteUser, 409, 'You cannot delete yourself.')
  const { user } = visitUsers()
  await press(user, 'Delete')
  await press(user, 'Yes')

  expect(await screen.findByText('You cannot delete yourself.')).toBeInTheDocument()
})

test('a deleted user is restored after a confirmation', async () => {
  answer(changeUser, sampleUser({ version: 3 }))
  const { user } = visitUsers([sampleUser({ deleted_at: '2026-01-01T00:00:00.000Z' })])
  await press(user, 'Restore')
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    'Are you sure you want to restore this user? Orders that were cancelled stay cancelled.',
  )
  await press(user, 'Yes')

  expect(await screen.findByText('Maya Cohen restored.')).toBeInTheDocument()
  expect(sentBy('PUT').map(({ url, body }) => [url, body])).toEqual([
    ['/api/admin/users/1', { deleted_at: null }],
  ])
})

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('a user is added with offices and a role in each', async () => {
  answer(addUser, sampleUser({ id: 2, name: 'Noa Bar' }))
  const { user } = visitUsers()
  await press(user, 'Add User')
  const form = await dialog('Add New User')
  await user.type(form.getByLabelText('Name'), 'Noa Bar')
  await user.type(form.getByLabelText('Email'), 'noa@example.com')
  await user.click(form.getByRole('combobox', { name: 'Offices' }))
  await user.click(await screen.findByRole('option', { name: 'Carmel Works' }))
  expect(form.getByRole('combobox', { name: 'Role at Carmel Works' })).toHaveValue('member')
  await user.selectOptions(form.getByRole('combobox', { name: 'Role at Carmel Works' }), 'Owner')
  await user.click(form.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Noa Bar added and invited by email.')).toBeInTheDocument()
  expect(sentBy('POST').map(({ url, body }) => [url, body])).toEqual([
    [
      '/api/admin/users',
      {
        name: 'Noa Bar',
        email: 'noa@example.com',
        officeIds: ['4'],
        memberships: [{ office_id: 4, role: 'owner' }],
        admin: false,
      },
    ],
  ])
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add New User' })).toBeNull())
})

test('an office is found by typing, and Enter chooses it without submitting the form', async () => {
  const { user } = visitUsers()
  await press(user, 'Add User')
  const form = await dialog('Add New User')
  await user.type(form.getByLabelText('Name'), 'Noa Bar')
  await user.type(form.getByLabelText('Email'), 'noa@example.com')
  await user.type(form.getByRole('combobox', { name: 'Offices' }), 'car{Enter}')
  expect(form.getByRole('combobox', { name: 'Role at Carmel Works' })).toBeInTheDocument()

  await user.keyboard('{Escape}{Enter}')
  expect(sentBy('POST')).toEqual([])
})

test('an empty form says what is missing, and nothing is sent', async () => {
  const { user } = visitUsers()
  await press(user, 'Add User')
  const form = await dialog('Add New User')
  await user.type(form.getByLabelText('Name'), '  ')
  await user.click(form.getByRole('button', { name: 'Save' }))

  expect(form.getByText('Name cannot be empty.')).toBeInTheDocument()
  expect(form.getByText('Should be a valid email!')).toBeInTheDocument()
  expect(
    form.getByText('At least one office must be selected if the user is not an admin.'),
  ).toBeInTheDocument()
  expect(form.getByLabelText('Name')).toHaveFocus()
  expect(sentBy('POST')).toEqual([])
})

test('an admin needs no office', async () => {
  answer(addUser, sampleUser({ id: 2, name: 'Noa Bar', admin: true }))
  const { user } = visitUsers()
  await press(user, 'Add User')
  const form = await dialog('Add New User')
  await user.type(form.getByLabelText('Name'), 'Noa Bar')
  await user.type(form.getByLabelText('Email'), 'noa@example.com')
  await user.click(form.getByRole('checkbox', { name: /Admin/ }))
  await user.click(form.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(sentBy('POST')[0]?.body).toMatchObject({ officeIds: [], admin: true }))
})

test('an email address in use is reported at its field, and the form keeps its values', async () => {
  refuse(addUser, 422, [{ loc: ['body', 'email'], msg: 'Email already exists' }])
  const { user } = visitUsers()
  await press(user, 'Add User')
  const form = await dialog('Add New User')
  await user.type(form.getByLabelText('Name'), 'Noa Bar')
  await user.type(form.getByLabelText('Email'), 'maya@example.com')
  await user.click(form.getByRole('checkbox', { name: /Admin/ }))
  await user.click(form.getByRole('button', { name: 'Save' }))

  expect(await form.findByText('Email already exists')).toBeInTheDocument()
  expect(form.getByLabelText('Email')).toHaveFocus()
  expect(form.getByLabelText('Name')).toHaveValue('Noa Bar')
})

const staff = sampleUser({
  offices: [
    { id: 3, roles: ['manager'] },
    { id: 4, roles: ['member'] },
  ],
  version: 5,
})

test('changing a user sends the version that was loaded and the roles that were chosen', async () => {
  answer(changeUser, { ...staff, name: 'Maya Levi', version: 6 })
  const { user } = visitUsers([staff])
  await press(user, 'Edit')
  const form = await dialog('Edit User')
  expect(form.getByRole('combobox', { name: 'Role at Jaffa Port House' })).toHaveValue('manager')
  await user.selectOptions(form.getByRole('combobox', { name: 'Role at Carmel Works' }), 'Manager')
  await user.clear(form.getByLabelText('Name'))
  await user.type(form.getByLabelText('Name'), 'Maya Levi')
  await user.click(form.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Maya Levi saved.')).toBeInTheDocument()
  expect(sentBy('PUT').map(({ url, body }) => [url, body])).toEqual([
    [
      '/api/admin/users/1',
      {
        name: 'Maya Levi',
        email: 'maya@example.com',
        officeIds: ['3', '4'],
        memberships: [
          { office_id: 3, role: 'manager' },
          { office_id: 4, role: 'manager' },
        ],
        admin: false,
        version: 5,
      },
    ],
  ])
})

test('an admin makes somebody the manager of a company, which is found by its name', async () => {
  answer(getUser, details({ businesses: [{ id: 8, name: 'Cedar Inc', role: 'employee' }] }))
  answer(listAllBusinesses, [sampleAdminBusiness()])
  answer(changeUser, staff)
  const { user } = visitUsers([staff])
  await press(user, 'Edit')
  const form = await dialog('Edit User')
  await user.type(await form.findByRole('combobox', { name: 'Companies' }), 'oliv')
  await waitFor(() => expect(sent.some(({ url }) => /admin\/businesses\?.*q=oliv/.test(url))).toBe(true))
  await user.click(await screen.findByRole('option', { name: 'Olive Ltd (#5)' }))
  expect(form.getByRole('combobox', { name: /Role at .*Olive Ltd/ })).toHaveValue('manager')
  await user.click(form.getByRole('button', { name: /Remove from .*Cedar Inc/ }))
  await user.click(form.getByRole('button', { name: 'Save' }))

  await waitFor(() =>
    expect(sentBy('PUT')[0]?.body).toMatchObject({ businesses: [{ business_id: 5, role: 'manager' }] }),
  )
})

test('companies of a user that cannot be loaded can be asked for again', async () => {
  refuse(getUser, 500)
  const { user } = visitUsers([staff])
  await press(user, 'Edit')
  const form = await dialog('Edit User')
  const retry = await form.findByRole('button', { name: 'Retry' })
  answer(getUser, details({ businesses: [{ id: 8, name: 'Cedar Inc', role: 'employee' }] }))
  await user.click(retry)

  expect(await form.findByRole('combobox', { name: /Role at .*Cedar Inc/ })).toHaveValue('employee')
})

test('a user who signed up and has no office can be edited', async () => {
  const newcomer = sampleUser({ offices: [] })
  answer(changeUser, { ...newcomer, name: 'Maya Levi' })
  const { user } = visitUsers([newcomer])
  await press(user, 'Edit')
  const form = await dialog('Edit User')
  await user.type(form.getByLabelText('Name'), '!')
  await user.click(form.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(sentBy('PUT')[0]?.body).toMatchObject({ name: 'Maya Cohen!', officeIds: [] }))
})

const details = (change: Partial<UserDetails> = {}): UserDetails => ({
  ...sampleUser(),
  offices: [{ id: 3, name: 'Jaffa Port House', roles: ['manager'] }],
  businesses: [],
  language: 'en',
  email_confirmed_at: null,
  has_password: true,
  has_google: true,
  has_passport_image: false,
  purge_after: null,
  credit_lots: [],
  ...change,
})

test('an admin learns who changed the user meanwhile, and saving again overwrites it', async () => {
  const changed_at = '2026-03-02T09:30:00.000Z'
  refuse(changeUser, 409, 'This was changed in the meantime.', { changed_by: 'Omer Other', changed_at })
  answer(getUser, details({ name: 'Maya C.', version: 9 }))
  const { user } = visitUsers([staff])
  await press(user, 'Edit')
  const form = await dialog('Edit User')
  await user.type(form.getByLabelText('Name'), ' Levi')
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(
    await form.findByText(/^Omer Other changed this in the meantime, on March 2nd 2026/),
  ).toBeInTheDocument()
  expect(form.getByLabelText('Name')).toHaveValue('Maya Cohen Levi')
  answer(changeUser, { ...staff, version: 10 })
  await user.click(form.getByRole('button', { name: 'Save' }))

  await waitFor(() =>
    expect(sentBy('PUT').at(-1)?.body).toMatchObject({ name: 'Maya Cohen Levi', version: 9 }),
  )
})

test('the admin can take the stored version instead', async () => {
  const changed_at = '2026-03-02T09:30:00.000Z'
  refuse(changeUser, 409, 'This was changed in the meantime.', { changed_by: null, changed_at })
  answer(getUser, details({ name: 'Maya C.', version: 9 }))
  const { user } = visitUsers([staff])
  await press(user, 'Edit')
  const form = await dialog('Edit User')
  await user.type(form.getByLabelText('Name'), ' Levi')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent.some(({ url }) => url === '/api/admin/users/1')).toBe(true))
  await user.click(await form.findByRole('button', { name: 'Load the stored version' }))

  expect(form.getByLabelText('Name')).toHaveValue('Maya C.')
})

test('credits are added once, with a description', async () => {
  answer(addCredits, sampleUser({ credit_balances: [{ currency: 'ILS', credits: 145 }] }))
  const { user } = visitUsers()
  await press(user, 'Add Credits')
  const form = await dialog('Add Credits to Maya Cohen')
  await user.type(form.getByLabelText('Amount'), '25')
  await user.type(form.getByLabelText('Description'), 'Welcome back')
  await user.click(form.getByRole('button', { name: 'Add Credits' }))

  expect(await screen.findByText('Maya Cohen now has ₪145.00 in credits.')).toBeInTheDocument()
  const [request] = sentBy('POST')
  expect(request).toMatchObject({
    url: '/api/admin/users/1/add_credits?credits=25&description=Welcome+back&currency=ILS',
    body: undefined,
  })
  expect(request?.key).toMatch(/^[0-9a-f]{32}$/)
})

test.each(['', '0', '-3', '1.5', 'ten'])(
  '%j credits are refused without asking the server',
  async (amount) => {
    const { user } = visitUsers()
    await press(user, 'Add Credits')
    const form = await dialog('Add Credits to Maya Cohen')
    if (amount) await user.type(form.getByLabelText('Amount'), amount)
    await user.click(form.getByRole('button', { name: 'Add Credits' }))

    expect(form.getByText('Please enter a valid positive credit amount.')).toBeInTheDocument()
    expect(sentBy('POST')).toEqual([])
  },
)

test('credits are added in another currency when the admin chooses it', async () => {
  answer(addCredits, sampleUser())
  const { user } = visitUsers([sampleUser({ default_currency: 'GBP' })])
  await press(user, 'Add Credits')
  const form = await dialog('Add Credits to Maya Cohen')
  expect(form.getByRole('combobox', { name: 'Currency' })).toHaveValue('GBP')
  await user.type(form.getByLabelText('Amount'), '25')
  await user.click(form.getByRole('combobox', { name: 'Currency' }))
  await user.click(await screen.findByRole('option', { name: 'EUR' }))
  await user.click(form.getByRole('button', { name: 'Add Credits' }))

  await waitFor(() =>
    expect(sentBy('POST')[0]?.url).toBe('/api/admin/users/1/add_credits?credits=25&currency=EUR'),
  )
})

test.each([
  ['After a number of days', 'Days', '30', '&duration_days=30'],
  ['On a date', 'Last day', '2026-04-30', '&expires_on=2026-04-30'],
])('added credits can expire: %s', async (choice, label, typed, query) => {
  answer(addCredits, sampleUser())
  const { user } = visitUsers()
  await press(user, 'Add Credits')
  const form = await dialog('Add Credits to Maya Cohen')
  await user.type(form.getByLabelText('Amount'), '25')
  await user.click(form.getByRole('combobox', { name: 'Expiry' }))
  await user.click(await screen.findByRole('option', { name: choice }))
  fireEvent.change(form.getByLabelText(label), { target: { value: typed } })
  await user.click(form.getByRole('button', { name: 'Add Credits' }))

  await waitFor(() =>
    expect(sentBy('POST')[0]?.url).toBe(`/api/admin/users/1/add_credits?credits=25&currency=ILS${query}`),
  )
})

test('a number of days has to be one', async () => {
  const { user } = visitUsers()
  await press(user, 'Add Credits')
  const form = await dialog('Add Credits to Maya Cohen')
  await user.type(form.getByLabelText('Amount'), '25')
  await user.click(form.getByRole('combobox', { name: 'Expiry' }))
  await user.click(await screen.findByRole('option', { name: 'After a number of days' }))
  await user.click(form.getByRole('button', { name: 'Add Credits' }))

  expect(form.getByText('Duration must be a positive number of days.')).toBeInTheDocument()
  expect(sentBy('POST')).toEqual([])
})

const gift = {
  id: 7,
  currency: 'ILS' as const,
  is_gift: true,
  granted: 50,
  remaining: 12.5,
  created_at: '2026-01-01T10:00:00.000Z',
  expires_at: null,
}

test('credits that were added by mistake are taken back with a reason', async () => {
  answer(getUser, details({ credit_lots: [gift, { ...gift, id: 8, is_gift: false }] }))
  answer(listCreditEntries, { entries: [], next: null })
  answer(correctCredits, sampleUser())
  const { user } = visitUsers([sampleUser()], { search: '&user=1' })
  const drawer = await dialog('Maya Cohen')
  await user.click(drawer.getByRole('tab', { name: 'Credits' }))
  await user.click(await drawer.findByRole('button', { name: 'Take back' }))
  const form = within(await drawer.findByRole('region', { name: 'Take back credits' }))
  expect(form.getByLabelText('Amount')).toHaveValue('12.5')
  await user.click(form.getByRole('button', { name: 'Take back' }))
  expect(form.getByText('Cannot be empty')).toBeInTheDocument()
  await user.type(form.getByLabelText('Reason'), 'Meant for Dana')
  await user.click(form.getByRole('button', { name: 'Take back' }))

  expect(await screen.findByText('Credits taken back. The user gets an email.')).toBeInTheDocument()
  expect(sentBy('POST')).toMatchObject([
    {
      url: '/api/admin/users/1/credit_lots/7/correct',
      body: { credits: 12.5, reason: 'Meant for Dana' },
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
    },
  ])
})

test('adding credits can be retried with the same key', async () => {
  loseConnection(addCredits)
  const { user } = visitUsers()
  await press(user, 'Add Credits')
  const form = await dialog('Add Credits to Maya Cohen')
  await user.type(form.getByLabelText('Amount'), '25')
  await user.click(form.getByRole('button', { name: 'Add Credits' }))
  expect(await form.findByRole('alert')).toHaveTextContent('No connection to the server.')
  await user.click(form.getByRole('button', { name: 'Add Credits' }))

  await waitFor(() => expect(sentBy('POST')).toHaveLength(2))
  expect(new Set(sentBy('POST').map(({ key }) => key)).size).toBe(1)
})

test('a click on a name opens the details of the user, and the address names the user', async () => {
  answer(getUser, details({ profile: { passport_image: null, phone: '050-1234567' } }))
  const { user, address } = visitUsers()
  await press(user, 'Maya Cohen')
  const drawer = await dialog('Maya Cohen')

  expect(drawer.getByText('050-1234567')).toBeInTheDocument()
  expect(drawer.getByText('password, Google')).toBeInTheDocument()
  expect(drawer.getByText('Jaffa Port House').closest('li')).toHaveTextContent('Manager')
  expect(address()).toBe('/admin-dashboard?tab=users&user=1')
  await user.click(drawer.getAllByRole('button', { name: 'Close' })[0]!)
  expect(address()).toBe('/admin-dashboard?tab=users')
})

test('the ID photo is shown only on request', async () => {
  answer(getUser, details({ has_passport_image: true }))
  answer(getPassportImage, { passport_image: 'abcd' })
  const { user } = visitUsers([sampleUser()], { search: '&user=1' })
  const drawer = await dialog('Maya Cohen')
  expect(sent.some(({ url }) => url.includes('passport-image'))).toBe(false)
  await user.click(drawer.getByRole('button', { name: 'Show photo' }))

  expect(await drawer.findByRole('img', { name: 'ID photo of Maya Cohen' })).toHaveAttribute(
    'src',
    'data:image/jpeg;base64,abcd',
  )
})

test('the drawer shows lots, ledger, orders and the audit log', async () => {
  const lot = {
    id: 1,
    currency: 'ILS' as const,
    is_gift: true,
    granted: 50,
    remaining: 12.5,
    created_at: '2026-01-01T10:00:00.000Z',
    expires_at: null,
  }
  answer(getUser, details({ credit_lots: [lot] }))
  const at = '2026-03-02T09:30:00.000Z'
  const entry = sampleCreditEntry({ at, description: 'Welcome', actor_name: 'Ada Admin' })
  answer(listCreditEntries, { entries: [entry], next: null })
  answer(listUserOrders, [sampleOrder()], { 'x-total-count': '30' })
  const done = { id: 1, at, action: 'change user', actor_name: null, details: { changed: 'name, email' } }
  const hired = { ...done, id: 3, action: 'give role', details: { business_id: 5, role: 'employee' } }
  const bought = { payment_id: 21, business_id: 5, business_name: 'Olive Ltd' }
  const paid = { ...done, id: 4, action: 'mark credits paid', details: bought }
  const added = { ...done, id: 2, action: 'add credits', details: { credits: 50 } }
  answer(listUserAudit, [done, added, hired, paid], { 'x-total-count': '4' })
  const { user } = visitUsers([sampleUser()], { search: '&user=1' })
  const drawer = await dialog('Maya Cohen')

  await user.click(drawer.getByRole('tab', { name: 'Credits' }))
  expect(drawer.getByText('₪12.50 of ₪50.00 left')).toBeInTheDocument()
  expect(await drawer.findByText('+₪50.00')).toBeInTheDocument()
  expect(drawer.getByText('Balance ₪50.00')).toBeInTheDocument()
  expect(drawer.getByText(/by Ada Admin$/)).toBeInTheDocument()
  await user.click(drawer.getByRole('tab', { name: 'Orders' }))
  expect(await drawer.findByRole('link', { name: /Olive room.* · .*Jaffa Port House/ })).toHaveAttribute(
    'href',
    '/order/41',
  )
  expect(drawer.getByRole('button', { name: 'Page 3' })).toBeInTheDocument()
  await user.click(drawer.getByRole('tab', { name: 'Activity' }))
  expect(await drawer.findByText('Changed: name, email')).toBeInTheDocument()
  expect(drawer.getByText('50 credits added')).toBeInTheDocument()
  expect(drawer.getByText('Now Employee of company 5')).toBeInTheDocument()
  expect(drawer.getByText('Olive Ltd').parentElement).toHaveTextContent(
    'Purchase 21 marked as paid · Olive Ltd',
  )
})

test('offices and orders of a user are called as in the language of the admin', async () => {
  const jaffa = { id: 3, name: 'Jaffa Port House', name_he: 'בית הנמל' }
  answer(getUser, details({ offices: [{ ...jaffa, roles: ['member'] }] }))
  answer(
    listUserOrders,
    [
      sampleOrder({
        Office: { ...jaffa, type: 'SubOffice' },
        SubOffice: { id: 17, name: 'Olive room', name_he: 'חדר הזית' },
      }),
    ],
    { 'x-total-count': '1' },
  )
  const { user } = visitUsers([sampleUser()], { search: '&user=1' })
  await dialog('Maya Cohen')
  await act(() => i18next.changeLanguage('he'))

  expect(await screen.findByText('בית הנמל')).toBeInTheDocument()
  await user.click(screen.getByRole('tab', { name: 'הזמנות' }))
  expect(await screen.findByRole('link', { name: /חדר הזית.* · .*בית הנמל/ })).toBeInTheDocument()
})

test('changes by another admin appear immediately', async () => {
  visitUsers()
  await screen.findByText('Maya Cohen')
  answer(listUsers, [sampleUser({ name: 'Maya Levi' })], { 'x-total-count': '1' })
  tellChange('users')

  expect(await screen.findByText('Maya Levi')).toBeInTheDocument()
})

test('an order that waits for its payment is recognisable in the orders of a user', async () => {
  answer(getUser, details())
  answer(listUserOrders, [sampleOrder({ pay_until: '2026-03-01T07:15:00.000Z' })], { 'x-total-count': '1' })
  const { user } = visitUsers([sampleUser()], { search: '&user=1' })
  await user.click((await dialog('Maya Cohen')).getByRole('tab', { name: 'Orders' }))

  expect(await screen.findByText('Waiting for payment')).toBeInTheDocument()
})
