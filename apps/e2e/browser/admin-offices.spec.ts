import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { inDays } from './days.ts'
import { addRoom, bearer, makeOffice, type Named, unique } from './offices.ts'
import { answer } from './page-parts.ts'
import { signInAs } from './people.ts'
import { test } from './test.ts'

type Made = Named & { space: Named }

async function makeOfficeWithRoom(request: APIRequestContext, more: object = {}): Promise<Made> {
  const office = await makeOffice(request, token, more)
  return { ...office, space: await addRoom(request, token, office) }
}

const rows = (page: Page) => page.getByRole('table', { name: 'Admin Dashboard Offices' }).getByRole('row')
const rowOf = (page: Page, name: string) => rows(page).filter({ has: page.getByText(name, { exact: true }) })
const search = (page: Page, text: string) => page.getByPlaceholder('Search all columns...').fill(text)
const press = (row: Locator, name: string) => row.getByRole('button', { name, exact: true }).click()

async function findOffice(page: Page, { name }: Named, opened = false): Promise<Locator> {
  await search(page, name)
  const row = rowOf(page, name)
  await expect(rows(page)).toHaveCount(2)
  if (opened) await press(row, `${name}: 1 sub-office`)
  return row
}

let token: string

test.beforeEach(async ({ page, context, request }) => {
  token = await signInAs('admin', context, request)
  await page.goto('/admin-dashboard?tab=offices')
  await expect(page.getByRole('heading', { name: 'Admin Dashboard Offices' })).toBeVisible()
})

test('offices can be searched, filtered and sorted, and a reload keeps all three', async ({
  page,
  request,
}) => {
  const tag = unique()
  const south = await makeOfficeWithRoom(request, { name: `${tag} Beta`, lat: 29.5, wifi_name: 'reef' })
  const north = await makeOfficeWithRoom(request, { name: `${tag} Alpha`, lat: 33.1, wifi_name: 'snow' })
  await search(page, tag)
  const names = () =>
    rows(page)
      .locator('[data-column="name"]')
      .filter({ hasText: tag })
      .getByText(new RegExp(`^${tag}`))
      .allTextContents()
  const order = (...expected: Named[]) => expect.poll(names).toEqual(expected.map(({ name }) => name))
  const heading = page.getByRole('columnheader', { name: 'Latitude', exact: true })
  const turn = () => heading.getByRole('button').click()

  await order(north, south)
  await turn()
  await order(south, north)
  await expect(heading).toHaveAttribute('aria-sort', 'ascending')
  await turn()
  await order(north, south)
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('searchbox', { name: 'Filter by WiFi Name' }).fill('REEF')
  await order(south)
  await page.getByRole('searchbox', { name: 'Filter by Name' }).fill('alpha')
  await expect(page.getByText('No office matches this search.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Filter by Name' }).fill('beta')
  await order(south)
  await page.reload()

  await order(south)
  await expect(page.getByRole('searchbox', { name: 'Filter by Name' })).toHaveValue('beta')
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  await turn()
  await expect(heading).toHaveAttribute('aria-sort', 'none')
})

test('a search that finds a sub-office expands its office', async ({ page, request }) => {
  const office = await makeOfficeWithRoom(request)
  await search(page, office.space.name)

  await expect(rowOf(page, office.space.name)).toContainText('₪50.00')
  const toggle = page.getByRole('button', { name: `${office.name}: 1 sub-office` })
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await toggle.click()
  await expect(rowOf(page, office.space.name)).toHaveCount(0)
})

async function pull(page: Page, by: number) {
  const box = (await page
    .getByRole('separator', { name: /Name|שם/ })
    .first()
    .boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by / 2, y)
  await page.mouse.move(x + by, y)
  await page.mouse.up()
}

test('a long list renders only the visible rows and the focused one, and announces its length', async ({
  page,
  request,
}) => {
  const office = await makeOfficeWithRoom(request)
  const prices = { price_per_hour: 50, price_per_day: 300, price_per_week: 0 }
  for (let number = 1; number < 40; number += 1) {
    const data = { name: `Desk ${number + 9}`, capacity: 1, type: 'office', rent_type: 'hour', ...prices }
    await request.post(`/api/offices/${office.id}/sub-offices`, { data, ...bearer(token) })
  }
  await findOffice(page, office)
  await page.getByRole('button', { name: `${office.name}: 40 sub-offices` }).click()
  const table = page.getByRole('table', { name: 'Admin Dashboard Offices' })
  const toggle = page.getByRole('button', { name: `${office.name}: 40 sub-offices` })

  await expect(table).toHaveAttribute('aria-rowcount', '42')
  await expect(rowOf(page, 'Desk 10')).toBeInViewport()
  await expect(rowOf(page, 'Desk 48')).toHaveCount(0)

  await page.getByRole('region', { name: 'Admin Dashboard Offices' }).evaluate((frame) => {
    frame.scrollTop = frame.scrollHeight
  })
  await expect(rowOf(page, 'Desk 48')).toBeInViewport()
  await expect(rowOf(page, 'Desk 48')).toHaveAttribute('aria-rowindex', '41')
  await expect(rowOf(page, 'Desk 10')).toHaveCount(0)
  await expect(toggle).toBeFocused()
})

test('a resized column keeps its width after a reload, until it is reset', async ({ page }) => {
  const edge = page.getByRole('separator', { name: 'Width of Name', exact: true })
  const width = async () => (await page.locator('th[data-column="name"]').boundingBox())?.width
  expect(await width()).toBe(200)
  await pull(page, 70)
  await expect(edge).toHaveAttribute('aria-valuenow', '270')
  await edge.press('ArrowRight')
  await expect(edge).toHaveAttribute('aria-valuenow', '280')
  await pull(page, -400)
  await expect(edge).toHaveAttribute('aria-valuenow', '150')
  await edge.press('Shift+ArrowRight')
  await page.reload()

  await expect(edge).toHaveAttribute('aria-valuenow', '200')
  expect(await width()).toBe(200)
  await page.getByRole('button', { name: 'Reset column widths' }).click()
  await expect(page.getByRole('button', { name: 'Reset column widths' })).toBeDisabled()
})

