import { favicon } from '@keyhour/artwork/logo'
import { socialPreview } from '@keyhour/artwork/social-preview'
import sharp from 'sharp'

type Raster = { fileName: string; type: string; draw: () => Promise<Buffer> }

const png = (svg: string, size: number): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: 300 }).resize(size, size).png().toBuffer()

/** What others want in dots and under a fixed name: browsers of old, home screens, and those who show a link. */
export const rasters: readonly Raster[] = [
  {
    fileName: 'favicon.ico',
    type: 'image/x-icon',
    draw: async () =>
      icon(await Promise.all([16, 32, 48].map(async (size) => [size, await png(favicon(), size)] as const))),
  },
  { fileName: 'apple-touch-icon.png', type: 'image/png', draw: () => png(favicon(), 180) },
  {
    fileName: 'social-preview.jpg',
    type: 'image/jpeg',
    draw: () => sharp(Buffer.from(socialPreview())).jpeg({ quality: 86, mozjpeg: true }).toBuffer(),
  },
]

/** A drawing in dots, so many pixels wide. */
export const paint = (svg: string, width: number): Promise<Buffer> =>
  sharp(Buffer.from(svg)).resize(width).webp({ quality: 76, smartSubsample: true }).toBuffer()

const HEADER_BYTES = 6
const ENTRY_BYTES = 16

/** An .ico is a list of pictures, each a PNG: https://learn.microsoft.com/windows/win32/menurc/newheader */
function icon(pictures: readonly (readonly [size: number, png: Buffer])[]): Buffer {
  const head = Buffer.alloc(HEADER_BYTES + pictures.length * ENTRY_BYTES)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [index, [size, bytes]] of pictures.entries()) {
    const entry = HEADER_BYTES + index * ENTRY_BYTES
    head.writeUInt8(size, entry)
    head.writeUInt8(size, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(bytes.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += bytes.length
  }
  return Buffer.concat([head, ...pictures.map(([, bytes]) => bytes)])
}
