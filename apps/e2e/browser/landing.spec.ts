import { expect, type Page } from '@playwright/test'
import { inDays } from './days.ts'
import { test } from './test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const TURN_MS = 10_000
const TYPES = ['Office', 'Open Space', 'Meeting Room', 'Lecture Room', 'Clinics', 'Podcast Room']

/** The title of the visible panel. */
async function shown(page: Page): Promise<string[]> {
  const titles = page.locator('.panel h3')
  const visible = await Promise.all((await titles.all()).map((title) => title.isVisible()))
  return (await titles.allTextContents()).filter((_, index) => visible[index])
}

/** The clock of the page stops until the test advances it. */
async function openShowcase(page: Page): Promise<void> {
  await page.clock.install({ time: '2026-03-02T08:00:00Z' })
  await page.clock.pauseAt('2026-03-02T08:00:01Z')
  await page.goto('/')
  await page.mouse.move(2, 2)
}

test('the showcase starts with Office, advances every ten seconds, and starts over after the last', async ({
  page,
}) => {
  await openShowcase(page)
  for (const [index, type] of TYPES.entries()) {
    expect(await shown(page)).toEqual([type])
    await page.clock.runFor(TURN_MS - 1)
    expect(await shown(page)).toEqual([type])
    await page.clock.runFor(1)
    expect(await shown(page)).toEqual([TYPES[(index + 1) % TYPES.length]])
  }
})

test('every picture of the showcase is loaded before its turn', async ({ page }) => {
  await page.goto('/')

  await expect
    .poll(() =>
      page
        .locator('.showcase img')
        .evaluateAll((pictures) =>
          pictures.every(
            (picture) =>
              (picture as HTMLImageElement).complete && (picture as HTMLImageElement).naturalWidth > 0,
          ),
        ),
    )
    .toBe(true)
})

test('a click shows another type, with a button that searches for it', async ({ page }) => {
  await page.goto('/')
  await page.locator('.type', { hasText: 'Clinics' }).click()

  expect(await shown(page)).toEqual(['Clinics'])
  await expect(page.getByRole('radio', { name: 'Clinics' })).toBeChecked()
  await expect(page.getByRole('link', { name: 'Book Clinics' })).toHaveAttribute(
    'href',
    '/spaces?type=clinics',
  )
})

test('the showcase pauses while the pointer or the focus is in it', async ({ page }) => {
  await openShowcase(page)
  await page.locator('.panels').hover()
  await page.clock.runFor(3 * TURN_MS)
  expect(await shown(page)).toEqual(['Office'])

  await page.mouse.move(2, 2)
  await page.clock.runFor(TURN_MS)
  expect(await shown(page)).toEqual(['Open Space'])

  await page.getByRole('link', { name: 'Book Open Space' }).focus()
  await page.clock.runFor(3 * TURN_MS)
  expect(await shown(page)).toEqual(['Open Space'])
})

test('the showcase resumes when the mouse that chose a type leaves', async ({ page }) => {
  await openShowcase(page)
  await page.locator('.type', { hasText: 'Clinics' }).click()
  await page.mouse.move(2, 2)
  await page.clock.runFor(TURN_MS)

  expect(await shown(page)).toEqual(['Podcast Room'])
})

test('a stopped showcase stays stopped until the visitor resumes it', async ({ page }) => {
  await openShowcase(page)
  await page.getByRole('button', { name: 'Pause the slideshow' }).click()
  await page.mouse.move(2, 2)
  await page.clock.runFor(3 * TURN_MS)
  expect(await shown(page)).toEqual(['Office'])

  await page.getByRole('button', { name: 'Play the slideshow' }).click()
  await page.mouse.move(2, 2)
  await page.clock.runFor(TURN_MS)
  expect(await shown(page)).toEqual(['Open Space'])
})

test('the showcase does not move for visitors who prefer reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openShowcase(page)
  await page.clock.runFor(3 * TURN_MS)

  expect(await shown(page)).toEqual(['Office'])
  await expect(page.getByRole('button', { name: 'Pause the slideshow' })).toBeHidden()
})

