import { expect, type Locator, type Page } from '@playwright/test'
import { answer } from './page-parts.ts'
import { signInAs } from './people.ts'
import { test } from './test.ts'

const SEARCH = 'Search all columns...'
const COLORS = {
  red: [200, 30, 30],
  green: [30, 160, 30],
  blue: [30, 30, 200],
  yellow: [220, 200, 30],
} as const
type Color = keyof typeof COLORS

const newName = () => `Loft ${crypto.randomUUID().slice(0, 8)}`
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const part = (form: Locator, name: string) => form.getByRole('button', { name: new RegExp(`^${name}`) })
const tiles = (form: Locator) => form.getByRole('list', { name: 'Pictures in order' }).getByRole('listitem')

async function photo(page: Page, color: Color, [width, height]: [number, number] = [240, 180]) {
  const base64 = await page.evaluate(
    async ({ rgb, width, height }) => {
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d')!
      context.fillStyle = `rgb(${rgb})`
      context.fillRect(0, 0, width, height)
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    },
    { rgb: COLORS[color].join(), width, height },
  )
  return { name: `${color}.jpg`, mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') }
}

async function addPhotos(page: Page, form: Locator, colors: Color[]) {
  const files = await Promise.all(colors.map((color) => photo(page, color)))
  await form.locator('input[type=file]').setInputFiles(files)
}

/** The colours of the tiles, each read from the middle of its picture. */
async function colorsOf(form: Locator): Promise<string[]> {
  const middles = await tiles(form)
    .locator('img')
    .evaluateAll((images) =>
      Promise.all(
        (images as HTMLImageElement[]).map(async (image) => {
          await image.decode()
          const context = new OffscreenCanvas(1, 1).getContext('2d')!
          context.drawImage(image, 0, 0, 1, 1)
          return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)]
        }),
      ),
    )
  const distance = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0)
  return middles.map(
    (middle) =>
      (Object.keys(COLORS) as Color[]).toSorted(
        (a, b) => distance(COLORS[a], middle) - distance(COLORS[b], middle),
      )[0]!,
  )
}

async function middleOf(form: Locator, at: number): Promise<[x: number, y: number]> {
  const { x, y, width, height } = (await tiles(form).nth(at).locator('img').boundingBox())!
  return [x + width / 2, y + height / 2]
}

async function openNew(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add Office' }).click()
  return page.getByRole('dialog', { name: 'Add New Office' })
}

async function fillIn(form: Locator, name: string) {
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await form.getByRole('textbox', { name: 'Address', exact: true }).fill('1 Port Street, Tel Aviv')
  await form.getByRole('textbox', { name: 'Latitude' }).fill('32.0512')
  await form.getByRole('textbox', { name: 'Longitude' }).fill('34.7512')
}

async function save(form: Locator) {
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
}

async function find(page: Page, name: string): Promise<Locator> {
  await page.getByPlaceholder(SEARCH).fill(name)
  // The row may be in the list already, and a search that begins later closes what was opened.
  await expect(page).toHaveURL((url) => url.searchParams.get('q') === name)
  const row = rowOf(page, name).first()
  await expect(row).toBeVisible()
  return row
}

async function edit(page: Page, name: string): Promise<Locator> {
  const row = await find(page, name)
  await row.getByRole('button', { name: 'Edit', exact: true }).click()
  return page.getByRole('dialog', { name: 'Edit Office' })
}

async function makeOffice(page: Page, more: object = {}): Promise<{ id: number; name: string }> {
  const name = newName()
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const reply = await page.request.post('/api/admin/offices', {
    headers: { authorization: `Bearer ${token}` },
    data: { name, lat: 32.05, lon: 34.75, address: '3 Port Street', ...more },
  })
  expect(reply.status()).toBe(201)
  return reply.json()
}

test.beforeEach(async ({ page, context, request }) => {
  await signInAs('admin', context, request)
  await page.goto('/admin-dashboard?tab=offices')
  await expect(page.getByRole('heading', { name: 'Admin Dashboard Offices' })).toBeVisible()
})

