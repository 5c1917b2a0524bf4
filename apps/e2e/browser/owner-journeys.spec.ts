import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import type { Client } from '../test/outside-database.ts'
import { type Orders, test } from './all-orders-product.ts'
import { inDays, todayIn } from './days.ts'
import { bearer, unique, zoneAtNoon } from './offices.ts'
import { stopLooking } from './page-parts.ts'

async function pageOf(browser: Browser, { url }: Orders, { token }: Client): Promise<Page> {
  const context = await browser.newContext({ baseURL: url })
  await context.addInitScript((value) => localStorage.setItem('token', value), token)
  return context.newPage()
}

async function save(page: Page, button: Locator) {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

/** The sum of each column in cents. */
function sumsOf(csv: Buffer, columns: string[]): number[] {
  const [headings, ...lines] = csv
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/))
  return columns.map((column) => {
    const at = headings!.indexOf(column)
    return lines.reduce((sum, cells) => sum + Math.round(Number(cells[at]) * 100), 0)
  })
}

/** A day in the middle of the month before this one. */
function lastMonth(): string {
  const [year, month] = todayIn('Asia/Jerusalem').split('-').map(Number)
  return new Date(Date.UTC(year!, month! - 2, 15, 9)).toISOString()
}

test('a month is issued, its statement adds up to the list of all orders to the cent, and its payout is shown', {
  tag: '@journey',
}, async ({ page, browser, orders }) => {
  const tag = unique()
  const day = lastMonth()
  // Tax and commission of each order are rounded by themselves.
  const { officeId } = await orders.fill(tag, { subOffice: 'Olive', count: 7, price: 3335, date: day })
  const mine = await pageOf(browser, orders, await orders.owner(officeId))
  await mine.goto('/owner/statements')
  await expect(mine.getByText('No statement has been issued')).toBeVisible()

  await page.goto(`/admin/statements?q=${tag}`)
  await page.getByRole('button', { name: 'Issue now' }).click()
  await page
    .getByRole('dialog', { name: 'Issue statements now' })
    .getByRole('button', { name: 'Issue' })
    .click()
  await mine.getByRole('button', { name: 'Details' }).click()
  const statement = mine.getByRole('dialog', { name: /^Statement \d+-1$/ })
  await expect(statement.getByText('this statement matches what was issued')).toBeVisible()

  const pdf = await save(mine, statement.getByRole('button', { name: 'PDF' }))
  expect([pdf.name, pdf.bytes.subarray(0, 5).toString()]).toEqual([expect.stringMatching(/\.pdf$/), '%PDF-'])
  const csv = await save(mine, statement.getByRole('button', { name: 'CSV' }))
  await page.goto(`/admin-dashboard?tab=allOrders&office=${tag}`)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const all = await save(page, page.getByRole('menuitem', { name: 'CSV, for any spreadsheet' }))
  const stated = sumsOf(csv.bytes, ['Price', 'Tax', 'Commission', 'Net'])
  expect(stated).toEqual([23_345, 4_200, 7_007, 16_338])
  expect(
    sumsOf(all.bytes, ['Sub-Office Price', 'Taxes (18%)', 'Co. Commission (30%)', 'Net to Sub-Office']),
  ).toEqual(stated)
  await expect(statement).toContainText('Net to the owner$163.38')

  await page.goto(`/admin/statements?q=${tag}`)
  await page.getByRole('button', { name: /^Payout of statement/ }).click()
  const payout = page.getByRole('dialog', { name: /^Payout of statement/ })
  await payout.getByRole('combobox', { name: 'Payout' }).click()
  await page.getByRole('option', { name: 'Paid' }).click()
  await payout.getByLabel('Paid on').fill('2026-03-04')
  await payout.getByLabel('Reference').fill('T-77')
  await payout.getByRole('button', { name: 'Save' }).click()
  await expect(statement.getByText('Paid on Mar 4th 2026')).toBeVisible()
  await expect(statement.getByText('T-77')).toBeVisible()
  await mine.goto('/owner/figures?currency=USD')
  await expect(mine.getByRole('button', { name: /^Net to owners \$163\.38/ })).toBeVisible()
  const thisMonth = todayIn('Asia/Jerusalem').slice(0, 7)
  await mine.goto(`/owner/figures?currency=USD&month=${thisMonth}`)
  await expect(mine.getByRole('button', { name: 'Net to owners $0.00 −$163.38 (−100.0%)' })).toBeVisible()
})

