import { expect, type Page } from '@playwright/test'
import { unique } from './offices.ts'
import { answer } from './page-parts.ts'
import { signInAs } from './people.ts'
import { test } from './test.ts'

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })

test.beforeEach(async ({ context, request }) => void (await signInAs('admin', context, request)))

test('an admin adds a credit pack, switches it off, changes, duplicates and deletes it', async ({ page }) => {
  const name = `Pack ${unique()}`
  await page.goto('/admin-dashboard?tab=creditPacks')
  await expect(page.getByRole('table', { name: 'Credit Packs Management' })).toBeVisible()
  await page.getByRole('button', { name: 'Add Credit Pack' }).click()
  const form = page.getByRole('dialog', { name: 'Add Credit Pack' })
  await form.getByLabel('Duration (Days)').fill('0')
  await form.getByRole('combobox', { name: 'Currency' }).click()
  await page.getByRole('option', { name: 'USD' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  for (const mistake of [
    'Name is required.',
    'Credits amount must be a positive number.',
    'Price must be a non-negative number.',
    'Currency is required.',
    'Duration must be a positive number of days.',
  ])
    await expect(form.getByText(mistake)).toBeVisible()

  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Description').fill('Two days a week.')
  await form.getByLabel('Price').fill('1,490.5')
  await form.getByRole('combobox', { name: 'Currency' }).click()
  await page.getByRole('option', { name: 'ILS' }).click()
  await form.getByLabel('Credits').fill('1600')
  await form.getByLabel('Duration (Days)').fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(row(page, name).getByRole('cell')).toHaveText([
    /^\d+$/,
    name,
    'Two days a week.',
    '1,600',
    '1,490.50',
    'ILS',
    'N/A',
    '',
    '',
  ])

  const active = row(page, name).getByRole('switch', { name: 'Active' })
  await expect(active).toBeChecked()
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await row(page, name).locator('label').click()
  expect((await sent).postDataJSON()).toEqual({ is_active: false })
  await expect(active).toBeEnabled()
  await expect(active).not.toBeChecked()

  await row(page, name).getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Credit Pack' })
  await expect(edit.getByLabel('Price')).toHaveValue('1490.50')
  await edit.getByLabel('Duration (Days)').fill('90')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await expect(row(page, name).getByRole('cell').nth(6)).toHaveText('90')

  await row(page, name).getByRole('button', { name: 'Duplicate' }).click()
  await expect(form.getByLabel('Name')).toHaveValue(`${name} (Copy)`)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  const copy = row(page, `${name} (Copy)`)
  await expect(copy.getByRole('cell').nth(4)).toHaveText('1,490.50')

  await copy.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    'Are you sure you want to delete this credit pack? This action cannot be undone.',
  )
  await answer(page, 'No')
  await copy.getByRole('button', { name: 'Delete' }).click()
  await answer(page, 'Yes')
  await expect(copy).toBeHidden()
  await page.reload()
  await expect(row(page, name)).toBeVisible()
  await expect(copy).toBeHidden()
  await row(page, name).getByRole('button', { name: 'Delete' }).click()
  await answer(page, 'Yes')
  await expect(row(page, name)).toBeHidden()
})

test('a pack that another admin adds appears by itself', async ({ page, context, request }) => {
  const token = await signInAs('admin', context, request)
  const name = `Pack ${unique()}`
  await page.goto('/admin-dashboard?tab=creditPacks')
  await expect(page.getByRole('table')).toBeVisible()
  const headers = { Authorization: `Bearer ${token}` }
  const data = { name, credits_amount: 10, price_cents: 900, currency: 'EUR', is_active: false }
  const { id } = await (await request.post('/api/v1/credit-packs/', { headers, data })).json()
  await expect(row(page, name)).toBeVisible()
  await request.delete(`/api/v1/credit-packs/${id}`, { headers })

  await expect(row(page, name)).toBeHidden()
})

test('a refused change keeps the form open with the reason in it', async ({ page }) => {
  await page.goto('/admin-dashboard?tab=creditPacks')
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
  const form = page.getByRole('dialog', { name: 'Edit Credit Pack' })
  await page.route('**/api/v1/credit-packs/*', (route) =>
    // The list is loaded again whenever another test changes a pack.
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 503, json: { detail: 'The database is not ready.' } })
      : route.fallback(),
  )
  await form.getByRole('button', { name: 'Save' }).click()

  await expect(form.getByRole('alert')).toHaveText('The database is not ready.')
})

test('admins can manage credit packs on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin-dashboard?tab=creditPacks')
  const pack = page.getByRole('list', { name: 'Credit Packs Management' }).getByRole('listitem').first()
  await expect(pack.getByRole('switch', { name: 'Active' })).toBeAttached()
  await pack.getByRole('button', { name: 'Duplicate' }).click()

  await expect(page.getByRole('dialog', { name: 'Add Credit Pack' })).toBeVisible()
})
