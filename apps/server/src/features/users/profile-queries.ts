import type { CreditLot, UserChange } from '@keyhour/contract/users'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { creditLots, inSpendingOrder, isSpendable, readableLot } from '#server/db/schema/credits.ts'
import { officeMembers, offices } from '#server/db/schema/offices.ts'
import { inSessionAt, orders } from '#server/db/schema/orders.ts'
import { credentials, googleAccounts, profiles, users } from '#server/db/schema/users.ts'

/** Undefined for a purged user. */
export async function findUser(db: Db, id: number) {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.purged_at)))
  return user
}

export async function findProfile(db: Db, userId: number) {
  const [profile] = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      phone: profiles.phone,
      language: users.language,
      created_at: users.created_at,
      email_confirmed_at: users.email_confirmed_at,
      has_password: sql<boolean>`${credentials.user_id} is not null`,
      has_google: sql<boolean>`${users.google_subject} is not null`,
      google_email: googleAccounts.email,
      passport_image: profiles.passport_image,
      version: users.version,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.user_id, users.id))
    .leftJoin(credentials, eq(credentials.user_id, users.id))
    .leftJoin(googleAccounts, eq(googleAccounts.subject, users.google_subject))
    .where(eq(users.id, userId))
  return profile
}

/** In the sequence in which they are spent. */
export function listSpendableLots(db: Db, userId: number, now: Date): Promise<CreditLot[]> {
  return db
    .select(readableLot)
    .from(creditLots)
    .where(and(eq(creditLots.user_id, userId), isSpendable(now)))
    .orderBy(...inSpendingOrder)
}

/** Undefined when `change.version` is given and outdated. */
export async function saveUserChange(
  db: Db,
  id: number,
  { phone, version, ...change }: UserChange,
  by: { id: number; at: string },
) {
  const [changed] = await db
    .update(users)
    .set({ ...change, version: sql`${users.version} + 1`, updated_at: by.at, updated_by: by.id })
    .where(
      and(
        eq(users.id, id),
        version === undefined ? undefined : eq(users.version, version),
        isNull(users.purged_at),
      ),
    )
    .returning()
  if (changed && phone !== undefined) await keepProfile(db, id, { phone, updated_at: by.at })
  return changed
}

async function keepProfile(
  db: Db,
  userId: number,
  change: Partial<typeof profiles.$inferInsert>,
): Promise<void> {
  await db
    .insert(profiles)
    .values({ user_id: userId, ...change })
    .onConflictDoUpdate({ target: profiles.user_id, set: change })
}

/** Returns the previous file name. */
export async function keepPhoto(
  db: Db,
  userId: number,
  passport_image: string | null,
  now: Date,
): Promise<string | null> {
  // Locks the user, because the profile may not exist yet.
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  const before = await findPhoto(db, userId)
  await keepProfile(db, userId, { passport_image, updated_at: now.toISOString() })
  return before
}

export async function findPhoto(db: Db, userId: number): Promise<string | null> {
  const [profile] = await db
    .select({ passport_image: profiles.passport_image })
    .from(profiles)
    .where(eq(profiles.user_id, userId))
  return profile?.passport_image ?? null
}

/** An office that the person is in now, and whose manager or owner the viewer is. */
export async function findSharedOffice(
  db: Db,
  { personId, watcherId, now }: { personId: number; watcherId: number; now: Date },
): Promise<number | undefined> {
  const [shared] = await db
    .select({ id: offices.id })
    .from(orders)
    .innerJoin(offices, eq(offices.id, orders.office_id))
    .innerJoin(officeMembers, eq(officeMembers.office_id, orders.office_id))
    .where(
      and(
        eq(orders.user_id, personId),
        inSessionAt(now),
        isNull(offices.deleted_at),
        eq(officeMembers.user_id, watcherId),
        inArray(officeMembers.role, ['manager', 'owner']),
      ),
    )
    .limit(1)
  return shared?.id
}

/** Null for a change by the system. */
export async function findUserName(db: Db, id: number | null): Promise<string | null> {
  const [user] = await db
    .select({ name: users.name })
    .from(users)
    .where(eq(users.id, id ?? 0))
  return user?.name ?? null
}
