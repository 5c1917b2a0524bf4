import { expect, test } from '@playwright/test'
import { signInAs } from './people.ts'

test('the language is switched in the app, direction and all, and stays', async ({
  page,
  context,
  request,
}) => {
  await signInAs('manager', context, request)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /עברית/ }).click()

  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByText('Select an office or sub-office to view active sessions')).toBeHidden()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'he')
})

test('the landing page is ready to read without scripts, in the language the browser asks for', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'he-IL' })
  const page = await context.newPage()
  await page.goto('/')

  await expect(page.locator('html')).toHaveAttribute('lang', 'he')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.close()
})

test('the landing page loads nothing of the app', async ({ page }) => {
  const scripts: string[] = []
  page.on('response', (reply) => reply.url().endsWith('.js') && scripts.push(reply.url()))
  await page.goto('/')
  await page.waitForLoadState('networkidle')

  expect(scripts.filter((url) => /admin|mantine|dashboard/.test(url))).toEqual([])
})
