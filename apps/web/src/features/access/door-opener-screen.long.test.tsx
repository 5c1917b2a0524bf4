import { getBluetoothLock } from '@keyhour/contract/status'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer } from '#test/replies.ts'
import { visit } from '#test/show.tsx'
// Imported in advance: on a busy machine loading it takes longer than a test waits.
import '#web/features/access/door-opener-screen.tsx'

const LOCK = {
  service_id: '0000fff0-0000-1000-8000-00805f9b34fb',
  characteristic_id: '0000fff1-0000-1000-8000-00805f9b34fb',
  address: 'D0:4D:00:00:00:01',
}

const named = (name: string, message = '') => Object.assign(new Error(message), { name })

/** Simulates the Web Bluetooth API of a lock. */
class FakeLock extends EventTarget {
  properties = { write: true, notify: true, indicate: false, read: true }
  value: DataView | undefined
  written: number[][] = []
  isNotifying = false
  stored = [1, 208, 0]
  /** The reaction to a written command. */
  onWrite: () => void = () => this.say(1, 208, 1)

  say(...bytes: number[]) {
    this.value = new DataView(Uint8Array.from(bytes).buffer)
    this.dispatchEvent(new Event('characteristicvaluechanged'))
  }
  async startNotifications() {
    this.isNotifying = true
  }
  async writeValueWithResponse(bytes: Uint8Array) {
    if (!this.isNotifying) throw new Error('Nobody would hear the answer.')
    this.written.push([...bytes])
    this.onWrite()
  }
  async readValue() {
    this.say(...this.stored)
    return this.value
  }
}

let lock: FakeLock
let device: EventTarget & { gatt: Record<string, unknown>; drop: () => void }
let requests: unknown[]
let refusals: { choose?: Error; connect?: Error }

beforeEach(() => {
  answer(getBluetoothLock, LOCK)
  lock = new FakeLock()
  requests = []
  refusals = {}
  const gatt = {
    connect: async () => {
      if (refusals.connect) throw refusals.connect
      return { ...gatt, getPrimaryService: async () => ({ getCharacteristic: async () => lock }) }
    },
    disconnect: () => undefined,
  }
  device = Object.assign(new EventTarget(), {
    gatt,
    drop: () => void device.dispatchEvent(new Event('gattserverdisconnected')),
  })
  const bluetooth = Object.assign(new EventTarget(), {
    getAvailability: async () => true,
    requestDevice: async (view: unknown) => {
      requests.push(view)
      if (refusals.choose) throw refusals.choose
      return device
    },
  })
  Object.defineProperty(navigator, 'bluetooth', { configurable: true, value: bluetooth })
})
afterEach(() => void Reflect.deleteProperty(navigator, 'bluetooth'))

const status = (text: string) => screen.findByText(text)
const connectButton = () => screen.findByRole('button', { name: 'Connect to Door' })
const openButton = () => screen.getByRole('button', { name: 'Open Door' })

async function visitConnected() {
  const { user } = visit('/door-opener')
  await user.click(await connectButton())
  await status('Status: Connected')
  return user
}

test('at first no door is connected and none can be opened', async () => {
  visit('/door-opener')

  expect(await connectButton()).toBeEnabled()
  expect(openButton()).toBeDisabled()
  expect(screen.getByText('Status: Not Connected')).toBeInTheDocument()
})

test('the command opens a connected door, which reports that it is unlocked', async () => {
  const user = await visitConnected()
  expect(await connectButton()).toBeDisabled()
  await user.click(openButton())

  expect(await status('Status: Door Unlocked')).toBeInTheDocument()
  expect(lock.written).toEqual([[1, 208, 208, 77, 0, 0, 0, 1]])
  expect(requests).toEqual([{ filters: [{ namePrefix: 'DOM' }], optionalServices: [LOCK.service_id] }])
})

test('the screen says when a door stays locked, and when it locks again later', async () => {
  lock.onWrite = () => lock.say(1, 208, 0)
  const user = await visitConnected()
  await user.click(openButton())
  expect(await status('Status: Door Locked')).toBeInTheDocument()
  act(() => lock.say(1, 208, 1))

  expect(await status('Status: Door Unlocked')).toBeInTheDocument()
})

test('the state of a door that does not report it is read', async () => {
  lock.onWrite = () => {
    lock.stored = [1, 208, 1]
  }
  const user = await visitConnected()
  await user.click(openButton())
  expect(await status('Status: Command Sent')).toBeInTheDocument()

  expect(await status('Status: Door Unlocked')).toBeInTheDocument()
})

test('a door that does not answer is reported', async () => {
  lock.onWrite = () => {
    lock.stored = [0]
  }
  const user = await visitConnected()
  await user.click(openButton())

  expect(await screen.findByRole('alert')).toHaveTextContent('the door did not answer')
  expect(screen.getByText('Status: Command Sent')).toBeInTheDocument()
})

test('a lost connection is reported, and reconnecting to the same door needs no choice', async () => {
  const user = await visitConnected()
  act(() => device.drop())
  expect(await status('Status: Disconnected')).toBeInTheDocument()
  expect(openButton()).toBeDisabled()
  await user.click(await connectButton())

  expect(await status('Status: Connected')).toBeInTheDocument()
  expect(requests).toHaveLength(1)
})

test('a connection lost while opening is reported', async () => {
  lock.onWrite = () => device.drop()
  lock.properties.read = false
  const user = await visitConnected()
  await user.click(openButton())

  expect(await screen.findByRole('alert')).toHaveTextContent('disconnected before it answered')
  expect(openButton()).toBeDisabled()
})

test.each([
  [
    'no door is chosen',
    named('NotFoundError', 'User cancelled the requestDevice() chooser.'),
    'No door was selected',
  ],
  ['Bluetooth is off', named('NotFoundError', 'Bluetooth adapter not available.'), 'Bluetooth is off'],
])('when %s, the screen says so and offers another try', async (_, error, sentence) => {
  refusals.choose = error
  const { user } = visit('/door-opener')
  await user.click(await connectButton())

  expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
  expect(screen.getByText('Status: Not Connected')).toBeInTheDocument()
  expect(await connectButton()).toBeEnabled()
})

test('a door out of range is reported, and the next click offers a choice again', async () => {
  refusals.connect = named('NetworkError', 'Connection failed.')
  const { user } = visit('/door-opener')
  await user.click(await connectButton())
  expect(await screen.findByRole('alert')).toHaveTextContent('The door is out of range')
  refusals = {}
  await user.click(await connectButton())

  await waitFor(() => expect(requests).toHaveLength(2))
  expect(await status('Status: Connected')).toBeInTheDocument()
})

test('without Bluetooth the screen says so and names alternatives', async () => {
  Reflect.deleteProperty(navigator, 'bluetooth')
  visit('/door-opener')

  const main = within(await screen.findByRole('main'))
  expect(await main.findByText(/^This browser cannot connect to door locks/)).toBeInTheDocument()
  expect(await connectButton()).toBeDisabled()
  expect(main.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in')
})
