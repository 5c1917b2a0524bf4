import type { BluetoothLock } from '@keyhour/contract/status'

/** What every lock of this kind is called. */
export const LOCK_NAME_PREFIX = 'DOM'

/** What is asked of the lock; it begins its answer with the same. */
const COMMAND = [1, 208] as const

/** Who is asked follows what is asked: the bytes of the lock's address. */
export const openCommand = ({ address }: BluetoothLock): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([...COMMAND, ...address.split(':').map((byte) => Number.parseInt(byte, 16))])

export type LockReply = 'unlocked' | 'locked'
const REPLIES: Record<number, LockReply> = { 0: 'locked', 1: 'unlocked' }

/** Undefined for what answers no command of ours. */
export function readReply(value: DataView | undefined): LockReply | undefined {
  if (!value || value.byteLength < 3) return undefined
  const isAnswer = COMMAND.every((byte, at) => value.getUint8(at) === byte)
  return isAnswer ? REPLIES[value.getUint8(2)] : undefined
}

/** Why it did not work, as far as a person can do something about it. */
export type LockProblem =
  | 'off'
  | 'notChosen'
  | 'blocked'
  | 'outOfRange'
  | 'otherLock'
  | 'lost'
  | 'noReply'
  | 'refused'

/** Browsers say it by the name of the error, and of two reasons by its words. */
export function lockProblemOf(error: unknown, step: 'choosing' | 'connecting' | 'opening'): LockProblem {
  const { name = '', message = '' } = error instanceof Error ? error : {}
  if (name === 'SecurityError') return 'blocked'
  if (step === 'choosing') return /adapter|not available|disabled/i.test(message) ? 'off' : 'notChosen'
  if (name === 'NotFoundError') return 'otherLock'
  if (step === 'connecting') return 'outOfRange'
  return name === 'NetworkError' || name === 'InvalidStateError' ? 'lost' : 'refused'
}
