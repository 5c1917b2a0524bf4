import { listDevices } from '@keyhour/contract/access'
import { listAdminOffices } from '@keyhour/contract/admin-offices'
import { listUsers } from '@keyhour/contract/admin-users'
import {
  addCreditPack,
  type CreditPack,
  changeCreditPack,
  deleteCreditPack,
  listCreditPacks,
} from '@keyhour/contract/credits'
import { listHomeAssistants } from '@keyhour/contract/hubs'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { tellChange } from '#test/live.ts'
import { answer, answerLater, refuse, sent } from '#test/replies.ts'
import { visit } from '#test/show.tsx'
// Imported in advance: on a busy machine loading them takes longer than a test waits.
import '#web/app/admin-dashboard-screen.tsx'
import '#web/app/admin-shell.tsx'
import '#web/features/credits/credit-packs-tab.tsx'

type Person = ReturnType<typeof visit>['user']

const samplePack = (change: Partial<CreditPack> = {}): CreditPack => ({
  id: 1,
  name: 'Starter',
  description: 'An afternoon in a meeting room.',
  credits_amount: 200,
  price_cents: 19_000,
  currency: 'ILS',
  is_active: true,
  duration_days: 45,
  version: 3,
  ...change,
})

beforeEach(() => {
  for (const list of [listUsers, listAdminOffices, listDevices, listHomeAssistants]) answer(list, [])
})

function visitPacks(packs: CreditPack[] = [samplePack()]) {
  answer(listCreditPacks, packs)
  return visit('/admin-dashboard?tab=creditPacks', { as: { id: 99, admin: true } })
}

/** The log, which stays out of the output of the tests. */
function watchLog() {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => log.mockRestore())
  return log
}

const sentBy = (method: string) => sent.filter((request) => request.method === method)
const press = async (user: Person, name: string) => user.click(await screen.findByRole('button', { name }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const formGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const cellsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent))

async function retype(user: Person, input: HTMLElement, text: string) {
  await user.clear(input)
  await user.type(input, text)
}

test('credit packs are listed with the inactive ones, prices with 2 decimals, and N/A for no expiry', async () => {
  visitPacks([
    samplePack(),
    samplePack({
      id: 2,
      name: 'Team',
      description: null,
      price_cents: 4505,
      currency: 'USD',
      duration_days: null,
      is_active: false,
    }),
  ])

  expect(await cellsOf('Credit Packs Management')).toEqual([
    ['ID', 'Name', 'Description', 'Credits', 'Price', 'Currency', 'Duration (Days)', 'Active', 'Actions'],
    ['1', 'Starter', 'An afternoon in a meeting room.', '200', '190.00', 'ILS', '45', '', ''],
    ['2', 'Team', '', '200', '45.05', 'USD', 'N/A', '', ''],
  ])
  expect(
    screen.getAllByRole('switch', { name: 'Active' }).map((one) => (one as HTMLInputElement).checked),
  ).toEqual([true, false])
  expect(sent.map(({ url }) => url)).toContain('/api/v1/credit-packs/?active_only=false&limit=100')
})

test('the buttons of a row are Edit, Duplicate and Delete, and say whose they are', async () => {
  visitPacks()
  const row = within((await screen.findByText('Starter')).closest('tr')!)

  expect(row.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Edit',
    'Duplicate',
    'Delete',
  ])
  for (const button of row.getAllByRole('button')) expect(button).toHaveAccessibleDescription('Starter')
  expect(row.getByRole('switch', { name: 'Active' })).toHaveAccessibleDescription('Starter')
})

test('packs are said to be loading, and to be none', async () => {
  const arrive = answerLater(listCreditPacks, [])
  visit('/admin-dashboard?tab=creditPacks', { as: { admin: true } })
  expect(await screen.findByText('Loading credit packs...')).toBeInTheDocument()
  arrive()

  expect(await screen.findByText('No credit packs found.')).toBeInTheDocument()
})

