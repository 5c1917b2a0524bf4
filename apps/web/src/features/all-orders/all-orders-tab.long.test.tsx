import { exportOrders, listAllOrders } from '@keyhour/contract/all-orders'
import { listMyOffices } from '@keyhour/contract/offices'
import { getOrder, listOrderEvents } from '@keyhour/contract/orders'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, answerLater, loseConnection, refuse, sent } from '#test/replies.ts'
import { sampleAdminOrder, sampleOrder } from '#test/samples.ts'
import { visit } from '#test/show.tsx'
import { http } from '#web/api/call.ts'

type Person = ReturnType<typeof visit>['user']

const admin = { admin: true, name: 'Ada Admin' }

beforeEach(() => {
  answer(listMyOffices, [])
  answer(listOrderEvents, [])
})

type Given = { search?: string; total?: number; isMore?: boolean; rows?: number }

function visitOrders({ search = '', total = 1, isMore = false, rows = Math.min(total, 1) }: Given = {}) {
  const orders = Array.from({ length: rows }, (_, at) => sampleAdminOrder({ id: 41 + at }))
  const headers = { 'x-total-count': String(total), ...(isMore && { 'x-total-more': 'true' }) }
  answer(listAllOrders, orders, headers)
  return visit(`/admin-all-orders${search}`, { as: admin })
}

const asked = () =>
  sent
    .filter(({ url }) => url.startsWith('/api/admin/all-orders?'))
    .map(({ url }) => Object.fromEntries(new URLSearchParams(url.split('?')[1])))
const press = async (user: Person, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))
const table = () => screen.findByRole('table', { name: 'All Orders' })

test('the table has every column and amount of the specification', async () => {
  visitOrders({ total: 41 })
  const [head, row] = within(await table()).getAllByRole('row')

  expect([...head!.children].map((cell) => cell.textContent)).toEqual([
    'Order ID',
    'Order Date',
    'Service Start',
    'Service End',
    'Service Duration',
    'Office Name',
    'Sub-Office Name',
    'User ID',
    'User Name',
    'User Email',
    'User Phone',
    'Base Price',
    'Sub-Office Price',
    'Taxes (18%)',
    'Total Billed',
    'Co. Commission (30%)',
    'Net to Sub-Office',
    'Payment Status & Method',
  ])
  expect([...row!.children].map((cell) => cell.textContent).slice(4)).toEqual([
    '2.5 hours',
    'Jaffa Port House',
    'Olive room',
    '7',
    'Maya Cohen',
    'maya@example.com',
    'N/A',
    '₪40.00',
    '₪100.00',
    '₪18.00',
    '₪118.00',
    '₪30.00',
    '₪70.00',
    'Partly Credit',
  ])
})

test('an order that is paid in part, or owes something after it was cancelled, shows what is left', async () => {
  const cancelled_at = '2026-03-01T08:00:00.000Z'
  const orders = [
    sampleAdminOrder({ id: 1, owed: 5900, cancelled_at, payment_status: 'pending' }),
    sampleAdminOrder({ id: 2, owed: 1800, currency: 'GBP' }),
    sampleAdminOrder({ id: 3, owed: 11_800, payment_status: 'pending' }),
    sampleAdminOrder({ id: 4, cancelled_at, payment_status: 'pending' }),
  ]
  answer(listAllOrders, orders, { 'x-total-count': '4' })
  visit('/admin-all-orders', { as: admin })
  const [, ...rows] = within(await table()).getAllByRole('row')

  expect(rows.map((row) => row.lastElementChild?.textContent)).toEqual([
    'Pending, ₪59.00 left',
    'Partly Credit, £18.00 left',
    'Pending',
    'Pending',
  ])
})

