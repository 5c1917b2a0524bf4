import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { inDays } from './days.ts'
import { addRoom, bearer, makeOffice, type Named } from './offices.ts'
import { giveCredits, signInAs, tokenOf } from './people.ts'
import { test } from './test.ts'
import { expectUsableByEverybody } from './usable.ts'

/** An office of its own with a room for 50 and one for 80 an hour. The member has the first from nine to ten. */
async function makeDay(request: APIRequestContext) {
  const admin = await tokenOf('admin', request)
  const office = await makeOffice(request, admin)
  const room = await addRoom(request, admin, office, { name: 'Almond' })
  const dearer = await addRoom(request, admin, office, { name: 'Basil', price_per_hour: 80 })
  await giveCredits('member', request)
  const date = inDays(30)
  const book = async (space: Named, start: string, end: string) => {
    const stay = { office_id: office.id, sub_office_id: space.id, date, start, end }
    const member = bearer(await tokenOf('member', request))
    expect((await request.post('/api/orders', { ...member, data: stay })).status()).toBe(201)
  }
  await book(room, '09:00', '10:00')
  return { office, room, dearer, book, url: `/schedule?office=${office.id}&date=${date}` }
}
type Day = Awaited<ReturnType<typeof makeDay>>

async function openBoard(page: Page, { office, url }: Day): Promise<Locator> {
  await page.goto(url)
  const board = page.getByRole('region', { name: `Schedule of ${office.name}` })
  await expect(booking(board, '9:00 AM – 10:00 AM')).toBeVisible()
  return board
}

const booking = (board: Locator, times: string) =>
  board.getByRole('link', { name: new RegExp(`${times}, Booked$`) })

const rowOf = (board: Locator, space: Named) => board.getByRole('listitem').filter({ hasText: space.name })

/** Of an office that never closes. */
async function pointAt(board: Locator, space: Named, hour: number): Promise<[number, number]> {
  const { x, y, width, height } = (await rowOf(board, space).locator('[data-track]').boundingBox())!
  return [x + (width * hour) / 24, y + height / 2]
}

