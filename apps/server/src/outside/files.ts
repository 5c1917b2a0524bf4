import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const FOLDERS = ['office_images', 'sub_office_images', 'passport_images'] as const
type Folder = (typeof FOLDERS)[number]

/** Where pictures are kept. Names are given out here, never taken from a person. */
export type Files = {
  /** Answers the name under which the bytes can be read again. */
  keep: (folder: Folder, extension: string, bytes: Uint8Array) => Promise<string>
  /** Undefined when there is no such file. */
  read: (folder: Folder, name: string) => Promise<Buffer | undefined>
  remove: (folder: Folder, name: string) => Promise<void>
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}(\.[a-z0-9]{1,9})?$/

export async function filesOnDisk(root: string): Promise<Files> {
  for (const folder of FOLDERS) await mkdir(join(root, folder), { recursive: true, mode: 0o700 })

  return {
    async keep(folder, extension, bytes) {
      const name = `${randomUUID()}.${extension}`
      await writeWhole(join(root, folder, name), bytes)
      return name
    },
    async read(folder, name) {
      if (!NAME.test(name)) return undefined
      try {
        return await readFile(join(root, folder, name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    async remove(folder, name) {
      if (NAME.test(name)) await rm(join(root, folder, name), { force: true })
    },
  }
}

/** A reader, or the next start after a power cut, sees the whole file or none. */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const draft = `${path}.${randomUUID()}.new`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
  await syncFolder(dirname(path))
}

/** A new name in a folder outlives a power cut only after this. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } catch (error) {
    // Windows does not sync folders.
    if (!['EPERM', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    await folder.close()
  }
}
