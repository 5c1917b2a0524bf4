import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { filesOnDisk } from '#server/outside/files.ts'

async function store() {
  const dir = await mkdtemp(join(tmpdir(), 'keyhour-files-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  return { dir, files: await filesOnDisk(join(dir, 'files')) }
}

test('what is kept can be read until it is removed', async () => {
  const { files } = await store()
  const name = await files.keep('office_images', 'webp', Buffer.from('a picture'))

  expect((await files.read('office_images', name))?.toString()).toBe('a picture')
  await files.remove('office_images', name)
  expect(await files.read('office_images', name)).toBeUndefined()
})

test('no name leads out of the store', async () => {
  const { dir, files } = await store()
  await writeFile(join(dir, 'secret.key'), 'do not read')

  for (const name of [
    '../../secret.key',
    '..',
    '/etc/passwd',
    'a/../../../secret.key',
    '',
    'a'.repeat(300),
  ]) {
    expect(await files.read('office_images', name)).toBeUndefined()
  }
})
