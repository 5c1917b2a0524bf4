import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { inDays } from './days.ts'
import { addRoom, makeOffice } from './offices.ts'
import { giveCredits, signInAs, tokenOf } from './people.ts'
import { test } from './test.ts'
import { expectToFit, expectUsableByEverybody } from './usable.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

/** Counts what a thumb does: each touch, and each field that is typed in. */
function thumb() {
  const taps: string[] = []
  return {
    taps,
    async tap(what: string, target: Locator) {
      await target.tap()
      taps.push(what)
    },
    async type(what: string, field: Locator, text: string) {
      await field.fill(text)
      taps.push(what)
    },
  }
}

/** Big enough for a thumb, and text that a phone does not zoom in on. */
async function expectForThumbs(cells: Locator) {
  for (const cell of (await cells.all()).slice(0, 6)) {
    const { width, height } = (await cell.boundingBox())!
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    const size = await cell.locator('b').evaluate((text) => parseFloat(getComputedStyle(text).fontSize))
    expect(size).toBeGreaterThanOrEqual(16)
  }
}

const bar = (page: Page) => page.locator('[data-bottom-bar]')
const cardOf = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

async function mailedLink(context: BrowserContext, email: string): Promise<string> {
  const mail = await context.newPage()
  await expect(async () => {
    await mail.goto('/dev/mail')
    await mail.getByRole('listitem').filter({ hasText: email }).getByRole('link').click({ timeout: 2_000 })
  }).toPass()
  const [link] = /https?:\/\/\S+token=\S+/.exec((await mail.locator('pre').textContent()) ?? '') ?? []
  await mail.close()
  return link!
}

test('a new visitor gets from the landing page to a booking with at most 12 taps', {
  tag: '@journey',
}, async ({ page, context }) => {
  const { taps, tap, type } = thumb()
  const email = `tapping.${inDays(1)}@example.com`
  await page.goto('/')
  await tap('Book a space', page.getByRole('link', { name: 'Book a space' }).first())
  await expect(page.locator('#root[data-live]')).toBeAttached()
  const card = page
    .getByRole('region', { name: 'Spaces found' })
    .locator('li[data-office]')
    .filter({ hasText: ' an hour' })
    .first()
  await tap('the first space', card.getByRole('link'))
  await expect(page.locator('#root[data-live]')).toBeAttached()
  const start = page.getByRole('group', { name: 'Start time' }).getByRole('button', { disabled: false })
  // Not the first: it might begin before the visitor has signed up.
  await expect(start.last()).toBeVisible()
  await expectForThumbs(start)
  await tap('a start', start.last())
  await expectForThumbs(page.getByRole('group', { name: 'End time' }).getByRole('button'))
  await expect(bar(page)).toBeInViewport()
  const price = await bar(page).locator('strong').textContent()
  await expectUsableByEverybody(page)
  await tap('Book', bar(page).getByRole('button', { name: 'Book' }))

  await expect(page).toHaveURL(/\/sign-up$/)
  await expect(page.getByRole('note')).toContainText(price!)
  await type('name', page.getByLabel('Name'), 'Tal Tapper')
  await type('email', page.getByLabel('Email'), email)
  await type('password', page.getByLabel('Password', { exact: true }), 'seven brass keys')
  await tap('Create an account', page.getByRole('button', { name: 'Create an account' }))
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()

  const link = await mailedLink(context, email)
  taps.push('the link in the mail')
  await page.goto(link)
  await expect(page.getByRole('note')).toContainText(price!)
  await type('password again', page.getByLabel('Password', { exact: true }), 'seven brass keys')
  await tap('Confirm and sign in', page.getByRole('button', { name: 'Confirm and sign in' }))
  await expect(bar(page)).toContainText(price!)
  await expect(page.getByText(/^Free cancellation/)).toBeAttached()
  await tap('Book and pay later', page.getByRole('button', { name: 'Or book now and pay later' }))

  await expect(page.getByText('Booking successful!')).toBeVisible()
  expect(taps.length, taps.join(', ')).toBeLessThanOrEqual(12)
})

test('a member gets from the search to a booking with at most 4 taps', { tag: '@journey' }, async ({
  page,
  context,
  request,
}) => {
  const admin = await tokenOf('admin', request)
  const office = await makeOffice(request, admin)
  const room = await addRoom(request, admin, office)
  await giveCredits('member', request)
  await signInAs('member', context, request)
  const { taps, tap } = thumb()
  await page.goto(`/spaces?place=${office.name}`)
  await expect(page.locator('#root[data-live]')).toBeAttached()
  await tap('the space', cardOf(page, room.name))
  await expect(page.locator('#root[data-live]')).toBeAttached()
  const starts = page.getByRole('group', { name: 'Start time' }).getByRole('button', { disabled: false })
  // Late in the evening today may be over; the page then shows tomorrow.
  await tap('a start', starts.last())
  await tap('Book', bar(page).getByRole('button', { name: 'Book' }))
  await expect(bar(page)).toContainText(room.name)
  await expectForThumbs(page.getByRole('group', { name: 'End Time' }).getByRole('button'))
  await expectToFit(page)
  await expectUsableByEverybody(page)
  await tap('Book', bar(page).getByRole('button', { name: 'Book' }))

  await expect(page.getByText('Booking successful!')).toBeVisible()
  await expect(page).toHaveURL(/\/order\/\d+$/)
  expect(taps.length, taps.join(', ')).toBeLessThanOrEqual(4)
})

test('the dates of a page in Hebrew are picked from a calendar in Hebrew, with the keyboard too', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  const office = await makeOffice(request, await tokenOf('admin', request))
  await context.addCookies([{ name: 'language', value: 'he', url: baseURL! }])
  await page.goto(`/spaces/${office.id}?date=${inDays(40)}`)
  await expect(page.locator('#root[data-live]')).toBeAttached()
  await page.getByLabel('תאריך', { exact: true }).focus()
  await page.keyboard.press('ArrowDown')
  const calendar = page.getByRole('dialog', { name: 'תאריך' })
  await expect(calendar.locator(`[data-date="${inDays(40)}"]`)).toBeFocused()
  await expectUsableByEverybody(page)
  // To the left is later.
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')

  await expect(calendar).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`date=${inDays(41)}`))
})
