import { deflateSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { profiles } from '#server/db/schema/users.ts'
import { sweepFiles } from '#server/features/pictures/sweep-files.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
type Person = Awaited<ReturnType<typeof world.user>>

const UNREADABLE = 'This image cannot be read. Please use a JPEG or PNG photo.'
const URL = '/api/user-profile/passport-image'

const picture = (width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: '#a52' } })
const dataUrl = (bytes: Buffer, type = 'jpeg') => `data:image/${type};base64,${bytes.toString('base64')}`
const upload = (person: Person | undefined, image: string) =>
  world.send({ method: 'PUT', url: URL, payload: { image } }, person)
const view = (personId: number, watcher?: Person) =>
  world.get(`/api/users/${personId}/passport-image`, watcher)

async function fileOf({ id }: Person) {
  const [profile] = await world.db.select().from(profiles).where(eq(profiles.user_id, id))
  return profile?.passport_image ?? null
}

async function seen(person: Person): Promise<Buffer> {
  return Buffer.from((await view(person.id, person)).json().passport_image, 'base64')
}

test('a photo is stored upright, scaled down, without camera data, and encrypted', async () => {
  const person = await world.user()
  const sideways = await picture(3200, 2400)
    .withExif({ IFD0: { Copyright: 'Dana Levi', Make: 'Camera' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const reply = await upload(person, dataUrl(sideways))

  expect([reply.statusCode, reply.json().has_passport_image]).toEqual([200, true])
  const photo = await seen(person)
  const { format, width, height, exif, orientation } = await sharp(photo).metadata()
  expect({ format, width, height, exif, orientation }).toEqual({
    format: 'jpeg',
    width: 1200,
    height: 1600,
    exif: undefined,
    orientation: undefined,
  })
  const file = await world.files.read('passport_images', (await fileOf(person))!)
  expect(file?.includes(photo.subarray(0, 64))).toBe(false)
})

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('%s is accepted', async (format) => {
  const person = await world.user()
  const reply = await upload(person, dataUrl(await picture().toFormat(format).toBuffer(), format))

  expect(reply.statusCode).toBe(200)
  expect((await sharp(await seen(person)).metadata()).format).toBe('jpeg')
})

/** A few bytes that claim to be 30,000 pixels wide and high. */
function pixelBomb(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([size, body, sum])
  }
  const head = Buffer.from([0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 0, 0, 0, 0])
  const body = deflateSync(Buffer.alloc(100_000))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))])
}

function crc32(bytes: Buffer): number {
  let sum = ~0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return ~sum >>> 0
}

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect/></svg>')

test.each([
  ['a drawing', async () => dataUrl(SVG, 'svg+xml'), UNREADABLE],
  ['a drawing that says it is a photo', async () => dataUrl(SVG), UNREADABLE],
  ['a film', async () => dataUrl(await picture().gif().toBuffer(), 'gif'), UNREADABLE],
  ['half a photo', async () => dataUrl((await picture().jpeg().toBuffer()).subarray(0, 400)), UNREADABLE],
  ['a photo that ends early', async () => dataUrl((await noise()).subarray(0, 20_000)), UNREADABLE],
  ['no picture at all', async () => dataUrl(Buffer.from('hello there, how are you?')), UNREADABLE],
  ['nothing', async () => dataUrl(Buffer.alloc(0)), UNREADABLE],
  ['more pixels than fit', async () => dataUrl(pixelBomb(), 'png'), UNREADABLE],
  [
    'a tiny photo',
    async () => dataUrl(await picture(400, 199).jpeg().toBuffer()),
    'This photo is too small. Please choose a larger one.',
  ],
  ['no image', async () => 'data:text/html;base64,aGVsbG8=', 'Should be an image'],
  ['more than 10 MB', async () => dataUrl(Buffer.alloc(10 * 1024 * 1024 + 1)), 'Should be at most 10 MB'],
])('%s is refused at its field', async (_what, image, msg) => {
  const person = await world.user()
  const reply = await upload(person, await image())

  expect([reply.statusCode, reply.json().detail]).toMatchObject([422, [{ loc: ['body', 'image'], msg }]])
  expect(await fileOf(person)).toBeNull()
})

