import sharp from 'sharp'

const WEBP = { quality: 76, effort: 6, smartSubsample: true }

export const webp = (svg: string, width: number): Promise<Buffer> =>
  sharp(Buffer.from(svg)).removeAlpha().resize(width).webp(WEBP).toBuffer()

export const jpeg = (svg: string, quality: number): Promise<Buffer> =>
  sharp(Buffer.from(svg)).removeAlpha().jpeg({ quality, mozjpeg: true }).toBuffer()

export const png = (svg: string, size: number): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: 300 }).resize(size, size).png().toBuffer()

const HEADER_BYTES = 6
const ENTRY_BYTES = 16

/** An .ico is a list of PNG images: https://learn.microsoft.com/windows/win32/menurc/newheader */
export async function ico(svg: string, sizes: readonly number[]): Promise<Buffer> {
  const images = await Promise.all(sizes.map(async (size) => ({ size, bytes: await png(svg, size) })))
  const head = Buffer.alloc(HEADER_BYTES + images.length * ENTRY_BYTES)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(images.length, 4)
  let offset = head.length
  for (const [index, { size, bytes }] of images.entries()) {
    const entry = HEADER_BYTES + index * ENTRY_BYTES
    head.writeUInt8(size, entry)
    head.writeUInt8(size, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(bytes.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += bytes.length
  }
  return Buffer.concat([head, ...images.map(({ bytes }) => bytes)])
}
