import type { BusinessInvitation } from '@keyhour/contract/businesses'
import type { Language } from '@keyhour/contract/primitives'
import { and, desc, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { businesses, businessInvitations, businessMembers } from '#server/db/schema/businesses.ts'
import { users } from '#server/db/schema/users.ts'

export type InvitationRow = typeof businessInvitations.$inferSelect

const isPending = sql`${businessInvitations.used_at} is null and ${businessInvitations.revoked_at} is null`

const isPendingOf = (businessId: number): SQL | undefined =>
  and(eq(businessInvitations.business_id, businessId), isPending)

export const shownInvitation = (row: InvitationRow, now: Date): BusinessInvitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  monthly_limit: row.monthly_limit,
  allowed_types: row.allowed_types,
  sent_at: row.sent_at,
  expires_at: row.expires_at,
  is_expired: Date.parse(row.expires_at) <= now.getTime(),
})

export function listPending(
  db: Db,
  businessId: number,
  { page, page_size }: { page: number; page_size: number },
): Promise<InvitationRow[]> {
  return db
    .select()
    .from(businessInvitations)
    .where(isPendingOf(businessId))
    .orderBy(desc(businessInvitations.id))
    .limit(page_size)
    .offset((page - 1) * page_size)
}

export const countPending = (db: Db, businessId: number): Promise<number> =>
  db.$count(businessInvitations, isPendingOf(businessId))

/** Of those addresses, in lower case. */
export async function listMemberAddresses(db: Db, businessId: number, emails: string[]): Promise<string[]> {
  if (emails.length === 0) return []
  const rows = await db
    .select({ email: users.email })
    .from(businessMembers)
    .innerJoin(users, eq(users.id, businessMembers.user_id))
    .where(and(eq(businessMembers.business_id, businessId), inArray(users.email, emails)))
  return rows.map(({ email }) => email.toLowerCase())
}

/** The language of those who have an account, by address in lower case. */
export async function listLanguages(db: Db, emails: string[]): Promise<Map<string, Language>> {
  if (emails.length === 0) return new Map()
  const rows = await db
    .select({ email: users.email, language: users.language })
    .from(users)
    .where(and(inArray(users.email, emails), isNull(users.deleted_at)))
  return new Map(rows.map(({ email, language }) => [email.toLowerCase(), language]))
}

/** An open invitation to the same address gets the new link, role and limits. */
export async function insertOrRenew(
  db: Db,
  invitation: typeof businessInvitations.$inferInsert,
): Promise<void> {
  const { role, monthly_limit, allowed_types, token_hash, invited_by, sent_at, expires_at } = invitation
  await db
    .insert(businessInvitations)
    .values(invitation)
    .onConflictDoUpdate({
      target: [businessInvitations.business_id, businessInvitations.email],
      targetWhere: isPending,
      set: { role, monthly_limit, allowed_types, token_hash, invited_by, sent_at, expires_at },
    })
}

const selectPending = (db: Db, businessId: number, invitationId: number) =>
  db
    .select()
    .from(businessInvitations)
    .where(and(isPendingOf(businessId), eq(businessInvitations.id, invitationId)))

export async function findPending(
  ...which: Parameters<typeof selectPending>
): Promise<InvitationRow | undefined> {
  const [row] = await selectPending(...which)
  return row
}

export async function lockPending(
  ...which: Parameters<typeof selectPending>
): Promise<InvitationRow | undefined> {
  const [row] = await selectPending(...which).for('update')
  return row
}

export async function updateInvitation(
  db: Db,
  id: number,
  change: Partial<typeof businessInvitations.$inferInsert>,
): Promise<InvitationRow> {
  const [row] = await db
    .update(businessInvitations)
    .set(change)
    .where(eq(businessInvitations.id, id))
    .returning()
  return row!
}

const withCompany = (db: Db, tokenHash: Buffer) =>
  db
    .select({
      invitation: businessInvitations,
      business_name: businesses.name,
      is_closed: sql<boolean>`${businesses.deleted_at} is not null`,
    })
    .from(businessInvitations)
    .innerJoin(businesses, eq(businesses.id, businessInvitations.business_id))
    .where(eq(businessInvitations.token_hash, tokenHash))

export type KnownInvitation = Awaited<ReturnType<typeof withCompany>>[number]

export async function findByToken(db: Db, tokenHash: Buffer): Promise<KnownInvitation | undefined> {
  const [known] = await withCompany(db, tokenHash)
  return known
}

/** The second of two simultaneous clicks waits for the first. */
export async function lockByToken(db: Db, tokenHash: Buffer): Promise<KnownInvitation | undefined> {
  const [known] = await withCompany(db, tokenHash).for('update', { of: businessInvitations })
  return known
}

export async function hasAccount(db: Db, email: string): Promise<boolean> {
  return (await db.$count(users, and(eq(users.email, email), isNull(users.deleted_at)))) > 0
}

export async function deleteInvitationsBefore(db: Db, moment: Date): Promise<void> {
  const isSettled = or(isNotNull(businessInvitations.used_at), isNotNull(businessInvitations.revoked_at))
  const at = moment.toISOString()
  await db
    .delete(businessInvitations)
    .where(or(lt(businessInvitations.expires_at, at), and(isSettled, lt(businessInvitations.sent_at, at))))
}