test('packs that fail to load say why, and can be loaded again', async () => {
  refuse(listCreditPacks, 403, 'Only admins can do this.')
  const { user } = visit('/admin-dashboard?tab=creditPacks', { as: { admin: true } })
  expect(await screen.findByText('Error: Only admins can do this.')).toBeInTheDocument()
  answer(listCreditPacks, [samplePack()])
  await press(user, 'Retry')

  expect(await screen.findByText('Starter')).toBeInTheDocument()
})

test('packs that fail to load without a reason say so', async () => {
  refuse(listCreditPacks, 400, '')
  visit('/admin-dashboard?tab=creditPacks', { as: { admin: true } })

  expect(await screen.findByText('Error: Failed to fetch credit packs')).toBeInTheDocument()
})

test('the switch sends only whether the pack is active, and is disabled meanwhile', async () => {
  const { user } = visitPacks()
  const off = samplePack({ is_active: false, version: 4 })
  const arrive = answerLater(changeCreditPack, off)
  const active = await screen.findByRole('switch', { name: 'Active' })
  await user.click(active)
  await waitFor(() => expect(active).toBeDisabled())
  expect(active).not.toBeChecked()
  expect(screen.getByRole('button', { name: 'Edit' })).toBeDisabled()
  answer(listCreditPacks, [off])
  arrive()

  await waitFor(() => expect(active).toBeEnabled())
  expect(active).not.toBeChecked()
  expect(sentBy('PUT').map(({ url, body }) => [url, body])).toEqual([
    ['/api/v1/credit-packs/1', { is_active: false }],
  ])
})

test('a switch that fails goes back, is logged, and says why', async () => {
  const log = watchLog()
  refuse(changeCreditPack, 404, 'This credit pack does not exist.')
  const { user } = visitPacks()
  const active = await screen.findByRole('switch', { name: 'Active' })
  await user.click(active)

  expect(await screen.findByText('This credit pack does not exist.')).toBeInTheDocument()
  expect(active).toBeChecked()
  expect(log).toHaveBeenCalledWith(expect.objectContaining({ message: 'This credit pack does not exist.' }))
})

test('a new pack starts active and in dollars, and is sent as the specification says', async () => {
  const made = samplePack({ id: 8, name: 'Regular', version: 1 })
  answer(addCreditPack, made)
  const { user } = visitPacks()
  await press(user, 'Add Credit Pack')
  const form = await dialog('Add Credit Pack')
  expect(form.getByRole('combobox', { name: 'Currency' })).toHaveValue('USD')
  expect(form.getByRole('switch', { name: 'Active' })).toBeChecked()
  await user.type(form.getByLabelText('Name'), 'Regular')
  await user.type(form.getByLabelText('Credits'), '800')
  await user.type(form.getByLabelText('Price'), '699.5')
  answer(listCreditPacks, [samplePack(), made])
  await user.click(form.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Regular added.')).toBeInTheDocument()
  await formGone()
  expect(await screen.findByText('Regular')).toBeInTheDocument()
  expect(sentBy('POST').map(({ url, body }) => [url, body])).toEqual([
    [
      '/api/v1/credit-packs/',
      {
        name: 'Regular',
        description: null,
        credits_amount: 800,
        price_cents: 69_950,
        currency: 'USD',
        is_active: true,
        duration_days: null,
      },
    ],
  ])
})

test('each mistake in a pack is named at its field, and nothing is sent', async () => {
  const { user } = visitPacks()
  await press(user, 'Add Credit Pack')
  const form = await dialog('Add Credit Pack')
  await user.type(form.getByLabelText('Credits'), '0')
  await user.type(form.getByLabelText('Price'), '-1')
  await user.type(form.getByLabelText('Duration (Days)'), '0')
  await user.click(form.getByRole('combobox', { name: 'Currency' }))
  await user.click(await screen.findByRole('option', { name: 'USD' }))
  await user.click(form.getByRole('button', { name: 'Save' }))

  expect(await form.findByText('Name is required.')).toBeInTheDocument()
  expect(form.getByLabelText('Name')).toHaveFocus()
  expect(form.getByText('Credits amount must be a positive number.')).toBeInTheDocument()
  expect(form.getByText('Price must be a non-negative number.')).toBeInTheDocument()
  expect(form.getByText('Currency is required.')).toBeInTheDocument()
  expect(form.getByText('Duration must be a positive number of days.')).toBeInTheDocument()
  expect(sentBy('POST')).toEqual([])
})

test.each([
  ['Add Credit Pack', 'Add Credit Pack', 'Failed to create credit pack'],
  ['Edit', 'Edit Credit Pack', 'Failed to update credit pack'],
])(
  'a failure after %s keeps the form open, shows the reason in it, and is logged',
  async (button, title, fallback) => {
    const log = watchLog()
    const endpoint = button === 'Edit' ? changeCreditPack : addCreditPack
    refuse(endpoint, 503, 'The database is not ready.')
    const { user } = visitPacks()
    await press(user, button)
    const form = await dialog(title)
    await retype(user, form.getByLabelText('Name'), 'Regular')
    await retype(user, form.getByLabelText('Credits'), '800')
    await retype(user, form.getByLabelText('Price'), '699')
    await user.click(form.getByRole('button', { name: 'Save' }))

    expect(await form.findByRole('alert')).toHaveTextContent('The database is not ready.')
    expect(form.getByLabelText('Name')).toHaveValue('Regular')
    expect(log).toHaveBeenCalledTimes(1)
    refuse(endpoint, 400, '')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(form.getByRole('alert')).toHaveTextContent(fallback))
  },
)

