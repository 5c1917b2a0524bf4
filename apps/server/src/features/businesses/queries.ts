import type { BusinessRole } from '@keyhour/contract/businesses'
import type { Language } from '@keyhour/contract/primitives'
import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { businesses, businessInvitations, businessMembers } from '#server/db/schema/businesses.ts'
import { users } from '#server/db/schema/users.ts'

export type BusinessRow = typeof businesses.$inferSelect
export type MemberRow = typeof businessMembers.$inferSelect

const isIt = (id: number) => and(eq(businesses.id, id), isNull(businesses.deleted_at))

export async function findBusiness(db: Db, id: number): Promise<BusinessRow | undefined> {
  const [business] = await db.select().from(businesses).where(isIt(id))
  return business
}

/** Also one that was closed. */
export async function findBusinessRow(db: Db, id: number): Promise<BusinessRow | undefined> {
  const [business] = await db.select().from(businesses).where(eq(businesses.id, id))
  return business
}

/** Those who change its people do it in turn, so that one manager is left. */
export async function lockBusiness(db: Db, id: number): Promise<BusinessRow | undefined> {
  const [business] = await db.select().from(businesses).where(isIt(id)).for('no key update')
  return business
}

/** Waits for a closing, and is found also after it. */
export async function lockBusinessRow(db: Db, id: number): Promise<BusinessRow | undefined> {
  const [business] = await db.select().from(businesses).where(eq(businesses.id, id)).for('no key update')
  return business
}

const isMember = (businessId: number, userId: number) =>
  and(eq(businessMembers.business_id, businessId), eq(businessMembers.user_id, userId))

export async function findMember(db: Db, businessId: number, userId: number): Promise<MemberRow | undefined> {
  const [member] = await db.select().from(businessMembers).where(isMember(businessId, userId))
  return member
}

type Place = Pick<MemberRow, 'business_id' | 'user_id'>

/** Waits for a booking of this person on company credits. */
export async function updateMember(
  db: Db,
  { business_id, user_id }: Place,
  change: Partial<Omit<MemberRow, 'business_id' | 'user_id'>>,
): Promise<void> {
  await db.update(businessMembers).set(change).where(isMember(business_id, user_id))
}

export async function insertMember(db: Db, member: typeof businessMembers.$inferInsert): Promise<void> {
  await db.insert(businessMembers).values(member)
}

/** Waits for a booking of this person on company credits. */
export async function deleteMember(db: Db, businessId: number, userId: number): Promise<void> {
  await db.delete(businessMembers).where(isMember(businessId, userId))
}

/** Waits for every booking on company credits that is being made. */
export async function deleteMembers(db: Db, businessId: number): Promise<void> {
  await db.delete(businessMembers).where(eq(businessMembers.business_id, businessId))
}

export type Reachable = { id: number; name: string; email: string; language: Language }

/** Without those whose account is deleted. */
export function listReachable(db: Db, businessId: number, role?: BusinessRole): Promise<Reachable[]> {
  return db
    .select({ id: users.id, name: users.name, email: users.email, language: users.language })
    .from(businessMembers)
    .innerJoin(users, eq(users.id, businessMembers.user_id))
    .where(
      and(
        eq(businessMembers.business_id, businessId),
        role && eq(businessMembers.role, role),
        isNull(users.deleted_at),
      ),
    )
    .orderBy(asc(users.id))
}

export const listManagers = (db: Db, businessId: number): Promise<Reachable[]> =>
  listReachable(db, businessId, 'manager')

export async function isManager(db: Db, businessId: number, userId: number): Promise<boolean> {
  const [found] = await db
    .select({ role: businessMembers.role })
    .from(businessMembers)
    .innerJoin(businesses, eq(businesses.id, businessMembers.business_id))
    .where(and(isMember(businessId, userId), isNull(businesses.deleted_at)))
  return found?.role === 'manager'
}