test('the twenty newest orders come first', async () => {
  visitOrders()

  expect(await screen.findByRole('columnheader', { name: 'Order Date' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  expect(asked()).toEqual([{ page: '1', page_size: '20', sort: 'date', direction: 'desc' }])
})

test('each amount has the sign of its own currency, and a tax of another rate names it', async () => {
  answer(listAllOrders, [
    sampleAdminOrder({ id: 42, currency: 'USD', tax_percent: 9 }),
    sampleAdminOrder({ currency: 'ILS' }),
  ])
  visit('/admin-all-orders', { as: admin })

  const rows = within(await table())
    .getAllByRole('row')
    .slice(1)
  const amounts = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .slice(11, 17)
      .map(({ textContent }) => textContent),
  )
  expect(amounts).toEqual([
    ['$40.00', '$100.00', '$9.00 (9%)', '$109.00', '$30.00', '$70.00'],
    ['₪40.00', '₪100.00', '₪18.00', '₪118.00', '₪30.00', '₪70.00'],
  ])
})

test('an ongoing visit has no end, duration or amounts yet', async () => {
  answer(listAllOrders, [sampleAdminOrder({ end: null, subOfficeName: null })], { 'x-total-count': '1' })
  visit('/admin-all-orders', { as: admin })
  const cells = within(await table())
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

  expect(cells.slice(3, 7)).toEqual(['Ongoing', 'N/A', 'Jaffa Port House', 'N/A'])
  expect(cells.slice(12, 17)).toEqual(['₪0.00', '₪0.00', '₪0.00', '₪0.00', '₪0.00'])
})

test('a cancelled, moved or waiting order says so beside its number', async () => {
  const cancelled_at = '2026-03-01T10:00:00.000Z'
  answer(listAllOrders, [
    sampleAdminOrder({ id: 43, cancelled_at }),
    sampleAdminOrder({ id: 42, cancelled_at, went_on: true }),
    sampleAdminOrder({ id: 41, pay_until: '2026-03-01T10:15:00.000Z' }),
    sampleAdminOrder({ id: 40 }),
  ])
  visit('/admin-all-orders', { as: admin })
  const [, ...rows] = within(await table()).getAllByRole('row')

  expect(rows.map(({ firstChild }) => firstChild!.textContent)).toEqual([
    '43Cancelled',
    '42Moved',
    '41Waiting for payment',
    '40',
  ])
})

test('only the headings named in the specification sort, and a second click reverses them', async () => {
  const { user, address } = visitOrders()
  const headings = within(await table()).getAllByRole('columnheader')
  const sortable = headings.filter((heading) => within(heading).queryByRole('button'))
  expect(sortable.map((heading) => heading.textContent)).toEqual([
    'Order ID',
    'Order Date',
    'Service Start',
    'Office Name',
    'Sub-Office Name',
    'User ID',
    'Total Billed',
    'Payment Status & Method',
  ])
  await press(user, 'Order Date')
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ sort: 'date', direction: 'asc' }))
  expect(address()).toBe('/admin-all-orders?direction=asc')
  const office = screen.getByRole('button', { name: 'Office Name' })
  office.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ sort: 'office', direction: 'asc' }))
  await user.keyboard('{Enter}')

  await waitFor(() => expect(asked().at(-1)).toMatchObject({ sort: 'office', direction: 'desc' }))
  expect(screen.getByRole('columnheader', { name: 'Office Name' })).toHaveAttribute('aria-sort', 'descending')
  expect(screen.getByRole('columnheader', { name: 'Order Date' })).toHaveAttribute('aria-sort', 'none')
})

test('the link back from an order restores the list', async () => {
  answer(getOrder, sampleOrder())
  const { user, address } = visitOrders({ search: '?page=2&office=jaffa', total: 30 })
  await user.click(await screen.findByRole('link', { name: '41' }))
  await user.click(await screen.findByRole('link', { name: 'Back to the list' }))

  expect(address()).toBe('/admin-all-orders?page=2&office=jaffa')
  expect(await screen.findByRole('searchbox', { name: 'Office Name' })).toHaveValue('jaffa')
})

test('the list says that it is loading', async () => {
  const arrive = answerLater(listAllOrders, [sampleAdminOrder()])
  visit('/admin-all-orders', { as: admin })
  expect(await screen.findByText('Loading orders...')).toBeInTheDocument()
  arrive()

  expect(await table()).toBeInTheDocument()
})