/** Takes the booking of nine o'clock in its middle, and leaves the button pressed. */
async function dragTo(page: Page, board: Locator, space: Named, hour: number) {
  const { x, y, width, height } = (await booking(board, '9:00 AM – 10:00 AM').boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(...(await pointAt(board, space, hour + 0.5)), { steps: 6 })
}

const fieldOf = (window: Locator, name: string) => window.getByRole('combobox', { name })

const windowOn = (page: Page) => page.getByRole('dialog', { name: 'Move this booking?' })

test('a booking is dragged to a dearer room: the price is shown first, and the move is undone', {
  tag: '@journey',
}, async ({ page, context, request }) => {
  await signInAs('admin', context, request)
  const day = await makeDay(request)
  const board = await openBoard(page, day)

  await dragTo(page, board, day.dearer, 11)
  await expect(board.getByText('11:00 AM – 12:00 PM')).toBeVisible()
  await page.mouse.up()
  const window = windowOn(page)
  await expect(fieldOf(window, 'Space')).toHaveValue('Basil')
  await expect(fieldOf(window, 'From')).toHaveValue('11:00 AM')
  await expect(window.getByText('Price with tax: ₪94.40 instead of ₪59.00.')).toBeVisible()
  await expect(window.getByText('The customer gets an email about it.')).toBeVisible()
  await expectUsableByEverybody(page)
  await window.getByRole('button', { name: 'Move' }).click()

  await expect(
    rowOf(board, day.dearer).getByRole('link', { name: /11:00 AM – 12:00 PM, Booked$/ }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(
    rowOf(board, day.room).getByRole('link', { name: /9:00 AM – 10:00 AM, Booked$/ }),
  ).toBeVisible()
})

test('a booking is carried, lengthened and put back by keyboard alone', async ({
  page,
  context,
  request,
}) => {
  await signInAs('admin', context, request)
  const day = await makeDay(request)
  const board = await openBoard(page, day)
  const said = board.getByRole('status')

  await booking(board, '9:00 AM – 10:00 AM').focus()
  await page.keyboard.press('m')
  await expect(said).toContainText('picked up: Almond')
  await page.keyboard.press('ArrowDown')
  await expect(said).toContainText('Basil')
  await page.keyboard.press('Escape')
  await expect(said).toContainText('is back: Almond')

  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(said).toContainText('9:30 AM – 11:00 AM')
  await page.keyboard.press('Enter')
  const window = windowOn(page)
  await expect(fieldOf(window, 'From')).toHaveValue('9:30 AM')
  await expect(fieldOf(window, 'Until')).toHaveValue('11:00 AM')
  const move = window.getByRole('button', { name: 'Move' })
  await expect(move).toBeEnabled()
  await move.press('Enter')

  await expect(
    rowOf(board, day.dearer).getByRole('link', { name: /9:30 AM – 11:00 AM, Booked$/ }),
  ).toBeVisible()
})

test('in the window of a move, space and times are chosen by keyboard alone', async ({
  page,
  context,
  request,
}) => {
  await signInAs('admin', context, request)
  const day = await makeDay(request)
  const board = await openBoard(page, day)

  await booking(board, '9:00 AM – 10:00 AM').focus()
  for (const key of ['m', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  const window = windowOn(page)
  await expect(fieldOf(window, 'From')).toBeFocused()
  await page.keyboard.type('2 pm')
  await page.keyboard.press('Tab')
  await expect(fieldOf(window, 'From')).toHaveValue('2:00 PM')
  await expect(fieldOf(window, 'Until')).toBeFocused()
  await page.keyboard.type('15:30')
  await page.keyboard.press('Enter')
  await expect(fieldOf(window, 'Until')).toHaveValue('3:30 PM')
  for (const key of ['Shift+Tab', 'Shift+Tab', 'Shift+Tab']) await page.keyboard.press(key)
  await expect(fieldOf(window, 'Space')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: 'Basil' })).toBeVisible()
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(fieldOf(window, 'Space')).toHaveValue('Basil')
  const move = window.getByRole('button', { name: 'Move' })
  await expect(move).toBeEnabled()
  await expectUsableByEverybody(page)
  await move.press('Enter')

  await expect(
    rowOf(board, day.dearer).getByRole('link', { name: /2:00 PM – 3:30 PM, Booked$/ }),
  ).toBeVisible()
})

test('the edge of a booking is pulled, and Escape changes nothing', async ({ page, context, request }) => {
  await signInAs('admin', context, request)
  const day = await makeDay(request)
  const board = await openBoard(page, day)
  const { x, y, width, height } = (await booking(board, '9:00 AM – 10:00 AM').boundingBox())!

  await page.mouse.move(x + width - 3, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(...(await pointAt(board, day.room, 11)), { steps: 4 })
  await page.mouse.up()
  const window = windowOn(page)
  await expect(fieldOf(window, 'From')).toHaveValue('9:00 AM')
  await expect(fieldOf(window, 'Until')).toHaveValue('11:00 AM')
  await page.keyboard.press('Escape')

  await expect(window).toBeHidden()
  await expect(booking(board, '9:00 AM – 10:00 AM')).toBeVisible()
})

test('of two managers who drag one booking, the second learns that it has moved', async ({
  page,
  context,
  request,
}) => {
  await signInAs('admin', context, request)
  const day = await makeDay(request)
  const [first, second] = [page, await context.newPage()]
  const [firstBoard, secondBoard] = [await openBoard(first, day), await openBoard(second, day)]

  await dragTo(first, firstBoard, day.room, 12)
  await first.mouse.up()
  await expect(windowOn(first).getByRole('button', { name: 'Move' })).toBeEnabled()
  await second.bringToFront()
  await dragTo(second, secondBoard, day.dearer, 7)
  await second.mouse.up()
  await windowOn(second).getByRole('button', { name: 'Move' }).click()
  await expect(windowOn(second)).toBeHidden()
  await first.bringToFront()
  await windowOn(first).getByRole('button', { name: 'Move' }).click()

  await expect(windowOn(first).getByText('This booking has been moved in the meantime.')).toBeVisible()
  await windowOn(first).getByRole('button', { name: 'Cancel' }).click()
  await expect(booking(firstBoard, '7:00 AM – 8:00 AM')).toBeVisible()
})

test('a drop where a member has just booked is refused, with other times to take', async ({
  page,
  context,
  request,
}) => {
  await signInAs('admin', context, request)
  const day = await makeDay(request)
  const board = await openBoard(page, day)

  await dragTo(page, board, day.dearer, 11)
  await day.book(day.dearer, '11:00', '12:00')
  await page.mouse.up()

  const window = windowOn(page)
  await expect(window.getByText('This time is no longer free.')).toBeVisible()
  await expect(window.getByRole('button', { name: 'Move', exact: true })).toBeDisabled()
  await expect(booking(board, '9:00 AM – 10:00 AM')).toHaveCount(1)
  await window.getByRole('button', { name: /^Take this instead.*12:00 PM.*Basil/ }).click()
  await expect(fieldOf(window, 'From')).toHaveValue('12:00 PM')
  await window.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(booking(board, '12:00 PM – 1:00 PM')).toBeVisible()
})

test('on a phone a button beside a booking changes its time', async ({ page, context, request }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs('admin', context, request)
  const day = await makeDay(request)
  await page.goto(day.url)

  await page.getByRole('button', { name: /^Change time:/ }).click()
  const window = windowOn(page)
  await expect(window.getByText('Choose another time or space.')).toBeVisible()
  for (const [name, time] of [
    ['From', '10'],
    ['Until', '11'],
  ] as const) {
    await fieldOf(window, name).fill(time)
    await page.keyboard.press('Enter')
  }
  await expect(window.getByText('The price stays the same: ₪59.00 with tax.')).toBeVisible()
  await expectUsableByEverybody(page)
  await window.getByRole('button', { name: 'Move' }).click()

  await expect(page.getByRole('link', { name: /10:00 AM – 11:00 AM/ })).toBeVisible()
})