test('an admin adds an office with all its fields, and edits it', { tag: '@journey' }, async ({ page }) => {
  const name = newName()
  const form = await openNew(page)
  await fillIn(form, name)
  await part(form, 'Opening hours').click()
  await form.getByRole('combobox', { name: 'Open Hours' }).fill('18:00')
  await form.getByRole('combobox', { name: 'Close Hours' }).fill('02:00')
  await page.keyboard.press('Tab')
  await expect(form).toContainText('Opens at 6:00 PM and closes after midnight, at 2:00 AM the next day.')
  await part(form, 'Amenities').click()
  await form.getByRole('checkbox', { name: 'Kitchen' }).check()
  await part(form, 'Wi-Fi and printer').click()
  await form.getByLabel('WiFi Name').fill('loft-guests')
  await form.getByLabel('WiFi Password', { exact: true }).fill('sesame street')
  await part(form, 'Visibility').click()
  await form.getByRole('checkbox', { name: 'Coming soon' }).check()
  await part(form, 'Prices for the whole office').click()
  await form.getByLabel('Price per hour').fill('49.90')
  await part(form, 'Additional info').click()
  await form.getByRole('button', { name: 'Add a line' }).click()
  await form.getByLabel('Key').fill('Floor')
  await form.getByLabel('Value').fill('3')
  await form.getByRole('button', { name: 'Add a line' }).click()
  await form.getByLabel('Value').nth(1).fill('a line without a key')
  await save(form)

  const row = await find(page, name)
  await expect(row).toContainText('loft-guests')
  await row.getByRole('button', { name: 'Edit', exact: true }).click()
  const again = page.getByRole('dialog', { name: 'Edit Office' })
  await expect(part(again, 'Opening hours')).toContainText('6:00 PM – 2:00 AM')
  await expect(part(again, 'Amenities')).toContainText('Kitchen')
  await expect(part(again, 'Visibility')).toContainText('Coming soon')
  await part(again, 'Prices for the whole office').click()
  await expect(again.getByLabel('Price per hour')).toHaveValue('49.9')
  await part(again, 'Additional info').click()
  await expect(again.getByLabel('Key')).toHaveCount(1)
  await part(again, 'Wi-Fi and printer').click()
  await expect(again.getByLabel('WiFi Password', { exact: true })).toHaveValue('')
  await again.getByRole('button', { name: 'Show the password' }).click()
  await expect(again).toContainText('sesame street')
  await again.getByRole('textbox', { name: 'Name', exact: true }).fill(`${name} II`)
  await save(again)

  await expect(rowOf(page, `${name} II`).first()).toBeVisible()
  const last = await edit(page, `${name} II`)
  await part(last, 'Wi-Fi and printer').click()
  await last.getByRole('button', { name: 'Show the password' }).click()
  await expect(last).toContainText('sesame street')
})

test('missing fields are listed, their section opens, and the first one gets the focus', async ({ page }) => {
  const form = await openNew(page)
  await part(form, 'Location').click()
  await part(form, 'Integrations').click()
  await form.getByLabel('Pickspace email').fill('nobody')
  await part(form, 'Integrations').click()
  await form.getByRole('button', { name: 'Save' }).click()

  const list = form.getByRole('alert').filter({ hasText: 'Please fix the following errors:' })
  await expect(list.getByRole('listitem')).toHaveText([
    'Name: Cannot be empty',
    'Lat: Cannot be empty',
    'Lon: Cannot be empty',
    'Address: Cannot be empty',
    'Pickspace_email: Should be a valid email!Current value: nobody',
  ])
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await list.getByRole('button', { name: /^Pickspace_email/ }).click()
  await expect(form.getByLabel('Pickspace email')).toBeFocused()
  await fillIn(form, newName())
  await expect(list.getByRole('listitem')).toHaveCount(1)
})

