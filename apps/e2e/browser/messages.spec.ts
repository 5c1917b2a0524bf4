import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { bearer } from './offices.ts'
import { stopLooking } from './page-parts.ts'
import { signInAs, tokenOf } from './people.ts'
import { test } from './test.ts'
import { expectToFit, expectUsableByEverybody } from './usable.ts'

const unique = () => randomUUID().slice(0, 8)

type Received = { id: number; email: string; message: string; tag: string }

/**
 * A message of the demo, the `nth` oldest, unread and not handled. Its new tag finds it alone. A network may send only ten
 * messages an hour, so tests send few.
 */
async function takeMessage(request: APIRequestContext, nth: number): Promise<Received> {
  const admin = bearer(await tokenOf('admin', request))
  const all: Received[] = await (await request.get('/api/contact/', admin)).json()
  const { id, email, message } = all.at(-nth)!
  const tag = `take${nth}x${unique()}`
  for (const data of [{ tags: [tag] }, { read: false }, { is_handled: false }, { priority: 'normal' }])
    expect((await request.patch(`/api/contact/${id}`, { data, ...admin })).status()).toBe(200)
  return { id, email, message, tag }
}

async function sendMessage(request: APIRequestContext, message: string) {
  const email = `visitor-${unique()}@example.com`
  const reply = await request.post('/api/contact/', { data: { email, message } })
  expect(reply.status()).toBe(200)
  return email
}

async function stored(request: APIRequestContext, id: number) {
  const admin = await tokenOf('admin', request)
  return (await request.get(`/api/contact/${id}`, bearer(admin))).json()
}

const rowOf = (page: Page, email: string) => page.getByRole('button', { name: email })
const banner = (page: Page) => page.getByRole('main').getByRole('alert')

/** With a search that keeps other messages out of the list. */
async function openInbox(page: Page, { email }: Pick<Received, 'email'>, q: string) {
  await page.goto(`/messages?q=${encodeURIComponent(q)}`)
  await expect(rowOf(page, email)).toBeVisible()
}

for (const { width, height, nth } of [
  { width: 1440, height: 900, nth: 1 },
  { width: 390, height: 844, nth: 2 },
])
  test(`at ${width} px an admin reads, marks, sorts, tags and handles a message`, async ({
    page,
    context,
    request,
  }) => {
    await page.setViewportSize({ width, height })
    await signInAs('admin', context, request)
    const taken = await takeMessage(request, nth)
    const { id, email, tag } = taken
    await openInbox(page, taken, tag)
    await expect(rowOf(page, email).getByRole('img', { name: 'לא נקראה' })).toBeVisible()
    await expectUsableByEverybody(page)
    await expectToFit(page)

    await rowOf(page, email).click()
    await expect(page.getByRole('heading', { name: email })).toBeFocused()
    await expect.poll(async () => (await stored(request, id)).read_at).not.toBeNull()
    await page.getByRole('switch', { name: 'טופלה' }).click({ force: true })
    await expect(page.getByRole('switch', { name: 'טופלה' })).toBeChecked()
    await page.getByRole('combobox', { name: 'עדיפות' }).click()
    await page.getByRole('option', { name: 'גבוהה' }).click()
    await page.getByLabel('תגית חדשה').fill('  חניה ')
    await page.getByRole('button', { name: 'הוספת תגית' }).click()
    await expect(page.getByRole('region', { name: 'תגיות' })).toContainText('חניה')
    await expect
      .poll(() => stored(request, id))
      .toMatchObject({ is_handled: true, priority: 'high', tags: expect.arrayContaining(['חניה']) })
    await expectUsableByEverybody(page)
    await expectToFit(page)

    await page.getByRole('button', { name: 'סימון כלא נקראה' }).click()
    await expect(page.getByRole('button', { name: 'סימון כנקראה' })).toBeVisible()
    await page.getByRole('button', { name: 'חזרה לפניות' }).click()
    const row = rowOf(page, email)
    await expect(row).toBeFocused()
    for (const name of ['לא נקראה', 'טופלה'])
      await expect(row.getByRole('img', { name, exact: true })).toBeVisible()
    for (const text of ['גבוהה', 'חניה', tag]) await expect(row).toContainText(text)
  })

