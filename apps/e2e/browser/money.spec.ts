import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { inDays } from './days.ts'
import { addRoom, bearer, makeOffice, type Named, unique } from './offices.ts'
import { fact } from './page-parts.ts'
import { emailOf, type Role, signInAs, tokenOf } from './people.ts'
import { test } from './test.ts'

/** More than the credits of any demo user. */
const EXPENSIVE = { price_per_hour: 9000 }

async function openRoom(request: APIRequestContext, admin: string, more: object = {}) {
  const office = await makeOffice(request, admin, more)
  return { office, room: await addRoom(request, admin, office, EXPENSIVE) }
}

const address = (office: Named, room: Named, start: string, end: string) =>
  `/booking/${office.id}?sub_office=${room.id}&date=${inDays(30)}&start=${start}&end=${end}`

async function idOf(role: Role, request: APIRequestContext, admin: string): Promise<number> {
  const found = await request.get(`/api/admin/users?page=1&q=${emailOf(role)}`, bearer(admin))
  return (await found.json())[0].id
}

const book = (page: Page) => page.getByRole('button', { name: 'Book', exact: true })

/** Leaves unpaid what credits do not cover. */
async function bookAndPayLater(page: Page) {
  await page.getByRole('radio', { name: 'Later' }).check()
  await book(page).click()
}

test('a price that changes while a member decides is shown, and charged only when they agree', async ({
  page,
  context,
  request,
}) => {
  const admin = await tokenOf('admin', request)
  await signInAs('business', context, request)
  const { office, room } = await openRoom(request, admin)
  await page.goto(address(office, room, '09:00', '10:00'))
  await expect(page.getByText('₪10,620.00').first()).toBeVisible()
  await request.put(`/api/offices/${office.id}/sub-offices/${room.id}`, {
    ...bearer(admin),
    data: { price_per_hour: 8000 },
  })
  await bookAndPayLater(page)

  await expect(
    page.getByText(/^The price with tax has changed from ₪10,620\.00 to ₪9,440\.00\./),
  ).toBeVisible()
  await expect(fact(page, 'Total')).toHaveText('₪9,440.00')
  await bookAndPayLater(page)
  await expect(page.getByText('Booking successful!')).toBeVisible()
  await expect(fact(page, 'Price with tax')).toHaveText('₪9,440.00')
})

test('a member leaves one booking unpaid; the next is refused, and cancelling late leaves a debt that an admin marks paid', {
  tag: '@journey',
}, async ({ page, context, request, browser }) => {
  const admin = await tokenOf('admin', request)
  await signInAs('business', context, request)
  const late = {
    free_cancel_hours: 8760,
    free_cancel_minutes_after_booking: 0,
    late_cancel_refund_percent: 50,
  }
  const { office, room } = await openRoom(request, admin, late)
  await page.goto(address(office, room, '09:00', '10:00'))
  await bookAndPayLater(page)
  await expect(page).toHaveURL(/\/order\/\d+$/)
  const order = page.url()

  await page.goto(address(office, room, '12:00', '13:00'))
  await bookAndPayLater(page)
  const refusal = page.getByRole('alert').filter({ hasText: 'You have an unpaid booking in this office.' })
  await expect(refusal.getByRole('link', { name: 'Buy credits in ₪ and pay with them' })).toBeVisible()
  await refusal.getByRole('link', { name: /^Unpaid booking/ }).click()
  await expect(page).toHaveURL(order)

  await page.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    /you still owe ₪[\d,.]+\.|of which ₪[\d,.]+ is left to pay\./,
  )
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('Booking cancelled.')).toBeVisible()
  await expect(fact(page, 'Left to pay')).not.toHaveText('₪0.00')

  const others = await browser.newContext()
  await signInAs('admin', others, request)
  const desk = await others.newPage()
  await desk.goto(order)
  await desk.getByRole('button', { name: 'Mark as paid' }).click()
  await desk.getByRole('button', { name: /^Mark ₪.* as paid$/ }).click()
  await expect(desk.getByText(/ marked as paid\.$/)).toBeVisible()
  await page.goto(address(office, room, '12:00', '13:00'))
  await bookAndPayLater(page)
  await expect(page.getByText('Booking successful!')).toBeVisible()
})

test('credits that an admin adds have a currency and a last day, can be taken back, and the person reads it all', async ({
  page,
  context,
  request,
  browser,
}) => {
  const admin = await signInAs('admin', context, request)
  const id = await idOf('manager', request, admin)
  const words = `Thank you ${unique()}`
  await page.goto(`/admin-dashboard?tab=users&q=${emailOf('manager')}`)
  await page.getByRole('button', { name: 'Add Credits' }).click()
  const form = page.getByRole('dialog', { name: /^Add Credits to / })
  await form.getByLabel('Amount').fill('60')
  await form.getByRole('combobox', { name: 'Currency' }).click()
  await page.getByRole('option', { name: 'GBP' }).click()
  await form.getByRole('combobox', { name: 'Expiry' }).click()
  await page.getByRole('option', { name: 'After a number of days' }).click()
  await form.getByLabel('Days').fill('90')
  await form.getByLabel('Description').fill(words)
  await form.getByRole('button', { name: 'Add Credits' }).click()
  await expect(page.getByText(/now has .*£60\.00.* in credits/)).toBeVisible()

  await page.goto(`/admin-dashboard?tab=users&user=${id}`)
  await page.getByRole('tab', { name: 'Credits', exact: true }).click()
  const lot = page.getByRole('listitem').filter({ hasText: '£60.00 of £60.00 left' })
  await lot.getByRole('button', { name: 'Take back' }).click()
  const correction = page.getByRole('region', { name: 'Take back credits' })
  await correction.getByLabel('Amount').fill('20')
  await correction.getByLabel('Reason').fill('Meant for somebody else')
  await correction.getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByText('Credits taken back. The user gets an email.')).toBeVisible()

  const own = await browser.newContext()
  await signInAs('manager', own, request)
  const profile = await own.newPage()
  await profile.goto('/profile')
  const history = profile.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect(history.first()).toHaveText(/^Taken backMeant for somebody else.*−£20\.00Balance £40\.00$/)
  await expect(history.nth(1)).toHaveText(new RegExp(`^Added${words}.*\\+£60\\.00Balance £60\\.00$`))
  const download = profile.waitForEvent('download')
  await profile.getByRole('button', { name: 'Export' }).click()
  await profile.getByRole('menuitem', { name: 'Excel (XLSX)' }).click()
  expect((await download).suggestedFilename()).toBe('keyhour-credits.xlsx')
})

test('credits do not pay in an office of another currency, and the booking screen says so', async ({
  page,
  context,
  request,
}) => {
  // The admin, because other tests give everybody else credits in dollars.
  const admin = await signInAs('admin', context, request)
  const id = await idOf('admin', request, admin)
  await request.post(`/api/admin/users/${id}/add_credits?credits=50&currency=EUR`, bearer(admin))
  const { office, room } = await openRoom(request, admin, { currency: 'USD' })
  await page.goto(address(office, room, '09:00', '10:00'))

  await expect(page.getByText(/^Credits in another currency \(.*\) cannot be used here/)).toBeVisible()
  await expect(fact(page, 'Left to pay')).toHaveText('$10,620.00')
})