test('an admin adds and edits a sub-office with several pictures', async ({ page }) => {
  const { name } = await makeOffice(page)
  const row = await find(page, name)
  await row.getByRole('button', { name: 'Add sub-office' }).click()
  const form = page.getByRole('dialog', { name: `Add New Sub-Office to ${name}` })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toContainText('Price_per_week: Cannot be empty')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Olive room')
  await form.getByRole('textbox', { name: 'Capacity' }).fill('8')
  await form.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Meeting Room' }).click()
  await form.getByLabel('Price per hour').fill('50')
  await form.getByLabel('Price per day').fill('300')
  await form.getByLabel('Price per week').fill('1200')
  await part(form, 'Amenities').click()
  await form.getByRole('checkbox', { name: 'Screen' }).check()
  await form.getByLabel('Other amenities').fill('Whiteboard')
  await form.getByLabel('Other amenities').press('Enter')
  await part(form, 'Pictures').click()
  await addPhotos(page, form, ['red', 'green', 'blue'])
  await expect(tiles(form)).toHaveCount(3)
  await save(form)

  const space = rowOf(page, 'Olive room').first()
  await expect(space).toContainText('₪50')
  await space.getByRole('button', { name: 'Edit', exact: true }).click()
  const again = page.getByRole('dialog', { name: 'Edit Sub-Office' })
  await expect(part(again, 'Amenities')).toContainText('Whiteboard')
  await part(again, 'Pictures').click()
  await expect.poll(() => colorsOf(again)).toEqual(['red', 'green', 'blue'])
  await again.getByRole('button', { name: 'Remove picture 2' }).click()
  await again.getByRole('button', { name: 'Move picture 1 later' }).click()
  await save(again)

  await space.getByRole('button', { name: 'Edit', exact: true }).click()
  await part(again, 'Pictures').click()
  await expect.poll(() => colorsOf(again)).toEqual(['blue', 'red'])
})

test('pictures can be reordered with the keyboard alone, and the order is saved', async ({ page }) => {
  const { name } = await makeOffice(page)
  let form = await edit(page, name)
  await part(form, 'Pictures').click()
  await addPhotos(page, form, ['red', 'green', 'blue', 'yellow'])
  await expect(tiles(form)).toHaveCount(4)
  await save(form)
  await page.reload()
  form = await edit(page, name)
  await part(form, 'Pictures').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => colorsOf(form)).toEqual(['red', 'green', 'blue', 'yellow'])

  const last = form.getByRole('button', { name: /^Picture 4 of 4/ })
  /** The arrow keys move it only once the pictures have been measured, a moment after it is announced. */
  async function pickUp() {
    await page.keyboard.press('Space')
    await expect(form).toContainText('Picked up picture 4 at position 4 of 4.')
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))))
  }
  await last.focus()
  await pickUp()
  await page.keyboard.press('ArrowLeft')
  await expect(form).toContainText('Picture 4 is at position 3 of 4.')
  // Escape cancels the move and keeps the form open.
  await page.keyboard.press('Escape')
  await expect(form).toContainText('Picture 4 is back where it was.')
  await pickUp()
  await page.keyboard.press('ArrowLeft')
  await expect(form).toContainText('Picture 4 is at position 3 of 4.')
  await page.keyboard.press('ArrowLeft')
  await expect(form).toContainText('Picture 4 is at position 2 of 4.')
  await page.keyboard.press('Space')
  await expect.poll(() => colorsOf(form)).toEqual(['red', 'yellow', 'green', 'blue'])
  await form.getByRole('button', { name: 'Save' }).focus()
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await page.reload()

  form = await edit(page, name)
  await part(form, 'Pictures').click()
  await expect.poll(() => colorsOf(form)).toEqual(['red', 'yellow', 'green', 'blue'])
  await expect(tiles(form).first()).toContainText('Cover')
})

