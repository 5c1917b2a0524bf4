import type { DoorAccount } from '@keyhour/contract/hubs'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { integrations, offices } from '#server/db/schema/offices.ts'

type Provider = DoorAccount['provider']
type Account = { office_id: number; provider: Provider }

const EMPTY: { [P in Provider]: Extract<DoorAccount, { provider: P }> } = {
  openpath: { provider: 'openpath', email: '', user_id: '', cloud_key_id: '' },
  tuya: { provider: 'tuya', client_id: '' },
}

const theAccount = ({ office_id, provider }: Account) =>
  and(eq(integrations.office_id, office_id), eq(integrations.provider, provider))

export async function listDoorAccounts(db: Db, officeId: number): Promise<DoorAccount[]> {
  const rows = await db
    .select({ provider: integrations.provider, settings: integrations.settings })
    .from(integrations)
    .where(and(eq(integrations.office_id, officeId), inArray(integrations.provider, ['openpath', 'tuya'])))
    .orderBy(asc(integrations.provider))
  return rows.map(({ provider, settings }) => ({ ...EMPTY[provider as Provider], ...settings }))
}

export async function findAccountOffice(db: Db, { office_id, provider }: Account) {
  const [office] = await db
    .select({ org_id: offices.openpath_org_id, credentials_sealed: integrations.credentials_sealed })
    .from(offices)
    .leftJoin(integrations, and(eq(integrations.office_id, offices.id), eq(integrations.provider, provider)))
    .where(eq(offices.id, office_id))
  return office
}

type Kept = Account &
  Pick<
    typeof integrations.$inferInsert,
    'settings' | 'credentials_sealed' | 'state' | 'failure' | 'connected_by' | 'connected_at'
  >

export async function keepDoorAccount(db: Db, account: Kept): Promise<void> {
  const { office_id, provider, ...fields } = account
  await db
    .insert(integrations)
    .values(account)
    .onConflictDoUpdate({ target: [integrations.office_id, integrations.provider], set: fields })
}

/** False when there is none. */
export async function lockDoorAccount(db: Db, account: Account): Promise<boolean> {
  const locked = await db.select({ one: sql`1` }).from(integrations).where(theAccount(account)).for('update')
  return locked.length > 0
}

export async function deleteAccount(db: Db, account: Account): Promise<void> {
  await db.delete(integrations).where(theAccount(account))
}
