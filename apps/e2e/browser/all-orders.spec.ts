import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { test } from './all-orders-product.ts'
import { unique } from './offices.ts'

const AT = '/admin-dashboard?tab=allOrders'

const table = (page: Page) => page.getByRole('table', { name: 'All Orders' })
const rows = (page: Page) => table(page).locator('tbody tr')
const cells = (page: Page, column: number) => table(page).locator(`tbody td:nth-child(${column})`)
const filter = (page: Page, name: string) => page.getByRole('searchbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const listed = (page: Page) => cells(page, 1).allTextContents()
const shows = (page: Page, ...ids: number[]) => expect.poll(() => listed(page)).toEqual(ids.map(String))
const chips = (page: Page) => page.getByRole('list', { name: 'Active Filters' }).getByRole('button')

async function choose(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function open(page: Page, search = '') {
  await page.goto(AT + search)
  await expect(page.getByRole('heading', { name: 'All Orders' })).toBeVisible()
}

test('filters narrow the list alone and together, and each can be removed', async ({ page, orders }) => {
  const tag = unique()
  const one = await orders.fill(`${tag} Harbour`, {
    subOffice: `${tag} Olive`,
    date: '2026-03-01T08:00:00Z',
    start: '2026-04-10T08:00:00Z',
    status: 'part credit',
  })
  const two = await orders.fill(`${tag} Bazaar`, {
    subOffice: `${tag} Attic`,
    // Already the 3rd of March in Jerusalem.
    date: '2026-03-02T23:30:00Z',
    start: '2026-04-20T08:00:00Z',
    status: 'paid',
  })
  const [first, second] = [one.ids[0]!, two.ids[0]!]
  await open(page)
  await filter(page, 'Office Name').fill(tag.toUpperCase())
  await shows(page, second, first)

  await filter(page, 'Sub-Office Name').fill('OLIVE')
  await shows(page, first)
  await filter(page, 'Sub-Office Name').fill('')
  await filter(page, 'User ID').fill(String(two.userId))
  await shows(page, second)
  await filter(page, 'User ID').fill('')
  await choose(page, 'Payment Status', 'Partly Credit')
  await shows(page, first)
  await choose(page, 'Payment Status', 'Full Credit Card')
  await expect(page.getByText('No orders found.')).toBeVisible()
  await choose(page, 'Payment Status', 'All Statuses')
  await shows(page, second, first)

  await page.getByLabel('From').fill('2026-03-03')
  await expect(
    page.getByText('The range applies only when both From and To are set.', { exact: true }),
  ).toBeVisible()
  await shows(page, second, first)
  await page.getByLabel('To', { exact: true }).fill('2026-03-03')
  await shows(page, second)
  await page.getByLabel('To', { exact: true }).fill('2026-03-01')
  await expect(page.getByText('From is after To, so the range is empty.')).toBeVisible()
  await expect(page.getByText('No orders found.')).toBeVisible()
  await choose(page, 'Date Type', 'Service Start Date')
  await page.getByLabel('From').fill('2026-04-10')
  await page.getByLabel('To', { exact: true }).fill('2026-04-10')
  await shows(page, first)

  await filter(page, 'Sub-Office Name').fill('olive')
  await filter(page, 'User ID').fill(String(one.userId))
  await choose(page, 'Payment Status', 'Partly Credit')
  await expect(chips(page)).toHaveText([
    'Service Start Date: Apr 10th 2026 – Apr 10th 2026',
    `Office Name: ${tag.toUpperCase()}`,
    'Sub-Office Name: olive',
    `User ID: ${one.userId}`,
    'Payment Status: Partly Credit',
  ])
  await shows(page, first)
  await page.reload()
  await expect(chips(page)).toHaveCount(5)
  await shows(page, first)
  for (const name of ['Service Start Date', 'Sub-Office', 'User ID', 'Payment'])
    await page.getByRole('button', { name: new RegExp(`^Remove filter: ${name}`) }).click()
  await shows(page, second, first)
  await button(page, 'Reset Filters').click()
  await expect(page).toHaveURL(new RegExp(`${AT.replace('?', '\\?')}$`))
  await expect(filter(page, 'Office Name')).toHaveValue('')
})

test('headings sort by mouse and keyboard, and Back and Forward step through the views', async ({
  page,
  orders,
}) => {
  const tag = unique()
  const cheap = await orders.fill(`${tag} b`, { price: 100, date: '2026-03-05T08:00:00Z' })
  const dear = await orders.fill(`${tag} a`, { price: 90_000, date: '2026-03-04T08:00:00Z' })
  const [low, high] = [cheap.ids[0]!, dear.ids[0]!]
  await open(page, `&office=${tag}`)
  await shows(page, low, high)
  const heading = (name: string) => page.getByRole('columnheader', { name })
  await expect(heading('Order Date')).toHaveAttribute('aria-sort', 'descending')

  await heading('Total Billed').getByRole('button').click()
  await shows(page, high, low)
  await expect(cells(page, 15)).toHaveText(['$1,062.00', '$1.18'])
  await page.keyboard.press('Enter')
  await shows(page, low, high)
  await expect(heading('Total Billed')).toHaveAttribute('aria-sort', 'ascending')
  await heading('Office Name').getByRole('button', { name: 'Office Name', exact: true }).click()
  await shows(page, high, low)
  await page.goBack()
  await shows(page, low, high)
  await page.goBack()
  await page.goBack()
  await expect(heading('Order Date')).toHaveAttribute('aria-sort', 'descending')
  await page.goForward()
  await shows(page, high, low)
})

test('going back from an order shows the list as it was', async ({ page, orders }) => {
  const tag = unique()
  await orders.fill(tag, { count: 25 })
  await open(page, `&office=${tag}&sort=id&page=2`)
  await expect(rows(page)).toHaveCount(5)
  await rows(page).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/order\/\d+$/)
  await page.getByRole('link', { name: 'Back to the list' }).click()

  await expect(page).toHaveURL(new RegExp(`office=${tag}&sort=id&page=2|page=2.*office=${tag}`))
  await expect(rows(page)).toHaveCount(5)
})

test('a filter that shortens the list shows its first page', async ({ page, orders }) => {
  const tag = unique()
  await orders.fill(`${tag} long`, { count: 60 })
  await orders.fill(`${tag} short`, { count: 3 })
  await open(page, `&office=${tag}&page=4`)
  await expect(rows(page)).toHaveCount(3)
  await filter(page, 'Office Name').fill(`${tag} short`)

  await expect(page.getByText('3 orders', { exact: true })).toBeVisible()
  await expect(page).not.toHaveURL(/page=/)
})

const LIST = /\/api\/admin\/all-orders\?/

test('the list says while it loads, and Refresh shows new orders', async ({ page, orders }) => {
  const tag = unique()
  await orders.fill(tag)
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(LIST, async (route) => {
    await held
    await route.continue()
  })
  await open(page, `&office=${tag}`)
  await expect(page.getByText('Loading orders...')).toBeVisible()
  letGo()
  await expect(rows(page)).toHaveCount(1)
  await orders.fill(`${tag} too`)
  await button(page, 'Refresh Data').click()

  await expect(rows(page)).toHaveCount(2)
})

async function takeOut(page: Page, item: string) {
  await button(page, 'Export').click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).click(),
  ])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

