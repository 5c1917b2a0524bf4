/** Locks follow no standard, so the test defines the replies. */
export type SimulatedLock = {
  service_id: string
  characteristic_id: string
  name?: string
  /** A command that ends in another address is not answered. */
  address?: string
  reply?: number[]
}

export type BluetoothFault =
  | 'no adapter'
  | 'nobody chooses'
  | 'out of range'
  | 'another kind of lock'
  | 'refuses to be written to'
  | 'is lost when written to'
  | 'says nothing'

/** What a test may do to the lock in its page, as `globalThis.simulatedLock`. */
export type LockInPage = {
  /** The options of each request for a device. */
  requests: unknown[]
  commands: number[][]
  fault: BluetoothFault | undefined
  reply: number[]
  disconnect: () => void
  /** Sends an unsolicited reply. */
  say: (bytes: number[]) => void
}

type Characteristic = EventTarget & { isHeard: boolean; tell: (bytes: number[]) => DataView }
type Gatt = { connected: boolean; characteristic: Characteristic; shown: number[]; disconnect: () => void }
type MakeCharacteristic = (lock: LockInPage, gatt: Gatt, address: string | undefined) => Characteristic

/** The part of the lock that is read and written. Runs in the page before `simulateLockInPage`, which needs it. */
export function provideCharacteristicInPage(): void {
  const world = globalThis as unknown as { makeCharacteristic: MakeCharacteristic }
  const failure = (name: string, message: string) => new DOMException(message, name)
  const later = () => new Promise((soon) => setTimeout(soon, 10))

  world.makeCharacteristic = (lock, gatt, address) => {
    const ownBytes = address?.split(':').map((byte) => Number.parseInt(byte, 16))

    function refuseStranger(): void {
      if (!gatt.connected) throw failure('NetworkError', 'GATT Server is disconnected.')
      if (gatt.characteristic !== made)
        throw failure('InvalidStateError', 'Characteristic is no longer valid.')
    }

    async function obey(command: number[]): Promise<void> {
      if (lock.fault === 'refuses to be written to')
        throw failure('NotSupportedError', 'GATT operation failed.')
      lock.commands.push(command)
      if (lock.fault === 'is lost when written to') {
        gatt.disconnect()
        throw failure('NetworkError', 'GATT Server is disconnected.')
      }
      const isMeant = !ownBytes || ownBytes.every((byte, at) => command.at(at - ownBytes.length) === byte)
      gatt.shown = lock.fault === 'says nothing' || !isMeant ? [] : lock.reply
      if (gatt.shown.length > 0 && gatt.characteristic.isHeard)
        void later().then(() => gatt.characteristic.tell(gatt.shown))
    }

    const made = Object.assign(new EventTarget(), {
      value: undefined as DataView | undefined,
      properties: { read: true, write: true, notify: true, indicate: false, writeWithoutResponse: false },
      isHeard: false,
      tell(bytes: number[]) {
        made.value = new DataView(Uint8Array.from(bytes).buffer)
        made.dispatchEvent(new Event('characteristicvaluechanged'))
        return made.value
      },
      async startNotifications() {
        refuseStranger()
        made.isHeard = true
        return made
      },
      async readValue() {
        refuseStranger()
        await later()
        return gatt.characteristic.tell(gatt.shown)
      },
      async writeValueWithResponse(bytes: Uint8Array) {
        refuseStranger()
        await later()
        await obey([...bytes])
      },
      writeValueWithoutResponse: (bytes: Uint8Array) => made.writeValueWithResponse(bytes),
    })
    return made
  }
}

/**
 * Replaces `navigator.bluetooth`, since the browser's own emulation cannot send unsolicited replies. Runs in the page,
 * so it can use nothing else of this file.
 */
export function simulateLockInPage({
  service_id,
  characteristic_id,
  name = 'DOM-0001',
  address,
  reply = [1, 208, 1],
}: SimulatedLock): void {
  type World = { navigator: object; simulatedLock: LockInPage; makeCharacteristic: MakeCharacteristic }
  const world = globalThis as unknown as World
  const failure = (name: string, message: string) => new DOMException(message, name)
  const later = () => new Promise((soon) => setTimeout(soon, 10))

  const lock: LockInPage = {
    requests: [],
    commands: [],
    fault: undefined,
    reply,
    disconnect: () => gatt.disconnect(),
    say: (bytes) => void gatt.characteristic.tell(bytes),
  }
  const gatt = {
    connected: false,
    shown: [] as number[],
    characteristic: {} as Characteristic,
    async connect() {
      await later()
      if (lock.fault === 'out of range') throw failure('NetworkError', 'Connection attempt failed.')
      gatt.connected = true
      // Those of earlier connections are useless.
      gatt.characteristic = world.makeCharacteristic(lock, gatt, address)
      return gatt
    },
    disconnect() {
      if (!gatt.connected) return
      gatt.connected = false
      device.dispatchEvent(new Event('gattserverdisconnected'))
    },
    async getPrimaryService(id: string) {
      if (!gatt.connected) throw failure('NetworkError', 'GATT Server is disconnected.')
      const requests = lock.requests as { optionalServices?: string[] }[]
      if (!requests.some(({ optionalServices }) => optionalServices?.includes(id)))
        throw failure('SecurityError', 'Origin is not allowed to access any service.')
      if (id !== service_id || lock.fault === 'another kind of lock')
        throw failure('NotFoundError', `No Services matching UUID ${id} found in Device.`)
      return { getCharacteristic }
    },
  }
  const device = Object.assign(new EventTarget(), { id: 'simulated', name, gatt })

  const getCharacteristic = async (id: string) => {
    if (id === characteristic_id) return gatt.characteristic
    throw failure('NotFoundError', `No Characteristics matching UUID ${id} found in Service.`)
  }

  const bluetooth = Object.assign(new EventTarget(), {
    getAvailability: async () => lock.fault !== 'no adapter',
    async requestDevice(request: { filters?: { namePrefix?: string }[] }) {
      lock.requests.push(request)
      await later()
      if (lock.fault === 'no adapter') throw failure('NotFoundError', 'Bluetooth adapter not available.')
      const isFound = request.filters?.some(({ namePrefix = '' }) => name.startsWith(namePrefix))
      if (!isFound || lock.fault === 'nobody chooses')
        throw failure('NotFoundError', 'User cancelled the requestDevice() chooser.')
      return device
    },
  })
  Object.defineProperty(world.navigator, 'bluetooth', { configurable: true, value: bluetooth })
  world.simulatedLock = lock
}

