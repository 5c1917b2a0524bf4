import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file in the archive; its text may come in pieces. */
export type ZipFile = { name: string; text: AsyncIterable<string> | Iterable<string> }

const [LOCAL, DESCRIPTOR, CENTRAL, END] = [0x04034b50, 0x08074b50, 0x02014b50, 0x06054b50]
const VERSION = 20
/** The sizes come after the file, and its name is UTF-8. */
const FLAGS = 0x0808
const DEFLATED = 8
/** The first of January 1980, midnight: archives of the same content are the same. */
const MIDNIGHT = 0
const FIRST_DAY = 0x21
/** Rows are alike: the quickest way makes them small enough. */
const LEVEL = 3

type Written = { name: Buffer; offset: number; crc: number; packed: number; size: number }

/** An archive that is written as it is read, of which only a few pieces are in memory. No file may reach 4 GiB. */
export async function* writeZip(files: AsyncIterable<ZipFile> | Iterable<ZipFile>): AsyncGenerator<Buffer> {
  const all: Written[] = []
  let offset = 0
  for await (const { name, text } of files) {
    const file: Written = { name: Buffer.from(name), offset, crc: 0, packed: 0, size: 0 }
    const head = words([LOCAL, 4], ...format, [0, 4], [0, 4], [0, 4], [file.name.length, 2], [0, 2])
    yield Buffer.concat([head, file.name])
    const packing = createDeflateRaw({ level: LEVEL })
    pipeline(Readable.from(measured(text, file)), packing, () => undefined)
    for await (const piece of packing) {
      file.packed += piece.length
      yield piece
    }
    yield words([DESCRIPTOR, 4], ...sizes(file))
    offset += head.length + file.name.length + file.packed + 16
    all.push(file)
  }
  const directory = Buffer.concat(all.map(entryOf))
  const count: Word = [all.length, 2]
  yield Buffer.concat([
    directory,
    words([END, 4], [0, 2], [0, 2], count, count, [directory.length, 4], [offset, 4], [0, 2]),
  ])
}

type Word = readonly [value: number, bytes: 2 | 4]
const format: Word[] = [
  [VERSION, 2],
  [FLAGS, 2],
  [DEFLATED, 2],
  [MIDNIGHT, 2],
  [FIRST_DAY, 2],
]
const sizes = ({ crc, packed, size }: Written): Word[] => [
  [crc, 4],
  [packed, 4],
  [size, 4],
]

function words(...all: Word[]): Buffer {
  const buffer = Buffer.alloc(all.reduce((sum, [, bytes]) => sum + bytes, 0))
  let at = 0
  for (const [value, bytes] of all) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}

async function* measured(
  text: AsyncIterable<string> | Iterable<string>,
  file: Written,
): AsyncGenerator<Buffer> {
  for await (const piece of text) {
    const bytes = Buffer.from(piece)
    file.crc = crc32(bytes, file.crc)
    file.size += bytes.length
    yield bytes
  }
}

const entryOf = (file: Written): Buffer =>
  Buffer.concat([
    words([CENTRAL, 4], [VERSION, 2], ...format, ...sizes(file), [file.name.length, 2]),
    words([0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [file.offset, 4]),
    file.name,
  ])
