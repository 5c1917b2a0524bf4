import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { addRoom, bearer, makeOffice, type Named } from './offices.ts'
import { fact } from './page-parts.ts'
import { emailOf, signInAs, tokenOf } from './people.ts'
import { test } from './test.ts'

const AT = '/admin-orders-dashboard'

/** Starts a visit without an end. */
async function startVisit(request: APIRequestContext, office: Named, room: Named | null) {
  const member = await tokenOf('member', request)
  const data = { office_id: office.id, sub_office_id: room?.id ?? null }
  const reply = await request.post('/api/orders/start_now', { data, ...bearer(member) })
  const { id }: { id: number } = await reply.json()
  return { id, checkOut: () => request.post(`/api/orders/${id}/check_out`, bearer(member)) }
}

const choice = (page: Page, name: string | RegExp) => page.getByRole('option', { name })

async function findOffice(page: Page, office: Named) {
  await page.getByRole('searchbox', { name: 'Search offices' }).fill(office.name)
  await expect(page.getByRole('listbox', { name: 'Offices', exact: true }).getByRole('option')).toHaveCount(1)
}

let token: string

test.beforeEach(async ({ context, request }) => {
  token = await signInAs('admin', context, request)
})

test('an admin drills down from an office to its active orders and back, and a reload keeps the selection', async ({
  page,
  request,
}) => {
  const office = await makeOffice(request, token, { capacity: 12 })
  const room = await addRoom(request, token, office)
  const order = await startVisit(request, office, room)
  await page.goto(AT)
  await findOffice(page, office)
  await expect(choice(page, office.name)).toContainText('1 Test Street')
  await expect(choice(page, office.name)).toContainText('Capacity: 12')
  await expect(choice(page, office.name)).toContainText('1 active')

  await choice(page, office.name).click()
  await choice(page, room.name).click()
  await expect(choice(page, `Order #${order.id}`)).toContainText('Pending')
  await choice(page, `Order #${order.id}`).click()
  await expect(fact(page, 'Email')).toHaveText(emailOf('member'))
  await expect(fact(page, 'End')).toHaveText('Ongoing')
  await expect(fact(page, 'Booking Type')).toHaveText('On demand')
  await expect(fact(page, 'Payment Status')).toHaveText('Pending')
  await page.reload()
  await expect(fact(page, 'End')).toHaveText('Ongoing')

  await page.getByRole('button', { name: 'Back to Orders' }).click()
  await expect(choice(page, `Order #${order.id}`)).toBeFocused()
  await order.checkOut()
  await expect(page.getByText('No active orders')).toBeVisible()
  await expect(choice(page, office.name)).not.toContainText('active')
})

test('the whole dashboard works without a mouse', async ({ page, request }) => {
  const office = await makeOffice(request, token)
  const room = await addRoom(request, token, office)
  const order = await startVisit(request, office, room)
  await page.goto(AT)
  await findOffice(page, office)
  await page.getByRole('checkbox', { name: 'Only with active orders' }).focus()
  await page.keyboard.press('Tab')
  await expect(choice(page, office.name)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(choice(page, room.name)).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(choice(page, room.name)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(choice(page, `Order #${order.id}`)).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `Order #${order.id}` })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')

  await expect(choice(page, `Order #${order.id}`)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(choice(page, room.name)).toBeFocused()
  await order.checkOut()
})

test('if customer details fail to load, Retry reloads the page', async ({ page, request }) => {
  const office = await makeOffice(request, token)
  const room = await addRoom(request, token, office)
  const order = await startVisit(request, office, room)
  const call = '**/api/admin/orders/*/user'
  await page.route(call, (route) => route.fulfill({ status: 500, json: { detail: 'Broken.' } }))
  await page.goto(`${AT}?office=${office.id}&sub_office=${room.id}&order=${order.id}`)
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to load user details' })
  await expect(alert).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await page.unroute(call)
  await alert.getByRole('button', { name: 'Retry' }).click()

  await expect(fact(page, 'End')).toHaveText('Ongoing')
  await expect(fact(page, 'Email')).toHaveText(emailOf('member'))
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(false)
  await order.checkOut()
})

test('a phone shows one panel at a time, with a way back from each', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const office = await makeOffice(request, token)
  const room = await addRoom(request, token, office)
  const order = await startVisit(request, office, room)
  const shown = (name: string) => page.getByRole('heading', { level: 2, name, exact: true })
  await page.goto(AT)
  await findOffice(page, office)
  await choice(page, office.name).click()
  await expect(shown('Sub-Offices')).toBeFocused()
  await expect(shown('Offices')).toBeHidden()
  await choice(page, room.name).click()
  await expect(shown('Active Orders')).toBeFocused()
  await choice(page, `Order #${order.id}`).click()
  await expect(shown(`Order #${order.id}`)).toBeFocused()
  await expect(page.getByRole('region')).toHaveCount(1)

  await page.getByRole('button', { name: 'Back to Orders' }).click()
  await expect(choice(page, `Order #${order.id}`)).toBeFocused()
  await page.getByRole('button', { name: 'Back to Sub-Offices' }).click()
  await expect(choice(page, room.name)).toBeFocused()
  await page.getByRole('button', { name: 'Back to Offices' }).click()
  await expect(choice(page, office.name)).toBeFocused()
  await expect(page.getByRole('searchbox', { name: 'Search offices' })).toHaveValue(office.name)
  await order.checkOut()
})
