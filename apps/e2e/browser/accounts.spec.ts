import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { type Accounts, linkFrom, stubGoogle, test } from './accounts-product.ts'
import { submitSignIn } from './people.ts'

// The tests share one product, so they run one after the other.
test.describe.configure({ mode: 'default' })

const PASSWORD = 'seven brass keys'
const NEW_PASSWORD = 'eight brass keys'
const now = () => Math.floor((performance.timeOrigin + performance.now()) / 1000)

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Log Out', exact: true }).click()
  await expect(page).toHaveURL(/\/sign-in/)
}

/** Confirming signs in, so it signs out again. */
async function signUp(page: Page, accounts: Accounts, email: string) {
  await page.goto('/sign-up')
  await page.getByLabel('Name').fill('Dana Levi')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()

  await page.goto(await linkFrom(accounts, email, /Confirm your email address/))
  await page.getByLabel('Password', { exact: true }).fill('not the one that was chosen')
  await page.getByRole('button', { name: 'Confirm and sign in' }).click()
  await expect(page.getByText('This is not the password you chose when you signed up.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Confirm and sign in' }).click()
  await expectSignedIn(page)
  await logOut(page)
}

/** Signs up through the API, for tests that are not about signing up. */
async function makeAccount(request: APIRequestContext, accounts: Accounts, email: string) {
  const data = { name: 'Dana Levi', email, password: PASSWORD }
  expect((await request.post('/api/auth/sign_up', { data })).status()).toBe(200)
  const link = new URL(await linkFrom(accounts, email, /Confirm your email address/))
  const token = link.searchParams.get('token')
  const reply = await request.post('/api/auth/confirm_sign_up', { data: { token, password: PASSWORD } })
  expect(reply.status()).toBe(200)
}

async function signIn(page: Page, email: string, password = PASSWORD) {
  await page.goto('/sign-in')
  await submitSignIn(page, email, password)
}

const expectSignedIn = (page: Page) => expect(page).toHaveURL(/\/dashboard$/)
const expectMail = ({ mailServer }: Accounts, to: string, subject: RegExp) =>
  expect
    .poll(() => mailServer.to(to).map((mail) => mail.subject))
    .toContainEqual(expect.stringMatching(subject))
const expectFailure = (page: Page) =>
  expect(page.getByText('Sign-in failed. Please try again.')).toBeVisible()

