import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { signInAs } from './people.ts'
import { test } from './test.ts'
import { expectToFit, expectUsableByEverybody } from './usable.ts'

test('on a phone, a visitor asks about an office with a picture and a PDF, and an admin gets both', async ({
  page,
  context,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const [office] = await (await request.get('/api/offices/')).json()
  await page.goto(`/spaces/${office.id}`)
  const [buffer, picture] = [await page.pdf(), await page.screenshot()]
  await page.getByRole('link', { name: 'Ask about this office' }).click()
  await expect(page.locator('.form-office')).toContainText(office.name)
  const email = `asks-${randomUUID()}@example.com`
  await page.getByLabel('Your email address').fill(email)
  await page.getByLabel('Your message').fill('Is this the right room?')
  await page.getByLabel('Add pictures or PDF files').setInputFiles([
    { name: 'plan.pdf', mimeType: 'application/pdf', buffer },
    { name: 'room.png', mimeType: 'image/png', buffer: picture },
  ])
  await expect(page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')).toHaveCount(2)
  await expectUsableByEverybody(page)
  await expectToFit(page)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('main').getByRole('status')).toContainText(email)

  await signInAs('admin', context, request)
  await page.goto(`/messages?q=${encodeURIComponent(email)}`)
  await page.getByRole('button', { name: email }).click()
  const files = page.getByRole('region', { name: 'קבצים' })
  await expect(files.getByText('room.webp')).toBeVisible()
  await expect(files.locator('img')).toHaveJSProperty('complete', true)
  const download = page.waitForEvent('download')
  await files.getByRole('button', { name: 'הורדת plan.pdf' }).click()
  expect((await download).suggestedFilename()).toBe('plan.pdf')
  await expectUsableByEverybody(page)
  await expectToFit(page)
})

test('a file that cannot be sent is refused before sending, or beside its name afterwards', async ({
  page,
}) => {
  await page.goto('/contact?language=he')
  await page.getByLabel('כתובת האימייל שלך').fill('files@example.com')
  await page.getByLabel('ההודעה שלך').fill('שלום')
  const input = page.getByLabel('הוספת תמונות או קובצי PDF')
  const chosen = page.getByRole('list', { name: 'הקבצים שנבחרו' })
  await input.setInputFiles({
    name: 'run.exe',
    mimeType: 'application/x-msdownload',
    buffer: Buffer.from('MZ'),
  })
  await expect(page.locator('#files-error')).toContainText('run.exe')
  await input.setInputFiles({
    name: 'big.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.alloc(10_000_001),
  })
  await expect(page.locator('#files-error')).toContainText('10 MB')
  await expect(chosen.getByRole('listitem')).toHaveCount(0)

  await input.setInputFiles({
    name: 'half.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7'),
  })
  await page.getByRole('button', { name: 'שליחה' }).click()
  await expect(chosen.getByRole('listitem')).toContainText('הקובץ פגום ולא ניתן לקרוא אותו.')
  await expectUsableByEverybody(page)
  await chosen.getByRole('button', { name: /הסרת .*half\.pdf/ }).click()
  await expect(chosen.getByRole('listitem')).toHaveCount(0)
  await page.getByRole('button', { name: 'שליחה' }).click()
  await expect(page.getByRole('main').getByRole('status')).toContainText('files@example.com')
})

test('files can be dropped on the form, and a bar shows while they are being sent', async ({ page }) => {
  await page.goto('/contact')
  await page.getByLabel('Your email address').fill(`drops-${randomUUID()}@example.com`)
  await page.getByLabel('Your message').fill('This is the room.')
  const picture = (await page.screenshot({ clip: { x: 0, y: 0, width: 60, height: 40 } })).toString('base64')
  const dropped = await page.evaluateHandle((encoded) => {
    const content = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
    const data = new DataTransfer()
    data.items.add(new File([content], 'room.png', { type: 'image/png' }))
    return data
  }, picture)
  await page.locator('[data-files]').dispatchEvent('drop', { dataTransfer: dropped })
  await expect(page.getByRole('list', { name: 'Chosen files' })).toContainText('room.png')

  let send: () => void
  const mayBeSent = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route('**/api/contact/', async (route) => {
    await mayBeSent
    await route.continue()
  })
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  send!()
  await expect(page.getByRole('main').getByRole('status')).toContainText('@example.com')
  await expect(page.getByRole('progressbar')).toBeHidden()
})