test('while the next page loads, the current one is marked as busy', async () => {
  const { user } = visitOrders({ total: 41 })
  await table()
  const arrive = answerLater(listAllOrders, [sampleAdminOrder({ userName: 'Noa Bar' })])
  await press(user, 'Next')
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).not.toBeNull())
  expect(screen.getByText('Maya Cohen')).toBeInTheDocument()
  arrive()

  expect(await screen.findByText('Noa Bar')).toBeInTheDocument()
  expect(document.querySelector('[aria-busy="true"]')).toBeNull()
})

test('the refresh button shows progress only for its own requests', async () => {
  const { user } = visitOrders({ total: 41 })
  await table()
  const refresh = screen.getByRole('button', { name: 'Refresh Data' })
  const arrive = answerLater(listAllOrders, [sampleAdminOrder()])
  await press(user, 'Next')
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).not.toBeNull())
  expect(refresh).toBeEnabled()
  arrive()
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())
  const arriveAnew = answerLater(listAllOrders, [sampleAdminOrder()])
  await user.click(refresh)
  expect(refresh).toBeDisabled()
  arriveAnew()

  await waitFor(() => expect(refresh).toBeEnabled())
})

test('an empty list without filters has no reset button and no pages', async () => {
  visitOrders({ total: 0 })

  expect(await screen.findByText('No orders found.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Page/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Reset Filters' })).toBeDisabled()
})

test('filters that match nothing can be reset in the empty list', async () => {
  const { user, address } = visitOrders({ search: '?office=nowhere', total: 0 })
  const message = (await screen.findByText('No orders found.')).closest<HTMLElement>('[role=status]')!
  answer(listAllOrders, [sampleAdminOrder()], { 'x-total-count': '1' })
  await user.click(within(message).getByRole('button', { name: 'Reset Filters' }))

  expect(await table()).toBeInTheDocument()
  expect(address()).toBe('/admin-all-orders')
  expect(screen.getByRole('searchbox', { name: 'Office Name' })).toHaveValue('')
})

const failure = async () => (await screen.findByRole('alert')).textContent

test('a refusal shows its status and the message of the server', async () => {
  refuse(listAllOrders, 500, 'Something went wrong on our side.')
  const { user } = visit('/admin-all-orders', { as: admin })

  expect(await failure()).toContain(
    'Error loading orders: Axios error: Request failed with status code 500 - Status: 500',
  )
  expect(screen.getByText('Something went wrong on our side.')).toBeInTheDocument()
  answer(listAllOrders, [sampleAdminOrder()], { 'x-total-count': '1' })
  await press(user, 'Retry')
  expect(await table()).toBeInTheDocument()
})

test('a lost connection is reported', async () => {
  loseConnection(listAllOrders)
  visit('/admin-all-orders', { as: admin })

  expect(await failure()).toContain('Error loading orders: Axios error: Network Error - Status: ERR_NETWORK')
})

test('an answer other than 200 is reported with its status text', async () => {
  refuse(listAllOrders, 204)
  visit('/admin-all-orders', { as: admin })

  expect(await failure()).toContain('Error loading orders: Failed to fetch orders: 204 No Content')
})

test('an answer that is not a list is reported', async () => {
  refuse(listAllOrders, 200, 'Orders? Which orders?')
  visit('/admin-all-orders', { as: admin })

  expect(await failure()).toContain('Error loading orders: Received invalid data format from server.')
})

test('any other failure is reported', async () => {
  http.defaults.adapter = () => Promise.reject(new TypeError('a bug'))
  visit('/admin-all-orders', { as: admin })

  expect(await failure()).toContain('Error loading orders: An unknown error occurred')
})

test('failures are translated into Hebrew', async () => {
  await i18next.changeLanguage('he')
  refuse(listAllOrders, 503)
  visit('/admin-all-orders', { as: admin })

  expect(await failure()).toContain(
    'שגיאה בטעינת ההזמנות: \u2068שגיאת Axios: הבקשה נכשלה עם קוד 503 - קוד: 503\u2069',
  )
})

test('a failed refresh clears the rows', async () => {
  const { user } = visitOrders()
  await screen.findByText('Maya Cohen')
  refuse(listAllOrders, 500, 'Something went wrong on our side.')
  await press(user, 'Refresh Data')

  expect(await failure()).toContain('Error loading orders')
  expect(screen.queryByText('Maya Cohen')).toBeNull()
})

