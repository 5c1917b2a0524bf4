import type { APIRequestContext, Browser } from '@playwright/test'
import { expect } from '@playwright/test'
import { inDays } from './days.ts'
import { addRoom, bearer, makeOffice } from './offices.ts'
import { giveCredits, signInAs, tokenOf } from './people.ts'
import { test } from './test.ts'
import { expectToFit, expectUsableByEverybody } from './usable.ts'

/** An office of its own that never closes, with a room, in which the member has booked for later. */
async function makeRoom(request: APIRequestContext) {
  const admin = await tokenOf('admin', request)
  const office = await makeOffice(request, admin)
  const room = await addRoom(request, admin, office)
  await giveCredits('member', request)
  const member = bearer(await tokenOf('member', request))
  const stay = {
    office_id: office.id,
    sub_office_id: room.id,
    date: inDays(30),
    start: '09:00',
    end: '09:30',
  }
  expect((await request.post('/api/orders', { ...member, data: stay })).status()).toBe(201)
  return { office, room }
}

/** On their own phone. */
async function openHomeOfMember(browser: Browser, request: APIRequestContext) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  await signInAs('member', context, request)
  const phone = await context.newPage()
  await phone.goto('/dashboard')
  return phone
}

test('a manager makes a door screen, a member takes the room at it, and it says so when it is cut off or removed', async ({
  page,
  context,
  request,
  browser,
}) => {
  const { office, room } = await makeRoom(request)
  await signInAs('admin', context, request)
  await page.goto(`/dashboard?office=${office.id}`)
  await page.getByRole('button', { name: 'Door screens' }).click()
  const screens = page.getByRole('dialog', { name: 'Door screens' })
  await screens.getByLabel('Name of the screen').fill('Tablet at the window')
  await screens.getByRole('button', { name: 'Make a door screen' }).click()
  const address = await screens.getByLabel('Address', { exact: true }).inputValue()
  await expectUsableByEverybody(page)

  const tablets = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const tablet = await tablets.newPage()
  await tablet.goto(new URL(address).pathname)
  const now = tablet.getByRole('region', { name: 'Now' })
  await expect(now).toContainText('Free')
  await expect(tablet.getByRole('heading', { name: room.name })).toBeVisible()
  await expectToFit(tablet)
  await expectUsableByEverybody(tablet)

  const phone = await openHomeOfMember(browser, request)
  const card = phone.getByRole('region', { name: 'Door screen code' })
  await card.getByRole('button', { name: 'Show a code' }).click()
  const code = (await card.getByRole('status').innerText()).replace(/\D/g, '')
  await tablet.getByRole('button', { name: /^30 minutes/ }).click()
  const keypad = tablet.getByRole('dialog', { name: 'Book for 30 minutes' })
  for (const digit of code) await keypad.getByRole('button', { name: digit }).click()
  await expect(keypad.getByText(/^Booked until /)).toBeVisible()
  await expect(now).toContainText('Taken')
  await expect(keypad).toBeHidden()
  await phone.goto('/orders')
  await expect(phone.getByText(room.name).first()).toBeVisible()

  await tablets.setOffline(true)
  const banner = tablet.getByText(/^No connection since /)
  await expect(banner).toBeVisible()
  await tablets.setOffline(false)
  await expect(banner).toBeHidden()

  await screens.getByRole('button', { name: 'Remove Tablet at the window' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(tablet.getByRole('heading', { name: 'This screen was removed' })).toBeVisible()
  await expect(screens.getByText('There are no door screens yet.')).toBeVisible()
  await tablets.close()
  await phone.context().close()
})

test('whoever scans the code of a door screen takes the room on their own phone', async ({
  page,
  context,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { office, room } = await makeRoom(request)
  await signInAs('member', context, request)
  await page.goto(`/panel-book/${office.id}/${room.id}`)
  await page.getByRole('radio', { name: /^15 minutes, until / }).check()
  await expectToFit(page)
  await expectUsableByEverybody(page)
  await page.getByRole('button', { name: 'Book for 15 minutes' }).click()

  await expect(page).toHaveURL(/\/order\/\d+$/)
  await page.goto(`/panel-book/${office.id}/${room.id}`)
  await expect(page.getByText(/^Taken until /)).toBeVisible()

  // The screen at the door has a language and colours of its own.
  const admin = bearer(await tokenOf('admin', request))
  const data = { sub_office_id: room.id, name: 'Tablet', language: 'he', theme: 'dark' }
  const made = await request.post(`/api/offices/${office.id}/panels`, { ...admin, data })
  await page.goto(new URL((await made.json()).url).pathname)
  await expect(page.getByText('תפוס', { exact: true })).toBeVisible()
  await expectToFit(page)
  await expectUsableByEverybody(page)
})
