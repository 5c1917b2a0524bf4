import {
  DELIVERY_PAGE,
  type Delivery,
  type DeliveryFailure,
  type DeliveryFilter,
  MOST_SENT_AGAIN,
  type SentKind,
} from '@keyhour/contract/webhooks'
import { and, asc, desc, eq, isNull, lt, lte, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { webhookDeliveries, webhookEvents, webhooks } from '#server/db/schema/webhooks.ts'
import { runText } from '#server/db/statement.ts'

type NewEvent = { id: string; kind: SentKind }

/**
 * Writes events, all with the same data, and a delivery for each webhook that wants them. Returns those webhooks. An
 * event that nobody wants is not written.
 */
export async function insertEvents(db: Db, events: NewEvent[], data: object, at: string): Promise<number[]> {
  const rows = await runText<{ webhook_id: string }>(
    db,
    `with wanted as materialized (
       select event.id, event.kind, event.place, webhooks.id as webhook_id
       from unnest($1::uuid[], $2::text[]) with ordinality as event (id, kind, place)
       join webhooks on is_active and deleted_at is null and event.kind = any (kinds)
     ), written as (
       insert into webhook_events (id, kind, data, created_at)
       select id, kind, $3::json, $4::timestamptz from (select distinct id, kind from wanted) as event
     )
     insert into webhook_deliveries (event_id, webhook_id, kind, next_try_at, created_at)
     select id, webhook_id, kind, $4, $4 from wanted order by place, webhook_id
     returning webhook_id`,
    [events.map(({ id }) => id), events.map(({ kind }) => kind), JSON.stringify(data), at],
  )
  return [...new Set(rows.map(({ webhook_id }) => Number(webhook_id)))]
}

/** For one webhook, wanted or not. Tried later only if the caller does not finish it. */
export async function insertPing(
  db: Db,
  {
    event_id,
    webhook_id,
    data,
    at,
    next_try_at,
  }: { event_id: string; webhook_id: number; data: object; at: string; next_try_at: string },
): Promise<number> {
  const kind = 'ping'
  await db.insert(webhookEvents).values({ id: event_id, kind, data, created_at: at })
  const [delivery] = await db
    .insert(webhookDeliveries)
    .values({ event_id, webhook_id, kind, next_try_at, created_at: at })
    .returning({ id: webhookDeliveries.id })
  return delivery!.id
}

const sendable = {
  id: webhookDeliveries.id,
  event_id: webhookDeliveries.event_id,
  kind: webhookDeliveries.kind,
  tries: webhookDeliveries.tries,
  webhook_id: webhooks.id,
  url: webhooks.url,
  secret_sealed: webhooks.secret_sealed,
  old_secret_sealed: webhooks.old_secret_sealed,
  old_secret_until: webhooks.old_secret_until,
  data: webhookEvents.data,
  event_at: webhookEvents.created_at,
}

const selectSendable = (db: Db) =>
  db
    .select(sendable)
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhook_id))
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.event_id))

export type Sendable = Awaited<ReturnType<typeof selectSendable>>[number]

/** The one that has been due for longest. */
export async function findDue(db: Db, webhook_id: number, now: Date): Promise<Sendable | undefined> {
  const [delivery] = await selectSendable(db)
    .where(
      and(
        eq(webhookDeliveries.webhook_id, webhook_id),
        eq(webhookDeliveries.status, 'pending'),
        lte(webhookDeliveries.next_try_at, now.toISOString()),
        eq(webhooks.is_active, true),
        isNull(webhooks.deleted_at),
      ),
    )
    .orderBy(asc(webhookDeliveries.next_try_at), asc(webhookDeliveries.id))
    .limit(1)
  return delivery
}

export async function findSendable(db: Db, id: number): Promise<Sendable | undefined> {
  const [delivery] = await selectSendable(db).where(eq(webhookDeliveries.id, id))
  return delivery
}