test('pictures can be dragged with the mouse', async ({ page }) => {
  const { name } = await makeOffice(page)
  const form = await edit(page, name)
  await part(form, 'Pictures').click()
  await addPhotos(page, form, ['red', 'green', 'blue'])
  await expect(tiles(form)).toHaveCount(3)
  await tiles(form).first().scrollIntoViewIfNeeded()
  await page.mouse.move(...(await middleOf(form, 0)))
  await page.mouse.down()
  await page.mouse.move(...(await middleOf(form, 1)), { steps: 5 })
  await page.mouse.move(...(await middleOf(form, 2)), { steps: 8 })
  await page.mouse.up()

  await expect.poll(() => colorsOf(form)).toEqual(['green', 'blue', 'red'])
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true })

  test('pictures can be dragged after a long press', async ({ page, context }) => {
    const { name } = await makeOffice(page)
    const form = await edit(page, name)
    await part(form, 'Pictures').click()
    await addPhotos(page, form, ['red', 'green', 'blue'])
    await expect(tiles(form)).toHaveCount(3)
    await tiles(form).first().scrollIntoViewIfNeeded()
    const finger = await context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove', [x, y]: readonly [number, number]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] })
    const [from, to] = [await middleOf(form, 0), await middleOf(form, 2)]
    await touch('touchStart', from)
    await expect(form.locator('[data-dragging]')).toHaveCount(1)
    for (let step = 1; step <= 8; step += 1)
      await touch('touchMove', [
        from[0] + ((to[0] - from[0]) * step) / 8,
        from[1] + ((to[1] - from[1]) * step) / 8,
      ])
    await expect(form).toContainText('Picture 1 is at position 3 of 3.')
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })

    await expect.poll(() => colorsOf(form)).toEqual(['green', 'blue', 'red'])
  })
})

/** Chooses four photos that together are too large for one request, and 17 small ones. */
const chooseTooMuch = (input: Locator): Promise<number> =>
  input.evaluate(async (element) => {
    const canvas = new OffscreenCanvas(2800, 2100)
    const context = canvas.getContext('2d')!
    const noise = context.createImageData(canvas.width, canvas.height)
    const dots = new Uint32Array(noise.data.buffer)
    for (let at = 0; at < dots.length; at += 1) dots[at] = Math.random() * 2 ** 32
    for (let at = 3; at < noise.data.length; at += 4) noise.data[at] = 255
    context.putImageData(noise, 0, 0)
    const large = await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 })
    Object.assign(canvas, { width: 64, height: 48 })
    const small = await canvas.convertToBlob({ type: 'image/jpeg' })
    const chosen = new DataTransfer()
    for (let number = 1; number <= 21; number += 1)
      chosen.items.add(new File([number <= 4 ? large : small], `${number}.jpg`, { type: 'image/jpeg' }))
    const input = element as HTMLInputElement
    input.files = chosen.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
    return 4 * large.size
  })

test('twenty photos are scaled down to fit into one request, and no more can be added', async ({ page }) => {
  const { name } = await makeOffice(page)
  const form = await edit(page, name)
  await part(form, 'Pictures').click()
  const bytes = await chooseTooMuch(form.locator('input[type=file]'))
  expect((bytes * 4) / 3).toBeGreaterThan(60_000_000)

  await expect(tiles(form)).toHaveCount(20, { timeout: 100_000 })
  await expect(form.getByRole('alert')).toContainText(
    '21.jpg was not added: an office can have at most 20 pictures.',
  )
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden({ timeout: 100_000 })
})

test('pictures dropped while others are still loading are saved too', async ({ page }) => {
  const { name } = await makeOffice(page)
  const form = await edit(page, name)
  await part(form, 'Pictures').click()
  const [small, large] = [await photo(page, 'red', [64, 48]), await photo(page, 'blue', [2800, 2100])]
  const files = [small, large, large].map((file) => file.buffer.toString('base64'))
  await form.getByText('Select several').evaluate((area, files) => {
    const [first, ...others] = files.map((base64, at) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      return new File([bytes], `${at}.jpg`, { type: 'image/jpeg' })
    })
    for (const dropped of [[first!], others]) {
      const dataTransfer = new DataTransfer()
      for (const file of dropped) dataTransfer.items.add(file)
      area.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
    }
  }, files)
  await expect(tiles(form).first()).toBeVisible()
  await save(form)

  await edit(page, name)
  await part(form, 'Pictures').click()
  await expect.poll(() => colorsOf(form)).toEqual(['red', 'blue', 'blue'])
})

test('a file that is not a picture is refused by name, and the others stay', async ({ page }) => {
  const form = await openNew(page)
  await part(form, 'Pictures').click()
  const whole = await photo(page, 'blue', [1600, 1200])
  await form.locator('input[type=file]').setInputFiles([
    await photo(page, 'red', [64, 48]),
    { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('these are notes') },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('these are notes') },
    {
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    },
    { ...whole, name: 'half.jpg', buffer: whole.buffer.subarray(0, 300) },
  ])

  const refused = form.getByRole('alert').filter({ hasText: 'notes.png' })
  await expect(refused.locator('p')).toHaveText([
    'notes.png cannot be opened as an image.',
    'notes.txt is not an image.',
    'logo.svg cannot be opened as an image.',
    'half.jpg cannot be opened as an image.',
  ])
  await expect(tiles(form)).toHaveCount(1)
})