test('a filtered list is exported as CSV and for Excel, without live formulas', async ({ page, orders }) => {
  const tag = unique()
  await orders.fill(`${tag} נמל יפו`, { count: 3, userName: '=HYPERLINK("http://evil.test","x")' })
  await orders.fill(unique(), { count: 2 })
  await open(page, `&office=${tag}`)
  await expect(rows(page)).toHaveCount(3)
  const csv = await takeOut(page, 'CSV, for any spreadsheet')
  const text = csv.bytes.toString('utf8')

  expect(csv.name).toMatch(/^keyhour-orders-\d{4}-\d\d-\d\d\.csv$/)
  expect([...csv.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [head, ...lines] = text.slice(1).trimEnd().split('\r\n')
  expect(head?.split(',').slice(17)).toEqual([
    'Payment Status & Method',
    'Left to Pay',
    'Cancelled',
    'Currency',
    'Time Zone',
    'Tax %',
  ])
  expect(lines).toHaveLength(3)
  expect(text).toContain(`${tag} נמל יפו`)
  expect(text).toContain(`"'=HYPERLINK(""http://evil.test"",""x"")"`)
  expect(text).not.toMatch(/(^|,)"?=/m)
  await expect(page.getByText('Orders exported.')).toBeVisible()

  const xlsx = await takeOut(page, 'Excel (XLSX)')
  expect(xlsx.name).toMatch(/\.xlsx$/)
  expect(xlsx.bytes.subarray(0, 2).toString()).toBe('PK')
})

test('a large export is written straight to disk', async ({ page, orders }) => {
  await orders.fill(unique())
  // A test cannot use the browser's file dialog; the file behind it is real.
  await page.addInitScript(() => {
    Object.assign(window, {
      showSaveFilePicker: async () =>
        (await navigator.storage.getDirectory()).getFileHandle('orders.csv', { create: true }),
    })
  })
  await page.route(LIST, async (route) => {
    const response = await route.fetch()
    const headers = { ...response.headers(), 'x-total-count': '60000' }
    await route.fulfill({ response, headers })
  })
  await open(page)
  await expect(page.getByText('60,000 orders')).toBeVisible()
  await button(page, 'Export').click()
  await page.getByRole('menuitem', { name: /^CSV/ }).click()
  await expect(page.getByText('Orders exported.')).toBeVisible()
  const saved = await page.evaluate(async () => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle('orders.csv')
    return (await handle.getFile()).text()
  })
  expect(saved).toContain('Order ID,Order Date')
})

test('in Hebrew, the list, its filters and its exports are in Hebrew', async ({ page, orders }) => {
  const tag = unique()
  await orders.fill(tag, { status: 'paid' })
  await open(page, `&office=${tag}`)
  await button(page, 'עברית').click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('heading', { name: 'כל ההזמנות' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'מצב ואמצעי התשלום' })).toBeVisible()
  await expect(page.getByText('הזמנה אחת', { exact: true })).toBeVisible()
  await button(page, 'ייצוא').click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /CSV/ }).click(),
  ])

  expect(await readFile(await download.path(), 'utf8')).toMatch(/^\uFEFFמספר הזמנה,/)
})

