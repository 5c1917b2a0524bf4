import { expect } from '@playwright/test'
import { giveCredits, signInAs } from './people.ts'
import { test } from './test.ts'
import { expectToFit, expectUsableByEverybody } from './usable.ts'
import { bookForNow } from './visits.ts'

test('from home, the same again is booked with two taps, and a visit ends @journey', async ({
  page,
  context,
  request,
}) => {
  await giveCredits('business', request)
  const { room } = await bookForNow(request, await signInAs('business', context, request))

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard')
  const running = page
    .getByRole('article', { name: 'Your visit now' })
    .filter({ has: page.getByRole('link', { name: room.name }) })
  await expect(running.getByText(/ left, until /)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Free now' }).getByRole('link').first()).toBeVisible()
  await expectToFit(page)
  await expectUsableByEverybody(page)

  await page.getByRole('button', { name: 'Book again' }).click()
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await expect(page.getByText('Booking successful!')).toBeVisible()
  await expect(page).toHaveURL(/\/order\/\d+$/)

  await page.goto('/dashboard')
  await expect(page.getByRole('article', { name: 'Your next booking' })).toContainText(room.name)
  await running.getByRole('button', { name: 'Check out' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(running).toHaveCount(0)
})
