import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { inDays } from './days.ts'
import { addRoom, bearer, makeOffice, type Named } from './offices.ts'
import { giveCredits, signInAs, tokenOf } from './people.ts'
import { test } from './test.ts'
import { expectToFit, expectUsableByEverybody } from './usable.ts'

/** Nearly a year of weeks, so that the clocks change in it. */
const DATES = 52
const FIRST_DAY = 3

/** A room of its own, for somebody with credits. */
async function makeRoom(request: APIRequestContext, time_zone: string) {
  const admin = await tokenOf('admin', request)
  const office = await makeOffice(request, admin, { time_zone })
  const room = await addRoom(request, admin, office)
  await giveCredits('member', request)
  const start = `date=${inDays(FIRST_DAY)}&start=10:00&end=11:00`
  return { office, room, address: `/booking/${office.id}?sub_office=${room.id}&${start}` }
}

/** Somebody else has the second and the third week. */
async function takeTwoWeeks(request: APIRequestContext, office: Named, room: Named) {
  await giveCredits('owner', request)
  for (const week of [1, 2]) {
    const date = inDays(FIRST_DAY + 7 * week)
    const stay = { office_id: office.id, sub_office_id: room.id, date, start: '09:30', end: '10:30' }
    const reply = await request.post('/api/orders', {
      ...bearer(await tokenOf('owner', request)),
      data: stay,
    })
    expect(reply.status()).toBe(201)
  }
}

async function repeatWeekly(page: Page) {
  await page.getByLabel('Repeat', { exact: true }).last().selectOption('Weekly')
  await page.getByLabel('Number of dates').fill(String(DATES))
}

type SeriesOrder = { start: string; cancelled_at: string | null }

async function ordersOn(page: Page, token: string): Promise<SeriesOrder[]> {
  const id = Number(page.url().split('/').at(-1))
  const reply = await page.request.get(`/api/orders/${id}/series`, bearer(token))
  return (await reply.json()).orders
}

const clockIn = (timeZone: string) => (instant: string) =>
  new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format(new Date(instant))
const clockOfUtc = clockIn('UTC')

test('a weekly series in Jerusalem over both clock changes is booked with one date swapped and one dropped, and its rest cancelled', async ({
  page,
  context,
  request,
}) => {
  const token = await signInAs('member', context, request)
  const { office, room, address } = await makeRoom(request, 'Asia/Jerusalem')
  await takeTwoWeeks(request, office, room)
  await page.goto(address)
  await repeatWeekly(page)

  await expect(page.getByText(`${DATES} dates. 2 of them cannot be booked.`)).toBeVisible()
  const swaps = page.getByRole('combobox', { name: /^Instead of / })
  await expect(swaps).toHaveCount(2)
  await expect(page.getByText('This time is already taken.')).toHaveCount(2)
  await swaps.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(swaps.first()).toHaveValue(/10:30 11:30$/)
  await expectToFit(page)
  await expectUsableByEverybody(page)
  await page.getByRole('button', { name: `Book ${DATES - 1} dates` }).press('Enter')

  await expect(page.getByText(`Part of a series: 1 of ${DATES - 1}`)).toBeVisible()
  const starts = (await ordersOn(page, token)).map(({ start }) => start)
  expect(starts.map(clockIn('Asia/Jerusalem'))).toEqual(starts.map((_, at) => (at === 1 ? '10:30' : '10:00')))
  // The clocks have changed in between.
  expect(new Set(starts.filter((_, at) => at !== 1).map(clockOfUtc)).size).toBe(2)

  await page.getByRole('link', { name: /^Next: / }).click()
  await expect(page.getByText(`Part of a series: 2 of ${DATES - 1}`)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  await page.getByRole('radio', { name: `This and the following: ${DATES - 2} dates` }).click()
  await expect(page.getByText(/^Everything you paid for them is refunded: /)).toBeVisible()
  await expectUsableByEverybody(page)
  await page.getByRole('button', { name: `Cancel ${DATES - 2} bookings` }).click()

  await expect(page.getByText(`${DATES - 2} bookings cancelled.`)).toBeVisible()
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  const left = (await ordersOn(page, token)).filter(({ cancelled_at }) => cancelled_at === null)
  expect(left).toHaveLength(1)
})

test('a weekly series in New York is at ten there on all dates, in the list, when booked and on its page', async ({
  page,
  context,
  request,
}) => {
  const token = await signInAs('member', context, request)
  const { address } = await makeRoom(request, 'America/New_York')
  await page.goto(address)
  await repeatWeekly(page)
  await expect(page.getByText(`${DATES} dates. All are free.`)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /, 10:00 AM – 11:00 AM$/ })).toHaveCount(DATES)
  await page.getByRole('button', { name: `Book ${DATES} dates` }).press('Enter')

  await expect(page.getByText(`Part of a series: 1 of ${DATES}`)).toBeVisible()
  const starts = (await ordersOn(page, token)).map(({ start }) => start)
  expect(starts.map(clockIn('America/New_York'))).toEqual(Array.from({ length: DATES }, () => '10:00'))
  // The clocks have changed in between.
  expect(new Set(starts.map(clockOfUtc)).size).toBe(2)
  await page.getByText('All dates', { exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '10:00 am – 11:00 am' })).toHaveCount(DATES)
})

/** Where the text of each element begins and ends on the screen. */
const edgesOf = (found: Locator) =>
  found.evaluateAll((elements) =>
    elements.map((element) => {
      const text = document.createRange()
      text.selectNodeContents(element)
      const { left, right } = text.getBoundingClientRect()
      return { left: Math.round(left), right: Math.round(right) }
    }),
  )

for (const language of ['en', 'he'] as const)
  test(`dates that are free and dates that are taken stand below each other, on a wide screen and on a phone, in ${language}`, async ({
    page,
    context,
    request,
    baseURL,
  }) => {
    await signInAs('member', context, request)
    await context.addCookies([{ name: 'language', value: language, url: baseURL! }])
    const { office, room, address } = await makeRoom(request, 'Asia/Jerusalem')
    await takeTwoWeeks(request, office, room)
    await page.goto(`${address}&repeat=week&count=4`)
    const list = page.getByRole('list').filter({ has: page.getByRole('checkbox') })
    await list.getByRole('combobox').first().selectOption({ index: 1 })
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expectToFit(page)
      const start = language === 'he' ? 'right' : 'left'
      const dates = await edgesOf(list.getByText(/10:00.*11:00/).and(list.locator('label, p')))
      expect(dates).toHaveLength(4)
      expect(new Set(dates.map((edge) => edge[start])).size).toBe(1)
      const prices = await edgesOf(list.getByText(/^\D*\d+\.\d\d\D*$/))
      expect(prices).toHaveLength(3)
      expect(new Set(prices.map(({ right }) => right)).size).toBe(1)
    }
  })
