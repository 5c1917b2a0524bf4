import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

type Text = AsyncIterable<string> | Iterable<string>
export type ZipFile = { name: string; text: Text }

const DEFLATED = 8
/** Always the same date, so that archives of the same content are equal. */
const mtime = '1980-01-01T00:00'
/** Rows are alike, so the fastest compression makes them small enough. */
const LEVEL = 3

/** Streams the archive with only a few chunks in memory. No file may reach 4 GiB. */
export async function* writeZip(
  files: AsyncIterable<ZipFile> | Iterable<ZipFile>,
): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  for await (const { name, text } of files) {
    const file: ZipInputFile = { filename: name, size: 0, crc: 0, compression: DEFLATED, mtime }
    zip.add(file)
    for await (const packed of deflated(text, file)) {
      file.ondata!(null, packed, false)
      yield* chunks.splice(0)
    }
    file.ondata!(null, new Uint8Array(), true)
    yield* chunks.splice(0)
  }
  zip.end()
  yield* chunks
}

/** By Node, which compresses on another thread. */
function deflated(text: Text, file: ZipInputFile): AsyncIterable<Buffer<ArrayBuffer>> {
  const packing = createDeflateRaw({ level: LEVEL })
  pipeline(Readable.from(measured(text, file)), packing, () => undefined)
  return packing
}

async function* measured(text: Text, file: ZipInputFile): AsyncGenerator<Buffer> {
  for await (const part of text) {
    const bytes = Buffer.from(part)
    file.crc = crc32(bytes, file.crc)
    file.size += bytes.length
    yield bytes
  }
}
