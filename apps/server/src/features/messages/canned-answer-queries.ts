import { CANNED_ANSWER_LIMIT, type CannedAnswerForm } from '@keyhour/contract/answers'
import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { cannedAnswers } from '#server/db/schema/messages.ts'

export type CannedAnswerRow = typeof cannedAnswers.$inferSelect
type By = { id: number; at: string }

export const listCannedAnswers = (db: Db): Promise<CannedAnswerRow[]> =>
  db
    .select()
    .from(cannedAnswers)
    .orderBy(asc(sql`lower(${cannedAnswers.title})`), asc(cannedAnswers.id))
    .limit(CANNED_ANSWER_LIMIT)

export const countCannedAnswers = (db: Db): Promise<number> => db.$count(cannedAnswers)

export async function lockCannedAnswer(db: Db, id: number): Promise<CannedAnswerRow | undefined> {
  const [answer] = await db.select().from(cannedAnswers).where(eq(cannedAnswers.id, id)).for('no key update')
  return answer
}

export async function insertCannedAnswer(db: Db, form: CannedAnswerForm, by: By): Promise<CannedAnswerRow> {
  const [answer] = await db
    .insert(cannedAnswers)
    .values({ ...form, created_at: by.at, updated_at: by.at, updated_by: by.id })
    .returning()
  return answer!
}

export async function updateCannedAnswer(
  db: Db,
  id: number,
  change: Partial<CannedAnswerForm>,
  by: By,
): Promise<CannedAnswerRow> {
  const [answer] = await db
    .update(cannedAnswers)
    .set({ ...change, version: sql`${cannedAnswers.version} + 1`, updated_at: by.at, updated_by: by.id })
    .where(eq(cannedAnswers.id, id))
    .returning()
  return answer!
}

export async function removeCannedAnswer(db: Db, id: number): Promise<void> {
  await db.delete(cannedAnswers).where(eq(cannedAnswers.id, id))
}
