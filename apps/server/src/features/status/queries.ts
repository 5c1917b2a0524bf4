import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'

/** False rather than an error: whoever asks wants to know, not to be woken. */
export async function isSchemaReady(db: Db): Promise<boolean> {
  try {
    await db.execute(sql`select 1 from migrations limit 1`)
    return true
  } catch {
    return false
  }
}
