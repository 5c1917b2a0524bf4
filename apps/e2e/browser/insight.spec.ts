import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { signInAs } from './people.ts'
import { test } from './test.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function open(page: Page, more = '') {
  await page.goto(`/admin-dashboard?tab=insight${more}`)
  await expect(page.getByRole('heading', { name: 'Insight' })).toBeVisible()
}

test.beforeEach(async ({ context, request }) => {
  await signInAs('admin', context, request)
})

test('an admin picks a range, a type and a measure, and the address keeps all three', async ({ page }) => {
  await open(page)
  await expect(card(page, 'Over time').getByRole('figure', { name: 'Revenue over time' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Revenue ₪[\d,]+\.\d\d/, pressed: true })).toBeVisible()

  await page.getByRole('combobox', { name: 'Period' }).click()
  await page.getByRole('option', { name: 'Last 90 days' }).click()
  await expect(page).toHaveURL(/range=last90/)
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Meeting Room' }).click()
  await expect(card(page, 'By type').getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: /^Occupancy/ }).click()
  await expect(page.getByRole('table', { name: 'Occupancy by hour of the week' })).toBeVisible()

  await page.reload()
  await expect(page).toHaveURL(/range=last90&type=meeting_room&measure=occupancy/)
  await expect(page.getByRole('button', { name: /^Occupancy/, pressed: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: /^Revenue/, pressed: true })).toBeVisible()
})

test('the numbers of the offices add up to the total, and every chart has a table', async ({ page }) => {
  await open(page, '&range=last90')
  const offices = card(page, 'By office')
  await offices.getByRole('button', { name: 'Show table' }).click()
  const table = offices.getByRole('table', { name: 'By office' })
  await expect(table).toBeVisible()
  const inCents = (text: string) => Number(text.replace(/[^\d]/g, ''))
  const heads = await table.locator('thead th').allInnerTexts()
  const parts = await table.locator(`tbody tr > :nth-child(${heads.indexOf('Revenue') + 1})`).allInnerTexts()
  const whole = await page.getByRole('button', { name: /^Revenue/ }).innerText()

  expect(parts.map(inCents).reduce((sum, cents) => sum + cents, 0)).toBe(inCents(whole.split('\n')[1]!))
  for (const name of ['Over time', 'By type', 'Payment mix', 'By hour of the week']) {
    await card(page, name).getByRole('button', { name: 'Show table' }).click()
    await expect(card(page, name).getByRole('table', { name })).toBeVisible()
  }
})

test('a table can be exported as CSV and as a workbook', async ({ page }) => {
  await open(page, '&range=last90')
  const take = async (format: string) => {
    const downloading = page.waitForEvent('download')
    await card(page, 'By office').getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: format }).click()
    const download = await downloading
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
  }
  const csv = await take('CSV')
  const book = await take('Excel (XLSX)')

  expect(csv.name).toMatch(/^keyhour-insight-offices-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
  expect(csv.content.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  expect(csv.content.toString()).toContain('Office,Revenue (ILS)')
  expect(book.name).toMatch(/\.xlsx$/)
  expect(book.content.subarray(0, 2).toString()).toBe('PK')
})

test('on a phone in Hebrew nothing overflows, and the two dates fit side by side', async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: 'language', value: 'he', url: baseURL! }])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin-dashboard?tab=insight&measure=occupancy')
  const week = page.getByRole('table', { name: 'תפוסה לפי שעה בשבוע' })
  await expect(week.getByRole('columnheader')).toHaveCount(7)
  await expect(page.getByRole('figure')).toBeVisible()

  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
})

test('a print shows the numbers and no controls', async ({ page }) => {
  await open(page)
  await expect(card(page, 'By office')).toBeVisible()
  await page.emulateMedia({ media: 'print' })

  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('tablist')).toBeHidden()
  await expect(page.getByRole('combobox', { name: 'Period' })).toBeHidden()
  await expect(page.getByRole('list', { name: 'Revenue by office' })).toBeVisible()
})
