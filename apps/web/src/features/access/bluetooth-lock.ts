import type { BluetoothLock } from '@keyhour/contract/status'
import { LOCK_NAME_PREFIX, type LockReply, openCommand, readReply } from '#web/features/access/lock-rules.ts'

/** The part of Web Bluetooth that we use; TypeScript has no types for it. */
type Characteristic = EventTarget & {
  value?: DataView
  properties: { write: boolean; notify: boolean; indicate: boolean; read: boolean }
  startNotifications: () => Promise<unknown>
  readValue: () => Promise<DataView>
  writeValueWithResponse: (bytes: BufferSource) => Promise<void>
  writeValueWithoutResponse: (bytes: BufferSource) => Promise<void>
}
type Service = { getCharacteristic: (id: string) => Promise<Characteristic> }
type Server = {
  connected: boolean
  connect: () => Promise<Server>
  disconnect: () => void
  getPrimaryService: (id: string) => Promise<Service>
}
export type LockDevice = EventTarget & { name?: string; gatt: Server }
type Bluetooth = EventTarget & {
  getAvailability: () => Promise<boolean>
  requestDevice: (request: {
    filters: { namePrefix: string }[]
    optionalServices: string[]
  }) => Promise<LockDevice>
}

const CONNECT_MS = 15_000
/** Locks that send no notification are read after this long. */
const REPLY_MS = 2_500

export const findBluetooth = (): Bluetooth | undefined => (navigator as { bluetooth?: Bluetooth }).bluetooth

/** The browser denies access to services that are not named here. */
export const chooseLock = (bluetooth: Bluetooth, { service_id }: BluetoothLock): Promise<LockDevice> =>
  bluetooth.requestDevice({
    filters: [{ namePrefix: LOCK_NAME_PREFIX }],
    optionalServices: [service_id],
  })

/** The characteristic is invalid after a disconnection. */
export async function connectLock(
  device: LockDevice,
  { service_id, characteristic_id }: BluetoothLock,
  onReply: (reply: LockReply) => void,
): Promise<Characteristic> {
  const giveUp = setTimeout(() => device.gatt.disconnect(), CONNECT_MS)
  try {
    const server = await device.gatt.connect()
    const service = await server.getPrimaryService(service_id)
    const characteristic = await service.getCharacteristic(characteristic_id)
    characteristic.addEventListener('characteristicvaluechanged', () => {
      const reply = readReply(characteristic.value)
      if (reply) onReply(reply)
    })
    // Before writing, because the answer may come immediately.
    if (characteristic.properties.notify || characteristic.properties.indicate)
      await characteristic.startNotifications()
    return characteristic
  } finally {
    clearTimeout(giveUp)
  }
}

export async function sendOpen(characteristic: Characteristic, lock: BluetoothLock): Promise<void> {
  const command = openCommand(lock)
  if (characteristic.properties.write) await characteristic.writeValueWithResponse(command)
  else await characteristic.writeValueWithoutResponse(command)
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Whether the lock answered, by notification or when read. */
export async function awaitReply(characteristic: Characteristic, told: Promise<unknown>): Promise<boolean> {
  const isTold = await Promise.race([told.then(() => true), pause(REPLY_MS).then(() => false)])
  if (isTold || !characteristic.properties.read) return isTold
  return readReply(await characteristic.readValue()) !== undefined
}

export type { Characteristic as LockCharacteristic }
