import {
  emulateLock,
  type LockInPage,
  provideCharacteristicInPage,
  simulateLockInPage,
} from '@keyhour/simulators/bluetooth-lock'
import { expect, type Page } from '@playwright/test'
import { test as base } from './test.ts'

const LOCK = {
  service_id: '0000fff0-0000-1000-8000-00805f9b34fb',
  characteristic_id: '0000fff1-0000-1000-8000-00805f9b34fb',
  address: 'D0:4D:00:00:00:01',
}
const COMMAND = [1, 208, 0xd0, 0x4d, 0, 0, 0, 1]

/** Chromium on Linux needs a flag for Bluetooth, so this file has its own browser. */
const test = base.extend<object>({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--enable-features=WebBluetooth'] }),
    { scope: 'worker' },
  ],
})

const connect = (page: Page) => page.getByRole('button', { name: 'Connect to Door' })
const open = (page: Page) => page.getByRole('button', { name: 'Open Door' })
const expectStatus = (page: Page, text: string) =>
  expect(page.getByText(`Status: ${text}`, { exact: true })).toBeVisible()

test('a user picks a door, connects, opens it with the specified bytes, and loses the connection', async ({
  page,
  context,
  browser,
}) => {
  await page.goto('/door-opener')
  await expectStatus(page, 'Not Connected')
  await expect(open(page)).toBeDisabled()
  const lock = await emulateLock({
    ...LOCK,
    browser: await browser.newBrowserCDPSession(),
    page: await context.newCDPSession(page),
  })

  lock.choice = 'nothing'
  await connect(page).click()
  await expect(page.getByRole('alert')).toContainText('No door was selected')
  await expectStatus(page, 'Not Connected')

  lock.choice = 'lock'
  await connect(page).click()
  await expectStatus(page, 'Connected')
  await expect(connect(page)).toBeDisabled()
  await open(page).click()
  await expectStatus(page, 'Door Unlocked')
  expect(lock.commands).toEqual([COMMAND])

  await lock.disconnect()
  await expectStatus(page, 'Disconnected')
  await expect(open(page)).toBeDisabled()
  await expect(connect(page)).toBeEnabled()
})

/** The emulated radio cannot send notifications. */
async function visitWithLock(page: Page) {
  await page.addInitScript(provideCharacteristicInPage)
  await page.addInitScript(simulateLockInPage, LOCK)
  await page.goto('/door-opener')
  return {
    order: (fault: LockInPage['fault']) =>
      page.evaluate((next) => {
        ;(globalThis as unknown as { simulatedLock: LockInPage }).simulatedLock.fault = next
      }, fault),
    say: (...bytes: number[]) =>
      page.evaluate(
        (said) => (globalThis as unknown as { simulatedLock: LockInPage }).simulatedLock.say(said),
        bytes,
      ),
    disconnect: () =>
      page.evaluate(() =>
        (globalThis as unknown as { simulatedLock: LockInPage }).simulatedLock.disconnect(),
      ),
    seen: () =>
      page.evaluate(() => {
        const { requests, commands } = (globalThis as unknown as { simulatedLock: LockInPage }).simulatedLock
        return { requests, commands }
      }),
  }
}

test('the page shows when a door reports that it opened and that it locked again', async ({ page }) => {
  const lock = await visitWithLock(page)
  await connect(page).click()
  await expectStatus(page, 'Connected')
  await open(page).click()
  await expectStatus(page, 'Door Unlocked')
  await lock.say(1, 208, 0)

  await expectStatus(page, 'Door Locked')
  expect(await lock.seen()).toEqual({
    requests: [{ filters: [{ namePrefix: 'DOM' }], optionalServices: [LOCK.service_id] }],
    commands: [COMMAND],
  })
})

test('a lost door reconnects without being picked again', async ({ page }) => {
  const lock = await visitWithLock(page)
  await connect(page).click()
  await expectStatus(page, 'Connected')
  await lock.disconnect()
  await expectStatus(page, 'Disconnected')
  await connect(page).click()
  await expectStatus(page, 'Connected')
  await open(page).click()

  await expectStatus(page, 'Door Unlocked')
  const { requests, commands } = await lock.seen()
  expect([requests.length, commands]).toEqual([1, [COMMAND]])
})

test('connecting says what is wrong, and can be repeated', async ({ page }) => {
  const lock = await visitWithLock(page)
  for (const [fault, sentence] of [
    ['no adapter', 'Bluetooth is off'],
    ['out of range', 'The door is out of range'],
    ['another kind of lock', 'This page cannot open that lock'],
  ] as const) {
    await lock.order(fault)
    await connect(page).click()

    await expect(page.getByRole('alert')).toContainText(sentence)
    await expectStatus(page, 'Not Connected')
    await expect(connect(page)).toBeEnabled()
    await expect(open(page)).toBeDisabled()
  }
})

test('opening says what is wrong', async ({ page }) => {
  const lock = await visitWithLock(page)
  await connect(page).click()
  await expectStatus(page, 'Connected')
  for (const [fault, sentence, status] of [
    ['refuses to be written to', 'The door refused the command', 'Connected'],
    ['says nothing', 'the door did not answer', 'Command Sent'],
    ['is lost when written to', 'The door disconnected before it answered', 'Disconnected'],
  ] as const) {
    await lock.order(fault)
    await open(page).click()

    await expect(page.getByRole('alert')).toContainText(sentence)
    await expectStatus(page, status)
  }
})
