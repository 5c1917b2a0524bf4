import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { nowMs, todayIn } from './days.ts'
import { signInAs } from './people.ts'
import { test } from './test.ts'
import { bearer, card, memberAt, type Office, type Place } from './visits.ts'

test('the dashboard shows check-ins and check-outs without a reload, even after a network failure', async ({
  page,
  context,
  request,
}) => {
  const manager = await signInAs('manager', context, request)
  const { name, come, leave, comeSomewhere } = await memberAt(request)
  const offices = await request.get('/api/offices/my-offices', bearer(manager))
  const { place, orderId: first } = await comeSomewhere(await offices.json())
  await page.goto(`/dashboard?office=${place.office_id}`)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(card(page, first)).toContainText(name)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  await leave(first)
  await expect(card(page, first)).toHaveCount(0)
  await expect(page.getByText(`${name} has left`)).toBeAttached()

  const second = await come(place)
  await expect(card(page, second)).toBeVisible()
  await expect(page.getByText(`${name} has checked in`)).toBeAttached()

  await context.setOffline(true)
  await expect(page.getByText(/^Not live\. Last updated at/)).toBeVisible()
  await leave(second)
  const third = await come(place)
  await expect(card(page, second)).toBeVisible()
  await context.setOffline(false)
  await expect(card(page, third)).toBeVisible()
  await expect(card(page, second)).toHaveCount(0)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)

  await card(page, third).click()
  await expect(page).toHaveURL(`/order/${third}`)
  await leave(third)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(`/dashboard?office=${place.office_id}`)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(card(page, third)).toHaveCount(0)
})

type Half = { place: Place; date: string; starts_at: string }

const HALF_HOUR_MS = 1_800_000
/** Enough time to choose the slot before it starts or ends. */
const MARGIN_MS = 120_000

/** Searches, because which slots of the demo are free depends on the hour. */
async function findHalf(
  request: APIRequestContext,
  offices: Office[],
  fits: (startsMs: number) => boolean,
): Promise<Half | undefined> {
  for (const { id, time_zone, sub_offices } of offices) {
    const date = todayIn(time_zone)
    for (const space of sub_offices) {
      const address = `/api/offices/${id}/availability?date=${date}&sub_office_id=${space.id}`
      const { reason, rent_type, slots } = await (await request.get(address)).json()
      const half = slots.find(
        ({ free, starts_at }: { free: number; starts_at: string }) => free > 0 && fits(Date.parse(starts_at)),
      )
      if (half && reason === null && rent_type === 'hour')
        return {
          place: { office_id: id, sub_office_id: space.id },
          date,
          starts_at: half.starts_at,
        }
    }
  }
  return undefined
}

/** A member, and a manager who watches the office where the member will book. */
async function openTwoWindows(
  browser: Browser,
  request: APIRequestContext,
  fits: (startsMs: number) => boolean,
) {
  const [managers, members] = [await browser.newContext(), await browser.newContext()]
  const offices = await request.get(
    '/api/offices/my-offices',
    bearer(await signInAs('manager', managers, request)),
  )
  const half = await findHalf(request, await offices.json(), fits)
  test.skip(half === undefined, 'Late at night no half-hour of today is left.')
  await signInAs('member', members, request)
  const [dashboard, booking] = [await managers.newPage(), await members.newPage()]
  const { office_id, sub_office_id } = half!.place
  await dashboard.goto(`/dashboard?office=${office_id}`)
  await expect(dashboard.getByText('Live', { exact: true })).toBeVisible()
  await dashboard.evaluate(() => Object.assign(window, { isSamePage: true }))
  await booking.goto(`/booking/${office_id}?sub_office=${sub_office_id}&date=${half!.date}`)
  return { dashboard, booking, half: half! }
}

async function book(page: Page, { starts_at, place }: Half): Promise<number> {
  const { time_zone } = await (await page.request.get(`/api/offices/${place.office_id}`)).json()
  const clock = { hour: 'numeric', minute: '2-digit', timeZone: time_zone } as const
  const start = new Intl.DateTimeFormat('en-US', clock).format(Date.parse(starts_at)).replace(/\s/, ' ')
  // An office that never closes shows half past midnight twice: today's and tomorrow's.
  const halves = page.getByRole('button', { name: new RegExp(`^${start} –`) })
  await halves.first().click()
  await expect(page.getByText(/^Held for you for/)).toBeVisible()
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByText('Booking successful!')).toBeVisible()
  await expect(page).toHaveURL(/\/order\/\d+$/)
  return Number(page.url().split('/').at(-1))
}

test('a new order appears in the window of the manager, and disappears when it is cancelled', {
  tag: '@journey',
}, async ({ browser, request }) => {
  const { dashboard, booking, half } = await openTwoWindows(
    browser,
    request,
    (startsMs) => startsMs > nowMs() + MARGIN_MS,
  )
  const orderId = await book(booking, half)
  const next = dashboard.getByRole('region', { name: 'Later today' }).locator(`a[href="/order/${orderId}"]`)
  await expect(next).toBeVisible()

  await booking.getByRole('button', { name: 'Cancel booking' }).click()
  await booking.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
  await expect(booking.getByText('Booking cancelled.')).toBeVisible()
  await expect(next).toHaveCount(0)
  expect(await dashboard.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('a customer who books the current slot shows as in the office until check-out, and again after undoing it', async ({
  browser,
  request,
}) => {
  const { dashboard, booking, half } = await openTwoWindows(
    browser,
    request,
    (startsMs) => startsMs <= nowMs() && nowMs() < startsMs + HALF_HOUR_MS - MARGIN_MS,
  )
  const orderId = await book(booking, half)
  await expect(card(dashboard, orderId)).toBeVisible()

  await booking.getByRole('button', { name: 'Check out' }).click()
  await booking.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
  await expect(card(dashboard, orderId)).toHaveCount(0)
  await booking.getByRole('button', { name: /^Undo check-out/ }).click()
  await expect(card(dashboard, orderId)).toBeVisible()
  expect(await dashboard.evaluate(() => 'isSamePage' in window)).toBe(true)
})