test('a new user signs up, confirms by email, signs in, changes the password and signs out', {
  tag: '@journey',
}, async ({ page, accounts }) => {
  const email = 'dana@example.com'
  await signUp(page, accounts, email)
  await signIn(page, email)
  await expect(page.getByText('Successfully signed in!')).toBeVisible()
  await expectSignedIn(page)

  await page.goto('/profile')
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed. Other devices are signed out.')).toBeVisible()
  await expectMail(accounts, email, /Your password was changed/)

  await page.getByRole('button', { name: 'Log Out', exact: true }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await signIn(page, email)
  await expectFailure(page)
  await signIn(page, email, NEW_PASSWORD)
  await expectSignedIn(page)
})

test('a member who forgot their password sets a new one by email, once, and is signed out everywhere else', async ({
  page,
  browser,
  request,
  accounts,
}) => {
  const email = 'forgetful@example.com'
  await makeAccount(request, accounts, email)
  const elsewhere = await (await browser.newContext({ baseURL: accounts.url })).newPage()
  await signIn(elsewhere, email)
  await expectSignedIn(elsewhere)

  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()

  const link = await linkFrom(accounts, email, /Set a new password/)
  await page.goto(link)
  expect(page.url()).not.toContain('token')
  await page.getByLabel('New password').fill('password123')
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await expect(page.getByText('This password is too common. Please choose another one.')).toBeVisible()
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await expectSignedIn(page)

  await elsewhere.goto('/orders')
  await expect(elsewhere).toHaveURL(/\/sign-in/)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await elsewhere.context().close()
})

test('a user signs in with Google, and logging out revokes the consent', async ({ page, accounts }) => {
  const { google } = accounts
  const calls = await stubGoogle(page, () =>
    google.idToken(now(), { sub: '1001', email: 'noa@gmail.com', name: 'Noa' }),
  )
  await page.goto('/sign-in')
  const button = page.getByRole('button', { name: 'Sign in with Google' })
  await expect(button).toHaveAttribute('data-look', 'outline large')
  await button.click()
  await expect(page.getByText('Successfully signed in!')).toBeVisible()
  await expectSignedIn(page)

  await page.reload()
  await page.getByRole('button', { name: 'Log Out', exact: true }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await expect.poll(() => calls).toEqual(['disableAutoSelect', 'revoke noa@gmail.com'])
})

test('a Google token for another site does not sign anyone in', async ({ page, accounts }) => {
  await stubGoogle(page, () => accounts.google.idToken(now(), { aud: 'another-site' }))
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Sign in with Google' }).click()

  await expectFailure(page)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('if Google is blocked, the page says so and the email form works', async ({
  page,
  request,
  accounts,
}) => {
  const email = 'blocked@example.com'
  await makeAccount(request, accounts, email)
  await page.route('https://accounts.google.com/**', (route) => route.abort())
  await page.goto('/sign-in')
  await expect(page.getByText('Google could not be reached.')).toBeVisible()
  await submitSignIn(page, email, PASSWORD)

  await expectSignedIn(page)
})

const DELETION = '/api/user-profile/delete-account'

/** Deactivates the account through the API, for tests that begin after that. */
async function deleteAccount(request: APIRequestContext, accounts: Accounts, email: string) {
  expect((await request.post(DELETION, { data: { email } })).status()).toBe(200)
  const link = await linkFrom(accounts, email, /Confirm that you want to delete your account/)
  const token = new URL(link).searchParams.get('token')
  expect((await request.post(`${DELETION}/confirm`, { data: { token } })).status()).toBe(200)
}

test('the link in one email deactivates an account, and the link in the next restores it', async ({
  page,
  request,
  accounts,
}) => {
  const email = 'undecided@example.com'
  await makeAccount(request, accounts, email)
  await signIn(page, email)
  await expectSignedIn(page)
  await page.goto('/delete-account')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Request Account Deletion' }).click()
  await expect(page.getByText('Account deletion request submitted. Please check your email.')).toBeVisible()
  await page.goto(await linkFrom(accounts, email, /Confirm that you want to delete your account/))
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('Your account is deactivated', { exact: true })).toBeVisible()
  await page.goto('/orders')
  await expect(page).toHaveURL(/\/sign-in/)

  const undo = await linkFrom(accounts, email, /Your account is deactivated/)
  for (const _ of ['once', 'and once more']) {
    await page.goto(undo)
    await page.getByRole('button', { name: 'Keep my account' }).click()
    await expect(page.getByText('Your account is back')).toBeVisible()
  }
  await signIn(page, email)
  await expectSignedIn(page)
})

test('a user who signs in before their account is deleted is offered to keep it', async ({
  page,
  request,
  accounts,
}) => {
  const email = 'returning@example.com'
  await makeAccount(request, accounts, email)
  await deleteAccount(request, accounts, email)
  await signIn(page, email)
  await expect(page.getByText('This account is waiting to be deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Keep my account' }).click()

  await expectSignedIn(page)
  await expect(page.getByText('Welcome back! Your account and all your data are still here')).toBeVisible()
})

// Runs last, because it moves the clock.
test('after seven days the account is purged, even if the product was down, and its address can be used again', async ({
  page,
  request,
  accounts,
}) => {
  const email = 'leaving@example.com'
  await makeAccount(request, accounts, email)
  await deleteAccount(request, accounts, email)
  const undo = await linkFrom(accounts, email, /Your account is deactivated/)
  await accounts.restartAfter(6.9)
  await signIn(page, email)
  await expect(page.getByText('This account is waiting to be deleted')).toBeVisible()

  await accounts.restartAfter(7.1)
  const answer = page.getByText(/^(Sign-in failed|This account is waiting to be deleted)/)
  // Seldom, because sign-ins to one account are limited.
  await expect(async () => {
    await signIn(page, email)
    expect(await answer.textContent()).toContain('Sign-in failed')
  }).toPass({ intervals: [3000] })
  await page.goto(undo)
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByText('This link is no longer valid.')).toBeVisible()
  await makeAccount(request, accounts, email)
  await signIn(page, email)
  await expectSignedIn(page)
})