test('a form with changes is not closed by accident', async ({ page }) => {
  const warned: string[] = []
  page.on('dialog', async (dialog) => {
    warned.push(dialog.type())
    await dialog.dismiss()
  })
  await page.getByRole('tab', { name: 'Users' }).click()
  await page.getByRole('tab', { name: 'Offices' }).click()
  const form = await openNew(page)
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Half an office')
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => warned).toEqual(['beforeunload'])

  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('You have unsaved changes. Leave without saving?')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Half an office')
  await page.evaluate(() => history.back())
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'No' }).click()
  await expect(form).toBeVisible()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(form).toBeHidden()

  const next = await openNew(page)
  await expect(next.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(next).toBeHidden()
})

test('an admin adds a closure to an office and removes it', async ({ page }) => {
  const { name } = await makeOffice(page)
  const form = await edit(page, name)
  await part(form, 'Opening hours').click()
  const closing = form.getByRole('group', { name: 'Add closure' })
  await closing.getByRole('button', { name: 'Add closure' }).click()
  await expect(closing).toContainText('Cannot be empty')
  await closing.getByLabel('Reason').fill('Painting')
  await closing.getByLabel('First day').fill('2030-03-04')
  await closing.getByLabel('Last day').fill('2030-03-05')
  await closing.getByLabel('Last day').press('Enter')

  const list = form.getByRole('list', { name: 'Closures' })
  await expect(list.getByRole('listitem')).toHaveText([/^Painting.*Mar 4th 2030.*The whole office$/])
  await list.getByRole('button', { name: 'Remove closure: Painting' }).click()
  await answer(page, 'Yes')
  await expect(form).toContainText('No upcoming closures.')
  await expect(form).toBeVisible()
})

test('the map pin moves by keyboard and by dragging, in step with the coordinates', async ({ page }) => {
  const { name } = await makeOffice(page)
  const form = await edit(page, name)
  const [lat, lon] = [form.getByLabel('Latitude'), form.getByLabel('Longitude')]
  const pin = form.getByRole('button', { name: 'Office pin' })
  await pin.focus()
  await page.keyboard.press('ArrowUp')
  await expect(lat).not.toHaveValue('32.05')
  expect(Number(await lat.inputValue())).toBeGreaterThan(32.05)
  await expect(lon).toHaveValue('34.75')
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => Number(await lon.inputValue())).toBeGreaterThan(34.75)

  const before = Number(await lat.inputValue())
  await pin.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const { x, y, width } = (await pin.boundingBox())!
  await page.mouse.move(x + width / 2, y + 10)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 - 60, y + 70, { steps: 6 })
  await page.mouse.up()
  await expect.poll(async () => Number(await lat.inputValue())).toBeLessThan(before)

  await lat.fill('29.56')
  await lon.fill('34.95')
  await expect(form.getByText('Eilat')).toBeVisible()
  await save(form)
  await expect(await find(page, name)).toContainText('29.56')
})

test('the office form works on a phone in Hebrew', async ({ page, context, baseURL }) => {
  const { name } = await makeOffice(page)
  await context.addCookies([{ name: 'language', value: 'he', url: baseURL! }])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/admin-dashboard?tab=offices&q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: 'עריכה' }).first().click()
  const form = page.getByRole('dialog', { name: 'עריכת משרד' })
  await expect(form.getByRole('textbox', { name: 'שם', exact: true })).toHaveValue(name)
  await form.getByRole('textbox', { name: 'שם', exact: true }).fill('')
  await form.getByRole('button', { name: 'שמירה' }).click()

  await expect(form.getByRole('alert').first()).toContainText('יש לתקן את השגיאות הבאות:')
  await expect(form.getByRole('listitem').first()).toHaveText('שם: שדה חובה')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
