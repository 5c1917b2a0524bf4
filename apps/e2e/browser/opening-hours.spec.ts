import { type APIRequestContext, expect } from '@playwright/test'
import { inDays } from './days.ts'
import { addRoom, bearer, makeOffice } from './offices.ts'
import { emailOf, giveCredits, signInAs, tokenOf } from './people.ts'
import { test } from './test.ts'

const FRIDAY = 5

/** The first one that is at least three weeks ahead. */
function aFriday(): string {
  const ahead = Array.from({ length: 7 }, (_, at) => inDays(21 + at))
  return ahead.find((date) => new Date(`${date}T12:00Z`).getUTCDay() === FRIDAY)!
}

const after = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)

async function giveToOwner(officeId: number, admin: string, request: APIRequestContext) {
  const found = await request.get(`/api/admin/users?page=1&q=${emailOf('owner')}`, bearer(admin))
  const [owner] = await found.json()
  const roles = owner.offices.flatMap(({ id, roles }: { id: number; roles: string[] }) =>
    roles.map((role) => ({ office_id: id, role })),
  )
  const memberships = [...roles, { office_id: officeId, role: 'owner' }]
  const officeIds = memberships.map(({ office_id }) => office_id)
  const data = { officeIds, memberships }
  const given = await request.put(`/api/admin/users/${owner.id}`, { ...bearer(admin), data })
  expect(given.status()).toBe(200)
}

test('an owner sets Friday to 9–13 and a holiday; a member sees both and cannot book outside', {
  tag: '@journey',
}, async ({ page, context, browser, request }) => {
  const admin = await tokenOf('admin', request)
  const office = await makeOffice(request, admin, { open_hours: '08:00', close_hours: '20:00' })
  const room = await addRoom(request, admin, office)
  await giveToOwner(office.id, admin, request)
  await giveCredits('member', request)
  const friday = aFriday()
  const holiday = after(friday, 4)
  const member = bearer(await tokenOf('member', request))
  const book = async (date: string, start: string, end: string) => {
    const data = { office_id: office.id, sub_office_id: room.id, date, start, end }
    return request.post('/api/orders', { ...member, data })
  }
  const afternoon = await (await book(friday, '15:00', '16:00')).json()

  await signInAs('owner', context, request)
  await page.goto(`/owner/prices?office=${office.id}`)
  await page.getByRole('button', { name: 'Change hours' }).click()
  const form = page.getByRole('dialog', { name: 'Opening hours' })
  await form.getByLabel('Friday', { exact: true }).selectOption('Different hours')
  await form.getByRole('combobox', { name: 'Friday: opens' }).fill('09:00')
  await form.getByRole('combobox', { name: 'Friday: closes' }).fill('13:00')
  await expect(form.getByText('No holidays yet.', { exact: false })).toBeVisible()
  await form.getByRole('button', { name: 'Add a holiday' }).click()
  await form.getByLabel('Name', { exact: true }).fill('Founders day')
  await form.getByLabel('First day').fill(holiday)
  await form.getByLabel('Last day').fill(holiday)
  await form.getByRole('button', { name: 'Add to the list' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  const outside = form.getByRole('region', { name: '1 order would be outside these hours' })
  await expect(outside.getByRole('link', { name: `Order ${afternoon.id}` })).toBeVisible()
  await outside.getByRole('button', { name: 'Save and keep these orders' }).click()
  await expect(page.getByText('The new hours are saved.')).toBeVisible()
  await expect(page.getByText('Friday: 9:00 AM – 1:00 PM')).toBeVisible()

  const members = await browser.newContext()
  await signInAs('member', members, request)
  const booking = await members.newPage()
  await booking.goto(`/booking/${office.id}?sub_office=${room.id}&date=${friday}`)
  await expect(booking.getByRole('button', { name: /^9:00 AM –/ })).toBeVisible()
  await expect(booking.getByRole('button', { name: /^12:30 PM –/ })).toBeVisible()
  await expect(booking.getByRole('button', { name: /^1:00 PM –/ })).toHaveCount(0)
  await booking.goto(`/booking/${office.id}?sub_office=${room.id}&date=${holiday}`)
  await expect(booking.getByText('Holiday: Founders day')).toBeVisible()
  await expect(booking.getByText('The office is closed for a holiday on this day.')).toBeVisible()

  await booking.goto(`/spaces/${office.id}`)
  const week = booking.getByRole('region', { name: 'Opening hours' })
  await expect(week.getByText('9:00 AM – 1:00 PM')).toBeVisible()
  await expect(week.getByText('Founders day')).toBeVisible()
  await members.close()

  const late = await book(friday, '13:00', '14:00')
  expect([late.status(), (await late.json()).detail[0].msg]).toEqual([
    422,
    'The office is closed at that time',
  ])
  const closed = await book(holiday, '10:00', '11:00')
  expect([closed.status(), (await closed.json()).detail[0].msg]).toEqual([
    422,
    'The office is closed on that day',
  ])
  expect((await book(friday, '09:00', '13:00')).status()).toBe(201)
})
