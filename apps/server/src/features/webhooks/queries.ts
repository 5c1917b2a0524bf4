import { MOST_COUNTED, type Webhook, type WebhookForm } from '@keyhour/contract/webhooks'
import { and, asc, eq, isNotNull, isNull, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { isLeasedUntil, isUnleased, leaseEnd, leaseFor } from '#server/db/leases.ts'
import { webhookDeliveries, webhooks } from '#server/db/schema/webhooks.ts'

export type WebhookRow = typeof webhooks.$inferSelect

const isThere = isNull(webhooks.deleted_at)
const isOn = and(eq(webhooks.is_active, true), isThere)

/** Whether any webhook is to be told of one of these kinds, as part of another statement. */
export const isWanted = (kinds: SQLWrapper): SQL<boolean> =>
  sql<boolean>`exists (select from webhooks where is_active and deleted_at is null and kinds && ${kinds})`

const shown = {
  id: webhooks.id,
  name: webhooks.name,
  url: webhooks.url,
  kinds: webhooks.kinds,
  is_active: webhooks.is_active,
  off_reason: webhooks.off_reason,
  last_success_at: webhooks.last_success_at,
  failing_since: webhooks.failing_since,
  failed_deliveries: sql<number>`(select count(*) from (select from ${webhookDeliveries}
    where webhook_id = ${webhooks}.id and status = 'failed' limit ${MOST_COUNTED}) as failed)`.mapWith(
    Number,
  ),
  old_secret_until: webhooks.old_secret_until,
  created_at: webhooks.created_at,
  updated_at: webhooks.updated_at,
  version: webhooks.version,
}

export const listWebhooks = (db: Db): Promise<Webhook[]> =>
  db.select(shown).from(webhooks).where(isThere).orderBy(asc(webhooks.id))

export async function findWebhook(db: Db, id: number): Promise<Webhook | undefined> {
  const [webhook] = await db
    .select(shown)
    .from(webhooks)
    .where(and(eq(webhooks.id, id), isThere))
  return webhook
}

export const countWebhooks = (db: Db): Promise<number> => db.$count(webhooks, isThere)

export async function lockWebhook(db: Db, id: number): Promise<WebhookRow | undefined> {
  const [webhook] = await db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, id), isThere))
    .for('no key update')
  return webhook
}

type By = { id: number; at: string }

export async function insertWebhook(
  db: Db,
  webhook: WebhookForm & { secret_sealed: string },
  by: By,
): Promise<number> {
  const [made] = await db
    .insert(webhooks)
    .values({ ...webhook, created_at: by.at, updated_at: by.at, updated_by: by.id })
    .returning({ id: webhooks.id })
  return made!.id
}

export async function updateWebhook(db: Db, id: number, change: Partial<WebhookRow>, by: By): Promise<void> {
  await db
    .update(webhooks)
    .set({ ...change, version: sql`${webhooks.version} + 1`, updated_at: by.at, updated_by: by.id })
    .where(eq(webhooks.id, id))
}

export async function noteSuccess(db: Db, id: number, at: string): Promise<void> {
  await db.update(webhooks).set({ last_success_at: at, failing_since: null }).where(eq(webhooks.id, id))
}

/** Returns since when nothing has worked. */
export async function noteFailure(db: Db, id: number, at: string): Promise<string> {
  const [webhook] = await db
    .update(webhooks)
    .set({ failing_since: sql`coalesce(${webhooks.failing_since}, ${at}::timestamptz)` })
    .where(eq(webhooks.id, id))
    .returning({ failing_since: webhooks.failing_since })
  return webhook!.failing_since!
}

/** Undefined if it was off already, so that admins are told once. */
export async function switchOff(
  db: Db,
  id: number,
  off_reason: Webhook['off_reason'],
  at: string,
): Promise<{ name: string } | undefined> {
  const [webhook] = await db
    .update(webhooks)
    .set({
      is_active: false,
      off_reason,
      version: sql`${webhooks.version} + 1`,
      updated_at: at,
      updated_by: null,
    })
    .where(and(eq(webhooks.id, id), isOn))
    .returning({ name: webhooks.name })
  return webhook
}

/** Undefined while another server sends to it. */
export async function takeWebhookLease(db: Db, id: number, ms: number): Promise<string | undefined> {
  const [taken] = await db
    .update(webhooks)
    .set({ leased_until: leaseFor(ms) })
    .where(and(eq(webhooks.id, id), isUnleased(webhooks.leased_until)))
    .returning({ lease: leaseEnd(webhooks.leased_until) })
  return taken?.lease
}

/** Leaves that of a server which has taken over. */
export async function releaseWebhookLease(db: Db, id: number, lease: string): Promise<void> {
  await db
    .update(webhooks)
    .set({ leased_until: null })
    .where(and(eq(webhooks.id, id), isLeasedUntil(webhooks.leased_until, lease)))
}

/** Those whose deliveries are gone, too. */
export async function deleteOldWebhooks(db: Db, before: string): Promise<void> {
  await db
    .delete(webhooks)
    .where(
      and(
        isNotNull(webhooks.deleted_at),
        lt(webhooks.deleted_at, before),
        sql`not exists (select from ${webhookDeliveries} where webhook_id = ${webhooks}.id)`,
      ),
    )
}
