// @vitest-environment node
import { expect, test } from 'vitest'
import { lockProblemOf, openCommand, readReply } from '#web/features/access/lock-rules.ts'

const lock = { service_id: 's', characteristic_id: 'c', address: 'D0:4D:00:00:00:01' }
const view = (...bytes: number[]) => new DataView(Uint8Array.from(bytes).buffer)
const named = (name: string, message = '') => Object.assign(new Error(message), { name })

test('the command is 1, 208 and the lock address', () => {
  expect([...openCommand(lock)]).toEqual([1, 208, 208, 77, 0, 0, 0, 1])
})

test('the lock answers with the same two bytes and whether it is unlocked', () => {
  expect(readReply(view(1, 208, 1))).toBe('unlocked')
  expect(readReply(view(1, 208, 0))).toBe('locked')
})

test.each([[view()], [view(1, 208)], [view(2, 208, 1)], [view(1, 208, 7)], [undefined]])(
  'anything else is not an answer',
  (value) => {
    expect(readReply(value)).toBeUndefined()
  },
)

test('each error maps to a problem that the user can act on', () => {
  const cancelled = named('NotFoundError', 'User cancelled the requestDevice() chooser.')
  const noAdapter = named('NotFoundError', 'Bluetooth adapter not available.')

  expect(lockProblemOf(cancelled, 'choosing')).toBe('notChosen')
  expect(lockProblemOf(noAdapter, 'choosing')).toBe('off')
  expect(lockProblemOf(named('SecurityError'), 'choosing')).toBe('blocked')
  expect(lockProblemOf(named('NetworkError'), 'connecting')).toBe('outOfRange')
  expect(lockProblemOf(named('NotFoundError', 'No Services matching UUID'), 'connecting')).toBe('otherLock')
  expect(lockProblemOf(named('NetworkError'), 'opening')).toBe('lost')
  expect(lockProblemOf(named('NotSupportedError'), 'opening')).toBe('refused')
})
