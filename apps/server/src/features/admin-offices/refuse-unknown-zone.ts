import type { Db } from '#server/db/connection.ts'
import { isTimeZone } from '#server/features/admin-offices/office-queries.ts'
import { badField } from '#server/http/refusal.ts'

/** Both the database and the server must know it, since both compute with it. */
export async function refuseUnknownZone(db: Db, zone: string): Promise<void> {
  if (!isKnownZone(zone) || !(await isTimeZone(db, zone)))
    throw badField('time_zone', 'Should be a time zone like Asia/Jerusalem', zone)
}

function isKnownZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
