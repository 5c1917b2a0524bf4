import { type BrowserContext, expect, type Page } from '@playwright/test'
import { nowMs, todayIn } from './days.ts'
import { addRoom, bearer, hourIn, makeOffice, zoneAtNoon } from './offices.ts'
import { giveCredits, type Role, signInAs, tokenOf } from './people.ts'
import { test } from './test.ts'
import { expectToFit, expectUsableByEverybody } from './usable.ts'

test.use({ serviceWorkers: 'allow' })

/** Runs in the page. */
const workerRules = async () => {
  const { active } = await navigator.serviceWorker.ready
  if (active?.state !== 'activated')
    await new Promise((done) => active?.addEventListener('statechange', done, { once: true }))
}

const kept = (page: Page) => page.evaluate(() => localStorage.getItem('kept_booking'))

/** A visit that runs now, of somebody who has opened the app once. */
async function visitOf(page: Page, context: BrowserContext, role: Role) {
  const { request } = context
  const admin = await tokenOf('admin', request)
  const time_zone = zoneAtNoon()
  const office = await makeOffice(request, admin, {
    time_zone,
    wifi_name: 'keyhour-offline',
    wifi_password: 'olive-press-7',
  })
  const room = await addRoom(request, admin, office)
  await giveCredits(role, request)
  const token = await signInAs(role, context, request)
  const hour = hourIn(time_zone)
  const half = new Date(nowMs()).getUTCMinutes() < 30 ? '00' : '30'
  const stay = { date: todayIn(time_zone), start: `${hour}:${half}`, end: `${hour + 1}:${half}` }
  const data = { office_id: office.id, sub_office_id: room.id, ...stay }
  const booked = await request.post('/api/orders', { ...bearer(token), data })
  expect(booked.status()).toBe(201)
  const { id } = await booked.json()
  await page.goto(`/order/${id}`)
  await expect(page.getByText('olive-press-7')).toBeVisible()
  await page.evaluate(workerRules)
  return { id: id as number, room: room.name as string }
}

test('without a connection home and order page open with the Wi-Fi, until the person signs out @journey', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { id, room } = await visitOf(page, context, 'business')
  const cached = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(cached).toContain('/app.html')
  expect(cached.filter((path) => !/^\/(app\.html|assets\/)/.test(path))).toEqual([])

  await context.setOffline(true)
  for (const address of [`/order/${id}`, '/dashboard', '/spaces']) {
    await page.goto(address)
    const booking = page.getByRole('article', { name: 'Your booking' })
    await expect(booking).toContainText(room)
    await expect(booking).toContainText('olive-press-7')
    // A page that Chromium loads while it is made offline may believe that it is online.
    await expect(page.getByText(/^(You are offline|Keyhour cannot be reached); as of \d/)).toBeVisible()
  }
  await expectToFit(page)
  await expectUsableByEverybody(page)

  await context.setOffline(false)
  // The page notices by itself.
  await expect(page.getByRole('article', { name: 'Your visit now' }).first()).toBeVisible()

  expect(await kept(page)).not.toBeNull()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL(/sign-in/)
  expect(await kept(page)).toBeNull()
  await context.setOffline(true)
  await page.goto(`/order/${id}`)
  await expect(page.getByRole('heading', { name: 'Sign in' }).first()).toBeVisible()
  await expect(page.getByText('olive-press-7')).toHaveCount(0)
})

test('the service worker never answers for the server: its pages and its API come from the network', async ({
  page,
  context,
}) => {
  await visitOf(page, context, 'member')
  const requests: string[] = []
  context.on('request', (request) => {
    if (request.serviceWorker() || !request.url().includes('/assets/'))
      requests.push(new URL(request.url()).pathname)
  })
  const response = await page.reload()
  expect(response?.fromServiceWorker()).toBe(true)
  await expect(page.getByText('olive-press-7')).toBeVisible()
  expect(requests.some((path) => path.startsWith('/api/orders/'))).toBe(true)
  expect(await page.evaluate(async () => (await caches.match('/api/home')) ?? null)).toBeNull()
})