/** A session of the DevTools protocol, as Playwright provides it. */
type Session = {
  send: (method: never, params?: never) => Promise<unknown>
  // biome-ignore lint/suspicious/noExplicitAny: what an event carries hangs on its name
  on: (event: never, listener: (event: any) => void) => unknown
}

type Choice = 'lock' | 'nothing'
type Emulation = SimulatedLock & {
  /** `browser.newBrowserCDPSession()`: only there is Bluetooth emulated. */
  browser: Session
  /** `context.newCDPSession(page)`: only there are choosers answered. The page must be open. */
  page: Session
}

const ADDRESS = 'D0:4D:00:00:00:01'
const NOTIFICATION_SETTINGS = '00002902-0000-1000-8000-00805f9b34fb'
const OK = 0
const CONNECTION_FAILED = 0x3e
const WRITE_NOT_PERMITTED = 3

type Prompt = { id: string; devices: { id: string }[] }
type GattOperation = { address: string; type: 'connection' | 'discovery' }
type CharacteristicOperation = { characteristicId: string; type: string; data?: string }

/**
 * A lock on the emulated radio of a Chromium started with `--enable-features=WebBluetooth`: real choosers, real
 * connections, and the exact bytes that were written. It replies only when read. After a disconnect the page can
 * connect again, but no chooser lists it.
 */
export async function emulateLock(emulation: Emulation) {
  const { browser, page, service_id, characteristic_id, name = 'DOM-0001', address = ADDRESS } = emulation
  const call = <T>(session: Session, method: string, params: object = {}) =>
    session.send(method as never, params as never) as Promise<T>
  const hear = <T>(session: Session, event: string, listener: (event: T) => void) =>
    session.on(event as never, listener)
  const commands: number[][] = []
  const answered = new Set<string>()
  const lock = { choice: 'lock' as Choice, isOutOfRange: false, refusesWriting: false }

  await call(browser, 'BluetoothEmulation.enable', { state: 'powered-on', leSupported: true })
  await call(page, 'DeviceAccess.enable')
  await call(browser, 'BluetoothEmulation.simulatePreconnectedPeripheral', {
    address,
    name,
    manufacturerData: [],
    knownServiceUuids: [service_id],
  })
  const { serviceId } = await call<{ serviceId: string }>(browser, 'BluetoothEmulation.addService', {
    address,
    serviceUuid: service_id,
  })
  const { characteristicId } = await call<{ characteristicId: string }>(
    browser,
    'BluetoothEmulation.addCharacteristic',
    {
      serviceId,
      characteristicUuid: characteristic_id,
      properties: { write: true, read: true, notify: true },
    },
  )
  await call(browser, 'BluetoothEmulation.addDescriptor', {
    characteristicId,
    descriptorUuid: NOTIFICATION_SETTINGS,
  })

  // The same chooser is announced several times, at first without any device.
  hear<Prompt>(page, 'DeviceAccess.deviceRequestPrompted', ({ id, devices }) => {
    const [device] = devices
    if (answered.has(id) || (!device && lock.choice === 'lock')) return
    answered.add(id)
    if (device && lock.choice === 'lock')
      void call(page, 'DeviceAccess.selectPrompt', { id, deviceId: device.id })
    else void call(page, 'DeviceAccess.cancelPrompt', { id })
  })
  hear<GattOperation>(browser, 'BluetoothEmulation.gattOperationReceived', ({ address, type }) => {
    const code = lock.isOutOfRange && type === 'connection' ? CONNECTION_FAILED : OK
    void call(browser, 'BluetoothEmulation.simulateGATTOperationResponse', { address, type, code })
  })
  hear<CharacteristicOperation>(
    browser,
    'BluetoothEmulation.characteristicOperationReceived',
    ({ characteristicId, type, data }) => {
      if (type === 'write' && !lock.refusesWriting) commands.push([...Buffer.from(data ?? '', 'base64')])
      const code = type === 'write' && lock.refusesWriting ? WRITE_NOT_PERMITTED : OK
      const read = Buffer.from(emulation.reply ?? [1, 208, 1]).toString('base64')
      void call(browser, 'BluetoothEmulation.simulateCharacteristicOperationResponse', {
        characteristicId,
        type,
        code,
        ...(type === 'read' && { data: read }),
      })
    },
  )

  return Object.assign(lock, {
    commands,
    disconnect: () => call(browser, 'BluetoothEmulation.simulateGATTDisconnection', { address }),
    takeAdapterOut: () => call(browser, 'BluetoothEmulation.setSimulatedCentralState', { state: 'absent' }),
  })
}
