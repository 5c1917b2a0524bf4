import { expect } from '@playwright/test'
import { test } from './test.ts'

test('the API documentation works under the same security policy as every page', async ({ page }) => {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto('/api/docs/')

  // What is further down is drawn when it is scrolled to.
  await expect(page.getByText('/api/auth/sign_in')).toBeVisible()
  expect(errors).toEqual([])
})
