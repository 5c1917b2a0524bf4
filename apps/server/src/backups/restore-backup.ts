import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ABOUT_ENTRY, About, FILES_FOLDER, KEY_ENTRY } from '#server/backups/about.ts'
import { type Entry, readArchive, verifyArchive } from '#server/backups/archive.ts'
import { inMegabytes, reportProgress } from '#server/backups/report-progress.ts'
import { type Load, openLoad, refuseOtherSchema } from '#server/db/backup/load-snapshot.ts'
import type { Table } from '#server/db/backup/snapshot.ts'
import { markStore } from '#server/db/check-file-store.ts'
import type { FileStore } from '#server/outside/file-store.ts'

type Tell = (sentence: string) => void

/** Compares every byte with its checksum before it answers. */
export async function inspectBackup(
  file: string,
  migrations: URL,
  tell: Tell,
): Promise<{ about: About; key: string }> {
  const progress = reportProgress(tell, (bytes) => `Checking: ${inMegabytes(bytes)} so far…`)
  await verifyArchive(file, progress.add)
  const entries = readArchive(file)
  try {
    const [about, key] = [(await entries.next()).value, (await entries.next()).value]
    if (about?.name !== ABOUT_ENTRY || key?.name !== KEY_ENTRY) throw new Error(`${file} is not a backup`)
    const parsed = About.safeParse(JSON.parse(about.bytes.toString('utf8')))
    if (!parsed.success)
      throw new Error(`${file} cannot be restored by this version: ${parsed.error.issues[0]!.message}`)
    await refuseOtherSchema(parsed.data.database, migrations)
    tell(`The backup of ${parsed.data.made_at} is complete.`)
    return { about: parsed.data, key: key.bytes.toString('utf8').trim() }
  } finally {
    await entries.return(undefined)
  }
}

type Target = { databaseUrl: string; store: FileStore; migrations: URL; tell: Tell; signal: AbortSignal }

/** Needs an empty database and an empty store. No server starts on them until everything is there. */
export async function restoreBackup(
  file: string,
  about: About,
  { databaseUrl, store, migrations, tell, signal }: Target,
): Promise<void> {
  const load = await openLoad(databaseUrl, about.database, migrations)
  try {
    const { take, endTable } = restoreInto(load, store, about.database.tables)
    const progress = reportProgress(tell, (bytes) => `Restoring: ${inMegabytes(bytes)} so far…`)
    for await (const entry of readArchive(file)) {
      signal.throwIfAborted()
      await take(entry)
      progress.add(entry.bytes.length)
    }
    await endTable()
    tell('Checking what refers to what…')
    await load.finish(await markStore(store))
  } finally {
    await load.close()
  }
}

/** The parts of a table follow each other in the archive and go into one COPY. */
function restoreInto(load: Load, store: FileStore, tables: Table[]) {
  let open: { folder: string; rows: Writable } | undefined

  function openTable(folder: string): Writable {
    const table = tables.find(({ schema, name }) => `${schema}.${name}` === folder)
    if (!table) throw new Error(`the backup does not say what ${folder} is`)
    const rows = load.copyIn(table)
    // The next write or the end reports the error.
    rows.on('error', () => undefined)
    open = { folder, rows }
    return rows
  }

  async function endTable(): Promise<void> {
    const rows = open?.rows
    open = undefined
    if (!rows) return
    rows.end()
    await finished(rows)
  }

  async function takeRows(folder: string, bytes: Buffer): Promise<void> {
    if (open && open.folder !== folder) await endTable()
    const rows = open?.rows ?? openTable(folder)
    if (rows.errored) throw rows.errored
    if (!rows.write(bytes)) await once(rows, 'drain')
  }

  return {
    endTable,
    async take({ name, bytes }: Entry): Promise<void> {
      const [kind, ...rest] = name.split('/')
      if (kind === 'database') return takeRows(rest[0]!, bytes)
      await endTable()
      if (kind === FILES_FOLDER) await store.write(rest.join('/'), bytes)
    },
  }
}
