import type { CreditEntries } from '@keyhour/contract/credits'
import type { Db } from '#server/db/connection.ts'
import { listEntries } from '#server/features/credits/entry-queries.ts'

type Page = { before?: number | undefined; limit: number }

export async function listCreditEntries(
  db: Db,
  userId: number,
  { before, limit }: Page,
): Promise<CreditEntries> {
  const found = await listEntries(db, userId, { before, limit: limit + 1 })
  const entries = found.slice(0, limit)
  return { entries, next: found.length > limit ? entries.at(-1)!.id : null }
}

/** Who acted is for admins. */
export async function listOwnCreditEntries(db: Db, userId: number, page: Page): Promise<CreditEntries> {
  const { entries, next } = await listCreditEntries(db, userId, page)
  return { entries: entries.map((entry) => ({ ...entry, actor_name: null })), next }
}
