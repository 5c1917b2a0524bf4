import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { type AdminOffice, MOST_UPLOAD_BYTES } from '@keyhour/contract/admin-offices'
import { pictureAt } from '@keyhour/contract/picture-address'
import sharp from 'sharp'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { sweepFiles } from '#server/features/pictures/sweep-files.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const admin = await world.user({ admin: true })

const FORM = { name: 'Loft', lat: 32.07, lon: 34.78, address: 'Rothschild 1' }
const photo = (width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: '#a52' } })
const dataUrl = (bytes: Buffer, type = 'jpeg') => `data:image/${type};base64,${bytes.toString('base64')}`
const jpeg = async (width?: number, height?: number) => dataUrl(await photo(width, height).jpeg().toBuffer())

const add = (pictures: string[]) => world.post('/api/admin/offices', { ...FORM, pictures }, admin)
const added = async (pictures: string[]): Promise<AdminOffice> => (await add(pictures)).json()
const put = ({ id, version }: AdminOffice, pictures: string[]) =>
  world.send({ method: 'PUT', url: `/api/admin/offices/${id}`, payload: { version, pictures } }, admin)
const folderOf = (folder = 'office_images') => join(world.dataDir, 'files', folder)
const filesIn = (folder?: string) => readdir(folderOf(folder)).catch(() => [])
const shown = (file: string, folder = 'office_images') => world.get(`/static/${folder}/${file}`)

beforeEach(() => world.runJobs())

test('a picture is stored upright as WebP in several widths, without metadata', async () => {
  const sideways = await photo(2400, 3200)
    .withExif({ IFD0: { Copyright: 'Dana Levi', Make: 'Camera' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { pictures } = await added([dataUrl(sideways)])
  const [file] = pictures
  const sizes = []
  for (const name of [file!, ...([320, 750, 1280] as const).map((width) => pictureAt(file!, width))]) {
    const reply = await shown(name)
    const { format, width, height, exif } = await sharp(reply.rawPayload).metadata()
    sizes.push([reply.headers['content-type'], format, width, height, exif])
  }

  expect(sizes).toEqual([
    ['image/webp', 'webp', 1920, 1440, undefined],
    ['image/webp', 'webp', 320, 240, undefined],
    ['image/webp', 'webp', 750, 563, undefined],
    ['image/webp', 'webp', 1280, 960, undefined],
  ])
})

test('a small picture is not enlarged, and is served for every width', async () => {
  const { pictures } = await added([dataUrl(await photo(500, 300).png().toBuffer(), 'png')])
  const widths = []
  for (const width of [320, 750, 1280] as const) {
    const { rawPayload } = await shown(pictureAt(pictures[0]!, width))
    widths.push((await sharp(rawPayload).metadata()).width)
  }

  expect(widths).toEqual([320, 500, 500])
})

test('transparency is kept', async () => {
  const background = { r: 0, g: 0, b: 0, alpha: 0 }
  const clear = sharp({ create: { width: 400, height: 300, channels: 4, background } }).png()
  const { pictures } = await added([dataUrl(await clear.toBuffer(), 'png')])

  expect((await sharp((await shown(pictures[0]!)).rawPayload).metadata()).hasAlpha).toBe(true)
})

test('pictures are cached forever, known ones are not sent again, and other files are not served', async () => {
  const { pictures } = await added([await jpeg()])
  const reply = await shown(pictures[0]!)
  const etag = reply.headers.etag as string

  expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(etag).toMatch(/^"[\w-]{43}"$/)
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await world.send({
      method: 'GET',
      url: `/static/office_images/${pictures[0]}`,
      headers: { 'if-none-match': known },
    })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
  }
  const face = await world.files.keep('passport_images', 'jpg', Buffer.from('face'))
  for (const address of [
    `passport_images/${face}`,
    'office_images/none.webp',
    'office_images/..%2f..%2fsecret.key',
  ])
    expect((await world.get(`/static/${address}`)).statusCode).toBe(404)
})

test('pictures can be reordered, added and removed', async () => {
  const office = await added([await jpeg(), await jpeg(), await jpeg()])
  const [first, second, third] = office.pictures
  const changed = (await put(office, [third!, await jpeg(), first!])).json<AdminOffice>()

  expect([changed.pictures[0], changed.pictures[2]]).toEqual([third, first])
  expect(office.pictures).not.toContain(changed.pictures[1])
  expect((await shown(second!)).statusCode).toBe(404)
  expect((await shown(first!)).statusCode).toBe(200)
})

test('an office cannot take over a picture of another office, by any name', async () => {
  const theirs = await added([await jpeg()])
  const mine = await added([])
  for (const name of [theirs.pictures[0]!, '../../secret.key', 'https://elsewhere.test/a.png']) {
    const reply = await put(mine, [name])
    expect([reply.statusCode, reply.json().detail]).toMatchObject([
      422,
      [{ loc: ['body', 'pictures'], msg: 'Picture 1 no longer exists. Please choose it again.' }],
    ])
  }
  expect((await add([theirs.pictures[0]!])).statusCode).toBe(422)
})

test('a space has its own pictures', async () => {
  const office = await added([])
  const space = {
    name: 'Blue room',
    capacity: 4,
    price_per_hour: 50,
    price_per_day: 300,
    price_per_week: 1500,
    type: 'meeting_room',
    rent_type: 'hour',
    pictures: [await jpeg()],
  }
  const { pictures } = (await world.post(`/api/offices/${office.id}/sub-offices`, space, admin)).json()

  expect((await shown(pictures[0], 'sub_office_images')).statusCode).toBe(200)
})

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), data])
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}

