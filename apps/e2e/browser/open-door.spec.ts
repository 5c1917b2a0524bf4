import { AxeBuilder } from '@axe-core/playwright'
import { type APIRequestContext, expect } from '@playwright/test'
import { inDays } from './days.ts'
import { addRoom, bearer, type Named } from './offices.ts'
import { visitCard } from './page-parts.ts'
import { giveCredits, signInAs, tokenOf } from './people.ts'
import { test } from './test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

const readAsAdmin = async (request: APIRequestContext, path: string) =>
  (await request.get(path, bearer(await tokenOf('admin', request)))).json()

/** A room of its own for each test, at almost no price, in an office of the demo that never closes. */
async function makeRoom(request: APIRequestContext) {
  const [office]: Named[] = await (await request.get('/api/offices?q=Rothschild House')).json()
  await giveCredits('member', request)
  const room = await addRoom(request, await tokenOf('admin', request), office!, { price_per_hour: 1 })
  return { office_id: office!.id, sub_office_id: room.id }
}

const stateOf = async (request: APIRequestContext, deviceId: number): Promise<string | null> => {
  const states = await readAsAdmin(request, '/api/admin/devices/states')
  return states.find((one: { device_id: number }) => one.device_id === deviceId).state
}

test('a customer who books now opens the door by touch, shows on the dashboard, and is locked out after check-out', {
  tag: '@journey',
}, async ({ page, context, browser, request }) => {
  const desk = await browser.newContext({ viewport: { width: 1280, height: 800 }, hasTouch: false })
  await signInAs('manager', desk, request)
  const member = await signInAs('member', context, request)
  const space = await makeRoom(request)
  const dashboard = await desk.newPage()
  await dashboard.goto(`/dashboard?office=${space.office_id}`)
  await expect(dashboard.getByText('Live', { exact: true })).toBeVisible()

  await page.goto(`/booking/${space.office_id}?sub_office=${space.sub_office_id}`)
  await page.getByRole('button', { name: 'Start now' }).tap()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).tap()
  await expect(page).toHaveURL(/\/order\/\d+$/)
  const orderId = Number(page.url().split('/').at(-1))
  await expect(visitCard(dashboard, orderId)).toBeVisible()

  const button = page.getByRole('button', { name: /^Open / }).first()
  await expect(button).toBeInViewport({ ratio: 1 })
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map((node) => node.html)])).toEqual([])
  const opened = page.waitForResponse(/\/doors\/\d+\/open$/)
  await button.tap()
  await expect(page.getByRole('button', { name: / is open$/ })).toBeVisible()
  const deviceId = Number(/doors\/(\d+)\/open/.exec((await opened).url())![1])
  expect(await stateOf(request, deviceId)).toBe('unlocked')
  await expect(page.getByText('Door code', { exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR code to join the Wi-Fi' })).toBeVisible()

  await page.getByRole('button', { name: 'Check out' }).tap()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).tap()
  await expect(page.getByText('You are checked out. See you soon!')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Open / })).toHaveCount(0)
  const again = await request.post(`/api/orders/${orderId}/doors/${deviceId}/open`, bearer(member))
  expect([again.status(), (await again.json()).detail]).toEqual([403, 'This order is already over.'])
  await expect(visitCard(dashboard, orderId)).toHaveCount(0)
  await desk.close()
})

test('if the reply is lost, the door still opens only once, and the page finds out that it did', async ({
  page,
  context,
  request,
}) => {
  const member = await signInAs('member', context, request)
  const data = await makeRoom(request)
  const { id } = await (await request.post('/api/orders/start_now', { ...bearer(member), data })).json()
  await page.goto(`/order/${id}`)
  const keys: (string | undefined)[] = []
  await page.route(/\/doors\/\d+\/open$/, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    const answer = await route.fetch()
    // The door has opened, but the reply is lost.
    if (keys.length === 1) await route.abort('connectionreset')
    else await route.fulfill({ response: answer })
  })
  await page
    .getByRole('button', { name: /^Open / })
    .first()
    .tap()

  await expect(page.getByRole('button', { name: / is open$/ })).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
  const events = await (await request.get(`/api/orders/${id}/events`, bearer(member))).json()
  expect(events.filter(({ kind }: { kind: string }) => kind === 'door opened')).toHaveLength(1)
  await request.post(`/api/orders/${id}/check_out`, bearer(member))
})

test('before the start only a countdown is shown, and a cancelled order opens no door', async ({
  page,
  context,
  request,
}) => {
  const member = await signInAs('member', context, request)
  const space = await makeRoom(request)
  const data = { ...space, date: inDays(50), start: '09:00', end: '10:00' }
  const order = await (await request.post('/api/orders', { ...bearer(member), data })).json()
  await page.goto(`/order/${order.id}`)
  await expect(page.getByText(/^Opens in \d+ days/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Open / })).toHaveCount(0)
  const devices = await readAsAdmin(request, '/api/admin/devices')
  const open = () =>
    request
      .post(`/api/orders/${order.id}/doors/${devices[0].id}/open`, bearer(member))
      .then(async (reply) => [reply.status(), (await reply.json()).detail])
  expect(await open()).toEqual([403, 'The doors open from 10 minutes before the start.'])

  await page.getByRole('button', { name: 'Cancel booking' }).tap()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).tap()
  await expect(page.getByText('Booking cancelled.')).toBeVisible()
  await expect(page.getByText('Doors and Wi-Fi')).toHaveCount(0)
  expect(await open()).toEqual([403, 'This order is cancelled.'])
})
