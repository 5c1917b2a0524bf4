import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { integrations, offices } from '#server/db/schema/offices.ts'
import type { AccountKey } from '#server/features/calendars/account-key.ts'

const theAccount = ({ office_id, provider }: AccountKey) =>
  and(eq(integrations.office_id, office_id), eq(integrations.provider, provider))

/** With what the service has to know of the office. */
export async function findAccount(db: Db, account: AccountKey) {
  const [found] = await db
    .select({
      state: integrations.state,
      settings: integrations.settings,
      credentials_sealed: integrations.credentials_sealed,
      google_calendar_type: offices.google_calendar_type,
      time_zone: offices.time_zone,
      pickspace_email: offices.pickspace_email,
      pickspace_location_id: offices.pickspace_location_id,
    })
    .from(integrations)
    .innerJoin(offices, eq(offices.id, integrations.office_id))
    .where(theAccount(account))
  return found
}

/** Others who want to renew its tokens wait here. */
export async function lockCalendarAccount(db: Db, account: AccountKey) {
  const [found] = await db
    .select({ state: integrations.state, credentials_sealed: integrations.credentials_sealed })
    .from(integrations)
    .where(theAccount(account))
    .for('update')
  return found
}

type Change = Partial<
  Pick<typeof integrations.$inferInsert, 'state' | 'failure' | 'credentials_sealed' | 'settings'>
>

export async function changeAccount(db: Db, account: AccountKey, change: Change): Promise<void> {
  await db.update(integrations).set(change).where(theAccount(account))
}

/**
 * What a call with these credentials has shown. Leaves an account that has others by now, or that is being disconnected.
 * True if it has changed.
 */
export async function noteHealth(
  db: Db,
  account: AccountKey,
  credentials_sealed: string,
  health: { state: 'connected' | 'failing'; failure: string | null },
): Promise<boolean> {
  const changed = await db
    .update(integrations)
    .set(health)
    .where(
      and(
        theAccount(account),
        eq(integrations.credentials_sealed, credentials_sealed),
        ne(integrations.state, 'disconnected'),
      ),
    )
    .returning({ state: integrations.state })
  return changed.length > 0
}

type Connected = AccountKey & {
  settings: Record<string, unknown>
  credentials_sealed: string
  connected_by: number
  connected_at: string
}

/** In place of an account that was connected before. */
export async function keepCalendarAccount(
  db: Db,
  { office_id, provider, ...fields }: Connected,
): Promise<void> {
  const set = { ...fields, state: 'connected' as const, failure: null }
  await db
    .insert(integrations)
    .values({ office_id, provider, ...set })
    .onConflictDoUpdate({ target: [integrations.office_id, integrations.provider], set })
}

/** Forgets its secrets. Leaves an account that was connected again. */
export async function deleteDisconnected(db: Db, account: AccountKey): Promise<void> {
  await db.delete(integrations).where(and(theAccount(account), eq(integrations.state, 'disconnected')))
}

/** Whether another office is connected with the same account of a person. */
export async function isSharedAccount(db: Db, { office_id, provider }: AccountKey, email: string) {
  const others = await db
    .select({ one: sql`1` })
    .from(integrations)
    .where(
      and(
        eq(integrations.provider, provider),
        sql`${integrations.office_id} <> ${office_id}`,
        sql`${integrations.state} <> 'disconnected'`,
        sql`${integrations.settings}->>'account' = ${email}`,
      ),
    )
    .limit(1)
  return others.length > 0
}
