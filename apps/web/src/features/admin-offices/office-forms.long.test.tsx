import {
  addOffice,
  addSubOffice,
  changeOffice,
  changeSubOffice,
  getAdminOffice,
  listOfficeLocations,
  revealWifiPassword,
} from '@keyhour/contract/admin-offices'
import { addClosure, listClosures } from '@keyhour/contract/closures'
import { listDoorAccounts, saveDoorAccount } from '@keyhour/contract/hubs'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, answerLater, refuse, sent } from '#test/replies.ts'
import { sampleAdminOffice, sampleSpace } from '#test/samples.ts'
import { show } from '#test/show.tsx'
import { OfficeForm } from '#web/features/admin-offices/office-form.tsx'
import { SubOfficeForm } from '#web/features/admin-offices/sub-office-form.tsx'

const OFFICE = sampleAdminOffice()
const onClose = vi.fn()

beforeEach(async () => {
  onClose.mockClear()
  answer(listOfficeLocations, [])
  answer(listClosures, [])
  await i18next.loadNamespaces(['admin-offices', 'closures'])
})

function open(form: ReactNode) {
  const { user } = show(<RouterProvider router={createMemoryRouter([{ path: '/', element: form }])} />)
  const dialog = within(screen.getByRole('dialog'))
  return {
    user,
    dialog,
    field: (name: string) => dialog.getByRole('textbox', { name }),
    save: () => user.click(dialog.getByRole('button', { name: 'Save' })),
    part: (name: RegExp) => user.click(dialog.getByRole('button', { name })),
  }
}
const openOffice = (office = OFFICE) => open(<OfficeForm office={office} onClose={onClose} />)
const openSpace = (space = sampleSpace()) =>
  open(<SubOfficeForm office={OFFICE} space={space} onClose={onClose} />)
const bodies = (method: string) =>
  sent.filter((request) => request.method === method).map(({ body }) => body as Record<string, unknown>)

test('an unchanged office is sent without its password and without empty additional info', async () => {
  answer(changeOffice, OFFICE)
  const { user, field, save } = openOffice()
  await user.type(field('Name'), ' II')
  await save()

  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const [body] = bodies('PUT')
  expect(body).toMatchObject({
    name: 'Jaffa Port House II',
    version: 1,
    additional_info: null,
    open_hours: '08:00',
    lat: 32.05,
  })
  expect(body).not.toHaveProperty('wifi_password')
  expect(await screen.findByText('Jaffa Port House saved.')).toBeInTheDocument()
})

test('a time zone is found by typing, and Enter chooses it without submitting the form', async () => {
  const { user, dialog, field } = openOffice()
  await waitFor(() => expect(field('Name')).toHaveFocus())
  const zone = dialog.getByRole('combobox', { name: 'Time zone' })
  act(() => zone.focus())
  await user.keyboard('lisbon{Enter}')
  expect(zone).toHaveValue('Europe/Lisbon')

  await user.keyboard('{Escape}{Enter}')
  expect(bodies('PUT')).toEqual([])
})

test('refused fields are listed with their message and the sent value', async () => {
  refuse(changeOffice, 422, [
    { loc: ['body', 'name'], msg: 'Cannot be empty', input: 'Jaffa' },
    {
      loc: ['body', 'pictures', '0'],
      msg: 'Should be an image',
      input: `data:image/png;base64,${'A'.repeat(99)}`,
    },
    { loc: ['body', 'pickspace_email'], msg: 'Should be a valid email!', input: 'nobody' },
  ])
  const { dialog, field, save } = openOffice()
  await save()

  const list = within(await dialog.findByRole('alert'))
  expect(list.getByText('Please fix the following errors:')).toBeInTheDocument()
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Name: Cannot be emptyCurrent value: Jaffa',
    'Pictures: Should be an imageCurrent value: data:image/png…',
    'Pickspace_email: Should be a valid email!Current value: nobody',
  ])
  await waitFor(() => expect(field('Name')).toHaveFocus())
  expect(field('Pickspace email')).toBeInvalid()
  expect(dialog.getByRole('button', { name: /^Pictures\s*1 error$/ })).toHaveAttribute(
    'aria-expanded',
    'true',
  )
  expect(onClose).not.toHaveBeenCalled()
})

