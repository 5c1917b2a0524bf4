import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { inDays } from './days.ts'
import { addRoom, bearer, makeOffice, type Named } from './offices.ts'
import { fact } from './page-parts.ts'
import { emailOf, PASSWORD, type Role, signInAs } from './people.ts'
import { test } from './test.ts'
import { expectToFit, expectUsableByEverybody } from './usable.ts'

/** More than the credits of any demo user. */
const EXPENSIVE = { price_per_hour: 9000 }
const MORNING = { date: inDays(30), start: '09:00', end: '11:00' }

async function bookAs(role: Role, request: APIRequestContext, office: Named, room: Named) {
  const signIn = { email: emailOf(role), password: PASSWORD }
  const token: string = await (await request.post('/api/auth/sign_in', { data: signIn })).json()
  const data = { office_id: office.id, sub_office_id: room.id, ...MORNING }
  const reply = await request.post('/api/orders', { data, ...bearer(token) })
  expect(reply.status()).toBe(201)
  const { id }: { id: number } = await reply.json()
  return id
}

const adminCard = (page: Page) => page.getByRole('region', { name: 'For admins' })

test('an admin marks an order paid, adds a note, moves it twice and cancels it with a refund', async ({
  page,
  context,
  request,
  browser,
}) => {
  const token = await signInAs('admin', context, request)
  const [home, away] = [
    await makeOffice(request, token, EXPENSIVE),
    await makeOffice(request, token, EXPENSIVE),
  ]
  const [first, second] = [
    await addRoom(request, token, home, EXPENSIVE),
    await addRoom(request, token, home, EXPENSIVE),
  ]
  const [taken, free] = [
    await addRoom(request, token, away, EXPENSIVE),
    await addRoom(request, token, away, EXPENSIVE),
  ]
  const id = await bookAs('business', request, home, first)
  await page.goto(`/order/${id}`)
  const history = adminCard(page).getByRole('listitem')

  await adminCard(page).getByRole('button', { name: 'Mark as paid' }).click()
  const paid = page.getByRole('dialog', { name: 'Mark the order as paid' })
  await paid.getByLabel('Bank transfer').check()
  await paid.getByLabel('Reference').fill('Transfer 12')
  await paid.getByRole('button', { name: /^Mark ₪.* as paid$/ }).click()
  await expect(page.getByText(/ marked as paid\.$/)).toBeVisible()
  await expect(page.getByText('Payment: Paid')).toBeVisible()
  await expect(fact(page, 'Left to pay')).toHaveText('₪0.00')
  await expect(page.getByText(/^Payment of ₪.* received$/)).toBeVisible()
  await expect(history).toContainText([/as paid: Bank transfer.*Transfer 12/])
  await expect(adminCard(page).getByRole('button', { name: 'Mark as paid' })).toHaveCount(0)

  await adminCard(page).getByRole('button', { name: 'Add a note' }).click()
  await page.getByRole('dialog').getByLabel('Note').fill('Brings a dog')
  await page.getByRole('dialog').getByRole('button', { name: 'Add the note' }).click()
  await expect(history.first()).toContainText('Brings a dog')

  await adminCard(page).getByRole('button', { name: 'Move to another space' }).click()
  const panel = page.getByRole('dialog', { name: 'Move to another space' })
  await panel.getByRole('radio', { name: new RegExp(second.name) }).click()
  await panel.getByRole('button', { name: 'Move the order' }).click()
  await expect(fact(page, 'Sub-Office')).toHaveText(second.name)
  await expect(history.first()).toContainText(`to ${second.name} · ${home.name}`)

  await adminCard(page).getByRole('button', { name: 'Move to another space' }).click()
  await panel.getByRole('searchbox').fill(away.name)
  await expect(panel.getByRole('radio')).toHaveCount(2)
  await panel.getByRole('radio', { name: new RegExp(taken.name) }).click()
  await bookAs('owner', request, away, taken)
  await panel.getByRole('button', { name: 'Move the order' }).click()
  await expect(panel.getByRole('alert')).toHaveText(
    'This space is no longer free at that time. Please choose another one.',
  )
  await expect(panel.getByRole('radio', { name: new RegExp(taken.name) })).toHaveCount(0)
  await panel.getByRole('radio', { name: new RegExp(free.name) }).click()
  await panel.getByRole('button', { name: 'Move the order' }).click()
  await expect(page).not.toHaveURL(new RegExp(`/order/${id}$`))
  await expect(fact(page, 'Office').first()).toHaveText(away.name)
  await expect(fact(page, 'Left to pay')).toHaveText('₪0.00')
  await expect(page.getByRole('link', { name: `order ${id}` })).toBeVisible()
  await expect(history).toHaveCount(4)

  await adminCard(page).getByRole('button', { name: 'Cancel order' }).click()
  const cancel = page.getByRole('dialog', { name: 'Cancel the order' })
  await cancel.getByRole('button', { name: 'Cancel the order' }).click()
  await expect(cancel.getByText('Please tell the customer why')).toBeVisible()
  await cancel.getByLabel(/^All of it: ₪/).check()
  await expect(cancel.getByText(/please refund it by hand\.$/)).toBeVisible()
  await cancel.getByLabel('Reason').fill('The roof leaks')
  await cancel.getByRole('button', { name: 'Cancel the order' }).click()
  await expect(page.getByText('Order cancelled. The customer gets an email.')).toBeVisible()
  await expect(history.first()).toContainText('The roof leaks')
  await expect(adminCard(page).getByRole('button')).toHaveText(['Add a note'])

  const customer = await browser.newContext()
  await signInAs('business', customer, request)
  const theirs = await customer.newPage()
  await theirs.goto(page.url())
  await expect(theirs.getByText(/^Cancelled with a refund of ₪/)).toBeVisible()
  await expect(theirs.getByText('For admins')).toHaveCount(0)
  await expect(theirs.getByText('Brings a dog')).toHaveCount(0)
  await theirs.goto(`/order/${id}`)
  await theirs.getByRole('link', { name: /^order \d+$/ }).click()
  await expect(theirs).toHaveURL(page.url())
  await customer.close()
})

test('on a phone in Hebrew every dialog fits the screen and is usable by everybody', async ({
  page,
  context,
  request,
}) => {
  const token = await signInAs('admin', context, request)
  const home = await makeOffice(request, token, EXPENSIVE)
  const [room] = [
    await addRoom(request, token, home, EXPENSIVE),
    await addRoom(request, token, home, EXPENSIVE),
  ]
  const id = await bookAs('business', request, home, room)
  await page.setViewportSize({ width: 390, height: 844 })
  await context.addCookies([
    { name: 'language', value: 'he', url: new URL(test.info().project.use.baseURL!).origin },
  ])
  await page.goto(`/order/${id}`)
  const card = page.getByRole('region', { name: 'למנהלי המערכת' })

  for (const action of ['סימון כשולמה', 'העברה לחלל אחר', 'ביטול ההזמנה', 'הוספת הערה']) {
    await card.getByRole('button', { name: action }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectToFit(page)
    await expectUsableByEverybody(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})
