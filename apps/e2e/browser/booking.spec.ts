import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { inDays } from './days.ts'
import { giveCredits, signInAs } from './people.ts'
import { test } from './test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

type Room = { office_id: number; sub_office_id: number; name: string; office: string }

/** Each test has its own day, so that they do not take each other's slots. */
async function findFreeRoom(request: APIRequestContext, firstDay: number): Promise<Room & { date: string }> {
  const offices = await (await request.get('/api/offices/')).json()
  const rooms: Room[] = offices
    .filter((office: { open_hours: string | null; temporarily_closed: boolean }) => office.open_hours)
    .flatMap(
      (office: {
        id: number
        name: string
        sub_offices: { id: number; name: string; type: string; rent_type: string }[]
      }) =>
        office.sub_offices
          .filter(({ type, rent_type }) => type === 'meeting_room' && rent_type === 'hour')
          .map(({ id, name }) => ({ office_id: office.id, sub_office_id: id, name, office: office.name })),
    )
  for (const room of rooms) {
    const date = inDays(firstDay)
    const address = `/api/offices/${room.office_id}/availability?date=${date}&sub_office_id=${room.sub_office_id}`
    const { reason, slots } = await (await request.get(address)).json()
    if (reason === null && slots.every(({ free }: { free: number }) => free > 0)) return { ...room, date }
  }
  throw new Error('No room is free on that day.')
}

async function openDay(page: Page, room: Room & { date: string }) {
  await page.goto(`/booking/${room.office_id}?sub_office=${room.sub_office_id}`)
  await expect(page.getByRole('heading', { level: 1, name: `Book ${room.office}` })).toBeVisible()
  await page.getByLabel('Date', { exact: true }).fill(room.date)
}

const starts = (page: Page) => page.getByRole('group', { name: 'Start Time' })
const ends = (page: Page) => page.getByRole('group', { name: 'End Time' })
const half = (page: Page, start: string) =>
  starts(page).getByRole('button', { name: new RegExp(`^${start}:`) })

test('a member books by touch, sees the price and the hold first, and cancels for a full refund', {
  tag: '@journey',
}, async ({ page, context, request }) => {
  await signInAs('member', context, request)
  await openDay(page, await findFreeRoom(request, 40))
  await half(page, '2:00 PM').tap()
  await ends(page)
    .getByRole('button', { name: /^3:30 PM, / })
    .tap()
  await expect(page.getByText(/^Held for you for [45]:\d\d$/)).toBeAttached()
  const bar = page.locator('[data-bottom-bar]')
  await expect(bar).toBeInViewport()
  await expect(bar).toContainText('₪')
  await bar.getByRole('button', { name: 'Book' }).tap()

  await expect(page.getByText('Booking successful!')).toBeVisible()
  await expect(page).toHaveURL(/\/order\/\d+$/)
  await expect(page.getByText(/ 3:30 pm$/)).toBeVisible()

  await page.getByRole('button', { name: 'Cancel booking' }).tap()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(/Everything you paid is refunded|Nothing has been paid yet/)
  await question.getByRole('button', { name: 'Yes' }).tap()
  await expect(page.getByText('Booking cancelled.')).toBeVisible()
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
})

test('a member books with the keyboard alone and can add the order to a calendar', {
  tag: '@journey',
}, async ({ page, context, request }) => {
  await signInAs('member', context, request)
  await openDay(page, await findFreeRoom(request, 41))
  await half(page, '1:00 PM').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await ends(page).getByRole('button', { pressed: true }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-bottom-bar]')).toContainText('1:30 PM – 3:00 PM')
  await page.getByRole('button', { name: 'Book', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/order\/\d+$/)
  await expect(page.getByText(/ 1:30 pm$/)).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Add to calendar' }).press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^keyhour-\d+\.ics$/)
})

test('a slot taken by another member shows immediately, and one tap books an alternative', async ({
  page,
  context,
  request,
}) => {
  const rival = await signInAs('owner', await context.browser()!.newContext(), request)
  await signInAs('member', context, request)
  const room = await findFreeRoom(request, 42)
  await openDay(page, room)
  await expect(half(page, '1:00 PM')).toHaveAccessibleName(/Free$/)
  const taken = await request.post('/api/orders', {
    headers: { authorization: `Bearer ${rival}` },
    data: {
      office_id: room.office_id,
      sub_office_id: room.sub_office_id,
      date: room.date,
      start: '13:00',
      end: '14:00',
    },
  })
  expect(taken.status()).toBe(201)
  await expect(half(page, '1:00 PM')).toHaveAccessibleName(/Booked$/)

  // As a shared link has it.
  await page.goto(
    `/booking/${room.office_id}?sub_office=${room.sub_office_id}&date=${room.date}&start=13:00&end=14:00`,
  )
  const offers = page.getByRole('alert').filter({ hasText: 'This time is no longer free.' })
  await expect(offers).toBeInViewport()
  await offers
    .getByRole('button', { name: new RegExp(`${room.name}$`) })
    .first()
    .tap()

  await expect(page.getByText('Booking successful!')).toBeVisible()
  await expect(page).toHaveURL(/\/order\/\d+$/)
})

/** A space rented by the day, with two free days in a row. */
async function findFreeDays(request: APIRequestContext, month: string) {
  const offices = await (await request.get('/api/offices/')).json()
  for (const { id, sub_offices } of offices)
    for (const space of sub_offices.filter(({ rent_type }: { rent_type: string }) => rent_type === 'day')) {
      const address = `/api/offices/${id}/availability/month?month=${month}&sub_office_id=${space.id}`
      const { days } = await (await request.get(address)).json()
      const isFree = ({ free }: { free: number }) => free === 1
      const at = days.findIndex((day: { free: number }, index: number) =>
        [day, days[index + 1]].every((one) => one && isFree(one)),
      )
      if (at >= 0)
        return {
          address: `/booking/${id}?sub_office=${space.id}`,
          first: days[at].date as string,
          last: days[at + 1].date as string,
        }
    }
  throw new Error('No space has two free days in that month.')
}

const day = (page: Page, date: string) => page.locator(`[data-date="${date}"]`)

async function turnTo(page: Page, date: string) {
  await expect(page.getByLabel('First Day')).toBeVisible()
  while ((await day(page, date).count()) === 0) await page.getByRole('button', { name: 'Next month' }).click()
  await expect(day(page, date)).toHaveAccessibleName(/: Free$/)
}

test('a member picks days on a calendar, a reload keeps them, and others see them taken immediately', async ({
  page,
  context,
  request,
}) => {
  const { address, first, last } = await findFreeDays(request, inDays(62).slice(0, 7))
  const others = await context.browser()!.newContext()
  await signInAs('owner', others, request)
  await signInAs('member', context, request)
  await giveCredits('member', request)
  const elsewhere = await others.newPage()
  await elsewhere.goto(address)
  await turnTo(elsewhere, first)
  await page.goto(address)
  await turnTo(page, first)
  await day(page, first).tap()
  await day(page, last).tap()
  await expect(page.getByLabel('Last Day')).toHaveAttribute('data-value', last)
  await expect(day(elsewhere, last)).toHaveAccessibleName(/: Booked$/)

  await page.reload()
  await expect(day(page, first)).toHaveAttribute('aria-pressed', 'true')
  await expect(day(page, last)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText(/^Held for you for/)).toBeAttached()
  await page.getByRole('button', { name: 'Book', exact: true }).tap()
  await expect(page.getByText('Booking successful!')).toBeVisible()
  await expect(day(elsewhere, first)).toHaveAccessibleName(/: Booked$/)
})
