import { expect, type Response } from '@playwright/test'
import { signInAs } from './people.ts'
import { test } from './test.ts'

test('switching the language in the app also switches the direction and is remembered', {
  tag: '@journey',
}, async ({ page, context, request }) => {
  await signInAs('manager', context, request)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /עברית/ }).click()

  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const hebrew = page.getByText('יש לבחור משרד או חלל כדי לראות מי נמצא בו כעת')
  await expect(hebrew).toBeVisible()
  await page.reload()
  await expect(hebrew).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'he')
})

test('the landing page can be read without scripts, in the language of the browser', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'he-IL' })
  const page = await context.newPage()
  await page.goto('/')

  await expect(page.locator('html')).toHaveAttribute('lang', 'he')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.close()
})

const MOST_SCRIPT_BYTES = 70 * 1024

test('the landing page loads no script of the app', async ({ page, request }) => {
  const html = await (await request.get('/')).text()
  const own = [...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path]) => path)
  const replies: Response[] = []
  page.on('response', (reply) => new URL(reply.url()).pathname.endsWith('.js') && replies.push(reply))
  await page.goto('/')
  await page.waitForLoadState('networkidle')

  const loaded = replies.map((reply) => new URL(reply.url()).pathname)
  const sizes = await Promise.all(replies.map(async (reply) => (await reply.body()).length))
  expect(loaded.length).toBeGreaterThan(0)
  expect(loaded.filter((path) => !own.includes(path))).toEqual([])
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST_SCRIPT_BYTES)
})
