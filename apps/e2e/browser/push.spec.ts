import { startPushService } from '@keyhour/simulators/push-service'
import { type BrowserContext, type CDPSession, expect, type Page } from '@playwright/test'
import { nowMs, todayIn } from './days.ts'
import { addRoom, bearer, hourIn, makeOffice, zoneAtNoon } from './offices.ts'
import { giveCredits, signInAs, tokenOf } from './people.ts'
import { test } from './test.ts'
import { expectToFit, expectUsableByEverybody } from './usable.ts'

test.use({ serviceWorkers: 'allow' })

type Device = { endpoint: string; keys: { p256dh: string; auth: string } }

/** Runs in the page. Chromium reaches no push service here: its subscription is one of the simulated service. */
function subscribeAtSimulator(device: Device) {
  const kept = () => sessionStorage.getItem('subscribed') !== null
  const made = (key: string) => {
    const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
      one.charCodeAt(0),
    )
    sessionStorage.setItem('subscribed', key)
    return {
      endpoint: device.endpoint,
      options: { applicationServerKey: bytes.buffer },
      toJSON: () => device,
      unsubscribe: async () => {
        sessionStorage.removeItem('subscribed')
        return true
      },
    }
  }
  Object.assign(PushManager.prototype, {
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) =>
      made(applicationServerKey),
    getSubscription: async () => (kept() ? made(sessionStorage.getItem('subscribed')!) : null),
  })
}

/** The real service worker gets what the simulated device has decrypted. */
async function openWorker(page: Page, context: BrowserContext): Promise<(data: object) => Promise<unknown>> {
  const cdp: CDPSession = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => page.url().startsWith(scopeURL))
      if (own) resolve(own.registrationId)
    }),
  )
  await cdp.send('ServiceWorker.enable')
  const registrationId = await registered
  const origin = new URL(page.url()).origin
  return (data) =>
    cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(data) })
}

/** Runs in the page. */
const notifications = async () => {
  const { active } = await navigator.serviceWorker.ready
  const shown = (await (await navigator.serviceWorker.getRegistration())?.getNotifications()) ?? []
  return active
    ? shown.map(({ title, body, tag, lang, dir, data }) => ({ title, body, tag, lang, dir, data }))
    : []
}

test('after a booking notifications are offered; they arrive encrypted and are shown, and kinds can be turned off', async ({
  page,
  context,
}) => {
  const { request } = context
  const service = await startPushService({ now: () => new Date(nowMs()) })
  const admin = await tokenOf('admin', request)
  const time_zone = zoneAtNoon()
  const office = await makeOffice(request, admin, { time_zone })
  const room = await addRoom(request, admin, office)
  await giveCredits('owner', request)
  const token = await signInAs('owner', context, request)
  const { public_key } = await (await request.get('/api/push', bearer(token))).json()
  const device = service.subscribe(public_key)
  await context.grantPermissions(['notifications'])
  await context.addInitScript(subscribeAtSimulator, device)

  const hour = hourIn(time_zone)
  const book = async (start: number) => {
    const stay = { date: todayIn(time_zone), start: `${start}:00`, end: `${start + 1}:00` }
    const data = { office_id: office.id, sub_office_id: room.id, ...stay }
    const booked = await request.post('/api/orders', { ...bearer(token), data })
    expect(booked.status()).toBe(201)
    return (await booked.json()).id as number
  }
  const id = await book(hour + 2)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/order/${id}`)
  await expect(page.getByText('Know when your door code is ready')).toBeVisible()
  await expectToFit(page)
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await expect(page.getByText('Notifications are on for this device.')).toBeVisible()

  const second = await book(hour + 4)
  await expect.poll(() => service.delivered.length).toBe(1)
  const { message } = service.delivered[0]!
  expect(message).toMatchObject({ title: 'Booking confirmed', url: `/order/${second}` })
  const deliver = await openWorker(page, context)
  await deliver(message)
  await expect
    .poll(() => page.evaluate(notifications))
    .toMatchObject([
      { title: 'Booking confirmed', lang: 'en', dir: 'ltr', data: { url: `/order/${second}` } },
    ])

  await page.goto('/profile')
  const card = page.getByRole('region', { name: 'Notifications', exact: true })
  await expect(card.getByText('Notifications are on for this device.')).toBeVisible()
  await card.getByRole('switch', { name: 'A booking is confirmed' }).click({ force: true })
  await expect(card.getByRole('switch', { name: 'A booking is confirmed' })).not.toBeChecked()
  await expectUsableByEverybody(page)
  const kept = async () => (await (await request.get('/api/push', bearer(token))).json()).off
  await expect.poll(kept).toEqual(['booked'])
  await card.getByRole('switch', { name: 'A booking is confirmed' }).click({ force: true })
  await expect.poll(kept).toEqual([])

  await page.goto(`/order/${id}?extend`)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL(/sign-in/)
  expect(await page.evaluate(() => sessionStorage.getItem('subscribed'))).toBeNull()
  await service.close()
})

test('the landing page installs the app where the browser offers it, and says how elsewhere', async ({
  page,
}) => {
  await page.goto('/')
  const install = page.locator('#download').getByRole('button', { name: 'Install the app' })
  await install.click()
  await expect(page.locator('#download').getByText(/Open the menu of your browser/)).toBeVisible()
  const isAsked = page.evaluate(
    () =>
      new Promise((asked) => {
        const offer = new Event('beforeinstallprompt', { cancelable: true })
        window.dispatchEvent(Object.assign(offer, { prompt: async () => asked(offer.defaultPrevented) }))
      }),
  )
  await install.click()
  expect(await isAsked).toBe(true)

  const manifest = await page.locator('link[rel="manifest"]').getAttribute('href')
  const reply = await page.request.get(manifest!)
  expect(reply.headers()['content-type']).toContain('application/manifest+json')
  const { icons, shortcuts, start_url } = await reply.json()
  expect(start_url).toBe('/dashboard')
  expect(icons.map(({ purpose }: { purpose?: string }) => purpose)).toContain('maskable')
  for (const { src } of [...icons, ...shortcuts.flatMap((one: { icons: object[] }) => one.icons)])
    expect((await page.request.get(src)).headers()['content-type']).toBe('image/png')
  await page.goto('/?language=he')
  await expect(page.locator('link[rel="manifest"]')).toHaveAttribute('href', '/he.webmanifest')
})
