import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { inDays } from './days.ts'
import { bearer, makeOffice, unique } from './offices.ts'
import { answer } from './page-parts.ts'
import { signInAs, tokenOf } from './people.ts'
import { test } from './test.ts'
import { expectToFit, expectUsableByEverybody } from './usable.ts'

/** The system on the other end. */
async function startReceiver() {
  const received: { signature: string; body: string }[] = []
  let status = 200
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ signature: String(request.headers['keyhour-signature']), body })
    response.writeHead(status).end(status === 200 ? 'thank you' : 'out of order')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keyhour`,
    received,
    answerWith(next: number) {
      status = next
    },
    close: () => server.close(),
  }
}

async function addWebhook(page: Page, name: string, url: string): Promise<string> {
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const form = page.getByRole('dialog', { name: 'Add webhook' })
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.getByRole('textbox', { name: 'Address' }).fill(url)
  await form.getByRole('button', { name: 'Save' }).click()
  const shown = page.getByRole('dialog', { name: 'The secret of this webhook' })
  const secret = await shown.getByText(/^kh_whsec_/).innerText()
  await expectUsableByEverybody(page)
  await shown.getByRole('button', { name: 'I have copied it' }).click()
  await expect(shown).toBeHidden()
  return secret
}

/** Also just above the width where the links fold into a menu. */
for (const width of [1440, 1250, 390]) {
  test(`at ${width} pixels an admin adds a webhook, tests it, sends again, sees a booking arrive, and deletes it`, async ({
    page,
    context,
    request,
  }) => {
    const receiver = await startReceiver()
    await signInAs('admin', context, request)
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/admin-webhooks')
    const name = `CRM ${unique()}`
    const secret = await addWebhook(page, name, receiver.url)
    const row = page
      .getByRole(width === 390 ? 'listitem' : 'row')
      .filter({ hasText: name })
      .filter({ has: page.getByRole('switch') })

    receiver.answerWith(500)
    await row.getByRole('button', { name: 'Send a test' }).click()
    const panel = page.getByRole('dialog', { name: 'Delivery' })
    await expect(panel.getByText('Answered with error 500')).toBeVisible()
    await expect(panel.getByText('out of order')).toBeVisible()
    await expectToFit(page)
    await expectUsableByEverybody(page)
    receiver.answerWith(200)
    await panel.getByRole('button', { name: 'Send again' }).click()
    await expect(panel.getByText('Answered with 200')).toBeVisible()
    await panel.getByRole('button', { name: 'Close' }).click()

    const office = await makeOffice(request, await tokenOf('admin', request), { price_per_hour: 1 })
    const stay = { office_id: office.id, date: inDays(20), start: '09:00', end: '10:00' }
    const owner = bearer(await tokenOf('owner', request))
    expect((await request.post('/api/orders', { ...owner, data: stay })).status()).toBe(201)
    await expect
      .poll(() => receiver.received.some(({ body }) => body.includes(`"id":${office.id},`)))
      .toBe(true)
    const { signature, body } = receiver.received.at(-1)!
    const [, seconds, hex] = /^t=(\d+),v1=(\w+)$/.exec(signature)!
    expect(createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')).toBe(hex)
    await expect(row.getByText('Working')).toBeVisible()
    await page.getByRole('combobox', { name: 'State' }).click()
    await page.getByRole('option', { name: 'Succeeded' }).click()
    await expect(page.getByRole('button', { name: 'Order booked' }).first()).toBeVisible()
    await expectToFit(page)
    await expectUsableByEverybody(page)

    await row.getByRole('button', { name: 'Delete' }).click()
    await answer(page, 'Yes')
    await expect(row).toBeHidden()
    receiver.close()
  })
}