function crc32(bytes: Buffer): number {
  let sum = ~0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return ~sum >>> 0
}

/** A small file that declares, and unpacks to, a huge picture. */
function png(width: number, height: number, bytesAPixel = 1, before: Buffer[] = []): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([bytesAPixel === 8 ? 16 : 8, bytesAPixel === 8 ? 6 : 0, 0, 0, 0], 8)
  const unpacked = Math.min(height * (width * bytesAPixel + 1), 130_000_000)
  const body = deflateSync(Buffer.alloc(unpacked))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    ...before,
    chunk('IDAT', body),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const SCRIPT =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><script>alert(1)</script><rect/></svg>'
const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })

const UNREADABLE = 'Picture 2 cannot be read. Please use a JPEG, PNG, WebP or AVIF photo.'
const TOO_MANY = 'Picture 2 has too many pixels. Please make it smaller.'
const TOO_LARGE = 'Picture 2 is larger than 10 MB. Please make it smaller.'

test.each<[string, () => Promise<string>, string]>([
  ['30 MB', async () => dataUrl(Buffer.alloc(30_000_000, 0xff)), TOO_LARGE],
  ['20,000 x 20,000 pixels', async () => dataUrl(png(20_000, 20_000), 'png'), TOO_MANY],
  ['a zip bomb', async () => dataUrl(png(4000, 4000, 8), 'png'), TOO_MANY],
  ['a drawing with a script', async () => dataUrl(Buffer.from(SCRIPT), 'svg+xml'), UNREADABLE],
  ['a drawing that says it is a photo', async () => dataUrl(Buffer.from(SCRIPT)), UNREADABLE],
  [
    'a photo that ends early',
    async () => dataUrl((await noise(1200, 800).jpeg().toBuffer()).subarray(0, 60_000)),
    UNREADABLE,
  ],
  ['a text that is named like a picture', async () => dataUrl(Buffer.from('hello there'), 'png'), UNREADABLE],
  ['a film', async () => dataUrl(await photo().gif().toBuffer(), 'gif'), UNREADABLE],
  ['nothing', async () => 'data:', UNREADABLE],
])('%s is refused by its number, and nothing is stored', async (_what, bad, msg) => {
  const [good, evil, before] = [await jpeg(), await bad(), await filesIn()]
  const offices = await world.pool.query('select count(*) from offices')
  await add([good, good])
  const reply = await add([good, evil])

  expect([reply.statusCode, reply.json()]).toEqual([
    422,
    { detail: [{ loc: ['body', 'pictures', '1'], msg, type: 'custom' }] },
  ])
  const [after, kept] = [await world.pool.query('select count(*) from offices'), await filesIn()]
  expect(Number(after.rows[0].count) - Number(offices.rows[0].count)).toBe(1)
  // Pictures of the other office, each in two widths.
  expect(kept.length - before.length).toBe(4)
})

test('compressed comments of unlimited size are not decompressed', async () => {
  const words = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(300_000_000))])
  const { pictures } = await added([dataUrl(png(400, 300, 1, [chunk('zTXt', words)]), 'png')])

  expect((await shown(pictures[0]!)).rawPayload.length).toBeLessThan(10_000)
})

test('every bad picture is named', async () => {
  const reply = await add([dataUrl(Buffer.from('no')), await jpeg(), dataUrl(png(20_000, 20_000), 'png')])

  expect(reply.json().detail.map(({ msg }: { msg: string }) => msg)).toEqual([
    'Picture 1 cannot be read. Please use a JPEG, PNG, WebP or AVIF photo.',
    'Picture 3 has too many pixels. Please make it smaller.',
  ])
})

test('an upload that is too large, or not from an admin, is refused before it is read', async () => {
  const payload = { ...FORM, pictures: ['x'.repeat(MOST_UPLOAD_BYTES)] }

  expect((await world.post('/api/admin/offices', payload, admin)).statusCode).toBe(413)
  expect((await world.post('/api/admin/offices', payload, await world.user())).statusCode).toBe(403)
})

