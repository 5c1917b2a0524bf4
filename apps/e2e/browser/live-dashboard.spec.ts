import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { nowMs, todayIn } from './days.ts'
import { addRoom, bearer, hourIn, makeOffice, zoneAtNoon } from './offices.ts'
import { answer, visitCard } from './page-parts.ts'
import { signInAs } from './people.ts'
import { test } from './test.ts'
import { memberAt } from './visits.ts'

test('the dashboard shows check-ins and check-outs without a reload, even after a network failure', async ({
  page,
  context,
  request,
}) => {
  const manager = await signInAs('manager', context, request)
  const { name, startVisit, checkOut, startVisitSomewhere } = await memberAt(request)
  const offices = await request.get('/api/offices/my-offices', bearer(manager))
  const { space, orderId: first } = await startVisitSomewhere(await offices.json())
  await page.goto(`/dashboard?office=${space.office_id}`)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(visitCard(page, first)).toContainText(name)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  await checkOut(first)
  await expect(visitCard(page, first)).toHaveCount(0)
  await expect(page.getByText(`${name} has left`)).toBeAttached()

  const second = await startVisit(space)
  await expect(visitCard(page, second)).toBeVisible()
  await expect(page.getByText(`${name} has checked in`)).toBeAttached()

  await context.setOffline(true)
  await expect(page.getByText(/^Not live\. Last updated at/)).toBeVisible()
  await checkOut(second)
  const third = await startVisit(space)
  await expect(visitCard(page, second)).toBeVisible()
  await context.setOffline(false)
  await expect(visitCard(page, third)).toBeVisible()
  await expect(visitCard(page, second)).toHaveCount(0)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)

  await visitCard(page, third).locator('a[href^="/order/"]').click()
  await expect(page).toHaveURL(`/order/${third}`)
  await checkOut(third)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(`/dashboard?office=${space.office_id}`)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(visitCard(page, third)).toHaveCount(0)
})

type Half = { zone: string; startsMs: number }

const HALF_HOUR_MS = 1_800_000
/** Enough time to choose a slot before it starts or ends. */
const MARGIN_MS = 120_000
/** Here half-hours begin a quarter of an hour later than elsewhere. In one of them it is neither late nor early. */
const QUARTER_ZONES = ['Asia/Kathmandu', 'Australia/Eucla']

function startOfHalfHour(zone: string, now: number): number {
  const minute = Number(new Intl.DateTimeFormat('en-US', { minute: 'numeric', timeZone: zone }).format(now))
  return now - (now % 60_000) - (minute % 30) * 60_000
}

function zoneWithTimeLeft(): string {
  const noon = zoneAtNoon()
  const now = nowMs()
  if (now - startOfHalfHour(noon, now) < HALF_HOUR_MS - MARGIN_MS) return noon
  return QUARTER_ZONES.find((zone) => hourIn(zone) >= 1 && hourIn(zone) < 22)!
}

/** A member about to book in a new office, and an admin who watches that office. */
async function openTwoWindows(browser: Browser, request: APIRequestContext, slot: 'current' | 'next') {
  const [admins, members] = [await browser.newContext(), await browser.newContext()]
  const admin = await signInAs('admin', admins, request)
  await signInAs('member', members, request)
  const zone = zoneWithTimeLeft()
  const office = await makeOffice(request, admin, { time_zone: zone })
  const room = await addRoom(request, admin, office)
  const [dashboard, booking] = [await admins.newPage(), await members.newPage()]
  await dashboard.goto(`/dashboard?office=${office.id}`)
  await expect(dashboard.getByText('Live', { exact: true })).toBeVisible()
  await dashboard.evaluate(() => Object.assign(window, { isSamePage: true }))
  const startsMs = startOfHalfHour(zone, nowMs()) + (slot === 'next' ? HALF_HOUR_MS : 0)
  await booking.goto(`/booking/${office.id}?sub_office=${room.id}&date=${todayIn(zone)}`)
  return { dashboard, booking, half: { zone, startsMs } }
}

async function book(page: Page, { zone, startsMs }: Half): Promise<number> {
  const clock = { hour: 'numeric', minute: '2-digit', timeZone: zone } as const
  const start = new Intl.DateTimeFormat('en-US', clock).format(startsMs).replace(/\s/, ' ')
  // The day goes on into the early hours of the next one.
  await page.getByRole('button', { name: new RegExp(`^${start} – (?!.*next day)`) }).click()
  await expect(page.getByText(/^Held for you for/)).toBeVisible()
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByText('Booking successful!')).toBeVisible()
  await expect(page).toHaveURL(/\/order\/\d+$/)
  return Number(page.url().split('/').at(-1))
}

test('a new order appears on an open dashboard, and disappears when it is cancelled', {
  tag: '@journey',
}, async ({ browser, request }) => {
  const { dashboard, booking, half } = await openTwoWindows(browser, request, 'next')
  const orderId = await book(booking, half)
  const next = dashboard.getByRole('region', { name: 'Later today' }).locator(`a[href="/order/${orderId}"]`)
  await expect(next).toBeVisible()

  await booking.getByRole('button', { name: 'Cancel booking' }).click()
  await answer(booking, 'Yes')
  await expect(booking.getByText('Booking cancelled.')).toBeVisible()
  await expect(next).toHaveCount(0)
  expect(await dashboard.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('a customer who books the current slot shows as in the office until check-out, and again after undoing it', async ({
  browser,
  request,
}) => {
  const { dashboard, booking, half } = await openTwoWindows(browser, request, 'current')
  const orderId = await book(booking, half)
  await expect(visitCard(dashboard, orderId)).toBeVisible()

  await booking.getByRole('button', { name: 'Check out' }).click()
  await answer(booking, 'Yes')
  await expect(visitCard(dashboard, orderId)).toHaveCount(0)
  await booking.getByRole('button', { name: /^Undo check-out/ }).click()
  await expect(visitCard(dashboard, orderId)).toBeVisible()
  expect(await dashboard.evaluate(() => 'isSamePage' in window)).toBe(true)
})