test('the inbox is sorted by date or priority, filtered and searched', async ({ page, context, request }) => {
  const admin = await signInAs('admin', context, request)
  const [first, second] = [await takeMessage(request, 3), await takeMessage(request, 4)]
  const word = `word${unique()}`
  const change = (id: number, data: object) => request.patch(`/api/contact/${id}`, { data, ...bearer(admin) })
  for (const { id } of [first, second]) await change(id, { tags: [word] })
  await change(first.id, { priority: 'high' })
  await change(second.id, { read: true })
  const senders = page.getByRole('list', { name: 'פניות מבקרים' }).locator('bdi:text("@")')
  await page.goto('/messages')
  await page.getByRole('searchbox', { name: 'חיפוש בפניות' }).fill(word)
  await expect(senders).toHaveText([second.email, first.email])
  await page.getByRole('combobox', { name: 'מיון' }).click()
  await page.getByRole('option', { name: 'לפי עדיפות' }).click()
  await expect(senders).toHaveText([first.email, second.email])
  await page.getByRole('combobox', { name: 'סינון' }).click()
  await page.getByRole('option', { name: 'לא נקראו' }).click()
  await expect(senders).toHaveText([first.email])
  await page.getByRole('combobox', { name: 'סינון' }).click()
  await page.getByRole('option', { name: 'נקראו', exact: true }).click()
  await expect(senders).toHaveText([second.email])
  await page.getByRole('searchbox', { name: 'חיפוש בפניות' }).fill(`${word}y`)
  await expect(page.getByText('לא נמצאו פניות מתאימות.')).toBeVisible()
  await expectUsableByEverybody(page)
})

test('an overlay covers the inbox until it has loaded, and a failure can be retried', async ({
  page,
  context,
  request,
}) => {
  await signInAs('admin', context, request)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const LIST = /\/api\/contact\/\?/
  // Only the button may load the list again, whatever other tests do to the messages.
  await page.addInitScript(stopLooking)
  await page.route('**/api/admin/live', () => {})
  await page.route(LIST, async (route) => {
    await held
    await route.fulfill({ status: 400, json: { detail: 'No.' } })
  })
  await page.goto('/messages')
  await expect(page.locator('.mantine-LoadingOverlay-root')).toBeVisible()
  await expect(page.getByText('טוענים פניות...')).toBeAttached()
  release()
  await expect(banner(page)).toContainText('לא הצלחנו לטעון את הפניות.')
  await expectUsableByEverybody(page)
  await page.unroute(LIST)
  await banner(page).getByRole('button', { name: 'ניסיון נוסף' }).click()

  await expect(page.getByRole('list', { name: 'פניות מבקרים' })).toBeVisible()
  await expect(banner(page)).toHaveCount(0)
})

const FAILURES: [string, (page: Page) => Promise<void>, Record<string, unknown>][] = [
  [
    'לא הצלחנו לשמור אם הפנייה נקראה.',
    (page) => page.getByRole('button', { name: 'סימון כלא נקראה' }).click(),
    { read_at: null },
  ],
  [
    'לא הצלחנו לשמור אם הפנייה טופלה.',
    (page) => page.getByRole('switch', { name: 'טופלה' }).click({ force: true }),
    { is_handled: true },
  ],
  [
    'לא הצלחנו לעדכן את העדיפות.',
    async (page) => {
      await page.getByRole('combobox', { name: 'עדיפות' }).click()
      await page.getByRole('option', { name: 'נמוכה' }).click()
    },
    { priority: 'low' },
  ],
  [
    'לא הצלחנו להוסיף את התגית',
    async (page) => {
      await page.getByLabel('תגית חדשה').fill('מגדל')
      await page.getByRole('button', { name: 'הוספת תגית' }).click()
    },
    { tags: expect.arrayContaining(['מגדל']) },
  ],
]