test('in Hebrew a column grows to the left', async ({ page }) => {
  await page.getByRole('button', { name: 'עברית' }).click()
  const edge = page.getByRole('separator', { name: 'רוחב העמודה שם', exact: true })
  await expect(edge).toHaveAttribute('aria-valuenow', '200')
  await pull(page, -60)
  await expect(edge).toHaveAttribute('aria-valuenow', '260')
  await edge.press('ArrowLeft')
  await expect(edge).toHaveAttribute('aria-valuenow', '270')
})

test('in Hebrew a cell is aligned with its heading, in any script', async ({ page, request }) => {
  const office = await makeOfficeWithRoom(request, { wifi_name: 'Lobby 5G' })
  await findOffice(page, office)
  await page.getByRole('button', { name: 'עברית' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')

  for (const column of ['id', 'open_hours', 'created_at', 'wifi_name']) {
    const cell = page.locator(`td[data-column=${column}]`).first()
    const gap = await cell.evaluate((td) => {
      const text = document.createRange()
      text.selectNodeContents(td.querySelector('bdi') ?? td)
      return td.getBoundingClientRect().right - text.getBoundingClientRect().right
    })
    expect(gap, column).toBeLessThan(10)
  }
})

test('an admin duplicates an office with its sub-offices, deletes and restores it', async ({
  page,
  request,
}) => {
  const office = await makeOfficeWithRoom(request)
  const row = await findOffice(page, office)
  await press(row, 'Duplicate')
  await expect(page.getByRole('alertdialog')).toContainText(
    `Are you sure you want to duplicate the office "${office.name}"?`,
  )
  await answer(page, 'Yes')
  const copy = rows(page).filter({ hasText: 'Hidden' })
  await expect(copy).toContainText(office.name)
  await copy.getByRole('button', { expanded: false }).click()
  await expect(rowOf(page, office.space.name)).toBeVisible()

  await press(copy, 'Delete')
  await expect(page.getByRole('alertdialog')).toContainText(
    'Are you sure you want to delete this office? This action cannot be undone',
  )
  await answer(page, 'No')
  await expect(copy).toBeVisible()
  await press(copy, 'Delete')
  await answer(page, 'Yes')
  const deleted = rows(page).filter({ hasText: office.name }).filter({ hasText: 'Deleted' })
  await expect(deleted.getByRole('button', { name: 'Restore' })).toBeVisible()

  await press(deleted, 'Restore')
  await expect(copy.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  await expect(deleted).toHaveCount(0)
})

test('an admin who deletes an office with coming orders first sees that they will be cancelled, and they are', async ({
  page,
  browser,
  request,
}) => {
  const office = await makeOfficeWithRoom(request)
  const context = await browser.newContext()
  const member = bearer(await signInAs('member', context, request))
  await context.close()
  const data = { office_id: office.id, sub_office_id: office.space.id, date: inDays(1) }
  const booked = await request.post('/api/orders', {
    data: { ...data, start: '10:00', end: '12:00' },
    ...member,
  })
  const order = await booked.json()
  const row = await findOffice(page, office)
  await press(row, 'Delete')
  await expect(page.getByRole('alertdialog')).toContainText(
    /1 upcoming order will be cancelled.*\. The customer gets an email\./,
  )
  await answer(page, 'Yes')
  await expect(row).toContainText('Deleted')

  await expect
    .poll(async () => (await (await request.get(`/api/orders/${order.id}`, member)).json()).cancelled_at)
    .toBeTruthy()
})

test('a change by one admin shows in the window of another without a reload', async ({
  page,
  browser,
  request,
}) => {
  const office = await makeOfficeWithRoom(request)
  const other = await browser.newContext()
  await signInAs('admin', other, request)
  const window = await other.newPage()
  await window.goto(`/admin-dashboard?tab=offices&q=${encodeURIComponent(office.name)}`)
  await expect(rowOf(window, office.name)).toBeVisible()
  const row = await findOffice(page, office)
  await press(row, 'Delete')
  await answer(page, 'Yes')

  await expect(rowOf(window, office.name)).toContainText('Deleted')
  await other.close()
})

test('admins can manage offices on a phone', async ({ page, request }) => {
  const office = await makeOfficeWithRoom(request, {
    lon: 34.8,
    printer_instructions: 'Ask for the blue key',
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await search(page, office.name)
  // The full list may already show this office; when the search arrives, it collapses.
  await expect(page.getByText('1 office', { exact: true })).toBeVisible()
  const card = page
    .getByRole('list', { name: 'Admin Dashboard Offices' })
    .getByRole('listitem')
    .filter({ has: page.getByText(office.name, { exact: true }) })
  await card.getByRole('button', { name: '1 sub-office' }).click()
  const space = card.getByRole('listitem').filter({ hasText: office.space.name })
  await expect(card).not.toContainText('Ask for the blue key')
  await card.getByRole('button', { name: 'More details' }).click()
  await expect(card).toContainText('Ask for the blue key')
  await expect(card).toContainText('34.8')
  for (const button of await card.getByRole('button', { name: /Edit|Duplicate|Delete|Add sub-office/ }).all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  await space.getByRole('button', { name: 'Delete', exact: true }).click()
  await answer(page, 'Yes')
  await expect(space).toContainText('Deleted')
})