test('the head and the first column stay in view', async ({ page, orders }) => {
  const tag = unique()
  await orders.fill(tag, { count: 60 })
  await open(page, `&office=${tag}&size=100`)
  await expect(rows(page)).toHaveCount(60)
  const corner = page.getByRole('columnheader', { name: 'Order ID' })
  const before = await corner.boundingBox()
  await table(page).evaluate((element) => element.parentElement!.scrollTo(900, 900))

  expect(await corner.boundingBox()).toEqual(before)
  await expect(page.getByRole('columnheader', { name: 'Total Billed' })).toBeInViewport()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('orders are cards, filters are collapsed, and both work', async ({ page, orders }) => {
    const tag = unique()
    const cheap = await orders.fill(`${tag} b`, { price: 100, date: '2026-03-05T08:00:00Z', status: 'paid' })
    const dear = await orders.fill(`${tag} a`, { price: 90_000, date: '2026-03-04T08:00:00Z' })
    await open(page, `&office=${tag}`)
    const cards = page.getByRole('list', { name: 'All Orders' }).locator('> li')
    await expect(cards).toHaveCount(2)
    await expect(cards.first()).toContainText(`Order ID ${cheap.ids[0]}`)
    await expect(filter(page, 'Office Name')).toBeHidden()
    await expect(page.getByLabel('1 active filter')).toBeVisible()
    await choose(page, 'Sort by', 'Total Billed, descending')
    await expect(cards.first()).toContainText(`Order ID ${dear.ids[0]}`)
    await expect(cards.first()).toContainText('$1,062.00')
    await cards.first().getByText('More details').click()
    await expect(cards.first()).toContainText('Net to Sub-Office$630.00')
    await page.getByRole('button', { name: /^Filters/ }).click()
    await choose(page, 'Payment Status', 'Paid')
    await expect(cards).toHaveCount(1)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })
})
