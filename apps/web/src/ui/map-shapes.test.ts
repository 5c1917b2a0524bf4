import { expect, test } from 'vitest'
import { gridLines, gridStep, rounded } from '#web/ui/map-shapes.ts'

test('a coast loses its corners, and a river keeps its ends', () => {
  expect(
    rounded(
      [
        [0, 0],
        [4, 0],
        [4, 4],
      ],
      true,
      1,
    ),
  ).toEqual([
    [1, 0],
    [3, 0],
    [4, 1],
    [4, 3],
    [3, 3],
    [1, 1],
  ])
  const river = rounded(
    [
      [0, 0],
      [4, 0],
      [4, 4],
    ],
    false,
  )
  expect([river[0], river.at(-1)]).toEqual([
    [0, 0],
    [4, 4],
  ])
})

test('a few grid lines are in view at every zoom', () => {
  expect([gridStep(60), gridStep(1), gridStep(0.01)]).toEqual([10, 0.2, 0.002])
  expect(gridLines(31.05, 31.5, 0.2)).toEqual([31.2, 31.4])
})
