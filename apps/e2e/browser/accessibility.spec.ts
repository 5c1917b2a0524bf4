import { expect, type Page } from '@playwright/test'
import { emailOf, signInAs, tokenOf } from './people.ts'
import { followRequests } from './quiet.ts'
import { findDemoIds, SCREENS } from './screens.ts'
import { test } from './test.ts'
import { expectToFit, expectUsableByEverybody } from './usable.ts'

/** Switches without the transition, in which axe would see colours that do not last. */
async function paint(page: Page, theme: string) {
  await page.addStyleTag({ content: '* { transition: none !important }' })
  await page.evaluate((value) => {
    document.documentElement.dataset.mantineColorScheme = value
  }, theme)
}

/** No colour depends on the language and no word on the theme, so each is seen once. */
const LOOKS = [
  { language: 'en', theme: 'light' },
  { language: 'he', theme: 'dark' },
]

const REFUSED_CALL = /status of 404/

for (const screen of SCREENS) {
  test(`${screen.name} is accessible in both languages and both themes, and fits a phone`, async ({
    page,
    context,
    request,
    baseURL,
  }) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    const allIsQuiet = followRequests(page)
    if (screen.as) await signInAs(screen.as, context, request)
    const path =
      typeof screen.path === 'string' ? screen.path : await screen.path(await findDemoIds(request), request)

    for (const { language, theme } of LOOKS) {
      await context.addCookies([{ name: 'language', value: language, url: baseURL! }])
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await allIsQuiet()

      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.locator('html')).toHaveAttribute('dir', language === 'he' ? 'rtl' : 'ltr')
      await paint(page, theme)
      await expectUsableByEverybody(page)
      await page.setViewportSize({ width: 390, height: 844 })
      await expectToFit(page)
    }
    expect(errors.filter((text) => !(screen.isRefused && REFUSED_CALL.test(text)))).toEqual([])
  })
}

test('the form for a new password is accessible', async ({ page, request }) => {
  await request.post('/api/auth/reset_password', { data: { email: emailOf('business') } })
  const mail = page
    .getByRole('listitem')
    .filter({ hasText: emailOf('business') })
    .getByRole('link')
    .first()
  await expect(async () => {
    await page.goto('/dev/mail')
    await expect(mail).toBeVisible({ timeout: 500 })
  }).toPass()
  await mail.click()
  const [link] = (await page.locator('pre').innerText()).match(/\/reset-password\?token=\S+/) ?? []
  await page.goto(link!)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()

  await expectUsableByEverybody(page)
})

test('the open phone menu is accessible', async ({ page, context, request }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs('manager', context, request)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()

  await expectUsableByEverybody(page)
})

test('the open list of offices is accessible, and Tab moves on to the next link', async ({
  page,
  context,
  request,
}) => {
  await signInAs('manager', context, request)
  await page.goto('/dashboard')
  await page.getByPlaceholder('Select Office').click()
  await expect(page.getByRole('option').first()).toBeVisible()

  await expectUsableByEverybody(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Orders', exact: true })).toBeFocused()
})

test('a notification is accessible', async ({ page, request }) => {
  await page.goto(`/logged-in?token=${await tokenOf('member', request)}`)
  await expect(page.getByText('Successfully signed in!')).toBeVisible()
  await page.getByText('Successfully signed in!').hover()

  await expectUsableByEverybody(page)
})

test('an error message is accessible', async ({ page, context, request }) => {
  await signInAs('member', context, request)
  await page.route('**/api/orders?*', (route) => route.fulfill({ status: 500, body: 'broken' }))
  await page.goto('/orders')
  await expect(page.getByRole('alert')).toContainText('Something went wrong on our side.')

  await expectUsableByEverybody(page)
})

test('an empty list is accessible', async ({ page, context, request }) => {
  await signInAs('member', context, request)
  await page.route('**/api/orders?*', (route) =>
    route.fulfill({ json: [], headers: { 'x-total-count': '0' } }),
  )
  await page.goto('/orders')
  await expect(page.getByText('You have no orders yet')).toBeVisible()

  await expectUsableByEverybody(page)
})

for (const { name, button } of [
  { name: 'an office', button: 'Edit' },
  { name: 'a sub-office', button: 'Add sub-office' },
]) {
  test(`the form of ${name} is accessible with all its parts open`, async ({ page, context, request }) => {
    await signInAs('admin', context, request)
    await page.goto('/admin-dashboard?tab=offices&name=Rothschild')
    await expect(page.getByText('1 office', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: button, exact: true }).first().click()
    const form = page.getByRole('dialog')
    await expect(form.getByRole('button', { name: 'Save' })).toBeVisible()
    const folded = form.locator('button[aria-expanded="false"][aria-controls]')
    for (let left = await folded.count(); left > 0; left -= 1) await folded.first().click()

    await paint(page, 'light')
    await expectUsableByEverybody(page)
    await paint(page, 'dark')
    await expectUsableByEverybody(page, ['color-contrast']) // all that a theme changes
    await page.setViewportSize({ width: 390, height: 844 })
    await expectToFit(page)
  })
}
