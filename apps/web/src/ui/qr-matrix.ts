/** Blocks of one version at error correction level M: of each size, how many with how many bytes of data. */
type Layout = { correction: number; blocks: readonly (readonly [count: number, data: number])[] }

/** ISO/IEC 18004, versions 1 to 10. */
const LAYOUTS: readonly Layout[] = [
  { correction: 10, blocks: [[1, 16]] },
  { correction: 16, blocks: [[1, 28]] },
  { correction: 26, blocks: [[1, 44]] },
  { correction: 18, blocks: [[2, 32]] },
  { correction: 24, blocks: [[2, 43]] },
  { correction: 16, blocks: [[4, 27]] },
  { correction: 18, blocks: [[4, 31]] },
  {
    correction: 22,
    blocks: [
      [2, 38],
      [2, 39],
    ],
  },
  {
    correction: 22,
    blocks: [
      [3, 36],
      [2, 37],
    ],
  },
  {
    correction: 26,
    blocks: [
      [4, 43],
      [1, 44],
    ],
  },
]

const BYTE_MODE = 0b0100
const PADDING = [0xec, 0x11]
const LEVEL_M = 0b00

/** Rows of modules, true where dark. */
export type QrMatrix = boolean[][]

/** Undefined when it is longer than 213 bytes of UTF-8, which is more than a phone should have to read off a screen. */
export function drawQrMatrix(text: string): QrMatrix | undefined {
  const bytes = new TextEncoder().encode(text)
  const version =
    1 + LAYOUTS.findIndex((layout, at) => bytes.length <= dataBytes(layout) - headerBytes(at + 1))
  if (version === 0) return undefined
  const codewords = interleave(withPadding(bytes, version), LAYOUTS[version - 1]!)
  const drawn = MASKS.map((_, mask) => drawMasked(version, codewords, mask))
  return drawn.reduce((best, next) => (penaltyOf(next) < penaltyOf(best) ? next : best))
}

const dataBytes = ({ blocks }: Layout): number => blocks.reduce((sum, [count, data]) => sum + count * data, 0)

/** Four bits say the mode; eight, and from version 10 on sixteen, say the length. */
const lengthBits = (version: number): number => (version < 10 ? 8 : 16)
const headerBytes = (version: number): number => Math.ceil((4 + lengthBits(version)) / 8)

function withPadding(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = []
  const write = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1)
  }
  write(BYTE_MODE, 4)
  write(bytes.length, lengthBits(version))
  for (const byte of bytes) write(byte, 8)
  const capacity = dataBytes(LAYOUTS[version - 1]!)
  write(0, Math.min(4, capacity * 8 - bits.length))
  write(0, -bits.length & 7)
  const words: number[] = []
  for (let at = 0; at < bits.length; at += 8)
    words.push(bits.slice(at, at + 8).reduce((sum, bit) => sum * 2 + bit))
  for (let at = 0; words.length < capacity; at += 1) words.push(PADDING[at % 2]!)
  return words
}

/** The first byte of each block, then the second, and so on; then the same with the corrections. */
function interleave(words: number[], { correction, blocks }: Layout): number[] {
  const left = [...words]
  const parts = blocks.flatMap(([count, data]) => Array.from({ length: count }, () => left.splice(0, data)))
  return [...columnsOf(parts), ...columnsOf(parts.map((part) => correctionOf(part, correction)))]
}

function columnsOf(parts: number[][]): number[] {
  const longest = Math.max(...parts.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => parts.flatMap((part) => part.slice(at, at + 1))).flat()
}

/** In the field of 256 elements that QR codes are counted in. */
function multiply(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    product ^= ((b >> bit) & 1) * a
  }
  return product
}

/** The remainder of a Reed–Solomon division. */
function correctionOf(data: number[], length: number): number[] {
  const divisor = generatorOf(length)
  const remainder = Array<number>(length).fill(0)
  for (const byte of data) {
    const factor = byte ^ remainder.shift()!
    remainder.push(0)
    for (const [at, coefficient] of divisor.entries()) remainder[at]! ^= multiply(coefficient, factor)
  }
  return remainder
}

/** (x − 2⁰)(x − 2¹)… without its leading one. */
function generatorOf(degree: number): number[] {
  const coefficients = [...Array<number>(degree - 1).fill(0), 1]
  let root = 1
  for (let step = 0; step < degree; step += 1) {
    for (let at = 0; at < degree; at += 1)
      coefficients[at] = multiply(coefficients[at]!, root) ^ (coefficients[at + 1] ?? 0)
    root = multiply(root, 2)
  }
  return coefficients
}

type Mask = (row: number, column: number) => boolean
const MASKS: readonly Mask[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
]

type Canvas = {
  size: number
  dark: QrMatrix
  isPattern: boolean[][]
  set: (row: number, column: number, is: boolean) => void
}

function canvasFor(version: number): Canvas {
  const size = 17 + 4 * version
  const grid = () => Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  const [dark, isPattern] = [grid(), grid()]
  const set = (row: number, column: number, is: boolean) => {
    if (row < 0 || column < 0 || row >= size || column >= size) return
    dark[row]![column] = is
    isPattern[row]![column] = true
  }
  return { size, dark, isPattern, set }
}

function drawMasked(version: number, codewords: number[], mask: number): QrMatrix {
  const canvas = canvasFor(version)
  drawTiming(canvas)
  drawFinders(canvas)
  drawAlignment(canvas, version)
  drawFormat(canvas, mask)
  if (version >= 7) drawVersion(canvas, version)
  drawCodewords(canvas, codewords, MASKS[mask]!)
  return canvas.dark
}

