import type { Language } from '@keyhour/contract/primitives'
import { and, eq, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { credentials, endedSessions, googleAccounts, profiles, users } from '#server/db/schema/users.ts'
import { statement } from '#server/db/statement.ts'
import type { SessionUser } from '#server/secrets/session-token.ts'

const sessionUser = {
  id: users.id,
  email: users.email,
  name: users.name,
  admin: users.admin,
  session_epoch: users.session_epoch,
}
const knownUser = {
  ...sessionUser,
  language: users.language,
  deleted_at: users.deleted_at,
  google_subject: users.google_subject,
}

/** May be deleted: `admitUser` decides who comes back. */
export type KnownUser = SessionUser & {
  language: Language
  deleted_at: string | null
  google_subject: string | null
}

export async function findSessionUser(db: Db, id: number): Promise<SessionUser | undefined> {
  const [user] = await db
    .select(sessionUser)
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deleted_at)))
  return user
}

/** Undefined for a deleted user and a logged-out session. */
export async function findUserInSession(db: Db, id: number, sid: string): Promise<SessionUser | undefined> {
  const [user] = await readUserInSession(db, { id, sid })
  return user
}

const readUserInSession = statement<{ id: number; sid: string }>()((db, value) => {
  const ended = db
    .select({ id: endedSessions.id })
    .from(endedSessions)
    .where(eq(endedSessions.id, value('sid')))
  return db
    .select(sessionUser)
    .from(users)
    .where(and(eq(users.id, value('id')), isNull(users.deleted_at), notExists(ended)))
})

export async function endSession(db: Db, ended: typeof endedSessions.$inferInsert): Promise<void> {
  await db.insert(endedSessions).values(ended).onConflictDoNothing()
}

export async function deleteSessionsEndedBefore(db: Db, moment: Date): Promise<void> {
  await db.delete(endedSessions).where(lt(endedSessions.ended_at, moment.toISOString()))
}

export async function findUserByEmail(db: Db, email: string): Promise<KnownUser | undefined> {
  const [user] = await db.select(knownUser).from(users).where(eq(users.email, email))
  return user
}

export async function findUserWithPassword(
  db: Db,
  email: string,
): Promise<(KnownUser & { password_hash: string }) | undefined> {
  const [user] = await db
    .select({ ...knownUser, password_hash: credentials.password_hash })
    .from(users)
    .innerJoin(credentials, eq(credentials.user_id, users.id))
    .where(eq(users.email, email))
  return user
}

/** Prefers the user with this Google account over the one with its address. */
export async function findGoogleUser(
  db: Db,
  { subject, email }: { subject: string; email: string },
): Promise<KnownUser | undefined> {
  const isNamed = eq(users.google_subject, subject)
  const [user] = await db
    .select(knownUser)
    .from(users)
    .where(or(isNamed, eq(users.email, email)))
    .orderBy(sql`${isNamed} desc nulls last`)
    .limit(1)
  return user
}

/** Undefined when the address or the Google account is taken. */
export async function insertUser(db: Db, user: typeof users.$inferInsert): Promise<KnownUser | undefined> {
  const [made] = await db.insert(users).values(user).onConflictDoNothing().returning(knownUser)
  if (made) await db.insert(profiles).values({ user_id: made.id })
  return made
}

/** Undefined when the address has no account, or a deleted one. */
export async function promoteUser(db: Db, email: string): Promise<{ id: number } | undefined> {
  const [user] = await db
    .update(users)
    .set({ admin: true })
    .where(and(eq(users.email, email), isNull(users.deleted_at)))
    .returning({ id: users.id })
  return user
}

/** Serialises changes to how a user signs in. */
export async function lockUser(db: Db, id: number): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update')
}

export async function findPasswordHash(db: Db, userId: number): Promise<string | undefined> {
  const [found] = await db.select().from(credentials).where(eq(credentials.user_id, userId))
  return found?.password_hash
}

export async function keepPasswordHash(db: Db, kept: Required<typeof credentials.$inferInsert>) {
  await db.insert(credentials).values(kept).onConflictDoUpdate({ target: credentials.user_id, set: kept })
}

export async function endSessions(db: Db, userId: number): Promise<KnownUser> {
  const [user] = await db
    .update(users)
    .set({ session_epoch: sql`${users.session_epoch} + 1` })
    .where(eq(users.id, userId))
    .returning(knownUser)
  return user!
}

export async function confirmAddress(db: Db, userId: number, now: Date): Promise<void> {
  await db
    .update(users)
    .set({ email_confirmed_at: now.toISOString() })
    .where(and(eq(users.id, userId), isNull(users.email_confirmed_at)))
}

/** Undefined when another user has this Google account; the surrounding transaction has then failed. */
export async function keepGoogleAccount(
  db: Db,
  userId: number,
  { subject, email }: { subject: string; email: string },
): Promise<KnownUser | undefined> {
  try {
    const [user] = await db
      .update(users)
      .set({ google_subject: subject })
      .where(eq(users.id, userId))
      .returning(knownUser)
    await rememberGoogleAccount(db, { subject, email, user_id: userId })
    return user!
  } catch (error) {
    const { constraint } = ((error as Error).cause ?? {}) as { constraint?: string }
    if (constraint === 'users_google_subject_key') return undefined
    throw error
  }
}

/** With the address that Google gave last. */
export async function rememberGoogleAccount(
  db: Db,
  { subject, ...last }: typeof googleAccounts.$inferInsert,
): Promise<void> {
  await db
    .insert(googleAccounts)
    .values({ subject, ...last })
    .onConflictDoUpdate({
      target: googleAccounts.subject,
      set: last,
      setWhere: sql`(${googleAccounts.user_id}, ${googleAccounts.email}) is distinct from (excluded.user_id, excluded.email)`,
    })
}

/** Connected now or before. */
export async function isKnownGoogleAccount(db: Db, subject: string): Promise<boolean> {
  return (await db.$count(googleAccounts, eq(googleAccounts.subject, subject))) > 0
}

/** Remembers the Google account, or its next sign-in would make another account. */
export async function endGoogleConnection(db: Db, userId: number): Promise<void> {
  await db.execute(sql`
    insert into ${googleAccounts} (subject, user_id)
    select ${users.google_subject}, ${users.id} from ${users}
    where ${users.id} = ${userId} and ${users.google_subject} is not null
    on conflict do nothing`)
  await db.update(users).set({ google_subject: null }).where(eq(users.id, userId))
}
