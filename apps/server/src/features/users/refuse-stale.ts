import type { Db } from '#server/db/connection.ts'
import { findUserName } from '#server/features/users/profile-queries.ts'
import { stale } from '#server/http/refusal.ts'

type Versioned = { version: number; updated_at: string; updated_by: number | null }

/** Lock the record first. An update without a version overwrites whatever is there. */
export async function refuseStale(db: Db, known: Versioned, version: number | undefined): Promise<void> {
  if (version === undefined || version === known.version) return
  throw stale({ by: await findUserName(db, known.updated_by), at: known.updated_at })
}
