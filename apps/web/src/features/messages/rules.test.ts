import { expect, test } from 'vitest'
import { neighbourOf, shortcutOf } from '#web/features/messages/rules.ts'

const press = (key: string, code: string, held = {}) =>
  shortcutOf({ key, code, ctrlKey: false, metaKey: false, altKey: false, ...held })

test.each([
  ['j', 'KeyJ', 'j'],
  ['J', 'KeyJ', 'j'],
  ['ח', 'KeyJ', 'j'],
  ['ל', 'KeyK', 'k'],
  ['ק', 'KeyE', 'e'],
  ['ר', 'KeyR', 'r'],
  ['?', 'Slash', '?'],
  // Dvorak: what is typed decides, not the place of the key.
  ['j', 'KeyC', 'j'],
  ['h', 'KeyJ', undefined],
  ['Enter', 'Enter', undefined],
  ['a', 'KeyA', undefined],
])('the key %s at %s is the shortcut %s', (key, code, shortcut) => {
  expect(press(key, code)).toBe(shortcut)
})

test.each(['ctrlKey', 'metaKey', 'altKey'])('with %s a key belongs to the browser', (held) => {
  expect(press('r', 'KeyR', { [held]: true })).toBeUndefined()
})

const rows = [{ id: 9 }, { id: 7 }, { id: 5 }]

test.each([
  [9, 1, 7],
  [7, -1, 9],
  [5, 1, undefined],
  [9, -1, undefined],
] as const)('beside message %i, %i step away, is message %s', (id, step, next) => {
  expect(neighbourOf(rows, { id, place: 0 }, step)?.id).toBe(next)
})

test('a message that has left the list still has the neighbours that it had', () => {
  expect(neighbourOf(rows, { id: 8, place: 1 }, 1)?.id).toBe(7)
  expect(neighbourOf(rows, { id: 8, place: 1 }, -1)?.id).toBe(9)
})
