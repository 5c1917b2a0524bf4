import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { inDays } from './days.ts'
import { addRoom, makeOffice, type Named } from './offices.ts'
import { answer, fact } from './page-parts.ts'
import { type Shop, test } from './payments-product.ts'

const GOOD_CARD = '4242 4242 4242 4242'
const WITHOUT_MONEY = '4000 0000 0000 9995'
const WITH_3D_SECURE = '4000 0025 0000 3155'

type Room = { office: Named; room: Named }

/** An hour costs ₪50, ₪59 with tax. */
async function openRoom(request: APIRequestContext, { admin }: Shop): Promise<Room> {
  const office = await makeOffice(request, admin.token)
  return { office, room: await addRoom(request, admin.token, office) }
}

async function choose(page: Page, { office, room }: Room, start = '09:00', end = '10:00') {
  const stay = `date=${inDays(30)}&start=${start}&end=${end}`
  await page.goto(`/booking/${office.id}?sub_office=${room.id}&${stay}`)
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

async function payWith(page: Page, number: string) {
  await expect(page.getByText('Simulated Stripe: no money moves.')).toBeVisible()
  await page.getByLabel('Card number').fill(number)
  await press(page, /^Pay/)
}

async function leave(page: Page) {
  await expect(page.getByText('Simulated Stripe: no money moves.')).toBeVisible()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
}

async function bookByCard(page: Page, room: Room, number: string) {
  await choose(page, room)
  await press(page, 'Book and pay ₪59.00 by card')
  await payWith(page, number)
}

/** The order's own job, which was enqueued for that moment, is due now. */
async function endTimeToPay({ database: { pool } }: Shop, order: string) {
  await pool.query('update orders set pay_until = now() where id = $1', [order])
  const { rowCount } = await pool.query(
    `update pgboss.job set start_after = now() where name = 'release-unpaid' and data ->> 'order_id' = $1`,
    [order],
  )
  expect(rowCount).toBe(1)
}

const isPaid = (page: Page, amount: string) =>
  expect(page.getByText(`${amount} is paid by card`)).toBeVisible()
const isKept = (page: Page) => expect(page.getByText(/^The space is reserved for you until/)).toBeVisible()

test('a card is declined, then another one pays for the booking, and is saved', {
  tag: '@journey',
}, async ({ page, request, shop }) => {
  await bookByCard(page, await openRoom(request, shop), WITHOUT_MONEY)
  await expect(page.getByRole('alert')).toHaveText('Your card has insufficient funds.')
  await leave(page)
  await expect(page.getByText('There is not enough money on the card.')).toBeVisible()
  await isKept(page)
  await expect(page.getByText('Doors and Wi-Fi')).toBeHidden()
  await press(page, 'Pay ₪59.00 by card')
  await payWith(page, GOOD_CARD)

  await isPaid(page, '₪59.00')
  await expect(page.getByText('Doors and Wi-Fi')).toBeVisible()
  await expect(page.getByText('Payment: Full Credit Card')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Card payments' }).getByText('Reserved')).toBeVisible()
  await page.goto('/profile')
  const cards = page.getByRole('region', { name: 'Saved cards' })
  await expect(cards).toContainText('Visa ending in 4242')
  await cards.getByRole('button', { name: /^Remove/ }).click()
  await answer(page, 'Yes')
  await expect(cards).toContainText('You have no saved cards.')
})

test('3-D Secure: a payment that the bank refuses is tried again and confirmed', async ({
  page,
  request,
  shop,
}) => {
  await bookByCard(page, await openRoom(request, shop), WITH_3D_SECURE)
  await press(page, 'Fail authentication')
  await expect(page.getByRole('alert')).toContainText('unable to authenticate')
  await payWith(page, WITH_3D_SECURE)
  await press(page, 'Complete authentication')

  await isPaid(page, '₪59.00')
})

test('a booking paid partly with credits and partly by card is Partly Credit in the list of all orders', async ({
  page,
  request,
  shop,
  buyer,
}) => {
  await shop.database.make.credits(buyer.id, 2000)
  await choose(page, await openRoom(request, shop))
  await press(page, 'Book and pay ₪39.00 by card')
  await payWith(page, GOOD_CARD)
  await isPaid(page, '₪39.00')
  await expect(fact(page, 'Paid with credits')).toHaveText('₪20.00')
  await expect(fact(page, 'Left to pay')).toHaveText('₪0.00')

  const order = new URL(page.url()).pathname.split('/').at(-1)!
  const admin = await page.context().browser()!.newContext({ baseURL: shop.url, locale: 'en-US' })
  await admin.addInitScript((token) => localStorage.setItem('token', token), shop.admin.token)
  const desk = await admin.newPage()
  await desk.goto('/admin-all-orders')
  const row = desk.getByRole('row').filter({ has: desk.getByRole('link', { name: order, exact: true }) })
  await expect(row).toContainText('Partly Credit')
  await admin.close()
})

test('a saved card pays without another page, and a cancelled booking gives the money back', async ({
  page,
  request,
  shop,
}) => {
  const room = await openRoom(request, shop)
  await bookByCard(page, room, GOOD_CARD)
  await isPaid(page, '₪59.00')
  await choose(page, room, '12:00', '13:00')
  await expect(page.getByRole('radio', { name: 'Visa ending in 4242' })).toBeChecked()
  await press(page, 'Book and pay ₪59.00 by card')

  await isPaid(page, '₪59.00')
  await expect(page.getByText('Payment: Full Credit Card')).toBeVisible()
  await press(page, 'Cancel booking')
  await expect(page.getByRole('alertdialog')).toContainText('It goes back to your card.')
  await answer(page, 'Yes')
  await expect(page.getByText('Booking cancelled.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Card payments' }).getByText('Released')).toBeVisible()
})

test('a customer who leaves the payment finds the space kept, and can cancel', async ({
  page,
  request,
  shop,
}) => {
  await choose(page, await openRoom(request, shop))
  await press(page, 'Book and pay ₪59.00 by card')
  await leave(page)
  await expect(page.getByText('You have not paid yet')).toBeVisible()
  await isKept(page)
  await page.goto('/orders')
  await expect(page.getByText('Waiting for payment')).toBeVisible()
  await page.goBack()
  await press(page, 'Cancel booking')
  await answer(page, 'Yes')

  await expect(page.getByText('Booking cancelled.')).toBeVisible()
  await expect(page.getByText(/^We keep the space/)).toBeHidden()
})

test('a payment that lapses releases the room', async ({ page, request, shop }) => {
  const room = await openRoom(request, shop)
  await choose(page, room)
  await press(page, 'Book and pay ₪59.00 by card')
  await leave(page)
  await isKept(page)
  const order = new URL(page.url()).pathname.split('/').at(-1)!
  await endTimeToPay(shop, order)
  await page.reload()

  await expect(page.getByText('Released because it was not paid in time')).toBeVisible()
  await choose(page, room)
  await expect(page.getByRole('button', { name: '9:00 AM – 9:30 AM: Free' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Book and pay ₪59.00 by card' })).toBeEnabled()
})

test('the saved card pays for a longer stay, and for a visit that starts now', async ({
  page,
  request,
  shop,
}) => {
  const room = await openRoom(request, shop)
  await bookByCard(page, room, GOOD_CARD)
  await isPaid(page, '₪59.00')
  await press(page, 'Change time')
  await page.getByLabel('End Time').first().click()
  await page.getByRole('option', { name: '11:00 AM' }).click()
  await press(page, 'Save and pay ₪59.00')
  await expect(page.getByText('Time changed.')).toBeVisible()
  await expect(fact(page, 'Paid by card')).toHaveText('₪118.00')
  await expect(page.getByRole('list', { name: 'Card payments' }).getByRole('listitem')).toHaveCount(2)

  await page.goto(`/booking/${room.office.id}?sub_office=${room.room.id}`)
  await expect(page.getByRole('radio', { name: 'Visa ending in 4242' })).toBeChecked()
  await press(page, 'Start now')
  await expect(page.getByRole('alertdialog')).toContainText('charged to your card: Visa ending in 4242.')
  await answer(page, 'Yes')
  await press(page, 'Check out')
  await expect(page.getByRole('alertdialog')).toContainText(
    'The visit costs ₪29.50 with tax. It is charged to your saved card.',
  )
  await answer(page, 'Yes')
  await expect(page.getByRole('button', { name: 'Check out' })).toBeHidden()
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Payment: Full Credit Card')).toBeVisible({ timeout: 3000 })
  }).toPass()
  await expect(fact(page, 'Paid by card')).toHaveText('₪29.50')
})

test('a member buys a pack, books with its credits, and has them back after cancelling', async ({
  page,
  request,
  shop,
}) => {
  const credits = page.getByRole('region', { name: 'Credits' })
  await page.goto('/credits')
  await press(page, 'Buy')
  await payWith(page, GOOD_CARD)
  await expect(page.getByText('800 credits are in your account')).toBeVisible()
  await choose(page, await openRoom(request, shop))
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByText('Payment: Credits')).toBeVisible()
  const order = page.url()
  await page.goto('/profile')
  await expect(credits).toContainText('741.00')
  await page.goto(order)
  await press(page, 'Cancel booking')
  await answer(page, 'Yes')
  await expect(page.getByText('Booking cancelled.')).toBeVisible()

  await page.goto('/profile')
  await expect(credits).toContainText('800.00')
})
