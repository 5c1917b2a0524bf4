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
import { type LockProblem, type LockReply, lockProblemOf } from '#web/features/access/lock-rules.ts'

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
  characteristic: LockCharacteristic | null
  /** Set while waiting for an answer. */
  onReply: (() => void) | null
}

/** Whether the lock answered. `onSent` is called unless the answer comes first. */
async function askToOpen(link: Link, lock: BluetoothLock, onSent: () => void): Promise<boolean> {
  const characteristic = link.characteristic!
  let hasReplied = false
  const reply = new Promise<void>((resolve) => {
    link.onReply = () => {
      hasReplied = true
      resolve()
    }
  })
  await sendOpen(characteristic, lock)
  if (!hasReplied) onSent()
  return awaitReply(characteristic, reply)
}

export function useBluetoothDoor(lock: BluetoothLock) {
  const [status, setStatus] = useState<DoorStatus>('notConnected')
  const [problem, setProblem] = useState<LockProblem | null>(null)
  const [isOpening, setOpening] = useState(false)
  const link = useRef<Link | null>(null)

  // Leaving the page frees the lock for others.
  useEffect(() => () => link.current?.device.gatt.disconnect(), [])

  function lose() {
    if (link.current?.onReply) setProblem('lost')
    if (link.current) link.current.characteristic = null
    setStatus('disconnected')
  }

  function hear(reply: LockReply) {
    link.current?.onReply?.()
    setStatus(reply)
    setProblem(null)
  }

  /** The lock chosen before, unless connecting to it failed. */
  async function findLock(): Promise<LockDevice | null> {
    if (link.current) return link.current.device
    setStatus('scanning')
    try {
      const device = await chooseLock(findBluetooth()!, lock)
      device.addEventListener('gattserverdisconnected', lose)
      return device
    } catch (error) {
      setStatus(status)
      setProblem(lockProblemOf(error, 'choosing'))
      return null
    }
  }

  async function connect() {
    setProblem(null)
    const device = await findLock()
    if (!device) return
    setStatus('connecting')
    try {
      const characteristic = await connectLock(device, lock, hear)
      link.current = { device, characteristic, onReply: null }
      setStatus('connected')
    } catch (error) {
      device.removeEventListener('gattserverdisconnected', lose)
      device.gatt.disconnect()
      link.current = null
      setStatus('notConnected')
      setProblem(lockProblemOf(error, 'connecting'))
    }
  }

  async function open() {
    const { current } = link
    if (!current?.characteristic || isOpening) return
    setProblem(null)
    setOpening(true)
    try {
      if (!(await askToOpen(current, lock, () => setStatus('commandSent')))) setProblem('noReply')
    } catch (error) {
      setProblem(current.characteristic ? lockProblemOf(error, 'opening') : 'lost')
    }
    current.onReply = null
    setOpening(false)
  }

  const isConnected = CONNECTED.includes(status)
  const isConnecting = status === 'scanning' || status === 'connecting'
  return {
    status,
    problem,
    connect,
    open,
    canConnect: !isConnected && !isConnecting,
    canOpen: isConnected && !isOpening,
    isWorking: isOpening || isConnecting,
  }
}
