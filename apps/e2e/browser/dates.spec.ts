import { expect } from '@playwright/test'
import { inDays } from './days.ts'
import { test } from './test.ts'

test('a date is typed after a click on its field, and the calendar gives the keyboard back to it', async ({
  page,
}) => {
  await page.goto('/spaces')
  // Until the script has loaded, it is a field of the browser.
  const field = page.getByLabel('Date', { exact: true }).and(page.locator('[data-value]'))
  const calendar = page.getByRole('dialog', { name: 'Date' })
  await field.click()
  await expect(calendar).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(field).toBeFocused()

  const date = inDays(40)
  const [year, month, day] = date.split('-')
  await field.click()
  await expect(calendar).toBeVisible()
  await page.keyboard.type(`${month}/${day}/${year}`)
  await expect(calendar).toBeHidden()
  await page.keyboard.press('Enter')

  await expect(field).toHaveAttribute('data-value', date)
})
