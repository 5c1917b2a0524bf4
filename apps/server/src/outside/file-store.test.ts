import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { filesIn } from '#server/outside/files.ts'
import { openFileStore } from '#server/outside/open-file-store.ts'
import { openS3Store, parseS3Url } from '#server/outside/s3-store.ts'
import { startS3 } from '../../test/s3.ts'

const s3 = await startS3()
afterAll(s3.stop)

const QUICK = { answerMs: 2000, pauseMs: 1, awaitedMs: 2000 }
const bytes = (text: string) => Buffer.from(text)
const AWAY = { statusCode: 503, message: 'Files are not available right now. Please try again in a moment.' }

async function emptyFolder() {
  const dir = await mkdtemp(join(tmpdir(), 'keyhour-files-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  return dir
}

let prefixes = 0
const STORES = {
  'on disk': async () => {
    const filesUrl = pathToFileURL(await emptyFolder()).href
    return openFileStore({ filesUrl, dataDir: '/nowhere' })
  },
  'in a bucket': async () => {
    prefixes += 1
    return openFileStore({ filesUrl: s3.url({ bucket: `files/part-${prefixes}` }), dataDir: '/nowhere' })
  },
}

describe.each(Object.entries(STORES))('a file store %s', (_, open) => {
  async function listed(store: ReturnType<typeof openFileStore>, folder: string, before?: Date) {
    const names: string[] = []
    for await (const some of store.list(folder, before)) names.push(...some)
    return names.sort()
  }

  test('returns the bytes it was given, and nothing once they are removed', async () => {
    const store = await open()
    const every = Buffer.from(Array.from({ length: 70_000 }, (_, at) => at % 256))
    await store.write('office_images/loft.webp', every)

    expect((await store.read('office_images/loft.webp'))?.equals(every)).toBe(true)
    await store.remove('office_images/loft.webp')
    expect(await store.read('office_images/loft.webp')).toBeUndefined()
    await store.remove('office_images/loft.webp')
  })

  test('stores an empty file', async () => {
    const store = await open()
    await store.write('office_images/empty.webp', bytes(''))

    expect((await store.read('office_images/empty.webp'))?.length).toBe(0)
  })

  test('lists each folder separately, and nothing for an unknown folder', async () => {
    const store = await open()
    for (const path of [
      'office_images/a.webp',
      'office_images/b.webp',
      'sub_office_images/c.webp',
      'store.id',
    ])
      await store.write(path, bytes(path))

    expect(await listed(store, 'office_images')).toEqual(['a.webp', 'b.webp'])
    expect(await listed(store, 'sub_office_images')).toEqual(['c.webp'])
    expect(await listed(store, 'passport_images')).toEqual([])
  })

  test('lists all files, even more than fit on a page', async () => {
    const store = await open()
    const names = Array.from({ length: 230 }, (_, at) => `${String(at).padStart(4, '0')}.webp`)
    const waiting = [...names]
    const writers = Array.from({ length: 8 }, async () => {
      for (let name = waiting.pop(); name; name = waiting.pop())
        await store.write(`office_images/${name}`, bytes(name))
    })
    await Promise.all(writers)

    expect(await listed(store, 'office_images')).toEqual(names)
  })

  test('tells old files from new ones', async () => {
    const store = await open()
    await store.write('office_images/a.webp', bytes('a'))
    const minutes = (count: number) => new Date(performance.timeOrigin + performance.now() + count * 60_000)

    expect(await listed(store, 'office_images', minutes(-5))).toEqual([])
    expect(await listed(store, 'office_images', minutes(5))).toEqual(['a.webp'])
  })

  test('stores, copies and removes a picture in every width', async () => {
    const files = filesIn(await open())
    const name = await files.keepPicture('office_images', {
      largest: bytes('large'),
      narrower: [{ width: 320, bytes: bytes('small') }],
    })
    const copy = (await files.copyPicture('office_images', name))!
    await files.remove('office_images', name)

    expect(await files.read('office_images', name)).toBeUndefined()
    expect((await files.read('office_images', copy))?.toString()).toBe('large')
    expect((await files.read('office_images', copy.replace('.', '_320.')))?.toString()).toBe('small')
    expect(await files.copyPicture('office_images', name)).toBeUndefined()
  })

  test('accepts no name that leaves its folder', async () => {
    const store = await open()
    await store.write('secret.key', bytes('do not read'))
    const files = filesIn(store)

    for (const name of ['../secret.key', '..', '/etc/passwd', 'a/../../secret.key', '', 'a'.repeat(300)])
      expect(await files.read('office_images', name)).toBeUndefined()
  })
})

test('on disk, only the owner can read files, and a failed write leaves nothing behind', async () => {
  const dir = await emptyFolder()
  const store = openFileStore({ filesUrl: undefined, dataDir: dir })
  await store.write('passport_images/face.jpg', bytes('face'))
  await store.write('passport_images/folder/inside.jpg', bytes('in the way'))
  const folder = join(dir, 'files', 'passport_images')

  await expect(store.write('passport_images/folder', bytes('no'))).rejects.toThrow()
  expect((await stat(join(folder, 'face.jpg'))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await readdir(folder)).sort()).toEqual(['face.jpg', 'folder'])
})

const impatient = (options?: Parameters<typeof s3.url>[0]) => openS3Store(parseS3Url(s3.url(options))!, QUICK)

test.each(['answers 503', 'cuts off'] as const)(
  'a bucket that %s twice is asked again; if it goes on, the caller should come back later',
  async (fault) => {
    onTestFinished(s3.recover)
    const store = impatient()
    s3.fail(fault, 2)
    await store.write('office_images/loft.webp', bytes('a picture'))
    s3.fail(fault, 2)
    expect((await store.read('office_images/loft.webp'))?.toString()).toBe('a picture')

    s3.fail(fault)
    await expect(store.read('office_images/loft.webp')).rejects.toMatchObject(AWAY)
    await expect(store.write('office_images/other.webp', bytes('b'))).rejects.toMatchObject(AWAY)
    await expect(store.remove('office_images/loft.webp')).rejects.toMatchObject(AWAY)
  },
)

test('a bucket that hangs is asked again; if it goes on, the caller should come back later', async () => {
  onTestFinished(s3.recover)
  const store = impatient()
  s3.fail('hangs', 1)
  expect(await store.read('office_images/missing.webp')).toBeUndefined()

  s3.fail('hangs')
  await expect(store.read('office_images/missing.webp')).rejects.toMatchObject(AWAY)
})

test('a person who waits for a picture from a hanging bucket gets an answer sooner than a job would', async () => {
  onTestFinished(s3.recover)
  s3.fail('hangs')
  const store = openS3Store(parseS3Url(s3.url())!, { answerMs: 60_000, pauseMs: 1, awaitedMs: 500 })

  await expect(filesIn(store).read('office_images', 'loft.webp')).rejects.toMatchObject(AWAY)
}, 20_000)

test.each([
  ['a wrong secret', { secret: 'not-the-secret' }, '403 SignatureDoesNotMatch'],
  ['a bucket that is not there', { bucket: 'elsewhere' }, '404 NoSuchBucket'],
])('%s is logged, without the secret', async (_, options, reason) => {
  const failed = impatient(options).read('office_images/loft.webp')

  await expect(failed).rejects.toMatchObject({ ...AWAY, cause: { message: expect.stringContaining(reason) } })
  const { cause } = (await failed.catch((error) => error)) as Error
  expect(JSON.stringify([cause, (cause as Error).message, (cause as Error).stack])).not.toContain(
    'not-the-secret',
  )
})

test.each([
  ['s3://key:secret@s3.example.com/bucket', 'https://s3.example.com', '', 'us-east-1', 'secret'],
  [
    's3://key:se%2Fcr%2Bet@127.0.0.1:9000/bucket/a/b?region=eu-west-1&tls=off',
    'http://127.0.0.1:9000',
    'a/b/',
    'eu-west-1',
    'se/cr+et',
  ],
])('%s names a bucket', (url, endpoint, prefix, region, secretAccessKey) => {
  const bucket = { accessKeyId: 'key', bucket: 'bucket', endpoint, prefix, region, secretAccessKey }
  expect(parseS3Url(url)).toEqual(bucket)
})

test.each([
  'https://s3.example.com/bucket',
  's3://s3.example.com/bucket',
  's3://key@s3.example.com/bucket',
  's3://key:secret@s3.example.com/',
  's3://key:secret@s3.example.com/bucket?tls=maybe',
  's3://key:%zz@s3.example.com/bucket',
])('%s does not', (url) => {
  expect(parseS3Url(url)).toBeUndefined()
})
