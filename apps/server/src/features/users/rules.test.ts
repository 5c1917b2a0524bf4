import { expect, test } from 'vitest'
import { shortName } from '#server/features/users/rules.ts'

test.each([
  ['Maya Cohen', 'Maya C.'],
  ['  Ana  María   Álvarez ', 'Ana Á.'],
  ['Maya', 'Maya'],
  ['Jean-Luc', 'Jean-Luc'],
  ['maya.cohen@gmail.com', 'maya'],
  ['', ''],
])('%j is shown as %j', (name, short) => {
  expect(shortName(name)).toBe(short)
})
