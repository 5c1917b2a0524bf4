import { expect, type Page } from '@playwright/test'
import { signInAs } from './people.ts'
import { test } from './test.ts'

test.use({ viewport: { width: 390, height: 844 } })

async function expectToFit(page: Page) {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}

const LONG = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(4)

test('names wider than a phone wrap', async ({ page, context, request }) => {
  await signInAs('admin', context, request)
  await page.route('**/api/offices/my-offices', (route) =>
    route.fulfill({
      json: [{ id: 1, name: LONG, type: 'office', time_zone: 'Asia/Jerusalem', sub_offices: [] }],
    }),
  )
  await page.route('**/api/orders/active/1', (route) =>
    route.fulfill({
      json: [
        {
          id: 1,
          start: '2026-03-02T07:30:00.000Z',
          booked_start: '2026-03-02T07:30:00.000Z',
          end: null,
          User: { id: 1, name: LONG, profile: { passport_image: null } },
          Office: { type: 'SubOffice', name: LONG },
        },
      ],
    }),
  )
  await page.goto('/dashboard?office=1')
  await expect(page.getByRole('heading', { level: 1, name: LONG })).toBeVisible()
  await expect(page.getByRole('listitem').getByText(LONG, { exact: true })).toBeVisible()

  await expectToFit(page)
})

test('Book Now in the phone menu leaves only one panel open', async ({ page, context, request }) => {
  await signInAs('member', context, request)
  await page.goto('/orders')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Book Now' }).click()

  await expect(page.getByRole('dialog', { name: 'Where would you like to work?' })).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
})

test('the selected admin tab is scrolled into view', async ({ page, context, request }) => {
  await signInAs('admin', context, request)
  await page.goto('/admin-dashboard?tab=creditPacks')

  await expect(page.getByRole('tab', { name: 'Credit Packs' })).toBeInViewport({ ratio: 0.9 })
})
