const BYTES = 8

/** An `int8` as `int8send` writes it; many times as fast as by way of a bigint. */
export const wholeNumberAt = (bytes: Buffer, at: number): number =>
  bytes.readInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4)

/** Many of them in one base64 text; null when there are none. */
export function readWholeNumbers(base64: string | null): Float64Array {
  const bytes = Buffer.from(base64 ?? '', 'base64')
  return Float64Array.from({ length: bytes.length / BYTES }, (_, at) => wholeNumberAt(bytes, at * BYTES))
}