test('a refused change stores no new picture', async () => {
  const office = await added([])
  const before = await filesIn()
  const payload = { version: 99, pictures: [await jpeg()] }
  const reply = await world.send({ method: 'PUT', url: `/api/admin/offices/${office.id}`, payload }, admin)

  expect([reply.statusCode, await filesIn()]).toEqual([409, before])
})

const DAY = 24 * 3_600_000
const START = world.now().getTime()
async function sweepOnDay(day: number): Promise<void> {
  const written = new Date(START - DAY / 2)
  for (const folder of ['office_images', 'sub_office_images', 'passport_images'])
    for (const name of await filesIn(folder)) await utimes(join(folderOf(folder), name), written, written)
  onTestFinished(() => world.setNow(new Date(START).toISOString()))
  world.setNow(new Date(START + day * DAY).toISOString())
  await sweepFiles.run(world, {})
}

test('files left over by a crash are deleted 30 days after they are found, and used files stay', async () => {
  const office = await added([await jpeg()])
  const person = await world.user()
  await world.passportPhoto(person.id, Buffer.from('face'))
  const lost = await world.files.keepPicture('office_images', {
    largest: Buffer.from('lost'),
    narrower: [{ width: 320, bytes: Buffer.from('lost') }],
  })
  const face = await world.files.keep('passport_images', 'jpg', Buffer.from('lost'))
  await writeFile(join(folderOf('passport_images'), `${face}.draft.new`), 'half')

  await sweepOnDay(100)
  await sweepOnDay(129)
  expect(await world.files.read('office_images', lost)).toBeDefined()
  await sweepOnDay(131)
  expect(await world.files.read('office_images', lost)).toBeUndefined()
  expect(await world.files.read('office_images', pictureAt(lost, 320))).toBeUndefined()
  expect(await filesIn('passport_images')).toHaveLength(1)
  expect((await shown(pictureAt(office.pictures[0]!, 750))).statusCode).toBe(200)
})

test('a file from the last day is left alone: the change that refers to it may not be saved yet', async () => {
  const fresh = await world.files.keep('office_images', 'webp', Buffer.from('fresh'))
  await sweepOnDay(0)
  const { rowCount } = await world.pool.query('select from unused_files where name = $1', [fresh])

  expect(rowCount).toBe(0)
})

test('a removed picture is no longer served, and its file stays for 30 days', async () => {
  const office = await added([await jpeg()])
  await put(office, [])
  const [name] = office.pictures

  expect((await shown(name!)).statusCode).toBe(404)
  expect((await shown(pictureAt(name!, 320))).statusCode).toBe(404)
  await sweepOnDay(29)
  expect(await filesIn()).toContain(name)
  await sweepOnDay(31)
  expect(await filesIn()).not.toContain(name)
})

test('after an older database is restored its files still exist, and newer files wait 30 days', async () => {
  const office = await added([await jpeg()])
  const [older] = office.pictures
  const [newer] = (await put(office, [await jpeg()])).json().pictures
  await sweepOnDay(20)
  // The database from before the change, with the files of today.
  await world.pool.query('update offices set pictures = $1 where id = $2', [[older], office.id])
  await world.pool.query('delete from unused_files')

  await sweepOnDay(40)
  expect(await filesIn()).toEqual(expect.arrayContaining([older, newer]))
  await sweepOnDay(69)
  expect(await filesIn()).toEqual(expect.arrayContaining([older, newer]))
  await sweepOnDay(71)
  expect(await filesIn()).toContain(older)
  expect(await filesIn()).not.toContain(newer)
})

test('a file that is used again is kept', async () => {
  const { pictures } = await added([await jpeg()])
  await world.pool.query(`insert into unused_files values ('office_images', $1, '2026-01-01')`, [pictures[0]])
  await sweepOnDay(2)

  expect((await shown(pictures[0]!)).statusCode).toBe(200)
})

test('pictures of a deleted office stay, because it can be restored', async () => {
  const office = await added([await jpeg()])
  await world.send({ method: 'DELETE', url: `/api/admin/offices/${office.id}` }, admin)
  await sweepOnDay(100)
  await sweepOnDay(200)

  expect((await shown(office.pictures[0]!)).statusCode).toBe(200)
})

test('each deleted file is logged by its name', async () => {
  const lost = await world.files.keep('sub_office_images', 'webp', Buffer.from('lost'))
  const lines: unknown[] = []
  const log = { ...world.log, info: (line: unknown) => void lines.push(line) }
  await sweepOnDay(2)
  await sweepFiles.run({ ...world, log, now: () => new Date(START + 40 * DAY) }, {})

  expect(lines).toContainEqual({ folder: 'sub_office_images', name: lost })
})