test('in Hebrew, refused fields have Hebrew names', async () => {
  await i18next.changeLanguage('he')
  refuse(addOffice, 422, [{ loc: ['body', 'lat'], msg: 'Cannot be empty' }])
  const { dialog, user } = open(<OfficeForm office={null} onClose={onClose} />)
  await user.click(dialog.getByRole('button', { name: 'שמירה' }))

  const alert = await dialog.findByRole('alert')
  expect(alert).toHaveTextContent('יש לתקן את השגיאות הבאות:')
  expect(alert).toHaveTextContent('קו רוחב: שדה חובה')
})

test('other failures show the message of the server, or a general one', async () => {
  refuse(changeOffice, 409, 'Some orders would be outside these hours.')
  const { dialog, save } = openOffice()
  await save()
  expect(await dialog.findByText('Some orders would be outside these hours.')).toBeInTheDocument()
  refuse(changeOffice, 418)
  await save()

  expect(await dialog.findByText('An unknown error occurred')).toBeInTheDocument()
})

test('orders outside new hours are listed with links before they are kept', async () => {
  const outside = {
    id: 51,
    sub_office_name: null,
    sub_office_name_he: null,
    start: '2026-03-05T17:00:00.000Z',
    end: '2026-03-05T18:00:00.000Z',
  }
  refuse(changeOffice, 409, 'Some orders would be outside these hours: 1, the last on 2026-03-05.', {
    orders_in_the_way: 1,
    orders_outside: [outside],
  })
  const { dialog, save, user } = openOffice()
  await save()
  expect(await dialog.findByRole('link', { name: 'Order 51' })).toHaveAttribute('href', '/order/51')
  answer(changeOffice, sampleAdminOffice())
  await user.click(dialog.getByRole('button', { name: 'Save and keep these orders' }))

  await waitFor(() => expect(bodies('PUT').at(-1)).toMatchObject({ keep_orders: true }))
})

test('a sub-office that cannot be saved says so', async () => {
  refuse(changeSubOffice, 418)
  const { dialog, save } = openSpace()
  await save()

  expect(await dialog.findByText('An error occurred while saving the sub-office')).toBeInTheDocument()
})

test('a sub-office cannot be saved without an office', async () => {
  const { dialog, save } = open(<SubOfficeForm office={null} space={sampleSpace()} onClose={onClose} />)
  await save()

  expect(await dialog.findByText('No office selected to add sub-office to')).toBeInTheDocument()
  expect(bodies('PUT')).toEqual([])
})

test('a new sub-office is sent with its office', async () => {
  answer(addSubOffice, sampleSpace())
  const { user, field, save } = open(<SubOfficeForm office={OFFICE} space={null} onClose={onClose} />)
  await user.type(field('Name'), 'Olive room')
  await user.type(field('Capacity'), '8')
  await user.type(field('Price per hour'), '50')
  await user.type(field('Price per day'), '300')
  await user.type(field('Price per week'), '0')
  await save()

  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(bodies('POST')).toEqual([
    expect.objectContaining({
      office_id: 3,
      name: 'Olive room',
      type: 'office',
      rent_type: 'hour',
      capacity: 8,
      price_per_hour: 50,
      price_per_week: 0,
      price: null,
      pictures: [],
    }),
  ])
})

test('while the form is being sent, nothing can be typed and nothing is sent twice', async () => {
  const finish = answerLater(changeOffice, OFFICE)
  const { dialog, user, field, save } = openOffice()
  await save()
  await waitFor(() => expect(field('Name')).toBeDisabled())
  await save()
  await user.keyboard('{Escape}')
  expect(dialog.getByRole('progressbar', { name: 'Uploading' })).toBeInTheDocument()
  expect(onClose).not.toHaveBeenCalled()
  finish()

  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(bodies('PUT')).toHaveLength(1)
})

