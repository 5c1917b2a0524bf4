import { chmod, lstat, mkdir, mkdtemp, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { completeInstall } from '#server/db/embedded/binaries.ts'

test('an install whose scripts were blocked is completed, even by two starts at the same time', async () => {
  const { folder, program } = await blockedInstall()

  await Promise.all([completeInstall(folder, [program]), completeInstall(folder, [program])])

  expect(await readlink(join(folder, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18')
  expect((await stat(program)).mode & 0o111).toBe(0o111)
})

test('an install that is complete is left as it is', async () => {
  const { folder, program } = await blockedInstall()
  await completeInstall(folder, [program])
  const before = await lstat(join(folder, 'native/lib'))

  await completeInstall(folder, [program])

  expect(await lstat(join(folder, 'native/lib'))).toEqual(before)
})

test('an install that lacks a file says what to do', async () => {
  const { folder, program } = await blockedInstall()
  await rm(program)

  await expect(completeInstall(folder, [program])).rejects.toThrow('Run npm install again')
})

async function blockedInstall() {
  const folder = await mkdtemp(join(tmpdir(), 'keyhour-install-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'native/lib'), { recursive: true })
  await writeFile(join(folder, 'native/lib/libpq.so.5.18'), '')
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
  await writeFile(join(folder, 'native/pg-symlinks.json'), JSON.stringify(links))
  const program = join(folder, 'postgres')
  await writeFile(program, '')
  await chmod(program, 0o644)
  return { folder, program }
}
