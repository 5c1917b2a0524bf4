import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { checkFileStore } from '#server/db/check-file-store.ts'
import { checkKey } from '#server/db/check-key.ts'
import { openFileStore } from '#server/outside/open-file-store.ts'
import { startS3 } from '../../test/s3.ts'
import { startWorld } from '../../test/world.ts'

const world = await startWorld()
const s3 = await startS3()
afterAll(s3.stop)

beforeEach(async () => {
  await world.pool.query('truncate installation')
  await checkKey(world.db, world.secrets)
})

async function disk() {
  const dataDir = await mkdtemp(join(tmpdir(), 'keyhour-store-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  return { dataDir, store: openFileStore({ filesUrl: undefined, dataDir }) }
}

const picture = Buffer.from('a picture')

test('a server whose disk does not belong to the database is refused, and FILES_URL is suggested', async () => {
  const [first, second] = [await disk(), await disk()]
  await checkFileStore(world.db, first.store)

  await expect(checkFileStore(world.db, second.store)).rejects.toThrow(
    /the files of this database are not in .* set the same FILES_URL for all of them/,
  )
  await checkFileStore(world.db, first.store)
})

test('a moved or copied disk is still accepted', async () => {
  const [first, second] = [await disk(), await disk()]
  await checkFileStore(world.db, first.store)
  await first.store.write('office_images/loft.webp', picture)
  await cp(first.dataDir, second.dataDir, { recursive: true })

  await checkFileStore(world.db, second.store)
})

test('several servers can share one bucket', async () => {
  const bucket = () => openFileStore({ filesUrl: s3.url({ bucket: 'files/shared' }), dataDir: '/nowhere' })
  await checkFileStore(world.db, bucket())
  await checkFileStore(world.db, bucket())
})

test('files without a store id are adopted', async () => {
  const { store } = await disk()
  await store.write('office_images/loft.webp', picture)

  await checkFileStore(world.db, store)
  await checkFileStore(world.db, store)
})

test('a new database does not adopt the files of another one', async () => {
  const { store } = await disk()
  await checkFileStore(world.db, store)
  await store.write('office_images/loft.webp', picture)
  await world.pool.query('update installation set file_store_id = null')

  await expect(checkFileStore(world.db, store)).rejects.toThrow('belong to another database')
})

test('a first start that was cut off between files and database is repaired by the next', async () => {
  const { store } = await disk()
  await checkFileStore(world.db, store)
  await world.pool.query('update installation set file_store_id = null')

  await checkFileStore(world.db, store)
})

test('an operator can give up lost files by writing the id that the message names', async () => {
  const [first, second] = [await disk(), await disk()]
  await checkFileStore(world.db, first.store)
  const refused = await checkFileStore(world.db, second.store).catch((error: Error) => error.message)
  const [, id] = /write (\S+) into \S+store\.id/.exec(refused as string)!
  await second.store.write('store.id', Buffer.from(id!))

  await checkFileStore(world.db, second.store)
})

test('a bucket that refuses the key is reported to the operator without the secret', async () => {
  const store = openFileStore({ filesUrl: s3.url({ secret: 'not-the-secret' }), dataDir: '/nowhere' })
  const refused = await checkFileStore(world.db, store).catch((error: Error) => error.message)

  expect(refused).toMatch(
    /^the file store cannot be used\. The file store .*\/files .*403 SignatureDoesNotMatch$/,
  )
  expect(refused).not.toContain('not-the-secret')
})
