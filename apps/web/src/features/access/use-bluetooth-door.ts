import type { BluetoothLock } from '@keyhour/contract/status'
import { useEffect, useRef, useState } from 'react'
import {
  awaitReply,
  chooseLock,
  connectLock,
  findBluetooth,
  type LockCharacteristic,
  type LockDevice,
  sendOpen,
} from '#web/features/access/bluetooth-lock.ts'
import { type LockReply, type Trouble, troubleOf } from '#web/features/access/lock-rules.ts'

export type DoorStatus =
  | 'notConnected'
  | 'scanning'
  | 'connecting'
  | 'connected'
  | 'commandSent'
  | 'unlocked'
  | 'locked'
  | 'disconnected'

const CONNECTED: readonly DoorStatus[] = ['connected', 'commandSent', 'unlocked', 'locked']

type Link = {
  device: LockDevice
  /** Null once the connection is lost. */
  characteristic: LockCharacteristic | null
  /** Whoever waits for an answer. */
  tell: (() => void) | null
}

/** One lock over Bluetooth, from the choice to the answer. */
export function useBluetoothDoor(lock: BluetoothLock) {
  const [status, setStatus] = useState<DoorStatus>('notConnected')
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isOpening, setOpening] = useState(false)
  const link = useRef<Link | null>(null)

  // Whoever leaves the page leaves the lock to others.
  useEffect(() => () => link.current?.device.gatt.disconnect(), [])

  function lose() {
    if (link.current) link.current.characteristic = null
    if (link.current?.tell) setTrouble('lost')
    setStatus('disconnected')
  }

  function hear(reply: LockReply) {
    link.current?.tell?.()
    setStatus(reply)
    setTrouble(null)
  }

  /** The lock of before, unless it did not answer; otherwise somebody has to choose. */
  async function findLock(): Promise<LockDevice | null> {
    if (link.current) return link.current.device
    const before = status
    setStatus('scanning')
    try {
      const device = await chooseLock(findBluetooth()!, lock)
      device.addEventListener('gattserverdisconnected', lose)
      return device
    } catch (error) {
      setStatus(before)
      setTrouble(troubleOf(error, 'choosing'))
      return null
    }
  }

  async function connect() {
    setTrouble(null)
    const device = await findLock()
    if (!device) return
    setStatus('connecting')
    try {
      const characteristic = await connectLock(device, lock, hear)
      link.current = { device, characteristic, tell: null }
      setStatus('connected')
    } catch (error) {
      device.removeEventListener('gattserverdisconnected', lose)
      device.gatt.disconnect()
      link.current = null
      setStatus('notConnected')
      setTrouble(troubleOf(error, 'connecting'))
    }
  }

  async function open() {
    const { current } = link
    if (!current?.characteristic || isOpening) return
    setTrouble(null)
    setOpening(true)
    const told = new Promise<void>((resolve) => {
      current.tell = resolve
    })
    let isTold = false
    void told.then(() => {
      isTold = true
    })
    try {
      await sendOpen(current.characteristic, lock)
      if (!isTold) setStatus('commandSent')
      if (!(await awaitReply(current.characteristic, told))) setTrouble('noReply')
    } catch (error) {
      setTrouble(current.characteristic ? troubleOf(error, 'opening') : 'lost')
    }
    current.tell = null
    setOpening(false)
  }

  const isConnected = CONNECTED.includes(status)
  return {
    status,
    trouble,
    connect,
    open,
    canConnect: !isConnected && status !== 'scanning' && status !== 'connecting',
    canOpen: isConnected && !isOpening,
    isWorking: isOpening || status === 'scanning' || status === 'connecting',
  }
}
