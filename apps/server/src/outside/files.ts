import { randomUUID } from 'node:crypto'
import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PICTURE_WIDTHS, pictureAt } from '@keyhour/contract/picture-address'

export const FOLDERS = ['office_images', 'sub_office_images', 'passport_images'] as const
export type Folder = (typeof FOLDERS)[number]
/** What is shown to everybody, in several widths. */
export type PictureFolder = Exclude<Folder, 'passport_images'>

type Width = (typeof PICTURE_WIDTHS)[number]
/** A picture as WebP in its largest width and in some narrower ones. */
export type DrawnPicture = { largest: Uint8Array; narrower: { width: Width; bytes: Uint8Array }[] }

/** Where pictures are kept. Names are given out here, never taken from a person. */
export type Files = {
  /** Answers the name under which the bytes can be read again. */
  keep: (folder: Folder, extension: string, bytes: Uint8Array) => Promise<string>
  /** The same; the narrower ones are found by `pictureAt`. */
  keepPicture: (folder: PictureFolder, picture: DrawnPicture) => Promise<string>
  /** A picture of its own with the same to see, in every width. Undefined when there is no such file. */
  copyPicture: (folder: PictureFolder, name: string) => Promise<string | undefined>
  /** Undefined when there is no such file. */
  read: (folder: Folder, name: string) => Promise<Buffer | undefined>
  /** In every width. */
  remove: (folder: Folder, name: string) => Promise<void>
  /** What was kept before a moment, some names at a time. */
  listOld: (folder: Folder, before: Date) => AsyncIterable<string[]>
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}(\.[a-z0-9]{1,9})?$/
const NARROWER = new RegExp(`_(${PICTURE_WIDTHS.join('|')})(\\.[a-z]+)$`)
/** `loft.webp` for `loft_320.webp`. */
export const widestOf = (name: string): string => name.replace(NARROWER, '$2')

const DRAFT = '.new'
const AT_ONCE = 500

export async function filesOnDisk(root: string): Promise<Files> {
  for (const folder of FOLDERS) await mkdir(join(root, folder), { recursive: true, mode: 0o700 })

  return {
    async keep(folder, extension, bytes) {
      const name = `${randomUUID()}.${extension}`
      await writeWhole(join(root, folder, name), bytes)
      return name
    },
    async keepPicture(folder, { largest, narrower }) {
      const name = `${randomUUID()}.webp`
      for (const { width, bytes } of narrower)
        await writeWhole(join(root, folder, pictureAt(name, width)), bytes)
      await writeWhole(join(root, folder, name), largest)
      return name
    },
    async copyPicture(folder, name) {
      if (!NAME.test(name)) return undefined
      const copy = name.replace(/^[^.]+/, randomUUID())
      const copied = async (from: string, to: string) => {
        const bytes = await unlessMissing(readFile(join(root, folder, from)))
        if (bytes) await writeWhole(join(root, folder, to), bytes)
        return bytes !== undefined
      }
      for (const width of PICTURE_WIDTHS) await copied(pictureAt(name, width), pictureAt(copy, width))
      return (await copied(name, copy)) ? copy : undefined
    },
    async read(folder, name) {
      return NAME.test(name) ? unlessMissing(readFile(join(root, folder, name))) : undefined
    },
    async remove(folder, name) {
      if (!NAME.test(name)) return
      // The largest goes last: as long as it is there, the sweep finds the others.
      const narrower = PICTURE_WIDTHS.map((width) => pictureAt(name, width)).filter((one) => one !== name)
      for (const one of [...narrower, name]) await rm(join(root, folder, one), { force: true })
    },
    async *listOld(folder, before) {
      let names = new Set<string>()
      for await (const { name } of await opendir(join(root, folder))) {
        const path = join(root, folder, name)
        const known = await unlessMissing(stat(path))
        if (!known || known.mtime >= before) continue
        // Nobody finishes a draft of yesterday.
        if (name.endsWith(DRAFT)) await rm(path, { force: true })
        else names.add(widestOf(name))
        if (names.size < AT_ONCE) continue
        yield [...names]
        names = new Set()
      }
      if (names.size > 0) yield [...names]
    },
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

/** A reader, or the next start after a power cut, sees the whole file or none. */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const draft = `${path}.${randomUUID()}${DRAFT}`
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