for (const [nth, [text, act, saved]] of FAILURES.entries())
  test(`"${text}" is shown when it happens, and a retry succeeds`, async ({ page, context, request }) => {
    await signInAs('admin', context, request)
    const taken = await takeMessage(request, 5 + nth)
    const { id, email, tag } = taken
    await openInbox(page, taken, tag)
    await rowOf(page, email).click()
    await expect(page.getByRole('button', { name: 'סימון כלא נקראה' })).toBeVisible()
    const change = `**/api/contact/${id}`
    await page.route(change, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await act(page)
    await expect(banner(page)).toContainText(text)
    await expectUsableByEverybody(page)
    await page.unroute(change)
    await banner(page).getByRole('button', { name: 'ניסיון נוסף' }).click()

    await expect(banner(page)).toHaveCount(0)
    await expect.poll(() => stored(request, id)).toMatchObject(saved)
  })

test('a message that cannot be marked as read on opening says so, and a retry succeeds', async ({
  page,
  context,
  request,
}) => {
  await signInAs('admin', context, request)
  const taken = await takeMessage(request, 9)
  const { id, email, tag } = taken
  await openInbox(page, taken, tag)
  const change = `**/api/contact/${id}`
  await page.route(change, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await rowOf(page, email).click()
  await expect(banner(page)).toContainText('לא הצלחנו לשמור אם הפנייה נקראה.')
  await page.unroute(change)
  await banner(page).getByRole('button', { name: 'ניסיון נוסף' }).click()

  await expect(page.getByRole('button', { name: 'סימון כלא נקראה' })).toBeVisible()
  await expect(banner(page)).toHaveCount(0)
})

test('a message appears in the inbox and in the navbar of two windows by itself', async ({
  browser,
  request,
  baseURL,
}) => {
  const windows = []
  for (const path of ['/messages', '/admin-orders-dashboard']) {
    const context = await browser.newContext({ baseURL: baseURL!, locale: 'en-US' })
    await signInAs('admin', context, request)
    const page = await context.newPage()
    const live = page.waitForResponse('**/api/admin/live')
    await page.addInitScript(stopLooking)
    await page.goto(path)
    await live
    windows.push(page)
  }
  const [inbox, other] = windows as [Page, Page]
  const unread = async () =>
    Number(/\d+/.exec((await other.getByRole('link', { name: /^Messages/ }).textContent()) ?? '')?.[0] ?? 0)
  await expect.poll(unread).toBeGreaterThan(0)
  const before = await unread()
  await inbox.evaluate(() => Object.assign(window, { isSamePage: true }))
  const email = await sendMessage(request, 'A message that arrives by itself')

  await expect(rowOf(inbox, email)).toBeVisible()
  await expect.poll(unread).toBeGreaterThan(before)
  expect(await inbox.evaluate(() => 'isSamePage' in window)).toBe(true)
  for (const page of windows) await page.context().close()
})

test('what one admin changes, another one sees, and neither loses a tag', async ({
  browser,
  request,
  baseURL,
}) => {
  const { id, email } = await takeMessage(request, 10)
  const word = `word${unique()}`
  const windows: Page[] = []
  for (let n = 0; n < 2; n += 1) {
    const context = await browser.newContext({ baseURL: baseURL!, locale: 'en-US' })
    await signInAs('admin', context, request)
    const page = await context.newPage()
    await page.goto(`/messages?message=${id}`)
    await expect(page.getByRole('heading', { name: email })).toBeVisible()
    windows.push(page)
  }
  for (const [n, page] of windows.entries()) await page.getByLabel('תגית חדשה').fill(`${word} ${n}`)
  await Promise.all(windows.map((page) => page.getByRole('button', { name: 'הוספת תגית' }).click()))

  for (const page of windows)
    for (const tag of [`${word} 0`, `${word} 1`])
      await expect(page.getByRole('region', { name: 'תגיות' })).toContainText(tag)
  expect((await stored(request, id)).tags).toEqual(expect.arrayContaining([`${word} 0`, `${word} 1`]))
  for (const page of windows) await page.context().close()
})

test('an inbox is worked through by keyboard', async ({ page, context, request }) => {
  const admin = await signInAs('admin', context, request)
  const [first, second] = [await takeMessage(request, 11), await takeMessage(request, 12)]
  const word = `word${unique()}`
  for (const { id } of [first, second])
    await request.patch(`/api/contact/${id}`, { data: { tags: [word] }, ...bearer(admin) })
  await page.goto(`/messages?q=${word}`)
  await expect(rowOf(page, first.email)).toBeVisible()
  await page.keyboard.press('j')
  await expect(rowOf(page, second.email)).toBeFocused()
  await page.keyboard.press('j')
  await expect(rowOf(page, first.email)).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('e')
  await expect(rowOf(page, second.email).getByRole('img', { name: 'טופלה' })).toBeVisible()
  await page.keyboard.press('u')
  await expect(rowOf(page, second.email).getByRole('img', { name: 'נקראה', exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: second.email })).toBeFocused()
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { name: first.email })).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'קיצורי מקלדת' })).toBeVisible()
  await expectUsableByEverybody(page)
})

