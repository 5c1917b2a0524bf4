import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { closures } from '#server/db/schema/offices.ts'

/** False also if there is no such closure. */
export async function isClosedByAdmin(
  db: Db,
  { office_id, id }: { office_id: number; id: number },
): Promise<boolean> {
  const [closure] = await db
    .select({ by_admin: closures.by_admin })
    .from(closures)
    .where(and(eq(closures.office_id, office_id), eq(closures.id, id)))
  return closure?.by_admin ?? false
}
