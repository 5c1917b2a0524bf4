import { expect } from '@playwright/test'
import { bearer } from './offices.ts'
import { visitCard } from './page-parts.ts'
import { emailOf, PASSWORD, signInAs, submitSignIn, tokenOf } from './people.ts'
import { followRequests } from './quiet.ts'
import { test } from './test.ts'
import { memberAt, type Office } from './visits.ts'

test('a manager signs in and sees who is in each office', { tag: '@journey' }, async ({ page, request }) => {
  const reply = await request.get('/api/offices/my-offices', bearer(await tokenOf('manager', request)))
  const offices: Office[] = await reply.json()
  const { startVisitSomewhere, checkOut } = await memberAt(request)
  const { space, orderId } = await startVisitSomewhere(offices)
  const { name } = offices.find(({ id }) => id === space.office_id)!
  await page.goto('/sign-in')
  await submitSignIn(page, emailOf('manager'))

  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Successfully signed in!')).toBeVisible()
  await expect(page.getByText('Select an office or sub-office to view active sessions')).toBeVisible()

  await page.getByPlaceholder('Select Office').click()
  await page.getByRole('group', { name, exact: true }).getByRole('option', { name: 'Whole office' }).click()
  const session = visitCard(page, orderId)
  await expect(session).toContainText('Since')
  await page.reload()
  await expect(session).toContainText('Since')
  await checkOut(orderId)
})

for (const role of ['member', 'owner', 'business'] as const) {
  test(`the demo ${role} signs in and out`, async ({ page }) => {
    await page.goto('/sign-in')
    await submitSignIn(page, emailOf(role))
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByText('Successfully signed in!')).toBeVisible()

    await page.getByRole('button', { name: 'Log Out' }).click()
    await expect(page).toHaveURL(/\/sign-in/)
  })
}

test('a visitor gets the page they asked for after signing in', async ({ page }) => {
  await page.goto('/orders')
  await expect(page).toHaveURL(/\/sign-in/)
  await page.getByLabel('Email').fill(emailOf('member'))
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Password', { exact: true }).press('Enter')

  await expect(page).toHaveURL(/\/orders$/)
})

test('signing out empties both storages and protects every page', async ({ page, context, request }) => {
  await signInAs('member', context, request)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Log Out' }).click()

  await expect(page).toHaveURL(/\/sign-in/)
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
  await page.goto('/orders')
  await expect(page).toHaveURL(/\/sign-in/)
})

test('a token in the address is checked, stored, and removed from the address', async ({ page, request }) => {
  await page.goto(`/logged-in?token=${await tokenOf('member', request)}`)

  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goBack()
  expect(page.url()).not.toContain('token=')
})

test('a token that cannot be decoded counts as expired', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('token', 'not.a.token'))
  await page.goto('/dashboard')

  await expect(page).toHaveURL(/\/sign-in/)
})

test('a token in the address replaces another signed-in user only if they agree', async ({
  page,
  context,
  request,
}) => {
  await signInAs('member', context, request)
  await page.goto('/orders')
  await expect(page.getByRole('heading', { name: 'My orders' })).toBeVisible()
  await page.goto(`/logged-in?token=${await tokenOf('admin', request)}`)
  await expect(page.getByText('Continue as admin@keyhour.test?')).toBeVisible()
  await page.getByRole('button', { name: 'Yes' }).click()

  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('link', { name: 'Admin', exact: true })).toBeVisible()
})

test('a lost connection keeps the user in the app and offers to retry', async ({
  page,
  context,
  request,
}) => {
  await signInAs('member', context, request)
  const allArrived = followRequests(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await allArrived()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Orders', exact: true }).click()

  await expect(page.getByRole('alert').getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(page).toHaveURL(/\/(orders|dashboard)$/)
})

test('a user who logs out offline lands on the sign-in page, and the warning stays', async ({
  page,
  context,
  request,
}) => {
  await signInAs('member', context, request)
  const allArrived = followRequests(page)
  const signInScript = page.waitForResponse(/sign-in-screen.*\.js$/)
  await page.goto('/orders')
  await expect(page.getByRole('heading', { name: 'My orders' })).toBeVisible()
  await signInScript
  await allArrived()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Log Out', exact: true }).click()

  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(
    page.getByText(/You are logged out on this device, but we could not reach the server/),
  ).toBeVisible()
  await expect(page.getByText('Something went wrong')).toBeHidden()
})