test('typed filters enter the address once the typing pauses', async () => {
  const { user, address } = visitOrders({ search: '?page=2', total: 30 })
  await user.type(await screen.findByRole('searchbox', { name: 'Office Name' }), 'jaffa')
  await user.type(screen.getByRole('searchbox', { name: 'Sub-Office Name' }), 'olive')
  await user.type(screen.getByRole('searchbox', { name: 'User ID' }), '7')

  await waitFor(() =>
    expect(asked().at(-1)).toMatchObject({ page: '1', office: 'jaffa', sub_office: 'olive', user_id: '7' }),
  )
  expect(address()).toBe('/admin-all-orders?office=jaffa&sub_office=olive&user_id=7')
  expect(asked().filter(({ office }) => office !== undefined && office !== 'jaffa')).toEqual([])
})

test('going back undoes filters field by field, not letter by letter', async () => {
  const { user, address, goBack } = visitOrders()
  // The list follows the address a moment later; a step back before that would be a step from nowhere.
  const listed = (filters: object) => waitFor(() => expect(asked().at(-1)).toMatchObject(filters))
  const office = await screen.findByRole('searchbox', { name: 'Office Name' })
  await user.type(office, 'ja')
  await listed({ office: 'ja' })
  await user.type(office, 'ffa')
  await listed({ office: 'jaffa' })
  await user.type(screen.getByRole('searchbox', { name: 'User ID' }), '7')
  await listed({ office: 'jaffa', user_id: '7' })
  expect(address()).toBe('/admin-all-orders?office=jaffa&user_id=7')
  await goBack()
  expect(address()).toBe('/admin-all-orders?office=jaffa')
  await goBack()
  expect(address()).toBe('/admin-all-orders')
  await waitFor(() => expect(office).toHaveValue(''))
  await user.type(office, 'carmel')
  await listed({ office: 'carmel' })
  await goBack()

  expect(address()).toBe('/admin-all-orders')
  await waitFor(() => expect(office).toHaveValue(''))
})

async function choose(user: Person, label: string, option: string) {
  await user.click(screen.getByRole('combobox', { name: label }))
  await user.click(await screen.findByRole('option', { name: option }))
}

test('every payment status can be chosen', async () => {
  const { user, address } = visitOrders()
  await table()
  await user.click(screen.getByRole('combobox', { name: 'Payment Status' }))
  const options = await screen.findAllByRole('option')
  expect(options.map((option) => option.textContent)).toEqual([
    'All Statuses',
    'Credits',
    'Pending',
    'Partly Credit',
    'Full Credit Card',
    'Paid',
  ])
  await user.click(options[3]!)
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ payment_status: 'Partly Credit' }))
  await choose(user, 'Payment Status', 'All Statuses')

  await waitFor(() => expect(address()).toBe('/admin-all-orders'))
})

const pick = (label: string, date: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: date } })

test('a date range applies once both days are set, to the chosen type of date', async () => {
  const { user } = visitOrders()
  await table()
  pick('From', '2026-03-01')
  await choose(user, 'Date Type', 'Service Start Date')
  expect(await screen.findByText('The range applies only when both From and To are set.')).toBeInTheDocument()
  expect(asked().at(-1)?.from).toBeUndefined()
  pick('To', '2026-03-31')

  await waitFor(() =>
    expect(asked().at(-1)).toMatchObject({
      date_type: 'service_start_date',
      from: '2026-03-01',
      to: '2026-03-31',
    }),
  )
  expect(screen.getByText(/Days are in Israel time\./)).toBeInTheDocument()
})

test('a first day after the last one is reported', async () => {
  visitOrders({ search: '?from=2026-03-31&to=2026-03-01', total: 0 })

  expect(await screen.findByText('From is after To, so the range is empty.')).toBeInTheDocument()
  expect(screen.getByLabelText('To')).toBeInvalid()
})

