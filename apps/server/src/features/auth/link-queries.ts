import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { googleAccounts, passwordLinks, signUps, users } from '#server/db/schema/users.ts'

type SignUpRow = typeof signUps.$inferSelect

export async function insertSignUp(db: Db, asked: typeof signUps.$inferInsert): Promise<void> {
  await db.insert(signUps).values(asked)
}

export async function findSignUp(db: Db, tokenHash: Buffer): Promise<SignUpRow | undefined> {
  const [asked] = await db.select().from(signUps).where(eq(signUps.token_hash, tokenHash))
  return asked
}

const goodSignUp = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .select()
    .from(signUps)
    .where(and(eq(signUps.token_hash, tokenHash), gt(signUps.expires_at, now.toISOString())))

export async function findGoodSignUp(db: Db, tokenHash: Buffer, now: Date): Promise<SignUpRow | undefined> {
  const [asked] = await goodSignUp(db, tokenHash, now)
  return asked
}

/** The second of two simultaneous clicks waits for the first. */
export async function lockSignUp(db: Db, tokenHash: Buffer, now: Date): Promise<SignUpRow | undefined> {
  const [asked] = await goodSignUp(db, tokenHash, now).for('update')
  return asked
}

export async function markSignUpUsed(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await db.update(signUps).set({ used_at: now.toISOString() }).where(eq(signUps.token_hash, tokenHash))
}

export async function deleteSignUp(db: Db, tokenHash: Buffer): Promise<void> {
  await db.delete(signUps).where(eq(signUps.token_hash, tokenHash))
}

export async function insertPasswordLink(db: Db, link: typeof passwordLinks.$inferInsert): Promise<void> {
  await db.insert(passwordLinks).values(link)
}

const isGood = (tokenHash: Buffer, now: Date) =>
  and(
    eq(passwordLinks.token_hash, tokenHash),
    isNull(passwordLinks.used_at),
    gt(passwordLinks.expires_at, now.toISOString()),
  )

export async function findUserOfPasswordLink(db: Db, tokenHash: Buffer, now: Date) {
  const [user] = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      deleted_at: users.deleted_at,
      google_subject: users.google_subject,
      google_email: googleAccounts.email,
    })
    .from(passwordLinks)
    .innerJoin(users, eq(users.id, passwordLinks.user_id))
    .leftJoin(googleAccounts, eq(googleAccounts.subject, users.google_subject))
    .where(isGood(tokenHash, now))
  return user
}

/** False when it was used before or has expired. */
export async function usePasswordLink(db: Db, tokenHash: Buffer, now: Date): Promise<boolean> {
  const used = await db
    .update(passwordLinks)
    .set({ used_at: now.toISOString() })
    .where(isGood(tokenHash, now))
    .returning({ user_id: passwordLinks.user_id })
  return used.length > 0
}

export async function voidPasswordLinks(db: Db, userId: number, now: Date): Promise<void> {
  await db
    .update(passwordLinks)
    .set({ used_at: now.toISOString() })
    .where(and(eq(passwordLinks.user_id, userId), isNull(passwordLinks.used_at)))
}

export async function deleteLinksExpiredBefore(db: Db, moment: Date): Promise<void> {
  await db.delete(signUps).where(lt(signUps.expires_at, moment.toISOString()))
  await db.delete(passwordLinks).where(lt(passwordLinks.expires_at, moment.toISOString()))
}
