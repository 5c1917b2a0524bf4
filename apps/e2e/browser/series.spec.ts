import { type APIRequestContext, expect } from '@playwright/test'
import { inDays } from './days.ts'
import { addRoom, bearer, makeOffice } from './offices.ts'
import { giveCredits, signInAs, tokenOf } from './people.ts'
import { test } from './test.ts'
import { expectToFit, expectUsableByEverybody } from './usable.ts'

const ZONE = 'Asia/Jerusalem'
/** Nearly a year of weeks, so that the clocks change in it. */
const DATES = 51
const FIRST_DAY = 3

/** A room of its own, in which somebody else has the second and the third week. */
async function makeRoom(request: APIRequestContext) {
  const admin = await tokenOf('admin', request)
  const office = await makeOffice(request, admin, { time_zone: ZONE })
  const room = await addRoom(request, admin, office)
  await giveCredits('owner', request)
  await giveCredits('member', request)
  for (const week of [1, 2]) {
    const date = inDays(FIRST_DAY + 7 * week)
    const stay = { office_id: office.id, sub_office_id: room.id, date, start: '09:30', end: '10:30' }
    const reply = await request.post('/api/orders', {
      ...bearer(await tokenOf('owner', request)),
      data: stay,
    })
    expect(reply.status()).toBe(201)
  }
  return { office, room }
}

const clock = (instant: string) =>
  new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: ZONE }).format(new Date(instant))

test('a weekly series over both clock changes is booked with one date swapped and one dropped, and its rest cancelled', async ({
  page,
  context,
  request,
}) => {
  const token = await signInAs('member', context, request)
  const { office, room } = await makeRoom(request)
  const start = `date=${inDays(FIRST_DAY)}&start=10:00&end=11:00`
  await page.goto(`/booking/${office.id}?sub_office=${room.id}&${start}`)
  await page.getByLabel('Repeat', { exact: true }).last().selectOption('Weekly')
  await page.getByLabel('Number of dates').fill(String(DATES))

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
  const id = Number(page.url().split('/').at(-1))
  const read = async () => (await request.get(`/api/orders/${id}/series`, bearer(token))).json()
  const starts: string[] = (await read()).orders.map((order: { start: string }) => order.start)
  expect(starts.map(clock)).toEqual(starts.map((_, at) => (at === 1 ? '10:30' : '10:00')))
  // The clocks have changed in between.
  expect(new Set(starts.filter((_, at) => at !== 1).map((one) => one.slice(11, 16))).size).toBe(2)

  await page.getByRole('link', { name: /^Next: / }).click()
  await expect(page.getByText(`Part of a series: 2 of ${DATES - 1}`)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  await page.getByRole('radio', { name: `This and the following: ${DATES - 2} dates` }).click()
  await expect(page.getByText(/^Everything you paid for them is refunded: /)).toBeVisible()
  await expectUsableByEverybody(page)
  await page.getByRole('button', { name: `Cancel ${DATES - 2} bookings` }).click()

  await expect(page.getByText(`${DATES - 2} bookings cancelled.`)).toBeVisible()
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  const { orders } = await read()
  expect(orders.filter((order: { cancelled_at: string | null }) => order.cancelled_at === null)).toHaveLength(
    1,
  )
})
