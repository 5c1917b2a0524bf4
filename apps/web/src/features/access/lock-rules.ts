import type { BluetoothLock } from '@keyhour/contract/status'

export const LOCK_NAME_PREFIX = 'DOM'

/** The lock starts its answer with the same bytes. */
const COMMAND = [1, 208] as const

/** The command is followed by the bytes of the lock's address. */
export const openCommand = ({ address }: BluetoothLock): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([...COMMAND, ...address.split(':').map((byte) => Number.parseInt(byte, 16))])

export type LockReply = 'unlocked' | 'locked'
const REPLIES: Record<number, LockReply> = { 0: 'locked', 1: 'unlocked' }

/** Undefined if it does not answer our command. */
export function readReply(value: DataView | undefined): LockReply | undefined {
  if (!value || value.byteLength < 3) return undefined
  const isAnswer = COMMAND.every((byte, at) => value.getUint8(at) === byte)
  return isAnswer ? REPLIES[value.getUint8(2)] : undefined
}

/** Told apart by what the user can do about them. */
export type LockProblem =
  | 'off'
  | 'notChosen'
  | 'blocked'
  | 'outOfRange'
  | 'otherLock'
  | 'lost'
  | 'noReply'
  | 'refused'

/** Browsers use one error name for two of the causes, which differ only in the message. */
export function lockProblemOf(error: unknown, step: 'choosing' | 'connecting' | 'opening'): LockProblem {
  const { name = '', message = '' } = error instanceof Error ? error : {}
  if (name === 'SecurityError') return 'blocked'
  if (step === 'choosing') return /adapter|not available|disabled/i.test(message) ? 'off' : 'notChosen'
  if (name === 'NotFoundError') return 'otherLock'
  if (step === 'connecting') return 'outOfRange'
  return name === 'NetworkError' || name === 'InvalidStateError' ? 'lost' : 'refused'
}