test('the active filters are listed and can be removed one by one', async () => {
  const search =
    '?date_type=service_start_date&from=2026-03-01&to=2026-03-31&office=jaffa&user_id=7&payment_status=Paid'
  const { user, address } = visitOrders({ search })
  const chips = () =>
    within(screen.getByRole('list', { name: 'Active Filters' }))
      .getAllByRole('button')
      .map((chip) => chip.textContent)
  await table()
  expect(chips()).toEqual([
    'Service Start Date: Mar 1st 2026 – Mar 31st 2026',
    'Office Name: jaffa',
    'User ID: 7',
    'Payment Status: Paid',
  ])
  expect(screen.getByLabelText('4 active filters')).toBeInTheDocument()
  await press(user, /^Remove filter: Service Start Date/)
  expect(screen.getByLabelText('From')).toHaveValue('')
  await press(user, 'Remove filter: User ID: 7')

  expect(chips()).toEqual(['Office Name: jaffa', 'Payment Status: Paid'])
  expect(address()).toBe('/admin-all-orders?office=jaffa&payment_status=Paid')
  expect(screen.getByRole('button', { name: /^Filters/ })).toHaveFocus()
  await press(user, 'Reset Filters')
  expect(address()).toBe('/admin-all-orders')
  expect(screen.getByText('None')).toBeInTheDocument()
})

test('the filters can be collapsed', async () => {
  const { user } = visitOrders()
  await press(user, 'Filters')

  expect(screen.queryByRole('combobox', { name: 'Date Type' })).toBeNull()
  await press(user, 'Filters')
  expect(screen.getByRole('combobox', { name: 'Date Type' })).toBeInTheDocument()
})

const pageButtons = () =>
  screen.getAllByRole('button', { name: /^Page \d+$/ }).map((button) => button.textContent)

test.each([
  [1, 1, ['1']],
  [7, 1, ['1', '2', '3', '4', '5', '6', '7']],
  [8, 1, ['1', '2', '3', '4', '5', '8']],
  [200, 100, ['1', '99', '100', '101', '200']],
  [200, 200, ['1', '196', '197', '198', '199', '200']],
])('with %i pages, page %i has buttons for these pages', async (pages, page, buttons) => {
  visitOrders({ search: `?page=${page}`, total: pages * 20, rows: 1 })
  await table()

  expect(pageButtons()).toEqual(buttons)
  expect(screen.getByRole('button', { name: 'Prev' })).toHaveProperty('disabled', page === 1)
  expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', page === pages)
})

test('pages can be turned and resized', async () => {
  const { user, address } = visitOrders({ total: 61 })
  await press(user, 'Page 3')
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ page: '3', page_size: '20' }))
  await press(user, 'Prev')
  await waitFor(() => expect(address()).toBe('/admin-all-orders?page=2'))
  await user.click(screen.getByRole('combobox', { name: 'Items per page' }))
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['10', '20', '50', '100'])
  await user.click(screen.getByRole('option', { name: '50' }))

  await waitFor(() => expect(asked().at(-1)).toMatchObject({ page: '1', page_size: '50' }))
  expect(address()).toBe('/admin-all-orders?size=50')
})

test('a page that does not exist becomes the first one', async () => {
  const { address } = visitOrders({ search: '?page=9&office=jaffa', total: 41, rows: 0 })

  await waitFor(() => expect(address()).toBe('/admin-all-orders?office=jaffa'))
})

test('if not all orders are counted, the list says so and can still be paged', async () => {
  const { user } = visitOrders({ search: '?page=100&office=jaffa', total: 2000, isMore: true, rows: 1 })
  expect(await screen.findByText('2,000+ orders')).toBeInTheDocument()
  await press(user, 'Next')

  await waitFor(() => expect(asked().at(-1)).toMatchObject({ page: '101' }))
})

test('the list says how many orders it has', async () => {
  visitOrders({ total: 12_345 })

  expect(await screen.findByText('12,345 orders')).toBeInTheDocument()
})

/** Answers only the requests of the export. */
function serveFile(respond: (url: string, init: RequestInit) => Response | Promise<Response>) {
  const others = globalThis.fetch
  globalThis.fetch = async (input, init) =>
    String(input).startsWith(exportOrders.path) ? respond(String(input), init!) : others(input, init)
}

