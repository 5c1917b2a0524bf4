import { arrayOverlaps, inArray } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { offices, subOffices } from '#server/db/schema/offices.ts'
import { profiles } from '#server/db/schema/users.ts'
import type { Folder } from '#server/outside/files.ts'

/** Which of these files nobody refers to. Deleted places do: they can be restored. */
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
}

async function listPictures(db: Db, table: typeof offices | typeof subOffices, names: string[]) {
  const { pictures } = table
  const rows = await db.select({ pictures }).from(table).where(arrayOverlaps(pictures, names))
  return rows.flatMap((row) => row.pictures)
}