for (const { width, height, nth } of [
  { width: 1440, height: 900, nth: 13 },
  { width: 390, height: 844, nth: 14 },
])
  test(`at ${width} px a message is answered with a saved reply, and a failure can be retried`, async ({
    page,
    context,
    request,
  }) => {
    await page.setViewportSize({ width, height })
    await signInAs('admin', context, request)
    const { id, email } = await takeMessage(request, nth)
    await page.goto(`/messages?message=${id}`)
    await expect(page.getByRole('heading', { name: email })).toBeVisible()
    await page.keyboard.press('r')
    const box = page.getByLabel('תשובה', { exact: true })
    await expect(box).toBeFocused()
    const words = `Hello ${unique()},`
    await box.fill(words)
    await page.getByRole('combobox', { name: 'תשובה מוכנה' }).click()
    await page.getByRole('option', { name: 'Group prices' }).click()
    await page.getByRole('checkbox', { name: 'סימון הפנייה כטופלה' }).check({ force: true })
    await page.route('**/answers', (route) => route.abort())
    await box.press('Control+Enter')
    await expect(banner(page)).toContainText('לא הצלחנו לשלוח את התשובה.')
    await expectUsableByEverybody(page)
    await page.unroute('**/answers')
    await banner(page).getByRole('button', { name: 'ניסיון נוסף' }).click()

    const thread = page.getByRole('region', { name: 'התכתבות' })
    await expect(thread.getByRole('listitem').last()).toContainText(words)
    await expect(thread.getByRole('listitem').last()).toContainText('we offer a weekly price')
    await expect(box).toHaveValue('')
    await expect(banner(page)).toHaveCount(0)
    await expect
      .poll(() => stored(request, id))
      .toMatchObject({ is_handled: true, read_at: expect.any(String) })
    await expectUsableByEverybody(page)
    await expectToFit(page)
  })

test('Hebrew and English each keep their direction', async ({ page, context, request }) => {
  await signInAs('admin', context, request)
  const email = await sendMessage(request, 'Hello, is there parking?\nשלום, יש חניה?')
  await openInbox(page, { email }, email)
  await expect(rowOf(page, email).locator('[dir="auto"]')).toHaveCSS('direction', 'ltr')
  await rowOf(page, email).click()
  const lefts = await page
    .getByRole('region', { name: 'תוכן הפנייה' })
    .locator('p')
    .evaluate((body) => {
      const text = body.firstChild as Text
      const sideOf = (from: number, to: number) => {
        const range = document.createRange()
        range.setStart(text, from)
        range.setEnd(text, to)
        const { left, right } = range.getBoundingClientRect()
        const box = body.getBoundingClientRect()
        return left - box.left < box.right - right ? 'left' : 'right'
      }
      const end = text.data.indexOf('\n')
      return [sideOf(0, end), sideOf(end + 1, text.data.length)]
    })

  expect(lefts).toEqual(['left', 'right'])
})
