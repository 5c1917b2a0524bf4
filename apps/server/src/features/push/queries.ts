import { createHash } from 'node:crypto'
import type { PushKind } from '@keyhour/contract/push'
import { and, arrayContains, desc, eq, isNull, not, notInArray, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { offices, subOffices } from '#server/db/schema/offices.ts'
import { occupancy, orders } from '#server/db/schema/orders.ts'
import { pushChoices, pushSubscriptions } from '#server/db/schema/push.ts'
import { users } from '#server/db/schema/users.ts'
import { waitingEntries } from '#server/db/schema/waiting.ts'

export const endpointHash = (endpoint: string): Buffer => createHash('sha256').update(endpoint).digest()

type NewSubscription = Omit<typeof pushSubscriptions.$inferInsert, 'created_at'>

export async function saveSubscription(db: Db, given: NewSubscription): Promise<void> {
  const { endpoint_hash: _, ...set } = given
  await db
    .insert(pushSubscriptions)
    .values(given)
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint_hash, set })
}

export async function keepNewest(db: Db, userId: number, most: number): Promise<void> {
  const newest = db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.user_id, userId))
    .orderBy(desc(pushSubscriptions.updated_at), desc(pushSubscriptions.id))
    .limit(most)
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.user_id, userId), notInArray(pushSubscriptions.id, newest)))
}

export async function removeSubscription(db: Db, userId: number, hash: Buffer): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.user_id, userId), eq(pushSubscriptions.endpoint_hash, hash)))
}

export async function removeDevice(db: Db, id: number): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id))
}

/** A device that logs out is no longer notified. */
export async function removeDevicesOfSession(db: Db, sid: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.session_id, sid))
}

export async function forgetDevicesOf(db: Db, userId: number): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.user_id, userId))
  await db.delete(pushChoices).where(eq(pushChoices.user_id, userId))
}

/** Signing out everywhere and deleting the user silence devices, too. */
const isHeard = and(eq(users.session_epoch, pushSubscriptions.session_epoch), isNull(users.deleted_at))

export async function listDevicesOf(db: Db, userId: number, kind: PushKind): Promise<number[]> {
  const rows = await db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .innerJoin(users, eq(users.id, pushSubscriptions.user_id))
    .leftJoin(pushChoices, eq(pushChoices.user_id, users.id))
    .where(
      and(
        eq(pushSubscriptions.user_id, userId),
        isHeard,
        or(isNull(pushChoices.off), not(arrayContains(pushChoices.off, [kind]))),
      ),
    )
    .orderBy(pushSubscriptions.id)
  return rows.map(({ id }) => id)
}

/** Undefined if the device is forgotten, or belongs to somebody else by now. */
export async function findSubscribed(db: Db, id: number, userId: number): Promise<string | undefined> {
  const [row] = await db
    .select({ sealed: pushSubscriptions.subscription_sealed })
    .from(pushSubscriptions)
    .innerJoin(users, eq(users.id, pushSubscriptions.user_id))
    .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.user_id, userId), isHeard))
  return row?.sealed
}

export async function findTurnedOff(db: Db, userId: number): Promise<PushKind[]> {
  const [row] = await db
    .select({ off: pushChoices.off })
    .from(pushChoices)
    .where(eq(pushChoices.user_id, userId))
  return row?.off ?? []
}

export async function saveTurnedOff(db: Db, user_id: number, off: PushKind[]): Promise<void> {
  await db
    .insert(pushChoices)
    .values({ user_id, off })
    .onConflictDoUpdate({ target: pushChoices.user_id, set: { off } })
}

export async function findLanguage(db: Db, userId: number) {
  const [user] = await db.select({ language: users.language }).from(users).where(eq(users.id, userId))
  return user?.language
}

/** What a message about an order says. Undefined for one that no longer counts. */
export async function findOrderToTell(db: Db, orderId: number) {
  const [order] = await db
    .select({
      id: orders.id,
      user_id: orders.user_id,
      start: orders.start,
      end: orders.end,
      checked_in_at: orders.checked_in_at,
      no_show_release_at: orders.no_show_release_at,
      until: sql<string | null>`coalesce(${orders.end}, upper(${occupancy.during}))`.mapWith(orders.start),
      time_zone: offices.time_zone,
      office: { name: offices.name, name_he: offices.name_he },
      sub_office: { name: subOffices.name, name_he: subOffices.name_he },
      language: users.language,
    })
    .from(orders)
    .innerJoin(offices, eq(offices.id, orders.office_id))
    .innerJoin(users, eq(users.id, orders.user_id))
    .leftJoin(
      subOffices,
      and(eq(subOffices.office_id, orders.office_id), eq(subOffices.id, orders.sub_office_id)),
    )
    .leftJoin(
      occupancy,
      and(
        eq(occupancy.office_id, orders.office_id),
        eq(occupancy.order_id, orders.id),
        eq(occupancy.cause, 'order'),
      ),
    )
    .where(
      and(
        eq(orders.id, orderId),
        isNull(orders.cancelled_at),
        isNull(orders.checked_out_at),
        isNull(orders.pay_until),
      ),
    )
  return order
}

/** What a message about an offer of the waiting list says. Undefined once it is no longer held. */
export async function findOfferToTell(db: Db, officeId: number, entryId: number) {
  const [offer] = await db
    .select({
      id: waitingEntries.id,
      user_id: waitingEntries.user_id,
      start: sql<string>`lower(${waitingEntries.during})`.mapWith(orders.start),
      end: sql<string>`upper(${waitingEntries.during})`.mapWith(orders.start),
      offered_until: waitingEntries.offered_until,
      time_zone: offices.time_zone,
      office: { name: offices.name, name_he: offices.name_he },
      sub_office: { name: subOffices.name, name_he: subOffices.name_he },
      language: users.language,
    })
    .from(waitingEntries)
    .innerJoin(offices, eq(offices.id, waitingEntries.office_id))
    .innerJoin(users, eq(users.id, waitingEntries.user_id))
    .leftJoin(
      subOffices,
      and(
        eq(subOffices.office_id, waitingEntries.office_id),
        eq(subOffices.id, waitingEntries.sub_office_id),
      ),
    )
    .where(
      and(
        eq(waitingEntries.office_id, officeId),
        eq(waitingEntries.id, entryId),
        eq(waitingEntries.state, 'offered'),
      ),
    )
  return offer
}

export type OfferToTell = NonNullable<Awaited<ReturnType<typeof findOfferToTell>>>

export type OrderToTell = NonNullable<Awaited<ReturnType<typeof findOrderToTell>>>
