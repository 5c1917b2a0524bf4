import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'

export type Role = 'admin' | 'manager' | 'owner' | 'business' | 'member'

export const PASSWORD = 'keyhour-demo'
export const emailOf = (role: Role): string => `${role}@keyhour.test`

export async function tokenOf(role: Role, request: APIRequestContext): Promise<string> {
  const data = { email: emailOf(role), password: PASSWORD }
  return (await request.post('/api/auth/sign_in', { data })).json()
}

/** Signs in through the API, for tests that are not about signing in. */
export async function signInAs(
  role: Role,
  context: BrowserContext,
  request: APIRequestContext,
): Promise<string> {
  const token = await tokenOf(role, request)
  await context.addInitScript((value) => {
    // Only once per window, so that signing out lasts.
    if (window.name === 'signed in') return
    window.name = 'signed in'
    localStorage.setItem('token', value)
  }, token)
  return token
}

export async function submitSignIn(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Enough for any stay in the demo, so that no unpaid booking of another test is in the way. */
export async function giveCredits(role: Role, request: APIRequestContext): Promise<void> {
  const headers = { authorization: `Bearer ${await tokenOf('admin', request)}` }
  const found = await request.get(`/api/admin/users?page=1&q=${emailOf(role)}`, { headers })
  const [{ id }] = await found.json()
  for (const currency of ['ILS', 'EUR', 'GBP', 'USD'])
    await request.post(`/api/admin/users/${id}/add_credits?credits=5000&currency=${currency}`, { headers })
}
