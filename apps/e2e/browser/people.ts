import type { APIRequestContext, BrowserContext } from '@playwright/test'

export type Role = 'admin' | 'manager' | 'owner' | 'business' | 'member'

export const PASSWORD = 'keyhour-demo'
export const emailOf = (role: Role): string => `${role}@keyhour.test`

/** Signs in over the API and hands the browser its token, for tests that are not about signing in. */
export async function signInAs(
  role: Role,
  context: BrowserContext,
  request: APIRequestContext,
): Promise<string> {
  const reply = await request.post('/api/auth/sign_in', {
    data: { email: emailOf(role), password: PASSWORD },
  })
  const token: string = await reply.json()
  await context.addInitScript((value) => {
    // Only where there is none yet: signing out has to last.
    if (window.name === 'signed in') return
    window.name = 'signed in'
    localStorage.setItem('token', value)
  }, token)
  return token
}
