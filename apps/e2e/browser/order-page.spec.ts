import { expect } from '@playwright/test'
import { bearer } from './offices.ts'
import { giveCredits, signInAs } from './people.ts'
import { test } from './test.ts'
import { expectToFit, expectUsableByEverybody } from './usable.ts'
import { bookForNow } from './visits.ts'

test('an order is titled by room and office, with the way there; its manager reaches the customer and ends the visit', async ({
  page,
  context,
  request,
  browser,
}) => {
  await giveCredits('business', request)
  const token = await signInAs('business', context, request)
  const { admin, office, room, id } = await bookForNow(request, token)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/order/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${room.name} · ${office.name}`)
  const where = page.getByRole('region', { name: 'When and where' })
  await expect(where.getByText('1 Test Street')).toBeVisible()
  await expect(where.getByRole('link', { name: 'Directions' })).toHaveAttribute('href', /destination=-40,20$/)
  await expect(where.getByText(/^Today, /)).toBeVisible()
  await expect(page.getByRole('link', { name: 'All my orders' })).toBeVisible()
  await expectToFit(page)
  await expectUsableByEverybody(page)

  const found = await request.get('/api/admin/users?page=1&q=manager@keyhour.test', bearer(admin))
  const [manager] = await found.json()
  const offices: { id: number; roles: string[] }[] = [...manager.offices, { ...office, roles: ['manager'] }]
  const officeIds = offices.map((one) => one.id)
  const memberships = offices.flatMap(({ id: office_id, roles }) =>
    roles.map((role) => ({ office_id, role })),
  )
  const change = await request.put(`/api/admin/users/${manager.id}`, {
    ...bearer(admin),
    data: { officeIds, memberships },
  })
  expect(change.status()).toBe(200)
  const other = await browser.newContext()
  await signInAs('manager', other, request)
  const desk = await other.newPage()
  await desk.goto(`/order/${id}`)
  const customer = desk.getByRole('region', { name: 'Customer' })
  await expect(customer.getByRole('link', { name: 'Email' })).toHaveAttribute(
    'href',
    'mailto:business@keyhour.test',
  )
  await expect(desk.getByRole('link', { name: 'All my orders' })).toHaveCount(0)
  await expectUsableByEverybody(desk)
  await customer.getByRole('button', { name: 'End visit' }).click()
  await desk.getByRole('button', { name: 'Yes' }).click()
  await expect(desk.getByText('Ended', { exact: true })).toBeVisible()
  await other.close()
})