test('what only the server refuses is shown at its field', async () => {
  watchLog()
  refuse(changeCreditPack, 422, [
    { loc: ['body', 'price_cents'], msg: 'Price must be a non-negative number.' },
  ])
  const { user } = visitPacks()
  await press(user, 'Edit')
  const form = await dialog('Edit Credit Pack')
  await user.click(form.getByRole('button', { name: 'Save' }))

  expect(await form.findByText('Price must be a non-negative number.')).toBeInTheDocument()
  expect(form.getByLabelText('Price')).toHaveFocus()
})

test('a pack is edited with what is stored, at the version that was read', async () => {
  const saved = samplePack({ name: 'Starter plus', version: 4 })
  answer(changeCreditPack, saved)
  const { user } = visitPacks()
  await press(user, 'Edit')
  const form = await dialog('Edit Credit Pack')
  expect(form.getByLabelText('Price')).toHaveValue('190.00')
  expect(form.getByLabelText('Duration (Days)')).toHaveValue('45')
  await user.type(form.getByLabelText('Name'), ' plus')
  answer(listCreditPacks, [saved])
  await user.click(form.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Starter plus saved.')).toBeInTheDocument()
  const { id: _, ...fields } = samplePack({ name: 'Starter plus' })
  expect(sentBy('PUT').map(({ body }) => body)).toEqual([fields])
})

test('a form that is open stays, with what was typed, when the list cannot be loaded again', async () => {
  const { user } = visitPacks()
  await press(user, 'Edit')
  const form = await dialog('Edit Credit Pack')
  await user.type(form.getByLabelText('Name'), ' plus')
  refuse(listCreditPacks, 503, 'The database is not ready.')
  await act(async () => tellChange('credit_packs'))

  expect(await screen.findByText('Could not refresh. What you see may be out of date.')).toBeInTheDocument()
  expect(form.getByLabelText('Name')).toHaveValue('Starter plus')
})

test('a pack that somebody else has changed stays open if theirs cannot be loaded', async () => {
  watchLog()
  const { user } = visitPacks()
  await press(user, 'Edit')
  const form = await dialog('Edit Credit Pack')
  await user.type(form.getByLabelText('Name'), ' plus')
  refuse(changeCreditPack, 409, 'This was changed in the meantime.', {
    changed_by: 'Noa Levi',
    changed_at: '2026-03-02T08:00:00.000Z',
  })
  refuse(listCreditPacks, 503, 'The database is not ready.')
  await user.click(form.getByRole('button', { name: 'Save' }))

  expect(await form.findByText(/Noa Levi/)).toBeInTheDocument()
  expect(form.getByLabelText('Name')).toHaveValue('Starter plus')
})

test('a pack that somebody else has changed can be saved over theirs, or loaded', async () => {
  watchLog()
  refuse(changeCreditPack, 409, 'This was changed in the meantime.', {
    changed_by: 'Noa Levi',
    changed_at: '2026-03-02T08:00:00.000Z',
  })
  const { user } = visitPacks()
  await press(user, 'Edit')
  const form = await dialog('Edit Credit Pack')
  answer(listCreditPacks, [samplePack({ name: 'Theirs', version: 9 })])
  await retype(user, form.getByLabelText('Name'), 'Mine')
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText(/Noa Levi/)).toBeInTheDocument()
  expect(form.getByLabelText('Name')).toHaveValue('Mine')
  await user.click(form.getByRole('button', { name: 'Load the stored version' }))
  expect(form.getByLabelText('Name')).toHaveValue('Theirs')
  answer(changeCreditPack, samplePack({ name: 'Theirs', version: 10 }))
  await user.click(form.getByRole('button', { name: 'Save' }))

  await formGone()
  expect(sentBy('PUT').map(({ body }) => (body as CreditPack).version)).toEqual([3, 9])
})