export type NamedMembership = { id: number; name: string; role: BusinessRole }

/** The companies of a user, by name. */
export function listMembershipsOf(db: Db, userId: number): Promise<NamedMembership[]> {
  return db
    .select({ id: businesses.id, name: businesses.name, role: businessMembers.role })
    .from(businessMembers)
    .innerJoin(businesses, eq(businesses.id, businessMembers.business_id))
    .where(and(eq(businessMembers.user_id, userId), isNull(businesses.deleted_at)))
    .orderBy(asc(businesses.name), asc(businesses.id))
}

/** Waits for those who change the people of one of them. */
export function lockBusinesses(db: Db, ids: number[]): Promise<{ id: number; name: string }[]> {
  return db
    .select({ id: businesses.id, name: businesses.name })
    .from(businesses)
    .where(and(inArray(businesses.id, ids), isNull(businesses.deleted_at)))
    .orderBy(asc(businesses.id))
    .for('no key update')
}

export async function leaveBusinesses(db: Db, userId: number): Promise<void> {
  await db.delete(businessMembers).where(eq(businessMembers.user_id, userId))
}

export async function forgetBillingAddress(db: Db, email: string): Promise<void> {
  await db
    .update(businesses)
    .set({ billing_email: null })
    .where(eq(sql`lower(${businesses.billing_email})`, sql`lower(${email})`))
}

const isOpenIn = (businessId: number) =>
  and(
    eq(businessInvitations.business_id, businessId),
    isNull(businessInvitations.used_at),
    isNull(businessInvitations.revoked_at),
  )

const isTo = (userId: number) =>
  eq(businessInvitations.email, sql`(select users.email from users where users.id = ${userId})`)

/** When somebody leaves or stops being a manager: invitations to them, and of theirs those that make managers. */
export async function revokeInvitationsOf(
  db: Db,
  { business_id, user_id }: Place,
  revoked_at: string,
): Promise<void> {
  const isTheirs = and(eq(businessInvitations.role, 'manager'), eq(businessInvitations.invited_by, user_id))
  await db
    .update(businessInvitations)
    .set({ revoked_at })
    .where(and(isOpenIn(business_id), or(isTo(user_id), isTheirs)))
}

export async function revokeInvitations(db: Db, businessId: number, revoked_at: string): Promise<void> {
  await db.update(businessInvitations).set({ revoked_at }).where(isOpenIn(businessId))
}

/** For somebody who joined without the link. */
export async function markInvitationsUsed(
  db: Db,
  { business_id, user_id }: Place,
  used_at: string,
): Promise<void> {
  await db
    .update(businessInvitations)
    .set({ used_at })
    .where(and(isOpenIn(business_id), isTo(user_id)))
}

export async function forgetInvitations(db: Db, email: string): Promise<void> {
  await db.delete(businessInvitations).where(eq(businessInvitations.email, email))
}

export async function listBusinessesToWatch(db: Db): Promise<number[]> {
  const rows = await db
    .select({ id: businesses.id })
    .from(businesses)
    .where(
      and(
        isNull(businesses.deleted_at),
        or(isNotNull(businesses.low_at), isNotNull(businesses.low_warned_at)),
      ),
    )
    .orderBy(asc(businesses.id))
  return rows.map(({ id }) => id)
}

export async function markPoolWarned(db: Db, id: number, low_warned_at: string | null): Promise<void> {
  await db.update(businesses).set({ low_warned_at }).where(eq(businesses.id, id))
}

/** Does nothing if its managers have chosen. */
export async function suggestLowAt(
  db: Db,
  id: number,
  low_at: number,
  by: { id: number; at: string },
): Promise<void> {
  await db
    .update(businesses)
    .set({ low_at, version: sql`${businesses.version} + 1`, updated_at: by.at, updated_by: by.id })
    .where(and(eq(businesses.id, id), isNull(businesses.low_at)))
}
