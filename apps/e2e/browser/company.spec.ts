import { text } from 'node:stream/consumers'
import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { inDays } from './days.ts'
import { addRoom, bearer, makeOffice, unique } from './offices.ts'
import { stopLooking } from './page-parts.ts'
import { signInAs, tokenOf } from './people.ts'
import { test } from './test.ts'

const PASSWORD = 'seven brass keys'
const DATE = inDays(35)
const MONTH = DATE.slice(0, 7)

/** The first words of this form in the mails to the address. The demo keeps its mails. */
async function mailTo(request: APIRequestContext, to: string, form: RegExp): Promise<string> {
  let found: string | undefined
  await expect(async () => {
    const list = await (await request.get('/dev/mail')).text()
    const names = [...list.matchAll(/<li><a href="(\/dev\/mail\/[^"]+)">.*?<small>(.*?) ·/g)]
      .filter(([, , address]) => address!.includes(to))
      .map(([, name]) => name!)
    for (const name of names) found ??= form.exec(await (await request.get(name)).text())?.[0]
    expect(found).toBeDefined()
  }).toPass()
  return found!.replaceAll('&amp;', '&')
}

/** From the form to the page that the person wanted before. */
async function signUp(page: Page, request: APIRequestContext, name: string, email: string) {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.goto(await mailTo(request, email, /https?:\/\/[^\s"<]+token=[^\s"<]+/))
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Confirm and sign in' }).click()
}

const newPage = async (browser: Browser, baseURL: string | undefined) =>
  (await browser.newContext({ baseURL: baseURL! })).newPage()

/** A room of ₪50 an hour, which is ₪59 with tax. */
async function makeRoom(request: APIRequestContext) {
  const admin = await tokenOf('admin', request)
  const office = await makeOffice(request, admin)
  const room = await addRoom(request, admin, office)
  return {
    stay: (start: string) => ({
      office_id: office.id,
      sub_office_id: room.id,
      date: DATE,
      start,
      end: hourAfter(start),
    }),
    address: (start: string) =>
      `/booking/${office.id}?sub_office=${room.id}&date=${DATE}&start=${start}&end=${hourAfter(start)}`,
  }
}

const hourAfter = (start: string) => `${String(Number(start.slice(0, 2)) + 1).padStart(2, '0')}:00`

async function bookOnCompany(page: Page, address: string, company: string) {
  await page.goto(address)
  await page.getByRole('radio', { name: `${company} credits` }).check()
  await expect(page.getByText(`Paid with ${company} credits`)).toBeVisible()
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page).toHaveURL(/\/order\/\d+$/)
}

/** So that the first booking leaves less. */
async function warnBelowAllThatIsLeft(page: Page, request: APIRequestContext, id: string) {
  const { left } = await (await request.get(`/api/businesses/${id}`, bearer(await tokenIn(page)))).json()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByLabel(/^Warn managers below/).fill(String(left / 100))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
}

const tokenIn = async (page: Page): Promise<string> =>
  (await page.evaluate(() => localStorage.getItem('token')))!

/** The CSV file of the only list on the page that can be saved. */
async function savedLines(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /^CSV/ }).click()
  return (await text(await (await download).createReadStream())).trim().split('\r\n')
}

type Company = {
  page: Page
  desk: Page
  request: APIRequestContext
  employee: string
  company: string
  id: number
}

