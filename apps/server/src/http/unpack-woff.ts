import { inflateSync } from 'node:zlib'

const WOFF_HEAD = 44
const WOFF_ENTRY = 20
const HEAD = 12
const ENTRY = 16

/**
 * The font in a WOFF file, as fonts are without compression. Programs that read WOFF directly unpack a table for each
 * letter that they look up in it.
 */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(HEAD + ENTRY * count)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const tables: Buffer[] = []
  let end = head.length
  for (let at = 0; at < count; at += 1) {
    const from = WOFF_HEAD + WOFF_ENTRY * at
    const to = HEAD + ENTRY * at
    const offset = woff.readUInt32BE(from + 4)
    const packed = woff.readUInt32BE(from + 8)
    const length = woff.readUInt32BE(from + 12)
    const content = woff.subarray(offset, offset + packed)
    const padding = Buffer.alloc(-length & 3)
    tables.push(packed < length ? inflateSync(content) : content, padding)
    // Name and checksum.
    woff.copy(head, to, from, from + 4)
    woff.copy(head, to + 4, from + 16, from + 20)
    head.writeUInt32BE(end, to + 8)
    head.writeUInt32BE(length, to + 12)
    end += length + padding.length
  }
  return Buffer.concat([head, ...tables])
}
