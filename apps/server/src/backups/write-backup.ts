import { ABOUT_ENTRY, type About, FILES_FOLDER, KEY_ENTRY, partName } from '#server/backups/about.ts'
import { type Archive, createArchive } from '#server/backups/archive.ts'
import { inMegabytes, reportProgress } from '#server/backups/report-progress.ts'
import type { Snapshot } from '#server/db/backup/snapshot.ts'
import type { FileStore } from '#server/outside/file-store.ts'
import { FOLDERS } from '#server/outside/files.ts'

export type Source = { snapshot: Snapshot; store: FileStore; key: string }
type Target = { file: string; madeAt: Date; tell: (sentence: string) => void; signal: AbortSignal }

const PART_BYTES = 8 * 1024 * 1024

/**
 * The database at one moment, then the files. A file is written before the row that refers to it, never changes, and is
 * kept for 30 days after the last reference is gone, so every file that the snapshot refers to is still there.
 */
export async function writeBackup(source: Source, { file, madeAt, tell, signal }: Target): Promise<void> {
  const archive = createArchive(file)
  try {
    await addAbout(archive, source, madeAt)
    await addTables(archive, source.snapshot, { tell, signal })
    await addFiles(archive, source.store, { tell, signal })
    await archive.finish()
  } catch (error) {
    await archive.abandon()
    throw error
  }
}

async function addAbout(archive: Archive, { snapshot, key }: Source, madeAt: Date): Promise<void> {
  const about: About = { format: 1, made_at: madeAt.toISOString(), database: snapshot.description }
  await archive.add({ name: ABOUT_ENTRY, bytes: Buffer.from(`${JSON.stringify(about, null, 2)}\n`) })
  await archive.add({ name: KEY_ENTRY, bytes: Buffer.from(`${key}\n`) })
}

type Watch = Pick<Target, 'tell' | 'signal'>

async function addTables(archive: Archive, snapshot: Snapshot, { tell, signal }: Watch): Promise<void> {
  const { tables } = snapshot.description
  const progress = reportProgress(tell, (bytes) => `Database: ${inMegabytes(bytes)} so far…`)
  let rows = 0
  for (const table of tables) {
    const copied = snapshot.copyOut(table)
    let part = 0
    for await (const bytes of inParts(copied)) {
      signal.throwIfAborted()
      part += 1
      await archive.add({ name: partName(table, part), bytes })
      progress.add(bytes.length)
    }
    rows += copied.rowCount
  }
  tell(`Database: ${rows} rows in ${tables.length} tables, ${inMegabytes(progress.total())}.`)
}

async function* inParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    length += chunk.length
    if (length < PART_BYTES) continue
    yield Buffer.concat(waiting, length)
    waiting = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(waiting, length)
}

async function addFiles(archive: Archive, store: FileStore, { tell, signal }: Watch): Promise<void> {
  const progress = reportProgress(tell, (count) => `Files: ${count} so far…`)
  for (const folder of FOLDERS) {
    for await (const names of store.list(folder)) {
      for (const name of names) {
        signal.throwIfAborted()
        const bytes = await store.read(`${folder}/${name}`)
        // An ID photo may have been removed a moment ago.
        if (!bytes) continue
        await archive.add({ name: `${FILES_FOLDER}/${folder}/${name}`, bytes })
        progress.add(1)
      }
    }
  }
  tell(`Files: ${progress.total()} from ${store.place}.`)
}