test('a duplicate opens as a new pack with (Copy) after its name', async () => {
  answer(addCreditPack, samplePack({ id: 9, name: 'Starter (Copy)', version: 1 }))
  const { user } = visitPacks()
  await press(user, 'Duplicate')
  const form = await dialog('Add Credit Pack')
  expect(form.getByLabelText('Name')).toHaveValue('Starter (Copy)')
  await user.click(form.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Starter (Copy) added.')).toBeInTheDocument()
  const { id: _, version: __, ...fields } = samplePack({ name: 'Starter (Copy)' })
  expect(sentBy('POST').map(({ body }) => body)).toEqual([fields])
})

test('closing the form forgets what was typed', async () => {
  const { user } = visitPacks()
  await press(user, 'Add Credit Pack')
  const form = await dialog('Add Credit Pack')
  await user.type(form.getByLabelText('Name'), 'Regular')
  await user.click(form.getByRole('button', { name: 'Cancel' }))
  await formGone()
  await press(user, 'Add Credit Pack')

  expect((await dialog('Add Credit Pack')).getByLabelText('Name')).toHaveValue('')
})

test('a pack is deleted after a confirmation, and answering No changes nothing', async () => {
  const { user } = visitPacks()
  answer(deleteCreditPack, {})
  await press(user, 'Delete')
  expect(
    await screen.findByText(
      'Are you sure you want to delete this credit pack? This action cannot be undone.',
    ),
  ).toBeInTheDocument()
  await press(user, 'No')
  expect(sentBy('DELETE')).toEqual([])
  await press(user, 'Delete')
  answer(listCreditPacks, [])
  await press(user, 'Yes')

  expect(await screen.findByText('Starter deleted.')).toBeInTheDocument()
  expect(await screen.findByText('No credit packs found.')).toBeInTheDocument()
  expect(sentBy('DELETE').map(({ url }) => url)).toEqual(['/api/v1/credit-packs/1'])
})

test('a deletion that fails is logged and says why, and the pack stays', async () => {
  const log = watchLog()
  refuse(deleteCreditPack, 400, '')
  const { user } = visitPacks()
  await press(user, 'Delete')
  await press(user, 'Yes')

  expect(await screen.findByText('Failed to delete credit pack')).toBeInTheDocument()
  expect(screen.getByText('Starter')).toBeInTheDocument()
  expect(log).toHaveBeenCalledTimes(1)
})
