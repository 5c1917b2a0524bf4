import { expect, type Page } from '@playwright/test'
import { signInAs } from './people.ts'
import { test } from './test.ts'

const TABS = [
  'Users',
  'Offices',
  'Doors',
  'Home Assistants',
  'All Orders',
  'Insight',
  'Credit Packs',
  'Purchases',
]
const LISTS = ['/api/admin/users', '/api/admin/offices', '/api/admin/devices', '/api/admin/home-assistants']

/** Collects the paths of the calls that the page makes. */
function asked(page: Page): Set<string> {
  const paths = new Set<string>()
  page.on('request', (request) => paths.add(new URL(request.url()).pathname))
  return paths
}

test('admins see eight tabs, Users first, and every list is loaded on entry', {
  tag: '@journey',
}, async ({ page, context, request }) => {
  await signInAs('admin', context, request)
  const paths = asked(page)
  await page.goto('/admin-dashboard')

  await expect(page.getByRole('tab')).toHaveText(TABS)
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Users')
  await expect(page.getByRole('heading', { name: 'Admin Dashboard Users' })).toBeVisible()
  await expect.poll(() => [...paths]).toEqual(expect.arrayContaining(LISTS))
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

test('a member is redirected to the dashboard, and the server refuses their calls', async ({
  page,
  context,
  request,
}) => {
  const token = await signInAs('member', context, request)
  await page.goto('/admin-dashboard?tab=users')
  await expect(page).toHaveURL(/\/dashboard/)

  for (const list of [...LISTS, '/api/admin/live']) {
    const reply = await request.get(list, { headers: { Authorization: `Bearer ${token}` } })
    expect([list, reply.status()]).toEqual([list, 403])
  }
})
