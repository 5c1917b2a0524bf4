import { expect, type Page } from '@playwright/test'
import { test } from './payments-product.ts'

const GOOD_CARD = '4242 4242 4242 4242'

async function payWith(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number)
  await page.getByRole('button', { name: /^Pay/ }).click()
}

async function goToCheckout(page: Page) {
  await page.goto('/credits')
  await page.getByRole('button', { name: 'Buy' }).click()
  await expect(page.getByText('Simulated Stripe: no money moves.')).toBeVisible()
}

const inAccount = (page: Page) => page.getByText('800 credits are in your account')

test('a member buys a pack by card and finds the credits and the receipt', async ({ page }) => {
  await goToCheckout(page)
  await payWith(page, GOOD_CARD)

  await expect(inAccount(page)).toBeVisible()
  const purchase = page.getByRole('list', { name: 'Your purchases' }).getByRole('listitem')
  await expect(purchase).toContainText('Paid')
  await expect(purchase).toContainText(/Receipt\s*\D?\d+/)
  await page.goto('/profile')
  await expect(page.getByRole('region', { name: 'Credits' })).toContainText('800.00')
})

test('a card is declined, then another one is accepted', async ({ page }) => {
  await goToCheckout(page)
  await payWith(page, '4000 0000 0000 9995')
  await expect(page.getByRole('alert')).toHaveText('Your card has insufficient funds.')
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByText('There is not enough money on the card.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await payWith(page, GOOD_CARD)

  await expect(inAccount(page)).toBeVisible()
})

test('3-D Secure: a payment that the bank refuses is tried again and confirmed', async ({ page }) => {
  await goToCheckout(page)
  await payWith(page, '4000 0025 0000 3155')
  await page.getByRole('button', { name: 'Fail authentication' }).click()
  await expect(page.getByRole('alert')).toContainText('unable to authenticate')
  await payWith(page, '4000 0025 0000 3155')
  await page.getByRole('button', { name: 'Complete authentication' }).click()

  await expect(inAccount(page)).toBeVisible()
})

test('a customer who is back before the event has the credits without it', async ({ page, shop }) => {
  const release = shop.stripe.holdEvents()
  await goToCheckout(page)
  await payWith(page, GOOD_CARD)
  await expect(page).toHaveURL(/\/credits\?payment=/)

  await expect(inAccount(page)).toBeVisible()
  release()
  await shop.stripe.allDelivered()
  await page.goto('/profile')
  await expect(page.getByRole('region', { name: 'Credits' })).toContainText('800.00')
})

test('a customer who leaves the payment may give it up', async ({ page }) => {
  await goToCheckout(page)
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByText(/You have not paid for/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel order' }).first().click()

  await expect(page.getByRole('list', { name: 'Your purchases' }).getByRole('listitem')).toContainText(
    'Not paid',
  )
})

test('an admin refunds a part of a purchase, and its credits are gone', async ({ page, shop, buyer }) => {
  await goToCheckout(page)
  await payWith(page, GOOD_CARD)
  await expect(inAccount(page)).toBeVisible()
  const admin = await page.context().browser()!.newContext({ baseURL: shop.url, locale: 'en-US' })
  await admin.addInitScript((token) => localStorage.setItem('token', token), shop.admin.token)
  const desk = await admin.newPage()
  await desk.goto(`/admin-dashboard?user=${buyer.id}`)
  const person = desk.getByRole('dialog', { name: /^Person/ })
  await person.getByRole('tab', { name: 'Purchases' }).click()
  await person.getByRole('button', { name: 'Refund' }).click()
  const refund = desk.getByRole('dialog', { name: /^Refund purchase/ })
  await refund.getByLabel('Another amount').check()
  await refund.getByLabel('Amount', { exact: true }).fill('349.50')
  await refund.getByLabel('Reason').fill('Half of it was not needed')
  await refund.getByRole('button', { name: 'Refund' }).click()

  await expect(person).toContainText('₪349.50 refunded · done')
  await page.goto('/profile')
  await expect(page.getByRole('region', { name: 'Credits' })).toContainText('400.00')
  await page.goto('/credits')
  await expect(page.getByRole('list', { name: 'Your purchases' })).toContainText('₪349.50 refunded')
  await admin.close()
})