/** Webhooks with a delivery that is due. */
export async function listDueWebhooks(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(
      and(
        eq(webhooks.is_active, true),
        isNull(webhooks.deleted_at),
        sql`exists (select from ${webhookDeliveries} where webhook_id = ${webhooks}.id and status = 'pending'
          and next_try_at <= ${now.toISOString()}::timestamptz)`,
      ),
    )
  return rows.map(({ id }) => id)
}

type Result = {
  status_code: number | null
  failure: DeliveryFailure | null
  answer: string | null
  duration_ms: number
}
export type Settled = Result &
  ({ status: 'pending'; next_try_at: string } | { status: 'succeeded' | 'failed'; finished_at: string })

export async function settleDelivery(db: Db, id: number, settled: Settled): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ next_try_at: null, finished_at: null, ...settled, tries: sql`${webhookDeliveries.tries} + 1` })
    .where(eq(webhookDeliveries.id, id))
}

const listed = {
  id: webhookDeliveries.id,
  webhook_id: webhookDeliveries.webhook_id,
  webhook_name: webhooks.name,
  event_id: webhookDeliveries.event_id,
  kind: webhookDeliveries.kind,
  status: webhookDeliveries.status,
  tries: webhookDeliveries.tries,
  created_at: webhookDeliveries.created_at,
  next_try_at: webhookDeliveries.next_try_at,
  finished_at: webhookDeliveries.finished_at,
  status_code: webhookDeliveries.status_code,
  failure: webhookDeliveries.failure,
  duration_ms: webhookDeliveries.duration_ms,
}

export const listDeliveries = (
  db: Db,
  { webhook_id, status, kind, before }: DeliveryFilter,
): Promise<Delivery[]> =>
  db
    .select(listed)
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhook_id))
    .where(
      and(
        webhook_id ? eq(webhookDeliveries.webhook_id, webhook_id) : undefined,
        status ? eq(webhookDeliveries.status, status) : undefined,
        kind ? eq(webhookDeliveries.kind, kind) : undefined,
        before ? lt(webhookDeliveries.id, before) : undefined,
      ),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(DELIVERY_PAGE)

export async function findDelivery(db: Db, id: number) {
  const [delivery] = await db
    .select({
      ...listed,
      url: webhooks.url,
      answer: webhookDeliveries.answer,
      data: webhookEvents.data,
      event_at: webhookEvents.created_at,
      can_be_sent: sql<boolean>`${webhooks.is_active} and ${webhooks.deleted_at} is null`,
    })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhook_id))
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.event_id))
    .where(eq(webhookDeliveries.id, id))
  return delivery
}

const anew = (at: string) => ({ status: 'pending' as const, tries: 0, next_try_at: at, finished_at: null })

/** False if it is under way already. */
export async function putBack(db: Db, id: number, at: string): Promise<boolean> {
  const back = await db
    .update(webhookDeliveries)
    .set(anew(at))
    .where(and(eq(webhookDeliveries.id, id), ne(webhookDeliveries.status, 'pending')))
    .returning({ id: webhookDeliveries.id })
  return back.length > 0
}

/** Returns how many. */
export async function putFailedBack(db: Db, webhook_id: number, at: string): Promise<number> {
  const failed = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhook_id, webhook_id), eq(webhookDeliveries.status, 'failed')))
    .orderBy(asc(webhookDeliveries.id))
    .limit(MOST_SENT_AGAIN)
    .for('no key update')
  const back = await db
    .update(webhookDeliveries)
    .set(anew(at))
    .where(sql`${webhookDeliveries.id} in ${failed}`)
  return back.rowCount ?? 0
}

/** With their deliveries. Returns how many; fewer than `limit` when none is left. */
export async function deleteWebhookEventsBefore(db: Db, before: string, limit: number): Promise<number> {
  const old = db
    .select({ place: sql`ctid` })
    .from(webhookEvents)
    .where(lt(webhookEvents.created_at, before))
    .orderBy(asc(webhookEvents.created_at))
    .limit(limit)
  const gone = await db.delete(webhookEvents).where(sql`ctid = any (array${old})`)
  return gone.rowCount ?? 0
}
