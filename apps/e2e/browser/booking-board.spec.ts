import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { inDays } from './days.ts'
import { addRoom, bearer, makeOffice } from './offices.ts'
import { giveCredits, signInAs, tokenOf } from './people.ts'
import { test } from './test.ts'
import { expectToFit, expectUsableByEverybody } from './usable.ts'

/** An office of its own with two rooms, and an owner of the demo in the first one in the morning. */
async function makeDay(request: APIRequestContext, days: number) {
  const admin = await tokenOf('admin', request)
  const hours = { open_hours: '08:00', close_hours: '20:00' }
  const office = await makeOffice(request, admin, hours)
  const rooms = [
    await addRoom(request, admin, office, { name: 'Amber room' }),
    await addRoom(request, admin, office, { name: 'Birch room' }),
  ] as const
  for (const role of ['member', 'owner'] as const) await giveCredits(role, request)
  const date = inDays(days)
  const owner = await tokenOf('owner', request)
  const book = async (start: string, end: string) => {
    const data = { office_id: office.id, sub_office_id: rooms[0].id, date, start, end }
    expect((await request.post('/api/orders', { ...bearer(owner), data })).status()).toBe(201)
  }
  await book('10:00', '11:00')
  return { office, rooms, date, book, name: nameIn(owner) }
}

const nameIn = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).name

const rowOf = (page: Page, room: { name: string }) =>
  page.getByRole('region', { name: /^All spaces on / }).getByRole('group', { name: room.name })
const half = (page: Page, room: { name: string }, start: string) =>
  rowOf(page, room).getByRole('button', { name: new RegExp(`^${start} – `) })

test('a member draws a time on the board of all spaces and books it, and sees nobody else by name', {
  tag: '@journey',
}, async ({ page, context, request }) => {
  await signInAs('member', context, request)
  const { office, rooms, date, book, name } = await makeDay(request, 50)
  await page.goto(`/booking/${office.id}?date=${date}`)
  await page.getByRole('switch', { name: 'Show all spaces' }).click()
  await expect(page).toHaveURL(/view=board/)
  await expect(rowOf(page, rooms[0]).getByText('10:00 AM – 11:00 AM: Booked')).toBeAttached()
  await expect(half(page, rooms[0], '10:00 AM')).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText(name)
  await expectToFit(page)
  await expectUsableByEverybody(page)

  await book('15:00', '16:00')
  await expect(half(page, rooms[0], '3:00 PM')).toHaveCount(0)

  await half(page, rooms[0], '12:00 PM').hover()
  await page.mouse.down()
  // Past what is booked from three o'clock.
  await rowOf(page, rooms[0]).getByText('3:00 PM – 4:00 PM: Booked').locator('..').hover()
  await page.mouse.up()
  await expect(page.getByRole('combobox', { name: 'Sub-Office' })).toHaveValue(rooms[0].name)
  await expect(page.getByRole('combobox', { name: 'Start Time' })).toHaveValue('12:00 PM')
  await expect(page.getByRole('combobox', { name: 'End Time' })).toHaveValue('3:00 PM')
  await expect(page.getByText(/^Held for you for /)).toBeVisible()
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page).toHaveURL(/\/order\/\d+$/)
  await expect(page.getByText(/ 3:00 pm$/)).toBeVisible()
})

test('a member books on the board with the keyboard, and finds the booking there again', async ({
  page,
  context,
  request,
}) => {
  await signInAs('member', context, request)
  const { office, rooms, date } = await makeDay(request, 51)
  const address = `/booking/${office.id}?date=${date}&view=board`
  await page.goto(address)

  await half(page, rooms[0], '8:00 AM').focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  const start = half(page, rooms[1], '9:00 AM')
  await expect(start).toBeFocused()
  await expect(start).toHaveAttribute('aria-pressed', 'true')
  for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByRole('combobox', { name: 'Sub-Office' })).toHaveValue(rooms[1].name)
  await expect(page.getByRole('combobox', { name: 'End Time' })).toHaveValue('10:30 AM')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('combobox', { name: 'Sub-Office' })).toBeFocused()
  const bookIt = page.getByRole('button', { name: 'Book', exact: true })
  await expect(bookIt).toBeEnabled()
  await bookIt.press('Enter')
  await expect(page).toHaveURL(/\/order\/\d+$/)

  await page.goto(address)
  await expect(rowOf(page, rooms[1]).getByText('Your booking')).toBeVisible()
  await expect(rowOf(page, rooms[0]).getByText('Your booking')).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a member books on the board with a thumb', async ({ page, context, request }) => {
    await signInAs('member', context, request)
    const { office, rooms, date, name } = await makeDay(request, 52)
    await page.goto(`/booking/${office.id}?date=${date}&view=board`)
    const start = half(page, rooms[1], '1:00 PM')
    await expect(start).toBeAttached()
    const { width, height } = (await start.boundingBox())!
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    await expectToFit(page)
    await expectUsableByEverybody(page)
    await expect(page.getByRole('main')).not.toContainText(name)

    await start.tap()
    await half(page, rooms[1], '2:30 PM').tap()
    const bar = page.locator('[data-bottom-bar]')
    await expect(bar).toContainText('1:00 PM – 3:00 PM')
    await expect(bar).toContainText(rooms[1].name)
    await expectUsableByEverybody(page)
    await bar.getByRole('button', { name: 'Book' }).tap()
    await expect(page).toHaveURL(/\/order\/\d+$/)
    await expect(page.getByText(/ 3:00 pm$/)).toBeVisible()
  })
})