test('small screens show no showcase', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')

  await expect(page.getByRole('heading', { name: 'Workspaces that work for you' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Browse by space type' })).toBeHidden()
})

test('one question is open at a time, and the open one closes', async ({ page }) => {
  await page.goto('/')
  const open = page.locator('#faq details[open]')
  const ask = (question: string) => page.getByText(question).click()

  await expect(page.locator('#faq summary')).toHaveCount(5)
  await ask('Do I have to sign a contract?')
  await expect(page.getByText('There are no contracts.')).toBeVisible()
  await ask('How long does booking take?')
  await expect(page.getByText('Booking takes seconds')).toBeVisible()
  await expect(open).toHaveCount(1)
  await ask('How long does booking take?')
  await expect(open).toHaveCount(0)
})

test('the keyboard reaches everything on the page in reading order', async ({ page }) => {
  await page.goto('/')
  const expected = await page
    .locator('a[href], button, summary, input:checked, .finder :is(input, select)')
    .evaluateAll((all) => all.filter((one) => one.checkVisibility({ visibilityProperty: true })).length)
  const reached: (string | undefined)[] = []
  for (let step = 0; step < expected; step += 1) {
    await page.keyboard.press('Tab')
    reached.push(
      await page.evaluate(() => {
        const { activeElement } = document
        return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim() ?? undefined
      }),
    )
  }

  expect(reached.slice(0, 6)).toEqual([
    'Skip to content',
    'Keyhour home page',
    'Find a space',
    'For Businesses',
    'How it Works',
    'Space Owner Login',
  ])
  expect(reached.at(-1)).toBe('English (US)')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Choose your language' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'English (US)' })).toBeFocused()
})

test('a visitor says where, when and for how many people, and sees what is free @journey', async ({
  page,
}) => {
  await page.goto('/')
  const form = page.getByRole('form', { name: 'Find a space' })
  await form.getByLabel('Where').fill('Haifa')
  await form.getByLabel('Date').selectOption(inDays(2))
  await form.getByLabel('From').selectOption('2:00 PM')
  await form.getByRole('button', { name: 'Find a space' }).click()

  await expect(page).toHaveURL(/\/spaces\?place=Haifa&date=[\d-]+&start=14(:|%3A)00$/)
  await expect(page.getByRole('heading', { name: 'Find a workspace' })).toBeVisible()
  await expect(page.getByLabel('Place')).toHaveValue('Haifa')
  await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue('14:00')
  await expect(page.getByLabel('Until')).toHaveValue('15:00')
})

test('the arrow keys move between types', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('radio', { name: 'Office' }).focus()
  await page.keyboard.press('ArrowRight')

  expect(await shown(page)).toEqual(['Open Space'])
})

for (const path of ['/', '/for-businesses', '/space-owners', '/contact', '/terms', '/cookies', '/privacy']) {
  test(`every link on ${path} works`, async ({ page, request }) => {
    await page.goto(path)
    const addresses = await page
      .locator('a[href]')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
    const own = new Set(addresses.filter((address) => new URL(address).origin === new URL(page.url()).origin))

    expect(addresses.filter((address) => /%|undefined/.test(address))).toEqual([])
    for (const address of own) {
      const { pathname, hash } = new URL(address)
      const reply = await request.get(address)
      expect([address, reply.status()]).toEqual([address, 200])
      if (hash && pathname === new URL(page.url()).pathname) await expect(page.locator(hash)).toHaveCount(1)
    }
  })
}

test('without scripts, the page can be read, types chosen, questions opened and the language changed', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-US' })
  const page = await context.newPage()
  await page.goto(`${baseURL}/`)

  await expect(page.getByRole('heading', { level: 1, name: 'Work from anywhere' })).toBeVisible()
  expect(await shown(page)).toEqual(['Office'])
  await page.locator('.type', { hasText: 'Meeting Room' }).click()
  expect(await shown(page)).toEqual(['Meeting Room'])
  await page.getByText('Do I have to sign a contract?').click()
  await expect(page.getByText('There are no contracts.')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'עברית' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'לעבוד מכל מקום' })).toBeVisible()
  await context.close()
})

