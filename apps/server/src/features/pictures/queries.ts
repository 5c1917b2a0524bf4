import { and, arrayOverlaps, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { unusedFiles } from '#server/db/schema/files.ts'
import { messageAttachments } from '#server/db/schema/messages.ts'
import { offices, subOffices } from '#server/db/schema/offices.ts'
import { profiles } from '#server/db/schema/users.ts'
import type { Folder } from '#server/outside/files.ts'

/** The files that no row refers to. Rows of deleted offices and spaces count, because they can be restored. */
export async function listUnused(db: Db, folder: Folder, names: string[]): Promise<string[]> {
  if (names.length === 0) return []
  const used = new Set(await QUESTIONS[folder](db, names))
  return names.filter((name) => !used.has(name))
}

const QUESTIONS: Record<Folder, (db: Db, names: string[]) => Promise<(string | null)[]>> = {
  office_images: (db, names) => listPictures(db, offices, names),
  sub_office_images: (db, names) => listPictures(db, subOffices, names),
  async passport_images(db, names) {
    const rows = await db
      .select({ name: profiles.passport_image })
      .from(profiles)
      .where(inArray(profiles.passport_image, names))
    return rows.map(({ name }) => name)
  },
  async message_attachments(db, names) {
    const { file } = messageAttachments
    const rows = await db.select({ file }).from(messageAttachments).where(inArray(file, names))
    return rows.map((row) => row.file)
  },
}

async function listPictures(db: Db, table: typeof offices | typeof subOffices, names: string[]) {
  const { pictures } = table
  const rows = await db.select({ pictures }).from(table).where(arrayOverlaps(pictures, names))
  return rows.flatMap((row) => row.pictures)
}

/** Keeps the earlier of the two moments. */
export async function noteUnused(db: Db, folder: Folder, names: string[], removeAfter: Date): Promise<void> {
  if (names.length === 0) return
  const remove_after = removeAfter.toISOString()
  await db
    .insert(unusedFiles)
    .values(names.map((name) => ({ folder, name, remove_after })))
    .onConflictDoUpdate({
      target: [unusedFiles.folder, unusedFiles.name],
      set: { remove_after: sql`least(${unusedFiles.remove_after}, excluded.remove_after)` },
    })
}

/** For files that were deleted, or are referred to again. */
export async function forgetUnused(db: Db, folder: Folder, names: string[]): Promise<void> {
  if (names.length === 0) return
  await db.delete(unusedFiles).where(and(eq(unusedFiles.folder, folder), inArray(unusedFiles.name, names)))
}

export async function listRemovable(db: Db, folder: Folder, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ name: unusedFiles.name })
    .from(unusedFiles)
    .where(and(eq(unusedFiles.folder, folder), lt(unusedFiles.remove_after, now.toISOString())))
    .orderBy(unusedFiles.remove_after)
    .limit(limit)
  return rows.map(({ name }) => name)
}

export async function isUnused(db: Db, folder: Folder, name: string): Promise<boolean> {
  const found = await db
    .select({ name: unusedFiles.name })
    .from(unusedFiles)
    .where(and(eq(unusedFiles.folder, folder), eq(unusedFiles.name, name)))
  return found.length > 0
}
