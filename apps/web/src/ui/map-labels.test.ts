import { expect, test } from 'vitest'
import { boxAround, placeLabels } from '#web/ui/map-labels.ts'

const VIEW = { left: 0, top: 0, right: 400, bottom: 300 }
const named = (x: number, y: number, width = 60) => ({ box: boxAround({ x, y }, 36), width })

test('a name is written to the right of what it names', () => {
  expect(placeLabels([named(200, 150)], [], VIEW)).toEqual([{ left: 222, top: 142, right: 282, bottom: 158 }])
})

test('a name makes way for what is already on the map', () => {
  const [label] = placeLabels([named(200, 150)], [boxAround({ x: 240, y: 150 }, 36)], VIEW)

  expect(label).toMatchObject({ right: 178 })
})

test('two names at one point are both readable, side by side', () => {
  const [first, second] = placeLabels([named(200, 150), named(200, 150)], [], VIEW)

  expect([first?.left, second?.right]).toEqual([222, 178])
})

test('a name stays in view at the edge of the map', () => {
  expect(placeLabels([named(390, 150)], [], VIEW)).toMatchObject([{ right: 368 }])
})

test('a name without room is left out', () => {
  const [label] = placeLabels([named(200, 150)], [VIEW], VIEW)

  expect(label).toBeNull()
})
