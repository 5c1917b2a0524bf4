import { type APIRequestContext, expect } from '@playwright/test'
import { addRoom, bearer, type Named } from './offices.ts'
import { answer, visitCard } from './page-parts.ts'
import { giveCredits, signInAs, tokenOf } from './people.ts'
import { test } from './test.ts'
import { expectToFit, expectUsableByEverybody } from './usable.ts'

/** A room of its own in an office of the demo that never closes and has doors. */
async function makeRoom(request: APIRequestContext) {
  const [office]: Named[] = await (await request.get('/api/offices?q=Rothschild House')).json()
  await giveCredits('member', request)
  const room = await addRoom(request, await tokenOf('admin', request), office!, { price_per_hour: 1 })
  return { room, space: { office_id: office!.id, sub_office_id: room.id } }
}

test('a manager lets a guest in, ends the visit, closes the room and opens it again', {
  tag: '@journey',
}, async ({ page, context, request }) => {
  const manager = await signInAs('manager', context, request)
  const member = bearer(await tokenOf('member', request))
  const { space, room } = await makeRoom(request)
  const started = await request.post('/api/orders/start_now', { ...member, data: space })
  expect(started.status()).toBe(201)
  const { id } = await started.json()

  await page.goto(`/dashboard?office=${space.office_id}&sub_office=${space.sub_office_id}`)
  await expect(visitCard(page, id)).toBeVisible()
  await expectToFit(page)
  await expectUsableByEverybody(page)

  await page.getByRole('button', { name: 'Open a door' }).click()
  const doors = page.getByRole('dialog', { name: 'Open a door for a guest' })
  await doors.getByRole('combobox', { name: 'Who is it for?' }).click()
  await page.getByRole('option', { name: room.name }).click()
  await expectUsableByEverybody(page)
  await doors.getByRole('button', { name: /^Open / }).click()
  await expect(page.getByText(/ is open\.$/)).toBeVisible()
  const events = await request.get(`/api/orders/${id}/events`, bearer(manager))
  expect((await events.json()).map(({ kind }: { kind: string }) => kind)).toContain('door opened')

  await visitCard(page, id).getByRole('button', { name: 'End visit' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('End this visit?')
  await expectUsableByEverybody(page)
  await answer(page, 'Yes')
  await expect(visitCard(page, id)).toHaveCount(0)

  await page.getByRole('button', { name: 'Close a room' }).click()
  const closing = page.getByRole('dialog', { name: 'Close a room' })
  await closing.getByRole('textbox', { name: 'Reason' }).fill('Leak')
  await closing.getByRole('button', { name: 'Close now' }).click()
  const closed = page.getByRole('region', { name: 'Closed today' }).getByRole('listitem')
  const here = closed.filter({ hasText: room.name })
  await expect(here).toContainText('Leak')
  expect((await request.post('/api/orders/start_now', { ...member, data: space })).status()).toBe(409)

  await expectUsableByEverybody(page)
  await here.getByRole('button', { name: /^Reopen/ }).click()
  await answer(page, 'Yes')
  await expect(here).toHaveCount(0)
})

test('the windows of the front desk are usable by everybody, on a phone, in Hebrew and in the dark', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await signInAs('manager', context, request)
  const member = bearer(await tokenOf('member', request))
  const { space } = await makeRoom(request)
  const started = await request.post('/api/orders/start_now', { ...member, data: space })
  expect(started.status()).toBe(201)
  await context.addCookies([
    { name: 'language', value: 'he', url: baseURL! },
    { name: 'color_scheme', value: 'dark', url: baseURL! },
  ])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/dashboard?office=${space.office_id}&sub_office=${space.sub_office_id}`)

  await page.getByRole('button', { name: 'פתיחת דלת' }).click()
  const doors = page.getByRole('dialog', { name: 'פתיחת דלת לאורח' })
  await doors.getByRole('combobox', { name: 'למי לפתוח?' }).click()
  await page.getByRole('option', { name: 'מישהו אחר' }).click()
  await expect(doors.getByRole('textbox', { name: 'שם האורח' })).toBeVisible()
  await expectToFit(page)
  await expectUsableByEverybody(page)
  await doors.getByRole('button', { name: 'ביטול' }).click()
  await expect(doors).toBeHidden()

  await page.getByRole('button', { name: 'סגירת חדר' }).click()
  const closing = page.getByRole('dialog', { name: 'סגירת חדר' })
  await closing.getByRole('button', { name: 'סגירה עכשיו' }).click()
  await expectUsableByEverybody(page)
  await closing.getByRole('textbox', { name: 'סיבה' }).fill('נזילה')
  await closing.getByRole('button', { name: 'סגירה עכשיו' }).click()
  await expect(closing.getByRole('alert')).toContainText('הזמנה אחת חופפת לזמן הזה')
  await expectToFit(page)
  await expectUsableByEverybody(page)
})
