import { and, asc, eq, gt, isNotNull, isNull, lt, lte, or } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { charges } from '#server/db/schema/charges.ts'
import { orders } from '#server/db/schema/orders.ts'
import { profiles } from '#server/db/schema/users.ts'
import type { ChargeRow } from '#server/features/orders/charge-queries.ts'

/** `customer_sealed`: what the payment provider calls them. */
export type CardHolder = { customer_sealed: string | null; has_card: boolean }

export async function findCardHolder(db: Db, userId: number): Promise<CardHolder> {
  const [holder] = await db
    .select({ customer_sealed: profiles.card_token_sealed, has_card: profiles.has_card })
    .from(profiles)
    .where(eq(profiles.user_id, userId))
  return holder ?? { customer_sealed: null, has_card: false }
}

/** Keeps one that is known already. */
export async function keepCardHolder(db: Db, userId: number, sealed: string, now: Date): Promise<void> {
  const change = { card_token_sealed: sealed, updated_at: now.toISOString() }
  await db
    .insert(profiles)
    .values({ user_id: userId, ...change })
    .onConflictDoUpdate({
      target: profiles.user_id,
      set: change,
      setWhere: isNull(profiles.card_token_sealed),
    })
}

export async function forgetCustomerOf(db: Db, userId: number, now: Date): Promise<void> {
  await db
    .update(profiles)
    .set({ card_token_sealed: null, has_card: false, updated_at: now.toISOString() })
    .where(eq(profiles.user_id, userId))
}

export async function keepHasCard(db: Db, userId: number, has_card: boolean, now: Date): Promise<void> {
  const change = { has_card, updated_at: now.toISOString() }
  await db
    .insert(profiles)
    .values({ user_id: userId, ...change })
    .onConflictDoUpdate({
      target: profiles.user_id,
      set: change,
      setWhere: eq(profiles.has_card, !has_card),
    })
}

/** By the provider's name of the money. */
export async function findTokenOf(db: Db, charge_reference: string): Promise<string | undefined> {
  const [found] = await db
    .select({ token: charges.token })
    .from(charges)
    .where(eq(charges.charge_reference, charge_reference))
  return found?.token
}

/** Charges by card that were begun before that moment and of which we have heard nothing, the oldest first. */
export function listQuietCharges(db: Db, begunBefore: Date, limit: number): Promise<ChargeRow[]> {
  return db
    .select()
    .from(charges)
    .where(
      and(
        eq(charges.status, 'open'),
        lt(charges.created_at, begunBefore.toISOString()),
        or(isNotNull(charges.card), isNotNull(charges.reference)),
      ),
    )
    .orderBy(asc(charges.expires_at))
    .limit(limit)
}

/** Money that we believe to be reserved since before that moment, by id. */
export function listReserved(
  db: Db,
  { before, after, limit }: { before: Date; after: number; limit: number },
): Promise<ChargeRow[]> {
  return db
    .select()
    .from(charges)
    .where(
      and(
        eq(charges.status, 'authorised'),
        eq(charges.way, 'card'),
        lt(charges.authorised_at, before.toISOString()),
        gt(charges.id, after),
      ),
    )
    .orderBy(asc(charges.id))
    .limit(limit)
}

/** Open charges whose time is over, except those that only the provider knows about. */
export async function expireCharges(db: Db, now: Date): Promise<void> {
  await db
    .update(charges)
    .set({ status: 'expired' })
    .where(
      and(
        eq(charges.status, 'open'),
        lte(charges.expires_at, now.toISOString()),
        isNull(charges.card),
        isNull(charges.reference),
      ),
    )
}

/** Orders that have waited long enough for their payment. */
export async function listUnpaidInTime(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(lte(orders.pay_until, now.toISOString()))
    .orderBy(asc(orders.pay_until))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Keeps the amounts. */
export async function forgetCardHolder(db: Db, userId: number): Promise<void> {
  await db
    .update(charges)
    .set({ buyer_name: null })
    .where(and(eq(charges.user_id, userId), isNotNull(charges.buyer_name)))
}
