import { expect } from '@playwright/test'
import { inDays } from './days.ts'
import { makeOffice } from './offices.ts'
import { signInAs, tokenOf } from './people.ts'
import { test } from './test.ts'

test('in the demo a member buys credits by a test payment: declined, then paid', {
  tag: '@journey',
}, async ({ page, context, request }) => {
  await signInAs('member', context, request)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Buy credits' }).click()
  await expect(page.getByText('This is a demo. Payments here are tests: no money is charged.')).toBeVisible()
  await page.getByRole('button', { name: 'Buy' }).first().click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: /^Pay ₪/ }).click()

  await expect(page.getByText(/credits are in your account$/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Your purchases' }).getByText('Paid').first()).toBeVisible()
})

test('in the demo a member pays for a booking by a test card: declined, then paid', async ({
  page,
  context,
  request,
}) => {
  await signInAs('business', context, request)
  const admin = await tokenOf('admin', request)
  // More than the credits of any demo user.
  const office = await makeOffice(request, admin, { price_per_hour: 9000 })
  await page.goto(`/booking/${office.id}?date=${inDays(31)}&start=09:00&end=10:00`)
  await page.getByRole('button', { name: /^Book and pay ₪/ }).click()
  await expect(page.getByText(/^This page stands in for a payment provider\./)).toBeVisible()
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await page.getByRole('button', { name: /^Pay ₪.* by card$/ }).click()
  await page.getByRole('button', { name: /^Pay ₪/ }).click()

  await expect(page.getByText(/is paid by card$/)).toBeVisible()
  await expect(page.getByText('Doors and Wi-Fi')).toBeVisible()
})
