import { randomUUID } from 'node:crypto'
import { PICTURE_WIDTHS, pictureAt } from '@keyhour/contract/picture-address'
import type { FileStore } from '#server/outside/file-store.ts'

export const FOLDERS = [
  'office_images',
  'sub_office_images',
  'passport_images',
  'message_attachments',
] as const
export type Folder = (typeof FOLDERS)[number]
/** Public, in several widths. */
export type PictureFolder = Extract<Folder, 'office_images' | 'sub_office_images'>

type Width = (typeof PICTURE_WIDTHS)[number]
export type DrawnPicture = { largest: Uint8Array; narrower: { width: Width; bytes: Uint8Array }[] }

/** Names are generated here, never taken from a person. */
export type Files = {
  /** Returns the new name. */
  keep: (folder: Folder, extension: string, bytes: Uint8Array) => Promise<string>
  /** Returns the new name; `pictureAt` finds the narrower widths. */
  keepPicture: (folder: PictureFolder, picture: DrawnPicture) => Promise<string>
  /** Copies every width under a new name. Undefined when there is no such file. */
  copyPicture: (folder: PictureFolder, name: string) => Promise<string | undefined>
  read: (folder: Folder, name: string) => Promise<Buffer | undefined>
  /** In every width. */
  remove: (folder: Folder, name: string) => Promise<void>
  /** Yields names in batches, each in its largest width. */
  listOld: (folder: Folder, before: Date) => AsyncIterable<string[]>
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}(\.[a-z0-9]{1,9})?$/
const NARROWER = new RegExp(`_(${PICTURE_WIDTHS.join('|')})(\\.[a-z]+)$`)
/** `loft.webp` for `loft_320.webp`. */
export const widestOf = (name: string): string => name.replace(NARROWER, '$2')

export function filesIn(store: FileStore): Files {
  async function copy(folder: Folder, from: string, to: string): Promise<boolean> {
    const bytes = await store.read(`${folder}/${from}`)
    if (bytes) await store.write(`${folder}/${to}`, bytes)
    return bytes !== undefined
  }

  return {
    async keep(folder, extension, bytes) {
      const name = `${randomUUID()}.${extension}`
      await store.write(`${folder}/${name}`, bytes)
      return name
    },
    async keepPicture(folder, { largest, narrower }) {
      const name = `${randomUUID()}.webp`
      for (const { width, bytes } of narrower) await store.write(`${folder}/${pictureAt(name, width)}`, bytes)
      await store.write(`${folder}/${name}`, largest)
      return name
    },
    async copyPicture(folder, name) {
      if (!NAME.test(name)) return undefined
      const made = name.replace(/^[^.]+/, randomUUID())
      for (const width of PICTURE_WIDTHS) await copy(folder, pictureAt(name, width), pictureAt(made, width))
      return (await copy(folder, name, made)) ? made : undefined
    },
    async read(folder, name) {
      return NAME.test(name) ? store.read(`${folder}/${name}`, { isAwaited: true }) : undefined
    },
    async remove(folder, name) {
      if (!NAME.test(name)) return
      // The largest goes last: as long as it exists, the sweep finds the others.
      const narrower = PICTURE_WIDTHS.map((width) => pictureAt(name, width)).filter((one) => one !== name)
      for (const one of [...narrower, name]) await store.remove(`${folder}/${one}`)
    },
    async *listOld(folder, before) {
      for await (const names of store.list(folder, before)) yield [...new Set(names.map(widestOf))]
    },
  }
}
