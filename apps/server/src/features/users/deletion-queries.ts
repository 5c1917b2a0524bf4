import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { officeMembers } from '#server/db/schema/offices.ts'
import {
  credentials,
  googleAccounts,
  passwordLinks,
  profiles,
  signUps,
  users,
} from '#server/db/schema/users.ts'

const letGo = { session_epoch: sql`${users.session_epoch} + 1`, version: sql`${users.version} + 1` }

/** Keeps the time at which an admin deleted the user before. */
export async function deactivateUser(db: Db, id: number, at: string): Promise<void> {
  await db
    .update(users)
    .set({ deleted_at: sql`coalesce(${users.deleted_at}, ${at})`, ...letGo, updated_at: at, updated_by: id })
    .where(eq(users.id, id))
}

/**
 * Undoes only a `deactivateUser` of that moment, not a deletion by an admin. Returns whether the user is active now.
 */
export async function reactivateUser(db: Db, id: number, deactivatedAt: string, now: Date): Promise<boolean> {
  const back = await db
    .update(users)
    .set({
      deleted_at: null,
      version: sql`${users.version} + 1`,
      updated_at: now.toISOString(),
      updated_by: id,
    })
    .where(and(eq(users.id, id), eq(users.deleted_at, deactivatedAt)))
    .returning({ id: users.id })
  return back.length > 0
}

export const anonymousEmail = (id: number): string => `deleted-${id}@deleted.invalid`

export const isAnonymousEmail = (email: string): boolean => email.endsWith('@deleted.invalid')

/** What has to be forgotten elsewhere too: the file of the ID photo, and the customer at the payment provider. */
type Traces = { passport_image: string | null; card_token_sealed: string | null }

/** Keeps the anonymous row, for the orders. */
export async function forgetUser(db: Db, id: number, now: Date): Promise<Traces> {
  const at = now.toISOString()
  await db
    .update(users)
    .set({
      name: 'Deleted user',
      email: anonymousEmail(id),
      google_subject: null,
      admin: false,
      email_confirmed_at: null,
      purged_at: at,
      updated_at: at,
      ...letGo,
    })
    .where(eq(users.id, id))
  const [profile] = await db.select().from(profiles).where(eq(profiles.user_id, id)).for('update')
  await db
    .update(profiles)
    .set({ phone: null, passport_image: null, card_token_sealed: null, has_card: false, updated_at: at })
    .where(eq(profiles.user_id, id))
  return profile ?? { passport_image: null, card_token_sealed: null }
}

export async function forgetWaysIn(db: Db, person: { id: number; email: string }): Promise<void> {
  await db.delete(credentials).where(eq(credentials.user_id, person.id))
  await db.delete(passwordLinks).where(eq(passwordLinks.user_id, person.id))
  await db.delete(googleAccounts).where(eq(googleAccounts.user_id, person.id))
  await db.delete(signUps).where(eq(signUps.email, person.email))
}

/** Those that the user owns, deleted ones too. */
export async function listOfficesToHandOver(db: Db, id: number): Promise<number[]> {
  const rows = await db
    .select({ id: officeMembers.office_id })
    .from(officeMembers)
    .where(and(eq(officeMembers.user_id, id), eq(officeMembers.role, 'owner')))
  return rows.map((row) => row.id)
}

export async function leaveOffices(db: Db, id: number): Promise<void> {
  await db.delete(officeMembers).where(eq(officeMembers.user_id, id))
}
