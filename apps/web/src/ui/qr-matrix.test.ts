// @vitest-environment node
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { drawQrMatrix, formatBits, versionBits } from '#web/ui/qr-matrix.ts'

const written = (matrix: boolean[][] = []) =>
  matrix.map((row) => row.map((is) => (is ? '█' : '·')).join('')).join('\n')
const printOf = (text: string) =>
  createHash('sha256')
    .update(written(drawQrMatrix(text)))
    .digest('hex')
    .slice(0, 16)
const textOf = (length: number) => 'WIFI:T:WPA;S:keyhour;P:abc;;'.repeat(20).slice(0, length)

test('a code says its mask and its version in the bits that the standard prints', () => {
  expect(formatBits(0).toString(2)).toBe('101010000010010')
  expect(formatBits(5).toString(2)).toBe('100000011001110')
  expect(versionBits(7).toString(2).padStart(18, '0')).toBe('000111110010010100')
  expect(versionBits(10).toString(2).padStart(18, '0')).toBe('001010010011010011')
})

test('a short text fits the smallest code', () => {
  expect(written(drawQrMatrix('keyhour'))).toMatchInlineSnapshot(`
    "███████·█████·███████
    █·····█··██·█·█·····█
    █·███·█·██·█··█·███·█
    █·███·█···███·█·███·█
    █·███·█··████·█·███·█
    █·····█·█··██·█·····█
    ███████·█·█·█·███████
    ············█········
    █·█···██·█·····█··█·█
    █···█···█·██·██··█··█
    ·███·██·██████·██·█·█
    ·██·█··██··█·██·██·██
    ·██████·██·██████··█·
    ········██·····██·█·█
    ███████·██····█·█·█·█
    █·····█··█··█··█·█·██
    █·███·█··█····█·██··█
    █·███·█····█·████·█··
    █·███·█·██████··█████
    █·····█···██·█████···
    ███████·█·█████··█··█"
  `)
})

/** Compared once, module by module, with what another encoder draws. */
test.each([
  [14, 21, '3a67bcb1cad175c5'],
  [26, 25, '1b042cc522863aa9'],
  [40, 29, '2cc2a89ca28e24c8'],
  [60, 33, 'bc00117e5551c1e7'],
  [80, 37, '5321a87a84fbd558'],
  [100, 41, '9d61c8055c41b368'],
  [120, 45, 'e1dcdb3853462b3c'],
  [150, 49, 'b952f31d146a6b04'],
  [180, 53, '4dd46e599b84e516'],
  [213, 57, 'a9913b8bf29a5c9d'],
])('%i bytes are drawn as readers expect them', (length, size, print) => {
  expect(drawQrMatrix(textOf(length))).toHaveLength(size)
  expect(printOf(textOf(length))).toBe(print)
})

test('letters of any script are counted in bytes, and what is too long is not drawn', () => {
  expect(drawQrMatrix('א'.repeat(7))).toHaveLength(21)
  expect(drawQrMatrix('א'.repeat(8))).toHaveLength(25)
  expect(drawQrMatrix(textOf(214))).toBeUndefined()
})
