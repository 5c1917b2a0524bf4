import type { Db } from '#server/db/connection.ts'
import { endSessions } from '#server/features/auth/queries.ts'

export async function logOutEverywhere(db: Db, userId: number): Promise<{ msg: string }> {
  await endSessions(db, userId)
  return { msg: 'You are signed out on all devices.' }
}