/** What a role allowed ends on pages that are open, without a reload. */
async function endRoles(
  { page, desk, request, employee, company, id }: Company,
  room: Awaited<ReturnType<typeof makeRoom>>,
) {
  for (const one of [page, desk]) await one.addInitScript(stopLooking)
  await desk.goto(`${room.address('15:00')}&company=${id}`)
  await page.goto(`/company/${id}/people`)
  await expect(desk.getByRole('radio', { name: `${company} credits` })).toBeChecked()
  for (const one of [page, desk]) await one.evaluate(() => Object.assign(window, { isSame: true }))
  const row = page.getByRole('row').filter({ hasText: employee })

  await row.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('checkbox', { name: 'All kinds of spaces' }).uncheck()
  await page.getByRole('checkbox', { name: 'Open Space' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByText(/^Your company does not pay for spaces of this type/)).toBeVisible()

  await row.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
  await expect(desk.getByText("This company's credits cannot be used here.")).toBeVisible()
  await expect(desk.getByRole('radio', { name: `${company} credits` })).toHaveCount(0)
  const refused = await request.post('/api/orders', {
    ...bearer(await tokenIn(desk)),
    data: { ...room.stay('15:00'), business_id: id },
  })
  expect((await refused.json()).detail).toContain('You no longer belong to this company.')
  await desk.getByRole('button', { name: 'Pay myself' }).click()
  await expect(desk.getByRole('radiogroup', { name: 'Who pays?' })).toHaveCount(0)

  const people = await request.get(`/api/businesses/${id}/people`, bearer(await tokenIn(page)))
  const [{ user_id }] = await people.json()
  const admin = bearer(await tokenOf('admin', request))
  const data = { officeIds: [room.stay('15:00').office_id], businesses: [] }
  expect((await request.put(`/api/admin/users/${user_id}`, { ...admin, data })).status()).toBe(200)
  await expect(page.getByRole('heading', { name: /^This company does not exist/ })).toBeVisible()
  for (const one of [page, desk]) expect(await one.evaluate(() => 'isSame' in window)).toBe(true)
}

test('a company signs up, buys credits and invites an employee, who books up to the limit and then pays alone', {
  tag: '@journey',
}, async ({ page, browser, baseURL, request }) => {
  const tag = unique()
  const company = `Olive ${tag}`
  const [manager, employee] = [`maya-${tag}@olive.test`, `noa-${tag}@olive.test`]
  const room = await makeRoom(request)

  // A visitor signs up first and comes back to the company.
  await page.goto('/for-businesses')
  await page.getByRole('link', { name: 'Set up your company' }).click()
  await signUp(page, request, 'Maya Cohen', manager)
  await page.getByLabel('Company name').fill(company)
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByText('The pool is empty.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Company', exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Buy credits' }).click()
  await page.getByRole('button', { name: 'Buy' }).first().click()
  await page.getByRole('button', { name: /^Pay ₪/ }).click()
  await expect(page.getByText(/credits are in your company's pool$/)).toBeVisible()
  const [, , id] = new URL(page.url()).pathname.split('/')
  await warnBelowAllThatIsLeft(page, request, id!)

  await page.getByRole('link', { name: 'People' }).click()
  await page.getByRole('button', { name: 'Invite people' }).click()
  await page.getByLabel('Email addresses').fill(employee)
  await page.getByLabel(/^Monthly limit/).fill('120')
  await page.getByRole('button', { name: 'Send invitations' }).click()
  await expect(page.getByText('1 invitation sent.')).toBeVisible()

  const desk = await newPage(browser, baseURL)
  await desk.goto(await mailTo(request, employee, /https?:\/\/[^\s"<]+\/join\/[\w-]+/))
  await desk.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
  await signUp(desk, request, 'Noa Bar', employee)
  await desk.getByRole('button', { name: 'Join' }).click()
  await expect(desk.getByText('₪0.00 of ₪120.00 used this month')).toBeVisible()

  await bookOnCompany(desk, room.address('09:00'), company)
  await mailTo(request, manager, /is running low on credits/)
  await bookOnCompany(desk, room.address('11:00'), company)
  await desk.goto(room.address('13:00'))
  await desk.getByRole('radio', { name: `${company} credits` }).check()
  await expect(
    desk.getByText(/^This costs .* company credits that you may spend that month are left/),
  ).toBeVisible()
  await desk.getByRole('button', { name: 'Pay myself' }).click()
  await desk.getByRole('radio', { name: 'Later' }).check()
  await desk.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(desk).toHaveURL(/\/order\/\d+$/)

  // The report says what the ledger says, also in its files, and nothing of what the employee pays for.
  await page.goto(`/company/${id}/usage?from=${MONTH}&to=${MONTH}`)
  await expect(page.getByText('₪118.00 spent on 2 bookings')).toBeVisible()
  const usage = await savedLines(page)
  expect(usage).toEqual([expect.stringContaining('Person,Email'), `Noa Bar,${employee},2,118.00,ILS`])
  await page.getByRole('link', { name: 'Credits', exact: true }).click()
  const history = page.getByRole('list', { name: 'History' })
  await expect(history.getByText('−₪59.00')).toHaveCount(2)
  await expect(history.getByRole('listitem')).toHaveCount(3)
  const spent = (await savedLines(page)).filter((line) => line.includes('Noa Bar'))
  expect(spent.map((line) => line.split(',').slice(-2))).toEqual([
    ['-59.00', 'ILS'],
    ['-59.00', 'ILS'],
  ])

  await endRoles({ page, desk, request, employee, company, id: Number(id) }, room)
})

test('a manager who is alone closes the company, and an admin still reads its records', {
  tag: '@journey',
}, async ({ page, browser, baseURL, request }) => {
  const tag = unique()
  const company = `Cedar ${tag}`
  await page.goto('/company/new')
  await signUp(page, request, 'Dan Levi', `dan-${tag}@cedar.test`)
  await page.getByLabel('Company name').fill(company)
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByText('The pool is empty.')).toBeVisible()

  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByText('Nobody else is in the company. To leave, close it.')).toBeVisible()
  await page.getByRole('button', { name: `Close ${company}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText(`${company} is closed.`)).toBeVisible()
  await expect(page.getByText('You do not manage a company yet')).toBeVisible()

  const office = await newPage(browser, baseURL)
  await signInAs('admin', office.context(), request)
  await office.goto(`/admin/companies?q=${tag}`)
  await office.getByRole('link', { name: company }).click()
  await expect(office.getByText('You can still view its records')).toBeVisible()
  await office.getByRole('link', { name: 'Credits', exact: true }).click()
  await expect(office.getByText('No credit activity yet.')).toBeVisible()
  await expect(office.getByRole('link', { name: 'Settings' })).toHaveCount(0)
})
