import { expect } from '@playwright/test'
import { inDays } from './days.ts'
import { addRoom, bearer, makeOffice } from './offices.ts'
import { emailOf, giveCredits, signInAs, submitSignIn, tokenOf } from './people.ts'
import { test } from './test.ts'

test('an owner signs in by the owner login and closes an afternoon, and a member at once cannot book it', {
  tag: '@journey',
}, async ({ page, browser, request }) => {
  const admin = await tokenOf('admin', request)
  const office = await makeOffice(request, admin)
  const room = await addRoom(request, admin, office)
  const found = await request.get(`/api/admin/users?page=1&q=${emailOf('owner')}`, bearer(admin))
  const [owner] = await found.json()
  const roles = owner.offices.flatMap(({ id, roles }: { id: number; roles: string[] }) =>
    roles.map((role) => ({ office_id: id, role })),
  )
  const memberships = [...roles, { office_id: office.id, role: 'owner' }]
  const officeIds = memberships.map(({ office_id }) => office_id)
  const given = await request.put(`/api/admin/users/${owner.id}`, {
    ...bearer(admin),
    data: { officeIds, memberships },
  })
  expect(given.status()).toBe(200)
  await giveCredits('member', request)
  const date = inDays(30)
  const members = await browser.newContext()
  await signInAs('member', members, request)
  const booking = await members.newPage()
  await booking.goto(`/booking/${office.id}?sub_office=${room.id}&date=${date}`)
  const noon = booking.getByRole('button', { name: /^1:00 PM –/ })
  await expect(noon).toBeEnabled()
  await expect(noon).not.toHaveAttribute('aria-disabled', 'true')

  await page.goto('/')
  await page.getByRole('link', { name: 'Space Owner Login' }).click()
  await expect(page.getByRole('heading', { name: 'Space owner sign-in' })).toBeVisible()
  await submitSignIn(page, emailOf('owner'))
  await expect(page.getByRole('heading', { name: 'Offices', level: 1 })).toBeVisible()
  await page.goto(`/owner/calendar?office=${office.id}&date=${date}`)
  await page.getByRole('button', { name: 'Close a time' }).click()
  const form = page.getByRole('dialog', { name: 'Close a time' })
  await form.getByLabel('Reason').fill('Private event')
  await form.getByLabel('First day').fill(date)
  await form.getByLabel('Last day').fill(date)
  await form.getByLabel('Whole days').uncheck()
  await form.getByRole('combobox', { name: 'From' }).fill('12:00')
  await form.getByRole('combobox', { name: 'Until' }).fill('18:00')
  await page.keyboard.press('Tab')
  await form.getByRole('button', { name: 'Close this time' }).click()
  await expect(page.getByText('This time is now closed to bookings.')).toBeVisible()
  await expect(page.getByText('Closed: Private event').first()).toBeVisible()

  await expect(noon).toHaveAttribute('aria-disabled', 'true')
  const stay = { office_id: office.id, sub_office_id: room.id, date, start: '13:00', end: '14:00' }
  const member = bearer(await tokenOf('member', request))
  expect((await request.post('/api/orders', { ...member, data: stay })).status()).toBe(409)
  const morning = { ...stay, start: '10:00', end: '11:00' }
  expect((await request.post('/api/orders', { ...member, data: morning })).status()).toBe(201)
  await expect(page.getByRole('button', { name: /: 2 entries$/ })).toBeVisible()
})
