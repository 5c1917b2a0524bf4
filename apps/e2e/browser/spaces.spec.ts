import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { inDays } from './days.ts'
import { addRoom, makeOffice } from './offices.ts'
import { emailOf, signInAs, submitSignIn, tokenOf } from './people.ts'
import { findDemoIds } from './screens.ts'
import { test } from './test.ts'

const cards = (page: Page) => page.getByRole('region', { name: 'Spaces found' }).locator('li[data-office]')
const total = (page: Page) => page.getByRole('status').first()
const type = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name} `) })

/** Waits for the script: before it, the page is a plain form. */
async function open(page: Page, path: string) {
  await page.goto(path)
  await expect(page.locator('#root[data-live]')).toBeAttached()
}

/** Holds back the scripts until the returned function is called. */
async function openWithoutScripts(page: Page, path: string) {
  let letThrough = () => {}
  const isLetThrough = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await isLetThrough
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return async () => {
    letThrough()
    await expect(page.locator('#root[data-live]')).toBeAttached()
  }
}

/** It has no sub-offices, so it is rented whole. */
const makeOwnOffice = async (request: APIRequestContext, more: object = {}) =>
  makeOffice(request, await tokenOf('admin', request), more)

type Room = { office_id: number; sub_office_id: number; office: string; name: string }

/** Each test has its own day, so that they do not take each other's slots. */
async function findRoom(request: APIRequestContext, date: string): Promise<Room> {
  const query = `type=meeting_room&date=${date}&start=14:00&end=15:00&place=Haifa`
  const { spaces } = await (await request.get(`/api/spaces?${query}`)).json()
  const { office_id, sub_office_id, office_name, name } = spaces[0]
  return { office_id, sub_office_id, office: office_name, name }
}

async function chooseRoom(page: Page, room: Room, date: string) {
  await open(page, '/spaces')
  await type(page, 'Meeting Room').check({ force: true })
  await page.getByLabel('Place').fill('Haifa')
  await page.getByLabel('Date', { exact: true }).fill(date)
  await page.getByRole('combobox', { name: 'From' }).selectOption('14:00')
  await page.getByLabel('Until').selectOption('15:00')
  await expect(page).toHaveURL(/start=14:00&end=15:00/)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.getByRole('link', { name: room.name, exact: true }).click()

  await expect(page.getByRole('heading', { level: 1 })).toContainText(room.office)
  await expect(page.getByRole('combobox', { name: 'Space', exact: true })).toHaveValue(
    String(room.sub_office_id),
  )
  await expect(page.getByText('2:00 PM to 3:00 PM')).toBeVisible()
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page).toHaveURL(/\/sign-up$/)
  await expect(page.getByRole('note')).toContainText('2:00 PM – 3:00 PM')
}

async function expectBooking(page: Page, { office }: { office: string }, date: string) {
  await expect(page.getByRole('heading', { level: 1, name: `Book ${office}` })).toBeVisible()
  await expect(page.getByLabel('Date', { exact: true })).toHaveAttribute('data-value', date)
  await expect(page.getByLabel('Start Time').first()).toHaveValue('2:00 PM')
  await expect(page.getByLabel('End Time').first()).toHaveValue('3:00 PM')
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page).toHaveURL(/\/order\/\d+$/)
}

/** Someone who was never signed in here is asked to sign up. */
async function signInInstead(page: Page) {
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  // Both pages have a field for the address.
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await submitSignIn(page, emailOf('member'))
}

test('a visitor books a whole office from its page, signing in on the way', async ({ page, request }) => {
  const date = inDays(64)
  const { id, name } = await makeOwnOffice(request)
  await open(page, `/spaces?place=${name}&date=${date}&start=14:00&end=15:00`)
  await cards(page).getByRole('link', { name, exact: true }).click()
  await expect(page).toHaveURL(`/spaces/${id}?date=${date}&start=14:00&end=15:00`)
  await expect(page.getByRole('combobox', { name: 'Space', exact: true })).toHaveCount(0)
  await expect(page.getByText('2:00 PM to 3:00 PM')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '₪106.20' })).toBeVisible()
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await signInInstead(page)

  await expectBooking(page, { office: name }, date)
})

test('the page of an office scrolls to the time searched for', async ({ page, request }) => {
  const { id } = await makeOwnOffice(request)
  await open(page, `/spaces/${id}?date=${inDays(65)}&start=22:00&end=23:00`)

  await expect(page.getByRole('button', { name: '10:00 PM – 10:30 PM: Free' })).toBeInViewport()
  await expect(page.getByRole('button', { name: '8:00 AM – 8:30 AM: Free' })).not.toBeInViewport()
})

test('a time after midnight is carried from the search to the order', async ({ page, request }) => {
  const date = inDays(67)
  const { name } = await makeOwnOffice(request, { open_hours: '18:00', close_hours: '03:00' })
  await open(page, `/spaces?place=${name}&date=${date}&start=00:30&end=01:30`)
  await cards(page).getByRole('link', { name, exact: true }).click()
  await expect(page.getByText(/: 12:30 AM to 1:30 AM$/)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '₪106.20' })).toBeVisible()
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await signInInstead(page)

  await expect(page.getByLabel('Date', { exact: true })).toHaveAttribute('data-value', inDays(66))
  await expect(page.getByLabel('Start Time').first()).toHaveValue('12:30 AM, next day')
  await expect(page.getByLabel('End Time').first()).toHaveValue('1:30 AM, next day')
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page).toHaveURL(/\/order\/\d+$/)
})

test('a visitor finds a room, signs up by email on the way, and books it', {
  tag: '@journey',
}, async ({ page, context, request }) => {
  const date = inDays(62)
  const email = `rina.${date}@example.com`
  const room = await findRoom(request, date)
  await chooseRoom(page, room, date)
  await page.getByLabel('Name').fill('Rina Bar')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('seven brass keys')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()

  const mail = await context.newPage()
  await expect(async () => {
    await mail.goto('/dev/mail')
    await mail.getByRole('listitem').filter({ hasText: email }).getByRole('link').click({ timeout: 2_000 })
  }).toPass()
  const [link] = /https?:\/\/\S+token=\S+/.exec((await mail.locator('pre').textContent()) ?? '') ?? []
  await mail.goto(link!)
  await mail.getByLabel('Password', { exact: true }).fill('seven brass keys')
  await mail.getByRole('button', { name: 'Confirm and sign in' }).click()

  await mail.getByRole('radio', { name: 'Later' }).check()
  await expectBooking(mail, room, date)
})

test('results and address follow the filters, and Back undoes them', async ({ page }) => {
  await open(page, '/spaces')
  const everything = await total(page).textContent()
  await type(page, 'Podcast Room').check({ force: true })
  await expect(page).toHaveURL('/spaces?type=podcast_room')
  await expect(page.getByRole('heading', { level: 1, name: 'Podcast rooms' })).toBeVisible()
  await expect(page).toHaveTitle('Podcast rooms · Keyhour')
  await expect(total(page)).not.toHaveText(everything!)
  const podcasts = await total(page).textContent()
  const parking = page.getByRole('checkbox', { name: /^Parking/ })
  await parking.check({ force: true })
  await expect(page).toHaveURL('/spaces?type=podcast_room&amenities=parking')
  await expect(total(page)).not.toHaveText(podcasts!)

  await page.goBack()
  await expect(parking).not.toBeChecked()
  await expect(total(page)).toHaveText(podcasts!)
  await page.goBack()
  await expect(total(page)).toHaveText(everything!)
  await page.goForward()
  await expect(type(page, 'Podcast Room')).toBeChecked()
  await page.reload()
  await expect(total(page)).toHaveText(podcasts!)
})

test('filters set before the script loads are kept', async ({ page }) => {
  const start = await openWithoutScripts(page, '/spaces')
  await type(page, 'Meeting Room').check({ force: true })
  await page.getByLabel('Place').fill('Haifa')
  await page.getByLabel('Date', { exact: true }).fill(inDays(50))
  await page.getByRole('checkbox', { name: /^Wi-Fi/ }).check({ force: true })
  await start()

  await expect(page.getByRole('heading', { level: 1, name: 'Meeting rooms' })).toBeVisible()
  await expect(page).toHaveURL(
    `/spaces?type=meeting_room&place=Haifa&date=${inDays(50)}&start=09:00&end=10:00&amenities=wifi`,
  )
  await expect(page.getByLabel('Place')).toHaveValue('Haifa')
  await expect(total(page)).toContainText('free at that time')
})

test('a space chosen before the script loads is the one that is booked', async ({ page, request }) => {
  const date = inDays(65)
  const room = await findRoom(request, date)
  const start = await openWithoutScripts(page, `/spaces/${room.office_id}`)
  const space = page.getByRole('combobox', { name: 'Space', exact: true })
  await space.selectOption(String(room.sub_office_id))
  await page.getByLabel('Date', { exact: true }).fill(date)
  await start()

  await expect(space).toHaveValue(String(room.sub_office_id))
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await signInInstead(page)
  await expect(page).toHaveURL(`/booking/${room.office_id}?sub_office=${room.sub_office_id}&date=${date}`)
})

test('a stay chosen before the script loads is carried to the booking page', async ({ page, request }) => {
  const date = inDays(66)
  const room = await findRoom(request, date)
  await openWithoutScripts(page, `/spaces/${room.office_id}`)
  await page.getByRole('combobox', { name: 'Space', exact: true }).selectOption(String(room.sub_office_id))
  await page.getByLabel('Date', { exact: true }).fill(date)
  const booking = page.waitForRequest(/\/booking\//)
  await page.getByRole('button', { name: 'Book', exact: true }).click()

  expect((await booking).url()).toContain(
    `/booking/${room.office_id}?sub_office=${room.sub_office_id}&date=${date}`,
  )
})

test('on a phone the link to the booking box scrolls to it', async ({ browser, request }) => {
  const { spaces } = await (await request.get('/api/spaces')).json()
  for (const width of [320, 390]) {
    const page = await browser.newPage({ viewport: { width, height: 640 } })
    await open(page, `/spaces/${spaces[0].office_id}`)
    await page.getByRole('link', { name: 'Choose a time' }).click()

    await expect(page.getByRole('heading', { name: 'Book a time' })).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await page.close()
  }
})

test('choosing a day fills in the hours and shows only free spaces', async ({ page }) => {
  await open(page, '/spaces')
  await page.getByLabel('Date', { exact: true }).fill(inDays(50))

  await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue('09:00')
  await expect(page.getByLabel('Until')).toHaveValue('10:00')
  await expect(total(page)).toContainText('free at that time')
  await expect(cards(page).first()).toContainText(/Free|seats? free/)
  await page.getByRole('button', { name: 'Any time' }).click()
  await expect(total(page)).toHaveText(/^\d+ spaces$/)
})

test('a typed date is searched when it is complete, and one that has passed is refused at its field', async ({
  page,
}) => {
  const [date, other] = [inDays(50), inDays(51)]
  await open(page, `/spaces?date=${date}&start=14:00&end=16:00`)
  const asked: string[] = []
  // Not the search that the page repeats with the time zone of the device.
  const isNew = (url: string) => url.includes('/api/spaces') && !url.includes(date)
  page.on('request', (request) => isNew(request.url()) && asked.push(request.url()))
  const field = page.getByLabel('Date', { exact: true })
  await field.fill('1/1/2020')
  await field.press('Tab')
  await expect(page.getByRole('alert')).toHaveText('Choose a date within the next year')
  await page.waitForTimeout(600)
  expect(asked).toEqual([])

  await field.fill(other)
  await expect(page).toHaveURL(new RegExp(`date=${other}`))
  await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue('14:00')
})

test('if nothing is found, each filter can be removed', async ({ page }) => {
  await open(page, '/spaces?type=clinics&people=500')
  await expect(page.getByRole('heading', { name: 'No space matches your search' })).toBeVisible()
  await page.getByRole('link', { name: '500 people' }).click()

  await expect(page).toHaveURL('/spaces?type=clinics')
  await expect(cards(page).first()).toBeVisible()
})

test('a failed search says so and can be retried', async ({ page }) => {
  await open(page, '/spaces')
  await page.route('**/api/spaces?*', (route) => route.abort())
  await page.getByLabel('People').fill('20')
  await expect(page.getByRole('alert')).toContainText('The spaces could not be loaded.')
  await page.unroute('**/api/spaces?*')
  await page.getByRole('button', { name: 'Try again' }).click()

  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(total(page)).toHaveText(/^\d+ spaces$/)
})

test('the map and the list highlight each other', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/spaces?place=Rothschild')
  const marker = page.getByRole('button', { name: /^Rothschild House: \d+ spaces from ₪[\d.]+ an hour$/ })
  await expect(marker).toBeVisible()
  await cards(page).first().hover()
  await expect(marker).toHaveClass(/pointed/)
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(marker).not.toHaveClass(/pointed/)
  await marker.hover()
  await expect(cards(page).first()).toHaveAttribute('data-pointed', 'true')
  await marker.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeVisible()

  await page.getByRole('link', { name: /^Rothschild House.*: \d+ spaces from/ }).click()
  await expect(page).toHaveURL(/\/spaces\/\d+\?space=\d+$/)
})

/** The map begins with a part of the world, so other pins are beside it. */
const isOneInSight = (pins: Element[]): boolean =>
  pins.some((pin) => {
    const { x, y, right, bottom } = pin.getBoundingClientRect()
    // None while the map draws its pins anew.
    const map = pin.closest('section')?.getBoundingClientRect()
    if (!map) return false
    return x >= map.x && y >= map.y && right <= map.right && bottom <= Math.min(map.bottom, innerHeight)
  })

test('the whole map is visible below the form, and grows when the form scrolls away', async ({ page }) => {
  for (const [width, height] of [
    [1366, 768],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await open(page, '/spaces')
    const map = page.getByRole('region', { name: 'Map of the spaces' })
    await expect.poll(() => map.getByRole('button', { name: /spaces/ }).evaluateAll(isOneInSight)).toBe(true)
    await expect(map).toBeInViewport({ ratio: 1 })
    await page.evaluate(() => window.scrollTo(0, 1000))
    await expect.poll(async () => (await map.boundingBox())?.height).toBe(height - 32)
  }
})

test('location is requested only on demand, and a visitor who declines sees what that means', async ({
  browser,
}) => {
  const near = await browser.newContext({
    geolocation: { latitude: 32.06, longitude: 34.77 },
    permissions: ['geolocation'],
  })
  const page = await near.newPage()
  await open(page, '/spaces')
  await page.getByLabel('Sort by').selectOption('distance')
  await expect(cards(page).first()).toContainText('km away')
  await expect(cards(page).first()).toContainText('Tel Aviv')
  await expect(page).toHaveURL('/spaces?sort=distance')
  await near.close()

  const far = await browser.newContext()
  const refused = await far.newPage()
  await refused.addInitScript(() => {
    navigator.geolocation.getCurrentPosition = (_, fail) =>
      fail?.({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError)
  })
  await open(refused, '/spaces')
  await refused.getByLabel('Sort by').selectOption('distance')
  await expect(refused.getByText('Your browser did not share your location')).toBeVisible()
  await expect(refused.getByLabel('Sort by')).toHaveValue('best')
  await far.close()
})

test('without scripts, the search is a form, its pages are links, and offices can be read', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/spaces')
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL('/spaces?page=2')
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible()
  await page.getByLabel('Place').fill('Rothschild')
  await page.getByLabel('Sort by').selectOption('price')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/place=Rothschild.*&sort=price/)
  await expect(page.getByLabel('Sort by')).toHaveValue('price')
  await expect(cards(page).first()).toContainText('Rothschild House')
  await cards(page).first().getByRole('link').click()

  await expect(page.getByRole('heading', { level: 1, name: 'Rothschild House' })).toBeVisible()
  await expect(page.getByText('Open 24/7', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page).toHaveURL(/\/booking\/\d+\?sub_office=\d+&date=/)
  await context.close()
})

test('a Hebrew address shows the page in Hebrew, right to left, and its links keep the language', async ({
  page,
}) => {
  await open(page, '/spaces?language=he')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('heading', { level: 1, name: 'חיפוש חלל עבודה' })).toBeVisible()
  await page.locator('li[data-office] a').first().click()

  await expect(page.getByRole('heading', { name: 'על המשרד' })).toBeVisible()
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/spaces\/\d+\?language=he$/)
})

test('on a phone the filters open, and the map replaces the list', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const page = await context.newPage()
  await open(page, '/spaces')
  await expect(page.getByLabel('People')).toBeHidden()
  await page.getByRole('button', { name: 'Filters' }).tap()
  await page.getByLabel('People').fill('30')
  await expect(page.getByRole('button', { name: 'Filters · 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Map' }).tap()
  await expect(cards(page).first()).toBeHidden()
  await expect(
    page.getByRole('region', { name: 'Map of the spaces' }).getByRole('button').first(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'List' }).tap()

  await expect(cards(page).first()).toBeVisible()
  await context.close()
})

test('a visitor can choose a type, browse pictures and pick a stay with the keyboard', async ({
  page,
  request,
}) => {
  await open(page, '/spaces')
  await type(page, 'All').focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL('/spaces?type=office')

  await open(page, `/spaces/${(await findDemoIds(request)).office}`)
  const pictures = page.getByRole('region', { name: 'Pictures' })
  await pictures.getByRole('button', { name: /^Picture 1 of/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(pictures).toContainText(/2 \/ \d/)
  await page.keyboard.press('ArrowLeft')
  await expect(pictures).toContainText(/1 \/ \d/)
  const next = pictures.getByRole('button', { name: 'Next picture' })
  for (let time = 0; time < 3; time += 1) await next.click()
  await expect(pictures).toContainText(/4 \/ \d/)
  await page.getByLabel('Date', { exact: true }).fill(inDays(70))
  const starts = page.getByRole('group', { name: 'Start time' })
  await starts.getByRole('button').first().focus()
  await page.keyboard.press('Enter')
  const ends = page.getByRole('group', { name: 'End time' })
  await ends.getByRole('button').first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const third = await ends.getByRole('button').nth(2).getAttribute('aria-label')
  await page.keyboard.press('Enter')

  const [, end] = /^Until (.+), /.exec(third!)!
  await expect(page.getByText(new RegExp(` to ${end}$`))).toBeVisible()
})

test('a slot booked by another member shows as taken immediately', async ({ page, context, request }) => {
  const date = inDays(63)
  const room = await findRoom(request, date)
  const token = await signInAs('member', await context.browser()!.newContext(), request)
  await open(page, `/spaces/${room.office_id}?space=${room.sub_office_id}&date=${date}&start=14:00&end=15:00`)
  await expect(page.getByRole('button', { name: '2:00 PM – 2:30 PM: Free' })).toBeVisible()
  const { office_id, sub_office_id } = room
  const order = await request.post('/api/orders', {
    data: { office_id, sub_office_id, date, start: '14:00', end: '15:00' },
    headers: { Authorization: `Bearer ${token}` },
  })
  expect(order.ok()).toBe(true)

  await expect(page.getByRole('button', { name: '2:00 PM – 2:30 PM: Booked' })).toBeVisible()
  await expect(page.getByText('Part of that time is booked. Choose another time.')).toBeVisible()
})

test('an office that is not open yet says so and cannot be booked', async ({ page, request }) => {
  const offices: { id: number; coming_soon: boolean }[] = await (await request.get('/api/offices/')).json()
  const closed = offices.find(({ coming_soon }) => coming_soon)
  await open(page, `/spaces/${closed?.id}`)
  await expect(page.getByText('Coming soon: this office is not open yet and cannot be booked.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Book', exact: true })).toHaveCount(0)
})

test('a hidden office answers "not found" to a visitor, with a link to the search', async ({
  page,
  request,
}) => {
  const hidden = await makeOwnOffice(request, { hidden: true })
  const reply = await page.goto(`/spaces/${hidden.id}`)
  expect(reply?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Space not found' })).toBeVisible()
  await expect(page.getByText(hidden.name)).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'See all spaces' }).click()

  await expect(page).toHaveURL('/spaces')
  await expect(cards(page).first()).toBeVisible()
})

test('the page of an office asks for each day once, however many spaces it has', async ({
  page,
  request,
}) => {
  const date = inDays(66)
  const { office_id } = await findRoom(request, date)
  const asked: string[] = []
  page.on('request', (call) => {
    const { pathname, search } = new URL(call.url())
    if (pathname.includes('/availability')) asked.push(pathname + search)
  })
  await open(page, `/spaces/${office_id}`)
  await page.getByLabel('Date', { exact: true }).fill(date)
  await expect(page.getByRole('group', { name: 'Start time' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Space', exact: true }).selectOption({ index: 1 })
  await expect(page.getByRole('group', { name: 'Start time' })).toBeVisible()

  expect(asked).toEqual([`/api/offices/${office_id}/availability/spaces?date=${date}`])
})

const MOST_SCRIPT_BYTES = 98 * 1024

test('the search loads little script, and the map only when it is visible', async ({ browser, request }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const loaded = new Set<string>()
  page.on('response', (reply) => {
    const { pathname } = new URL(reply.url())
    if (pathname.endsWith('.js')) loaded.add(pathname)
  })
  await open(page, '/spaces')
  await page.waitForLoadState('networkidle')
  const sizes = await Promise.all(
    [...loaded].map(async (path) => {
      const reply = await request.get(path, { headers: { 'Accept-Encoding': 'gzip' } })
      return Number(reply.headers()['content-length'] ?? (await reply.body()).length)
    }),
  )

  expect([...loaded].filter((path) => path.includes('map'))).toEqual([])
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST_SCRIPT_BYTES)
  await context.close()
})

test('a visitor finds a meeting room for six people tomorrow at ten, looks at its pictures and books it @journey', async ({
  page,
  request,
}) => {
  const [date, capacity] = [inDays(1), 6]
  const token = await tokenOf('admin', request)
  const office = await makeOffice(request, token, {
    address: '1 Lilienblum Street, Tel Aviv',
    lat: 32.06,
    lon: 34.77,
  })
  const room = await addRoom(request, token, office, { capacity })
  await page.goto('/')
  await page.getByLabel('Where').fill(`Tel Aviv ${office.name}`)
  await page.getByRole('combobox', { name: 'Date' }).selectOption(date)
  await page.getByRole('combobox', { name: 'From' }).selectOption('10:00')
  await page.getByRole('spinbutton', { name: 'People' }).fill(String(capacity))
  await page.getByRole('button', { name: 'Find a space' }).click()
  await expect(page.getByText(/^Nearest to Tel Aviv/)).toBeVisible()
  await cards(page).getByRole('link', { name: room.name, exact: true }).click()

  const stay = `space=${room.id}&date=${date}&start=10:00&end=11:00&people=${capacity}`
  await expect(page).toHaveURL(`/spaces/${office.id}?${stay}`)
  await expect(page.getByText(`${room.name} · Meeting Room · up to 6 people`)).toBeVisible()
  await expect(page.getByText('10:00 AM to 11:00 AM')).toBeVisible()
})

test('a picture opens over the whole screen, turns by key, and gives the focus back', async ({
  page,
  request,
}) => {
  await open(page, `/spaces/${(await findDemoIds(request)).office}`)
  const first = page.getByRole('button', { name: /^Picture 1 of/ })
  await first.focus()
  await page.keyboard.press('Enter')
  const lightbox = page.getByRole('dialog', { name: 'Pictures' })
  await expect(lightbox).toContainText(/1 \/ \d/)
  await page.keyboard.press('ArrowRight')
  await expect(lightbox).toContainText(/2 \/ \d/)
  await lightbox.getByRole('button', { name: 'Previous picture' }).click()
  await expect(lightbox).toContainText(/1 \/ \d/)
  await page.keyboard.press('Escape')

  await expect(lightbox).toHaveCount(0)
  await expect(first).toBeFocused()
})
