import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/connection.ts'
import { installation } from '#server/db/schema/installation.ts'
import type { FileStore } from '#server/outside/file-store.ts'
import { FOLDERS } from '#server/outside/files.ts'

/** Beside the folders, so that it is moved and copied with them. */
const ID_FILE = 'store.id'

/**
 * Files and database belong together and carry the same id. A second server with its own disk would show no pictures
 * and fail to delete any. Run it `alone`.
 */
export async function checkFileStore(db: Db, store: FileStore): Promise<void> {
  const [row] = await db.select({ known: installation.file_store_id }).from(installation)
  if (row!.known) await refuseOtherFiles(store, row!.known)
  else await adopt(db, store, await readStoreId(store))
}

/** `known` is the id in the database. */
export async function refuseOtherFiles(store: FileStore, known: string): Promise<void> {
  if ((await readStoreId(store)) !== known) throw new Error(notTheFiles(store, known))
}

export async function refuseUsedStore(store: FileStore): Promise<void> {
  if ((await readStoreId(store)) || !(await isEmpty(store)))
    throw new Error(`${store.place} is not empty. Restore into a new file store.`)
}

async function adopt(db: Db, store: FileStore, found: string | undefined): Promise<void> {
  // A first start that was cut off leaves an id without files.
  if (found && !(await isEmpty(store))) throw new Error(filesOfAnother(store))
  const id = found ?? (await markStore(store))
  await db.update(installation).set({ file_store_id: id })
}

export async function markStore(store: FileStore): Promise<string> {
  const id = randomUUID()
  await store.write(ID_FILE, Buffer.from(`${id}\n`))
  return id
}

async function readStoreId(store: FileStore): Promise<string | undefined> {
  try {
    return (await store.read(ID_FILE))?.toString('utf8').trim()
  } catch (error) {
    const { cause } = error as Error
    throw new Error(`the file store cannot be used. ${((cause ?? error) as Error).message}`, { cause: error })
  }
}

async function isEmpty(store: FileStore): Promise<boolean> {
  for (const folder of FOLDERS) for await (const _ of store.list(folder)) return false
  return true
}

const notTheFiles = (store: FileStore, id: string): string =>
  `the files of this database are not in ${store.place}. Several servers need one file store: set the same FILES_URL ` +
  'for all of them. If DATA_DIR was moved, move its folder "files" too. ' +
  `If those files are lost for good, write ${id} into ${store.place}/${ID_FILE} to go on without them.`

const filesOfAnother = (store: FileStore): string =>
  `the files in ${store.place} belong to another database. Set a FILES_URL or DATA_DIR of its own for this one. ` +
  `If they do belong to this one, remove ${store.place}/${ID_FILE} and start again.`
