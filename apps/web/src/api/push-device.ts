import { isAppleDevice } from '#web/ui/apple-device.ts'

const OWNER_KEY = 'push_of'
const WORKER = '/service-worker.js'

/** `install-first`: iPhones and iPads show messages only of apps on the home screen. */
export type DeviceState = 'on' | 'off' | 'denied' | 'install-first' | 'unsupported'

/** Undefined if the device can show messages. */
function obstacle(): DeviceState | undefined {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) {
    return Notification.permission === 'denied' ? 'denied' : undefined
  }
  return isAppleDevice() ? 'install-first' : 'unsupported'
}

const register = async (): Promise<ServiceWorkerRegistration> => {
  await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' })
  return navigator.serviceWorker.ready
}

async function findSubscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator)) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}

export async function stateOfDevice(userId: number): Promise<DeviceState> {
  const found = obstacle()
  if (found) return found
  return (await findSubscription()) && isOf(userId) ? 'on' : 'off'
}

const isOf = (userId: number): boolean => localStorage.getItem(OWNER_KEY) === String(userId)

/** Asks the person, unless they have allowed it before. Undefined if they did not. */
export async function subscribeDevice(userId: number, publicKey: string) {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const registration = await register()
  const known = await registration.pushManager.getSubscription()
  // Made with the key of another installation at this address.
  if (known && keyOf(known) !== publicKey) await known.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  localStorage.setItem(OWNER_KEY, String(userId))
  return describe(subscription)
}

/** The subscription that this person made here earlier. One of somebody else is ended. */
export async function ownSubscription(userId: number, publicKey: () => Promise<string>) {
  const subscription = await findSubscription()
  if (!subscription) return undefined
  if (!isOf(userId)) return void (await subscription.unsubscribe())
  return keyOf(subscription) === (await publicKey())
    ? describe(subscription)
    : subscribeDevice(userId, await publicKey())
}

/** The address of the device, if it was subscribed. */
export async function unsubscribeDevice(): Promise<string | undefined> {
  localStorage.removeItem(OWNER_KEY)
  const subscription = await findSubscription()
  await subscription?.unsubscribe()
  return subscription?.endpoint
}

function keyOf({ options: { applicationServerKey } }: PushSubscription): string {
  const bytes = new Uint8Array(applicationServerKey ?? new ArrayBuffer(0))
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function describe(subscription: PushSubscription) {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } }
}