/** The files that the browser would save. */
function keepFiles() {
  const files: { name: string; content: Blob }[] = []
  let content: Blob
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    content = blob as Blob
    return 'blob:orders'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, content })
  })
  return files
}

const takeOut = async (user: Person, name: string) => {
  await press(user, 'Export')
  await user.click(await screen.findByRole('menuitem', { name }))
}

test('the export uses the filters and sorting of the list, and the language of the screen', async () => {
  const requests: { url: string; authorization: string | null }[] = []
  serveFile((url, init) => {
    requests.push({ url, authorization: new Headers(init.headers).get('authorization') })
    return new Response('Order ID\r\n41\r\n', { headers: { 'x-total-count': '1' } })
  })
  const files = keepFiles()
  const { user } = visitOrders({
    search: '?office=jaffa&from=2026-03-01&page=1&sort=billed&direction=asc',
  })
  await takeOut(user, 'CSV, for any spreadsheet')

  expect(await screen.findByText('Orders exported.')).toBeInTheDocument()
  expect(requests.map(({ url }) => url)).toEqual([
    '/api/admin/all-orders/export?format=csv&language=en&sort=billed&direction=asc&office=jaffa',
  ])
  expect(requests[0]?.authorization).toMatch(/^Bearer .+/)
  expect(files[0]?.name).toMatch(/^keyhour-orders-\d{4}-\d\d-\d\d\.csv$/)
  expect(await files[0]?.content.text()).toBe('Order ID\r\n41\r\n')
})

/** A file that is sent in parts, when the test says so. */
function slowFile(headers: Record<string, string>) {
  let pieces: ReadableStreamDefaultController<Uint8Array>
  serveFile((_, { signal }) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        pieces = controller
        signal?.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return new Response(body, { headers })
  })
  return {
    send: (text: string) => pieces.enqueue(new TextEncoder().encode(text)),
    breakOff: () => pieces.error(new TypeError('network error')),
  }
}

test('a long export shows its progress and can be cancelled', async () => {
  const files = keepFiles()
  const file = slowFile({ 'x-total-count': '1200' })
  const { user } = visitOrders({ total: 1200 })
  await takeOut(user, 'CSV, for any spreadsheet')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus())
  file.send('Order ID\r\n41\r\n42\r\n')
  expect(await screen.findByText('Exporting orders: 2 of 1,200, 0.0 MB')).toBeInTheDocument()
  await press(user, 'Cancel')

  expect(await screen.findByText('Export cancelled.')).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: 'Export' })).toHaveFocus()
  expect(files).toEqual([])
})

test('the export of an Excel file shows its size so far', async () => {
  const file = slowFile({ 'x-total-count': '2000', 'x-total-more': 'true' })
  const { user } = visitOrders({ total: 2000, isMore: true })
  await takeOut(user, 'Excel (XLSX)')
  await screen.findByRole('button', { name: 'Cancel' })
  file.send('x'.repeat(3 * 2 ** 20))

  expect(await screen.findByText('Exporting orders: 3.0 MB')).toBeInTheDocument()
})

test('an interrupted export leaves no file and is reported', async () => {
  const files = keepFiles()
  const file = slowFile({ 'x-total-count': '1200' })
  const { user } = visitOrders()
  await takeOut(user, 'CSV, for any spreadsheet')
  await screen.findByRole('button', { name: 'Cancel' })
  file.breakOff()

  expect(await screen.findByText('The export was interrupted. Please try again.')).toBeInTheDocument()
  expect(files).toEqual([])
})

test('the reason for a refused export is shown', async () => {
  serveFile(() => Response.json({ detail: 'Only admins can do this.' }, { status: 403 }))
  const { user } = visitOrders()
  await takeOut(user, 'CSV, for any spreadsheet')

  expect(await screen.findByText('Could not export the orders: Only admins can do this.')).toBeInTheDocument()
})

test('without a connection the export fails and says so', async () => {
  serveFile(() => Promise.reject(new TypeError('Failed to fetch')))
  const { user } = visitOrders()
  await takeOut(user, 'CSV, for any spreadsheet')

  expect(
    await screen.findByText('Could not export the orders: No connection to the server. Please try again.'),
  ).toBeInTheDocument()
})
