import type { CreditPack } from '@keyhour/contract/credits'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { creditPacks } from '#server/db/schema/credits.ts'

export function listCreditPacks(
  db: Db,
  which: { activeOnly: boolean; limit: number },
): Promise<CreditPack[]> {
  return db
    .select()
    .from(creditPacks)
    .where(
      and(isNull(creditPacks.deleted_at), which.activeOnly ? eq(creditPacks.is_active, true) : undefined),
    )
    .orderBy(asc(creditPacks.id))
    .limit(which.limit)
}
