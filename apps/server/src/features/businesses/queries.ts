import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { businesses, businessMembers } from '#server/db/schema/businesses.ts'

export async function leaveBusinesses(db: Db, userId: number): Promise<void> {
  await db.delete(businessMembers).where(eq(businessMembers.user_id, userId))
}

export async function forgetBillingAddress(db: Db, email: string): Promise<void> {
  await db
    .update(businesses)
    .set({ billing_email: null })
    .where(eq(sql`lower(${businesses.billing_email})`, sql`lower(${email})`))
}