function drawTiming({ size, set }: Canvas): void {
  for (let at = 0; at < size; at += 1) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
}

/** Rings around a centre: dark but for those at these distances. */
function drawRings(
  { set }: Canvas,
  [row, column]: readonly [number, number],
  reach: number,
  light: number[],
): void {
  for (let down = -reach; down <= reach; down += 1)
    for (let right = -reach; right <= reach; right += 1)
      set(row + down, column + right, !light.includes(Math.max(Math.abs(down), Math.abs(right))))
}

function drawFinders(canvas: Canvas): void {
  const far = canvas.size - 4
  for (const centre of [
    [3, 3],
    [3, far],
    [far, 3],
  ] as const)
    drawRings(canvas, centre, 4, [2, 4])
}

function drawAlignment(canvas: Canvas, version: number): void {
  if (version === 1) return
  const last = canvas.size - 7
  const centres = version < 7 ? [6, last] : [6, (6 + last) / 2, last]
  for (const row of centres)
    for (const column of centres) if (!isCorner(row, column, last)) drawRings(canvas, [row, column], 2, [1])
}

const isCorner = (row: number, column: number, last: number): boolean =>
  (row === 6 && column === 6) || (row === 6 && column === last) || (row === last && column === 6)

/** The value, followed by the remainder of its division. */
function withRemainder(value: number, length: number, divisor: number): number {
  let remainder = value
  for (let step = 0; step < length; step += 1)
    remainder = (remainder << 1) ^ ((remainder >> (length - 1)) * divisor)
  return (value << length) | remainder
}

export const formatBits = (mask: number): number =>
  withRemainder((LEVEL_M << 3) | mask, 10, 0x537) ^ 0b101010000010010
export const versionBits = (version: number): number => withRemainder(version, 12, 0x1f25)

function drawFormat({ size, set }: Canvas, mask: number): void {
  const format = formatBits(mask)
  for (let at = 0; at < 15; at += 1) {
    const is = ((format >> at) & 1) === 1
    // Around the finder at the top left, stepping over the timing…
    if (at < 6) set(at, 8, is)
    else if (at < 8) set(at + 1, 8, is)
    else if (at === 8) set(8, 7, is)
    else set(8, 14 - at, is)
    // … and once more along the two others.
    if (at < 8) set(8, size - 1 - at, is)
    else set(size - 15 + at, 8, is)
  }
  set(size - 8, 8, true)
}

function drawVersion({ size, set }: Canvas, version: number): void {
  const bits = versionBits(version)
  for (let at = 0; at < 18; at += 1) {
    const is = ((bits >> at) & 1) === 1
    const [near, far] = [Math.floor(at / 3), size - 11 + (at % 3)]
    set(near, far, is)
    set(far, near, is)
  }
}

/** Two columns at a time from the right, up and down in turn, stepping over the timing. */
function* zigzag(size: number): Generator<readonly [row: number, column: number]> {
  let isUp = true
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let step = 0; step < size; step += 1) {
      const row = isUp ? size - 1 - step : step
      yield [row, right]
      yield [row, right - 1]
    }
    isUp = !isUp
  }
}

function drawCodewords({ size, dark, isPattern }: Canvas, codewords: number[], isFlipped: Mask): void {
  let bit = 0
  for (const [row, column] of zigzag(size)) {
    if (isPattern[row]![column]) continue
    const word = codewords[bit >> 3] ?? 0
    const is = ((word >> (7 - (bit & 7))) & 1) === 1
    dark[row]![column] = is !== isFlipped(row, column)
    bit += 1
  }
}

const FINDER_LIKE = /1011101/g

/** How hard it is to read: runs, blocks, what looks like a finder, and too much of one colour. */
function penaltyOf(matrix: QrMatrix): number {
  const written = (line: boolean[]) => line.map((is) => (is ? '1' : '0')).join('')
  const columns = matrix.map((_, at) => matrix.map((row) => row[at]!))
  const lines = [...matrix, ...columns].map(written)
  return (
    sum(lines.map(penaltyOfLine)) + penaltyOfBlocks(matrix) + penaltyOfShare(lines.slice(0, matrix.length))
  )
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

function penaltyOfLine(line: string): number {
  const runs = [...line.matchAll(/0{5,}|1{5,}/g)].map(([run]) => run.length - 2)
  const edged = `0000${line}0000`
  const finders = [...edged.matchAll(FINDER_LIKE)].filter(
    ({ index }) => edged.slice(index - 4, index) === '0000' || edged.slice(index + 7, index + 11) === '0000',
  )
  return sum(runs) + 40 * finders.length
}

function penaltyOfBlocks(matrix: QrMatrix): number {
  let blocks = 0
  for (let row = 1; row < matrix.length; row += 1)
    for (let column = 1; column < matrix.length; column += 1) {
      const is = matrix[row]![column]
      if (
        is === matrix[row - 1]![column] &&
        is === matrix[row]![column - 1] &&
        is === matrix[row - 1]![column - 1]
      )
        blocks += 1
    }
  return 3 * blocks
}

function penaltyOfShare(rows: string[]): number {
  const dark = rows.join('').replaceAll('0', '').length / rows.length ** 2
  return 10 * Math.floor(Math.abs(dark * 100 - 50) / 5)
}