const noise = () =>
  sharp({
    create: {
      width: 600,
      height: 600,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer()

test('a visitor is refused before the photo is read', async () => {
  const reply = await world.send({
    method: 'PUT',
    url: URL,
    headers: { 'content-type': 'application/json' },
    payload: '{"image": broken',
  })

  expect([reply.statusCode, reply.json()]).toEqual([401, { detail: 'Please sign in.' }])
})

test('a new photo replaces the old one and its file; removing it removes both', async () => {
  const person = await world.user()
  await upload(person, dataUrl(await picture().jpeg().toBuffer()))
  const first = await fileOf(person)
  await upload(person, dataUrl(await picture(500, 500).jpeg().toBuffer()))
  const second = await fileOf(person)
  expect(await world.files.read('passport_images', first!)).toBeDefined()
  await world.runJobs()

  expect(await world.files.read('passport_images', first!)).toBeUndefined()
  expect((await sharp(await seen(person)).metadata()).width).toBe(500)
  const removed = await world.send({ method: 'DELETE', url: URL }, person)
  await world.runJobs()
  expect(removed.json()).toMatchObject({ id: person.id, has_passport_image: false })
  expect(await world.files.read('passport_images', second!)).toBeUndefined()
  expect((await view(person.id, person)).statusCode).toBe(404)
})

test('an ID photo file that could not be removed immediately goes with the next sweep', async () => {
  const person = await world.user()
  await upload(person, dataUrl(await picture().jpeg().toBuffer()))
  const file = await fileOf(person)
  await world.send({ method: 'DELETE', url: URL }, person)
  await world.pool.query('delete from pgboss.job')
  await sweepFiles.run({ ...world, now: () => new Date(world.now().getTime() + 60_000) }, {})

  expect(await world.files.read('passport_images', file!)).toBeUndefined()
})

test('a member may upload twenty photos an hour', async () => {
  const person = await world.user()
  for (let attempt = 0; attempt < 20; attempt += 1) await upload(person, dataUrl(SVG))

  expect((await upload(person, dataUrl(SVG))).statusCode).toBe(429)
})

test('the photo is visible to the member, admins, and managers and owners of the office that the member is in now', async () => {
  const [person, admin] = [await world.user(), await world.user({ admin: true })]
  const [manager, owner, member, elsewhere] = await Promise.all([1, 2, 3, 4].map(() => world.user()))
  const [office, otherOffice] = [await world.office(), await world.office()]
  await world.member(office.id, manager!.id, 'manager')
  await world.member(office.id, owner!.id, 'owner')
  await world.member(office.id, member!.id, 'member')
  await world.member(otherOffice.id, elsewhere!.id, 'manager')
  await world.order({ office_id: otherOffice.id, user_id: person.id, cancelled_at: '2026-03-01T00:00:00Z' })
  await world.passportPhoto(person.id, new Uint8Array([1, 2, 3]))
  const statuses = async () =>
    Promise.all(
      [person, admin, manager!, owner!, member!, elsewhere!].map(
        async (one) => (await view(person.id, one)).statusCode,
      ),
    )

  expect(await statuses()).toEqual([200, 200, 404, 404, 404, 404])
  await world.order({ office_id: office.id, user_id: person.id })
  expect(await statuses()).toEqual([200, 200, 200, 200, 404, 404])
  expect((await view(person.id, manager)).json()).toEqual({ passport_image: 'AQID' })
  world.setNow('2026-03-02T09:00:00.000Z')
  expect(await statuses()).toEqual([200, 200, 404, 404, 404, 404])
  expect((await view(person.id)).statusCode).toBe(401)
})

test('a photo that may not be seen looks like a missing one', async () => {
  const [person, stranger] = [await world.user(), await world.user()]
  await world.passportPhoto(person.id, new Uint8Array([1, 2, 3]))
  const replies = [
    await view(person.id, stranger),
    await view(stranger.id, stranger),
    await view(999_999, stranger),
  ]

  for (const reply of replies)
    expect([reply.statusCode, reply.json()]).toEqual([404, { detail: 'This photo does not exist.' }])
})

test('every view is recorded in the audit log', async () => {
  world.setNow('2026-03-02T08:00:00.000Z')
  const [person, admin, manager] = [await world.user(), await world.user({ admin: true }), await world.user()]
  const office = await world.office()
  await world.member(office.id, manager.id, 'manager')
  await world.order({ office_id: office.id, user_id: person.id })
  await world.passportPhoto(person.id, new Uint8Array([1, 2, 3]))
  for (const watcher of [admin, admin, manager, person]) await view(person.id, watcher)
  const { rows } = await world.pool.query(
    "select actor_id::int, details, request_id from audit_log where action = 'view ID photo' and subject_id = $1 order by id",
    [person.id],
  )

  expect(rows).toEqual(
    [
      [admin.id, {}],
      [admin.id, {}],
      [manager.id, { office_id: office.id }],
      [person.id, {}],
    ].map(([actor_id, details]) => ({ actor_id, details, request_id: expect.any(String) })),
  )
})