test('sending can be stopped, and the form keeps its values', async () => {
  answerLater(changeOffice, OFFICE)
  const { dialog, user, field, save } = openOffice()
  await user.type(field('Name'), ' II')
  await save()
  await user.click(await dialog.findByRole('button', { name: 'Stop upload' }))

  await waitFor(() => expect(field('Name')).toBeEnabled())
  expect(field('Name')).toHaveValue('Jaffa Port House II')
  expect(dialog.queryByRole('alert')).toBeNull()
})

test('an admin learns who changed the office meanwhile, and saving again overwrites it', async () => {
  const changed_at = '2026-03-02T09:30:00.000Z'
  refuse(changeOffice, 409, 'This was changed in the meantime.', { changed_by: 'Omer Other', changed_at })
  answer(getAdminOffice, sampleAdminOffice({ version: 9, name: 'Jaffa House' }))
  const { dialog, user, field, save } = openOffice()
  await user.type(field('Name'), ' II')
  await save()
  expect(await dialog.findByText(/^Omer Other changed this in the meantime/)).toBeInTheDocument()
  expect(field('Name')).toHaveValue('Jaffa Port House II')
  answer(changeOffice, OFFICE)
  await save()

  await waitFor(() => expect(bodies('PUT').at(-1)).toMatchObject({ version: 9, name: 'Jaffa Port House II' }))
})

test('the stored version of a sub-office that somebody else changed can be taken', async () => {
  const changed_at = '2026-03-02T09:30:00.000Z'
  refuse(changeSubOffice, 409, 'This was changed in the meantime.', { changed_by: null, changed_at })
  const stored = sampleSpace({ version: 4, name: 'Cedar room' })
  answer(getAdminOffice, sampleAdminOffice({ sub_offices: [stored] }))
  const { dialog, user, field, save } = openSpace()
  await user.type(field('Name'), ' II')
  await save()
  await user.click(await dialog.findByRole('button', { name: 'Load the stored version' }))

  expect(field('Name')).toHaveValue('Cedar room')
})

test('closing the form asks only if changes would be lost', async () => {
  const { dialog, user, field } = openOffice()
  await user.type(field('Name'), '!')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'No' }))
  expect(onClose).not.toHaveBeenCalled()
  await user.type(field('Name'), '{Backspace}')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))

  expect(onClose).toHaveBeenCalled()
})

test('the browser warns before leaving while a form is open', () => {
  openOffice()
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)

  expect(leaving.defaultPrevented).toBe(true)
})

