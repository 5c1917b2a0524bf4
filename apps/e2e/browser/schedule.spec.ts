import { type APIRequestContext, expect, type Locator } from '@playwright/test'
import { inDays } from './days.ts'
import { addRoom, bearer, makeOffice } from './offices.ts'
import { giveCredits, signInAs, tokenOf } from './people.ts'
import { test } from './test.ts'
import { expectToFit, expectUsableByEverybody } from './usable.ts'

/** An office of its own with two rooms, one of them booked by the member in the morning. */
async function makeDay(request: APIRequestContext) {
  const admin = await tokenOf('admin', request)
  const office = await makeOffice(request, admin)
  const rooms = [await addRoom(request, admin, office), await addRoom(request, admin, office)] as const
  await giveCredits('member', request)
  const date = inDays(30)
  const book = async (start: string, end: string) => {
    const stay = { office_id: office.id, sub_office_id: rooms[0].id, date, start, end }
    const member = bearer(await tokenOf('member', request))
    const reply = await request.post('/api/orders', { ...member, data: stay })
    expect(reply.status()).toBe(201)
    const { id } = await reply.json()
    return `/order/${id}`
  }
  return { office, rooms, date, book }
}

test('the schedule shows a booking as soon as it is made, and the keyboard opens it', {
  tag: '@journey',
}, async ({ page, context, request }) => {
  await signInAs('admin', context, request)
  const { office, rooms, date, book } = await makeDay(request)
  await page.goto(`/dashboard?office=${office.id}`)
  await page.getByRole('link', { name: 'Schedule' }).click()
  await page.goto(`/schedule?office=${office.id}&date=${date}`)
  const board = page.getByRole('region', { name: `Schedule of ${office.name}` })
  await expect(board.getByRole('link', { name: `Week of ${rooms[1].name}` })).toBeVisible()
  await expect(page.getByText('Nothing is booked on this day.')).toBeVisible()

  const first = await book('09:00', '10:00')
  const early = board.getByRole('link', { name: /9:00 AM – 10:00 AM, Booked$/ })
  await expect(early).toHaveAttribute('href', first)
  const second = await book('13:00', '15:00')
  const late = board.getByRole('link', { name: /1:00 PM – 3:00 PM, Booked$/ })
  await expect(late).toBeVisible()
  await expectToFit(page)
  await expectUsableByEverybody(page)

  await early.focus()
  await page.keyboard.press('ArrowRight')
  await expect(late).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${second}$`))

  await page.goBack()
  await board.getByRole('link', { name: `Week of ${rooms[0].name}` }).click()
  await expect(page).toHaveURL(/view=week/)
  await expect(board.getByRole('link', { name: /9:00 AM – 10:00 AM/ })).toBeVisible()
})

/** Whether the first letter of the name is within the block. */
const showsBeginning = (block: Locator): Promise<boolean> =>
  block.locator('bdi').evaluate((name) => {
    const letter = document.createRange()
    letter.setStart(name.firstChild!, 0)
    letter.setEnd(name.firstChild!, 1)
    const [first, around] = [letter, name.closest('[data-spot]')!].map((one) => one.getBoundingClientRect())
    return first!.left >= around!.left && first!.right <= around!.right
  })

test('an office that never closes opens on its morning, and a name too long for its booking keeps its beginning', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const token = await signInAs('admin', context, request)
  const { office, rooms, date } = await makeDay(request)
  const names = ['Bartholomew Featherstonehaugh', 'אלכסנדרה בן־שמעון־אברהמי']
  for (const [at, name] of names.entries()) {
    const [sub_office_id, start, end] = [rooms[at]!.id, '10:00', '10:30']
    const customer = { name, email: `long-${at}-${office.id}@example.com` }
    const data = { sub_office_id, date, start, end, customer, payment: 'pending' }
    const reply = await request.post(`/api/offices/${office.id}/board/orders`, { ...bearer(token), data })
    expect(reply.status()).toBe(201)
  }

  for (const language of ['en', 'he']) {
    await context.addCookies([{ name: 'language', value: language, url: baseURL! }])
    await page.goto(`/schedule?office=${office.id}&date=${date}`)
    const hours = page.locator('[data-hours] > span')
    await expect(hours.nth(8)).toBeInViewport()
    await expect(hours.nth(2)).not.toBeInViewport()
    for (const name of names)
      expect(await showsBeginning(page.getByRole('link', { name })), `${name} in ${language}`).toBe(true)
  }
})

test('a space that is rented by the day is booked by days', async ({ page, context, request }) => {
  const token = await signInAs('admin', context, request)
  const { office, date } = await makeDay(request)
  const studio = await addRoom(request, token, office, { name: 'Studio', rent_type: 'day' })
  await page.goto(`/schedule?office=${office.id}&date=${date}&space=${studio.id}`)
  const board = page.getByRole('region', { name: `Schedule of ${office.name}` })
  await board.locator('[data-track]').click()

  const window = page.getByRole('dialog', { name: 'Use this time' })
  await expect(window.getByRole('combobox', { name: 'Space' })).toHaveValue('Studio')
  await expect(window.getByRole('combobox', { name: 'From' })).toHaveCount(0)
  await expect(window.getByText('Price with tax: ₪354.00')).toBeVisible()
  await window.getByLabel('Last day').fill(inDays(31))
  await page.keyboard.press('Enter')
  await expect(window.getByText('Price with tax: ₪708.00')).toBeVisible()
  await expectUsableByEverybody(page)
  await window.getByRole('button', { name: 'Somebody new' }).click()
  await window.getByLabel('Name of the guest').fill('Rina Guest')
  await window.getByLabel('Email of the guest').fill(`day-${office.id}@example.com`)
  await window.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(board.getByRole('link', { name: /^Rina Guest, / })).toBeVisible()
  await page.getByRole('button', { name: 'Next day' }).click()
  await expect(page).toHaveURL(new RegExp(inDays(31)))
  await expect(board.getByRole('link', { name: /^Rina Guest, / })).toBeVisible()
})

test('on a phone the schedule is a list of what comes one after the other', async ({
  page,
  context,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs('admin', context, request)
  const { office, rooms, date, book } = await makeDay(request)
  await book('13:00', '15:00')
  await book('09:00', '10:00')

  await page.goto(`/schedule?office=${office.id}&date=${date}`)

  const entries = page.getByRole('main').getByRole('listitem').getByRole('link')
  await expect(entries).toHaveText([/^9:00 AM – 10:00 AM.*Booked/, /^1:00 PM – 3:00 PM.*Booked/])
  await expect(page.getByText(`Free all day: ${rooms[1].name}`)).toBeVisible()
  await expectToFit(page)
  await expectUsableByEverybody(page)
})

test('a day is printed on A4 without the controls', async ({ page, context, request }) => {
  await signInAs('admin', context, request)
  const { office, date, book } = await makeDay(request)
  await book('09:00', '10:00')
  await page.goto(`/schedule?office=${office.id}&date=${date}`)
  const order = page.getByRole('link', { name: /9:00 AM – 10:00 AM, Booked$/ })
  await expect(order).toBeVisible()

  await page.emulateMedia({ media: 'print' })

  await expect(page.getByText(new RegExp(`^${office.name}, `))).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeHidden()
  await expect(order).toBeVisible()
})

test('an empty stretch is drawn and booked for a guest, and the next is closed and opened again by keyboard', async ({
  page,
  context,
  request,
}) => {
  await signInAs('admin', context, request)
  const { office, rooms, date } = await makeDay(request)
  await page.goto(`/schedule?office=${office.id}&date=${date}`)
  const board = page.getByRole('region', { name: `Schedule of ${office.name}` })
  const track = board.getByRole('listitem').filter({ hasText: rooms[0].name }).locator('[data-track]')
  await expect(track).toBeVisible()

  const { x, y, width, height } = (await track.boundingBox())!
  const at = (hour: number) => [x + (width * hour) / 24, y + height / 2] as const
  await page.mouse.move(...at(10.1))
  await page.mouse.down()
  await page.mouse.move(...at(11.9), { steps: 4 })
  await page.mouse.up()
  const window = page.getByRole('dialog', { name: 'Use this time' })
  await expect(window.getByRole('combobox', { name: 'From' })).toHaveValue('10:00 AM')
  await expect(window.getByRole('combobox', { name: 'Until' })).toHaveValue('12:00 PM')
  await window.getByRole('button', { name: 'Somebody new' }).click()
  await window.getByLabel('Name of the guest').fill('Rina Guest')
  await window.getByLabel('Email of the guest').fill(`guest-${office.id}@example.com`)
  await expect(window.getByText(/^Price with tax: /)).toBeVisible()
  await expectUsableByEverybody(page)
  await window.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(board.getByRole('link', { name: /^Rina Guest, 10:00 AM – 12:00 PM/ })).toBeVisible()

  await page.getByRole('button', { name: 'Book or close a time' }).press('Enter')
  await window.getByRole('tab', { name: 'Close' }).press('Enter')
  await window.getByLabel('Reason').fill('Painters')
  await page.keyboard.press('Enter')
  const closed = board.getByRole('button', { name: /^Closed: Painters/ })
  await expect(closed).toBeVisible()
  await closed.press('Enter')
  await page.getByRole('button', { name: 'Open again' }).press('Enter')
  await page.getByRole('button', { name: 'Yes' }).press('Enter')
  await expect(closed).toHaveCount(0)
})
