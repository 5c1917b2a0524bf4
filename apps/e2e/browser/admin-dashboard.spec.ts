import { expect, type Page } from '@playwright/test'
import { type Role, signInAs } from './people.ts'
import { test } from './test.ts'

const TABS = ['Users', 'Offices', 'Doors', 'Home Assistants', 'All Orders', 'Insight', 'Credit Packs']
const LISTS = {
  '/api/admin/users': 'Failed to fetch users.',
  '/api/admin/offices': 'Failed to fetch offices.',
  '/api/admin/devices': 'Failed to fetch devices.',
  '/api/admin/home-assistants': 'Failed to fetch home assistants.',
}
const isList = (list: string) => (url: URL) => url.pathname === list

/** Collects the paths of the calls that the page makes. */
function asked(page: Page): Set<string> {
  const paths = new Set<string>()
  page.on('request', (request) => paths.add(new URL(request.url()).pathname))
  return paths
}

test('admins see seven tabs, Users first, and every list is loaded on entry', {
  tag: '@journey',
}, async ({ page, context, request }) => {
  await signInAs('admin', context, request)
  const paths = asked(page)
  await page.goto('/admin-dashboard')

  await expect(page.getByRole('tab')).toHaveText(TABS)
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Users')
  await expect(page.getByRole('heading', { name: 'Admin Dashboard Users' })).toBeVisible()
  await expect.poll(() => [...paths]).toEqual(expect.arrayContaining(Object.keys(LISTS)))
})

test('the chosen tab survives a reload and can be linked to', async ({ page, context, request }) => {
  await signInAs('admin', context, request)
  await page.goto('/admin-dashboard')
  await page.getByRole('tab', { name: 'Credit Packs' }).click()
  await expect(page).toHaveURL('/admin-dashboard?tab=creditPacks')
  await page.reload()

  await expect(page.getByRole('heading', { name: 'Credit Packs Management' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Users')
})

test('Messages, Office Manager Dashboard and Log Out work', async ({ page, context, request }) => {
  await signInAs('admin', context, request)
  await page.goto('/admin-dashboard')
  await page.getByRole('link', { name: 'Messages' }).click()
  await expect(page).toHaveURL('/messages')
  await page.getByRole('link', { name: 'Office Manager Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto('/admin-dashboard')
  await page.getByRole('button', { name: 'Log Out' }).click()

  await expect(page).toHaveURL('/sign-in')
})

for (const role of ['manager', 'member'] as const satisfies Role[])
  test(`a ${role} is redirected to the dashboard, and the server refuses their calls`, async ({
    page,
    context,
    request,
  }) => {
    const token = await signInAs(role, context, request)
    await page.goto('/admin-dashboard?tab=users')
    await expect(page).toHaveURL(/\/dashboard/)

    for (const list of [...Object.keys(LISTS), '/api/admin/live']) {
      const reply = await request.get(list, { headers: { Authorization: `Bearer ${token}` } })
      expect([list, reply.status()]).toEqual([list, 403])
    }
  })

test('every list that fails to load is reported, whichever tab is open', async ({
  page,
  context,
  request,
}) => {
  await signInAs('admin', context, request)
  for (const list of Object.keys(LISTS))
    await page.route(isList(list), (route) => route.fulfill({ status: 403, body: '{"detail":"No."}' }))
  await page.goto('/admin-dashboard?tab=creditPacks')

  for (const sentence of Object.values(LISTS)) await expect(page.getByText(sentence)).toBeVisible()
})