test('a stored password is shown on request and can be removed', async () => {
  answer(revealWifiPassword, { wifi_password: 'sesame' })
  answer(changeOffice, OFFICE)
  const { dialog, user, part, save } = openOffice()
  await part(/^Wi-Fi and printer/)
  expect(dialog.queryByText('sesame')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Show the password' }))
  expect(await dialog.findByText('sesame')).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Remove the password' }))
  await save()

  await waitFor(() => expect(bodies('PUT').at(-1)).toMatchObject({ wifi_password: null }))
})

const IN_THE_WAY = {
  id: 41,
  user_name: 'Noa Levi',
  user_email: 'noa@keyhour.test',
  sub_office_name: 'Olive room',
  start: '2026-03-05T10:00:00.000Z',
  end: '2026-03-05T12:00:00.000Z',
  is_running: false,
  refund: 11_800,
  currency: 'ILS',
} as const
const RUNNING = { ...IN_THE_WAY, id: 42, user_name: 'Dan Bar', is_running: true }

async function closeOver(orders: (typeof IN_THE_WAY | typeof RUNNING)[]) {
  const more = { orders, orders_in_the_way: orders.length, orders_key: 'k1' }
  refuse(addClosure, 409, 'There are orders in this time. Move or cancel them first.', more)
  const form = openOffice()
  await form.part(/^Opening hours/)
  await form.user.type(form.dialog.getByLabelText('Reason'), 'Painting{Enter}')
  return form
}
const CLOSURE = {
  id: 1,
  office_id: 3,
  sub_office_id: null,
  sub_office_name: null,
  start: '2026-03-05T06:00:00.000Z',
  end: '2026-03-05T20:00:00.000Z',
  reason: 'Painting',
  created_by_name: 'Ada',
  created_at: '2026-03-02T08:00:00.000Z',
}

test('a closure lists the orders in its way and cancels them if the admin says so', async () => {
  const { dialog, user } = await closeOver([IN_THE_WAY, RUNNING])
  const heading = await dialog.findByRole('heading', { name: '2 bookings are affected' })
  await waitFor(() => expect(heading).toHaveFocus())
  const [noa, dan] = within(dialog.getByRole('region', { name: '2 bookings are affected' })).getAllByRole(
    'listitem',
  )
  expect(dialog.queryByText(/^There are orders in this time/)).toBeNull()
  expect(noa).toHaveTextContent(/Noa Levi.*Olive room.*Refund: ₪118\.00/)
  expect(dan).toHaveTextContent(/Dan Bar.*In progress, stays/)
  expect(dialog.getByText('A visit in progress stays until it ends.')).toBeInTheDocument()
  answer(addClosure, CLOSURE)
  await user.click(dialog.getByRole('button', { name: 'Close and cancel these bookings' }))

  expect(await screen.findByText(/The bookings are being cancelled/)).toBeInTheDocument()
  expect(bodies('POST').at(-1)).toMatchObject({ reason: 'Painting', orders: 'cancel', orders_key: 'k1' })
  expect(bodies('PUT')).toEqual([])
})

test('an admin is told that the orders in the way have changed', async () => {
  const { dialog, user } = await closeOver([IN_THE_WAY])
  await dialog.findByText('Noa Levi')
  const changed = 'The orders in this time have changed. Please check them again.'
  refuse(addClosure, 409, changed, { orders: [IN_THE_WAY, RUNNING], orders_in_the_way: 2, orders_key: 'k2' })
  await user.click(dialog.getByRole('button', { name: 'Close and cancel these bookings' }))

  expect(await dialog.findByText(changed)).toBeInTheDocument()
  expect(dialog.getByText('Dan Bar')).toBeInTheDocument()
})

test('in Hebrew, a closure names the spaces of its orders in Hebrew', async () => {
  await i18next.changeLanguage('he')
  const orders = [
    { ...IN_THE_WAY, sub_office_name_he: 'חדר זית' },
    { ...IN_THE_WAY, id: 43, sub_office_name: null },
  ]
  const coming = { ...CLOSURE, start: '2100-03-05T06:00:00.000Z', end: '2100-03-05T20:00:00.000Z' }
  answer(listClosures, [{ ...coming, sub_office_name: 'Olive room', sub_office_name_he: 'חדר זית' }])
  const more = { orders, orders_in_the_way: 2, orders_key: 'k1' }
  refuse(addClosure, 409, 'There are orders in this time. Move or cancel them first.', more)
  const { dialog, user, part } = openOffice({ ...OFFICE, name_he: 'בית יפו' })
  await part(/^שעות/)
  await user.type(dialog.getByLabelText('סיבה'), 'צביעה{Enter}')

  const [space, whole] = within(
    await dialog.findByRole('region', { name: 'שתי הזמנות מושפעות מהסגירה' }),
  ).getAllByRole('listitem')
  expect(space).toHaveTextContent('חדר זית')
  expect(whole).toHaveTextContent('בית יפו')
  expect(within(dialog.getByRole('list', { name: 'סגירות' })).getByText('חדר זית')).toBeInTheDocument()
})

test('the orders in a closure can be kept, and the admin can go back', async () => {
  const { dialog, user } = await closeOver([IN_THE_WAY])
  await user.click(await dialog.findByRole('button', { name: 'Back' }))
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Add closure' })).toHaveFocus())
  expect(dialog.queryByText('Noa Levi')).toBeNull()
  await user.keyboard('{Enter}')
  await dialog.findByText('Noa Levi')
  answer(addClosure, CLOSURE)
  await user.click(dialog.getByRole('button', { name: 'Keep the bookings and close the rest' }))

  expect(await screen.findByText('Closure added.')).toBeInTheDocument()
  expect(bodies('POST').at(-1)).toMatchObject({ orders: 'keep' })
})

test('changing the time of a closure clears the orders that were in its way', async () => {
  const { dialog, user } = await closeOver([RUNNING])
  expect(await dialog.findByText('Dan Bar')).toBeInTheDocument()
  expect(dialog.queryByRole('button', { name: 'Close and cancel these bookings' })).toBeNull()
  await user.type(dialog.getByLabelText('Reason'), '!')

  expect(dialog.queryByText('Dan Bar')).toBeNull()
})

test('the closed part about integrations names what is connected, and counts what was typed in', async () => {
  const { dialog } = openOffice({ ...OFFICE, openpath_org_id: '42' })

  expect(await dialog.findByRole('button', { name: /^Integrations/ })).toHaveTextContent(
    'Google Calendar, 1 link',
  )
})

test('a door account of an office is saved and tested, and its password is never shown', async () => {
  const account = {
    provider: 'openpath',
    email: 'doors@keyhour.test',
    user_id: '7',
    cloud_key_id: '9',
  } as const
  const failure = 'The hub does not accept our token.'
  const test = { works: false, failure, location_name: null, version: null, took_ms: 12 }
  answer(listDoorAccounts, [account])
  answer(saveDoorAccount, test)
  const { dialog, user, part } = openOffice({ ...OFFICE, openpath_org_id: '42' })
  await part(/^Integrations/)
  const group = within(await dialog.findByRole('group', { name: 'Openpath account' }))
  expect(group.getByLabelText('Password')).toHaveValue('')
  await user.clear(group.getByLabelText('Cloud key ID'))
  await user.type(group.getByLabelText('Cloud key ID'), '10')
  await user.type(group.getByLabelText('Password'), 'sesame{Enter}')

  expect(await group.findByText(failure)).toBeInTheDocument()
  expect(bodies('PUT')).toEqual([{ ...account, cloud_key_id: '10', secret: 'sesame' }])
  expect(group.getByLabelText('Password')).toHaveValue('')
  expect(onClose).not.toHaveBeenCalled()
})

test('a new office has no closures yet', async () => {
  const { dialog, part } = open(<OfficeForm office={null} onClose={onClose} />)
  await part(/^Opening hours/)

  expect(dialog.getByText('Closures can be added once the office is saved.')).toBeInTheDocument()
})

test('a file that is not a picture is refused by name', async () => {
  const { dialog, part } = openOffice()
  await part(/^Pictures/)
  const picker = document.querySelector<HTMLInputElement>('input[type=file]')!
  expect(picker.accept).toBe('image/*')
  expect(picker.multiple).toBe(true)
  const huge = new File(['photo'], 'huge.jpg', { type: 'image/jpeg' })
  Object.defineProperty(huge, 'size', { value: 60_000_000 })
  const files = [new File(['notes'], 'notes.txt', { type: 'text/plain' }), huge]
  fireEvent.change(picker, { target: { files } })

  expect(await dialog.findByText('notes.txt is not an image.')).toBeInTheDocument()
  expect(await dialog.findByText('huge.jpg is too large.')).toBeInTheDocument()
})

test('stored pictures are moved and removed by their buttons, and sent by file name', async () => {
  answer(changeOffice, OFFICE)
  const { dialog, user, part, save } = openOffice(
    sampleAdminOffice({ pictures: ['a.webp', 'b.webp', 'c.webp'] }),
  )
  await part(/^Pictures/)
  await user.click(dialog.getByRole('button', { name: 'Move picture 3 earlier' }))
  await user.click(dialog.getByRole('button', { name: 'Remove picture 1' }))
  await save()

  await waitFor(() => expect(bodies('PUT').at(-1)).toMatchObject({ pictures: ['c.webp', 'b.webp'] }))
})

test('offices and sub-offices can have a Hebrew name, which is typed from right to left', async () => {
  answer(changeOffice, OFFICE)
  const { user, field, save } = openOffice()
  expect(field('Name in Hebrew')).toHaveAttribute('dir', 'rtl')
  await user.type(field('Name in Hebrew'), 'בית נמל יפו')
  await user.type(field('Address in Hebrew'), 'נמל יפו 3')
  await save()

  await waitFor(() =>
    expect(bodies('PUT')[0]).toMatchObject({ name_he: 'בית נמל יפו', address_he: 'נמל יפו 3' }),
  )
})