test('a language chosen in the footer is remembered', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'English (US)' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'עברית' }).click()

  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.goto('/contact')
  await expect(page.getByRole('heading', { level: 1, name: 'יצירת קשר' })).toBeVisible()
})

test('switching the theme changes the pictures too and is remembered', async ({ page }) => {
  await page.goto('/')
  const hero = page.locator('.hero img')
  const address = () => hero.evaluate((picture) => (picture as HTMLImageElement).currentSrc)
  await expect.poll(address).toContain('hero-light')
  await page.getByRole('button', { name: 'Switch to dark mode' }).click()

  await expect.poll(address).toContain('hero-dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect.poll(address).toContain('hero-dark')
})

test('on a phone the links are in a menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const link = page.getByRole('link', { name: 'Space Owner Login' })
  await expect(link).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()

  await expect(link).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(link).toBeHidden()

  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'How it Works' }).click()
  await expect(link).toBeHidden()
  await expect(page.locator('#how-it-works')).toBeInViewport()
})

test('on the narrowest phone the name never overlaps the buttons', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  for (const language of ['en', 'he']) {
    await page.goto(`/?language=${language}`)
    const tools = page.locator('.tools')
    const [around, buttons, name] = await Promise.all(
      [page.locator('.brand'), tools, page.locator('.brand span')].map((part) => part.boundingBox()),
    )
    if (!around || !buttons || !name) throw new Error('The navbar lacks a part')
    const isBeside = name.x + name.width <= buttons.x || buttons.x + buttons.width <= name.x
    const isUnseen = name.y >= around.y + around.height

    expect(isBeside || isUnseen).toBe(true)
    await expect(page.locator('.brand img')).toBeInViewport({ ratio: 1 })
    await expect(tools).toBeInViewport({ ratio: 1 })
  }
})

test('a company sends a message after correcting its mistakes', { tag: '@journey' }, async ({ page }) => {
  await page.goto('/for-businesses')
  await page.getByLabel('Your email address').fill('dana')
  await page.getByRole('textbox', { name: 'Company' }).fill('Acme')
  await page.getByRole('button', { name: 'Send' }).click()

  await expect(page.getByText('Should be a valid email!')).toBeVisible()
  await expect(page.getByText('Cannot be empty')).toBeVisible()
  await expect(page.getByLabel('Your email address')).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Company' })).toHaveValue('Acme')

  await page.getByLabel('Your email address').fill('dana@keyhour.test')
  await page.getByLabel('How can we help?').fill('Desks for twelve')
  const request = page.waitForRequest('**/api/contact/')
  await page.getByRole('button', { name: 'Send' }).click()
  expect((await request).postDataJSON()).toEqual({
    email: 'dana@keyhour.test',
    message: 'For businesses\nCompany: Acme\n\nDesks for twelve',
    language: 'en',
  })
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    'Thank you, we have received your message. We will reply to dana@keyhour.test.',
  )
})

test('a message that fails to send is kept, and the failure is explained in Hebrew too', async ({ page }) => {
  await page.route('**/api/contact/', (route) =>
    route.fulfill({
      status: 429,
      json: { detail: 'Too many attempts. Please wait a few minutes and try again.' },
    }),
  )
  await page.goto('/contact?language=he')
  await page.getByLabel('כתובת האימייל שלך').fill('dana@keyhour.test')
  await page.getByLabel('ההודעה שלך').fill('שלום')
  await page.getByRole('button', { name: 'שליחה' }).click()

  await expect(page.getByRole('alert')).toHaveText('יותר מדי ניסיונות. כדאי להמתין כמה דקות ולנסות שוב.')
  await expect(page.getByLabel('ההודעה שלך')).toHaveValue('שלום')

  await page.unroute('**/api/contact/')
  await page.route('**/api/contact/', (route) => route.abort())
  await page.getByRole('button', { name: 'שליחה' }).click()
  await expect(page.getByRole('alert')).toHaveText('לא הצלחנו להגיע לשרת. כדאי לבדוק את החיבור ולנסות שוב.')
})
