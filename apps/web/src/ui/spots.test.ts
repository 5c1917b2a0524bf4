import { expect, test } from 'vitest'
import { moveFor, spotAfter } from '#web/ui/spots.ts'

test('up and down lead to the item that is nearest in time, past empty rows', () => {
  const starts = [[9, 12], [], [8, 13]]

  expect(spotAfter(starts, { row: 0, at: 1 }, 'below')).toEqual({ row: 2, at: 1 })
  expect(spotAfter(starts, { row: 2, at: 0 }, 'above')).toEqual({ row: 0, at: 0 })
  expect(spotAfter(starts, { row: 2, at: 0 }, 'below')).toBeUndefined()
  expect(spotAfter(starts, { row: 0, at: 1 }, 'after')).toBeUndefined()
})

test('the arrow keys follow the eye in both directions of writing', () => {
  expect([moveFor('ArrowRight', false), moveFor('ArrowRight', true)]).toEqual(['after', 'before'])
  expect(moveFor('a', false)).toBeUndefined()
})
