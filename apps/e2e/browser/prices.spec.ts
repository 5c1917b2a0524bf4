import { expect } from '@playwright/test'
import { inDays } from './days.ts'
import { addRoom, makeOffice } from './offices.ts'
import { fact } from './page-parts.ts'
import { signInAs, tokenOf } from './people.ts'
import { test } from './test.ts'

const OFFICES = [
  {
    where: 'shekels',
    office: { currency: 'ILS' },
    rate: '₪59.00 an hour',
    total: '₪118.00',
    tax: 'Including ₪18.00 tax',
    rows: 'Before tax₪100.00Tax (18%)₪18.00',
  },
  {
    where: 'dollars',
    office: { currency: 'USD', tax_percent: 9, time_zone: 'America/New_York' },
    rate: '$54.50 an hour',
    total: '$109.00',
    tax: 'Including $9.00 tax',
    rows: 'Before tax$100.00Tax (9%)$9.00',
  },
]

for (const { where, office: its, rate, total, tax, rows } of OFFICES)
  test(`a member sees the same price with tax in ${where} from the search to the order`, async ({
    page,
    context,
    request,
  }) => {
    const admin = await tokenOf('admin', request)
    await signInAs('member', context, request)
    const office = await makeOffice(request, admin, { ...its, unpaid_bookings_allowed: 100 })
    const room = await addRoom(request, admin, office)
    await page.goto(`/spaces?place=${office.name}&date=${inDays(40)}&start=14:00&end=16:00`)
    await expect(page.locator('#root[data-live]')).toBeAttached()
    const card = page.locator('li[data-office]').filter({ hasText: room.name })
    await expect(card).toContainText(rate)
    await card.getByRole('link', { name: room.name, exact: true }).click()

    // The bar of a phone and the card of the space say it too.
    const box = page.getByRole('form', { name: 'Book a time' })
    await expect(page.getByText(rate).filter({ visible: true }).first()).toBeVisible()
    await expect(box.getByText(total, { exact: true }).filter({ visible: true }).first()).toBeVisible()
    await page.getByText(tax).click()
    await expect(page.locator('details[open]')).toHaveText(`${tax}${rows}`)
    await page.getByRole('button', { name: 'Book', exact: true }).click()

    await expect(fact(page, 'Total')).toHaveText(total)
    await page.getByText(tax).click()
    await expect(page.locator('details[open]')).toHaveText(`${tax}${rows}`)
    const later = page.getByRole('radio', { name: 'Later' })
    await expect(later.or(fact(page, 'Left to pay')).first()).toBeVisible()
    if (await later.isVisible()) await later.check()
    await page.getByRole('button', { name: 'Book', exact: true }).click()

    await expect(page).toHaveURL(/\/order\/\d+$/)
    await expect(fact(page, 'Total Price')).toHaveText(total)
    await page.getByText(tax).click()
    await expect(page.locator('details[open]')).toHaveText(`${tax}${rows}`)

    await page.goto('/orders')
    await expect(page.getByRole('listitem').filter({ hasText: room.name })).toContainText(total)
  })

test('a price limit in dollars finds no prices in shekels', async ({ page, request }) => {
  const admin = await tokenOf('admin', request)
  const place = `Quay${inDays(0).replaceAll('-', '')}`
  const here = { address: `1 ${place}`, price_per_hour: 50 }
  const shekels = await makeOffice(request, admin, here)
  const dollars = await makeOffice(request, admin, { ...here, currency: 'USD', tax_percent: 9 })
  const found = page.locator('li[data-office] h2')
  await page.goto(`/spaces?place=${place}`)
  await expect(page.locator('#root[data-live]')).toBeAttached()
  await expect(found).toHaveCount(2)

  await page.getByLabel('Maximum price, per hour or day').fill('59')
  await expect(found).toHaveText([shekels.name])
  await page.getByLabel('Currency').selectOption('USD')
  await expect(found).toHaveText([dollars.name])
  await expect(page).toHaveURL(/max_price=59&currency=USD/)
  await page.getByLabel('Maximum price, per hour or day').fill('54')
  await expect(page.getByRole('link', { name: 'Up to $54 per hour or day' })).toBeVisible()
})