test('an owner sets a price and hours, a customer books by them, and the owner sees what it brings', async ({
  browser,
  orders,
}) => {
  const { officeId, roomId } = await orders.room('Olive')
  const mine = await pageOf(browser, orders, await orders.owner(officeId))
  await mine.goto('/owner/prices')
  await mine.getByRole('button', { name: 'Change prices of Olive' }).click()
  const prices = mine.getByRole('dialog', { name: 'Prices of Olive' })
  await prices.getByLabel('Price per hour').fill('62.50')
  await prices.getByRole('button', { name: 'Save' }).click()
  await expect(mine.getByText('The new prices are saved.')).toBeVisible()
  await mine.getByRole('button', { name: 'Change hours' }).click()
  const hours = mine.getByRole('dialog', { name: 'Opening hours' })
  await hours.getByLabel('Opens').fill('09:00')
  await hours.getByLabel('Closes').fill('17:00')
  await hours.getByRole('button', { name: 'Save' }).click()
  await expect(mine.getByText('9:00 AM – 5:00 PM')).toBeVisible()

  await mine.getByRole('link', { name: 'Orders', exact: true }).last().click()
  await expect(mine.getByText('No upcoming orders.')).toBeVisible()
  const booking = await pageOf(browser, orders, await orders.customer())
  await booking.goto(`/booking/${officeId}?sub_office=${roomId}&date=${inDays(30)}`)
  const half = (start: string) => booking.getByRole('button', { name: new RegExp(`^${start} –`) })
  await half('9:00 AM').click()
  await half('9:30 AM').click()
  await expect(half('8:30 AM')).toHaveCount(0)
  await booking.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(booking).toHaveURL(/\/order\/\d+$/)

  const number = booking.url().split('/').at(-1)
  await mine.getByRole('link', { name: `Order ${number}` }).click()
  const order = mine.getByRole('dialog', { name: `Order ${number}` })
  await expect(order).toContainText('Price₪62.50Commission (30%)−₪18.75Net to you₪43.75')
  await mine.keyboard.press('Escape')
  await expect(order).toBeHidden()
  const csv = await save(mine, mine.getByRole('button', { name: 'Export CSV' }))
  expect(sumsOf(csv.bytes, ['Order', 'Price', 'Net'])).toEqual([Number(number) * 100, 6250, 4375])
})

test('an owner sees who is there and how full the month is, until the role is taken away', {
  tag: '@journey',
}, async ({ browser, request, orders }) => {
  const { officeId, roomId } = await orders.room('Olive', zoneAtNoon())
  const owner = await orders.owner(officeId)
  const guest = bearer((await orders.customer()).token)
  const space = { office_id: officeId, sub_office_id: roomId }
  // So far ahead that today is not among the days of that month.
  const stay = { ...space, date: inDays(40), start: '10:00', end: '12:00' }
  expect((await request.post('/api/orders', { ...guest, data: stay })).status()).toBe(201)
  expect((await request.post('/api/orders/start_now', { ...guest, data: space })).status()).toBe(201)
  const [door, calendar] = [await pageOf(browser, orders, owner), await pageOf(browser, orders, owner)]
  for (const page of [door, calendar]) await page.addInitScript(stopLooking)

  await door.goto(`/dashboard?office=${officeId}`)
  await expect(door.getByRole('region', { name: 'Here now' }).getByRole('listitem')).toContainText('Maya C')
  await calendar.goto(`/owner/calendar?date=${stay.date}`)
  await calendar.getByRole('tab', { name: 'Month' }).click()
  await calendar.getByRole('button', { name: /: [\d.]+% booked, 1 order$/ }).click()
  await expect(calendar.getByRole('button', { name: /^Olive, .*: 1 entry$/ })).toContainText('Maya C.')

  for (const page of [door, calendar]) {
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    await page.evaluate(() => Object.assign(window, { isSame: true }))
  }
  const data = { officeIds: [officeId], memberships: [{ office_id: officeId, role: 'member' }] }
  const taken = await request.put(`/api/admin/users/${owner.id}`, { ...bearer(orders.token), data })
  expect(taken.status()).toBe(200)
  await expect(calendar.getByRole('heading', { name: 'You have no offices here yet' })).toBeVisible()
  await expect(door.getByRole('heading', { name: /^Hello, / })).toBeVisible()
  for (const page of [door, calendar]) {
    await expect(page.getByText(/Maya C/)).toHaveCount(0)
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
  }
})
