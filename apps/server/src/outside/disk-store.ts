import { randomUUID } from 'node:crypto'
import { mkdir, open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FileStore, storeAway } from '#server/outside/file-store.ts'

const DRAFT = '.new'
const AT_ONCE = 200
/** The disk is full, broken, or its server is away. Anything else is a bug. */
const TROUBLE = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'ESTALE', 'ENOTCONN', 'EHOSTDOWN']

/** One server's own disk, or a folder that several servers share. */
export function openDiskStore(root: string): FileStore {
  const at = (path: string) => join(root, path)

  return {
    place: root,
    write: (path, bytes) =>
      orAway(async () => {
        await mkdir(dirname(at(path)), { recursive: true, mode: 0o700 })
        await writeWhole(at(path), bytes)
      }),
    read: (path) => orAway(() => unlessMissing(readFile(at(path)))),
    remove: (path) => orAway(() => rm(at(path), { force: true })),
    async *list(folder, before) {
      let names: string[] = []
      for await (const { name } of (await orAway(() => unlessMissing(opendir(at(folder))))) ?? []) {
        if (name.endsWith(DRAFT)) {
          await removeOldDraft(join(at(folder), name), before)
          continue
        }
        if (before && !(await isOlder(join(at(folder), name), before))) continue
        names.push(name)
        if (names.length < AT_ONCE) continue
        yield names
        names = []
      }
      if (names.length > 0) yield names
    },
  }
}

async function isOlder(path: string, moment: Date): Promise<boolean> {
  const known = await unlessMissing(stat(path))
  return known !== undefined && known.mtime < moment
}

/** A server was killed while writing it. */
async function removeOldDraft(path: string, before: Date | undefined): Promise<void> {
  if (before && (await isOlder(path, before))) await rm(path, { force: true })
}

async function orAway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw TROUBLE.includes((error as NodeJS.ErrnoException).code ?? '') ? storeAway(error as Error) : error
  }
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Readers see the whole file or none, even after a power cut. */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const draft = `${path}.${randomUUID()}${DRAFT}`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    // On a full disk, half a file takes the room that the next one needs.
    await rm(draft, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

export async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.endsWith(DRAFT)) await rm(join(folder, name), { force: true })
}

/** A new name in a folder survives a power cut only after this. */
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
