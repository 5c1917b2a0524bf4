// @vitest-environment node
import { expect, test } from 'vitest'
import { sampleProfile } from '#test/samples.ts'
import { daysLeft, photoProblem, profileChangeOf, versionRead } from '#web/features/users/rules.ts'

const NOON = Date.parse('2026-03-02T12:00:00Z')

test.each([
  ['2026-03-02T12:00:00Z', 1],
  ['2026-03-03T12:00:00Z', 1],
  ['2026-03-03T13:00:00Z', 2],
  ['2026-04-01T12:00:00Z', 30],
  ['2026-04-01T13:00:00Z', null],
  [null, null],
])('credits that expire at %s expire in %s days, or not soon', (expiresAt, days) => {
  expect(daysLeft(expiresAt, NOON)).toBe(days)
})

test('an emptied phone is saved as none', () => {
  expect(profileChangeOf({ name: 'Maya', phone: '  ', language: 'en' }).phone).toBeNull()
})

test('a change elsewhere in the profile is no conflict, but one in the fields of the form is', () => {
  const read = sampleProfile({ version: 3 })

  expect(versionRead(read, sampleProfile({ version: 4, has_passport_image: true }))).toBe(4)
  expect(versionRead(read, sampleProfile({ version: 4, phone: null }))).toBe(3)
})

test.each([
  ['image/jpeg', 10 * 1024 * 1024, null],
  ['image/jpeg', 10 * 1024 * 1024 + 1, 'tooLarge'],
  ['application/pdf', 100, 'notImage'],
  ['', 100, 'notImage'],
])('a file of type %j with %i bytes: %s', (type, size, problem) => {
  expect(photoProblem({ type, size })).toBe(problem)
})
