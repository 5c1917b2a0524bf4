import { and, asc, desc, eq } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { charges } from '#server/db/schema/charges.ts'

/** Here and not in `charges`, because refunds of orders need them, and `charges` needs orders. */
export type ChargeRow = typeof charges.$inferSelect

type OrderKey = { office_id: number; id: number }

const ofOrder = ({ office_id, id }: OrderKey) =>
  and(eq(charges.office_id, office_id), eq(charges.order_id, id))

export async function insertCharge(db: Db, charge: typeof charges.$inferInsert): Promise<ChargeRow> {
  const [made] = await db.insert(charges).values(charge).returning()
  return made!
}

export async function updateCharge(
  db: Db,
  id: number,
  change: Partial<typeof charges.$inferInsert>,
): Promise<ChargeRow> {
  const [changed] = await db.update(charges).set(change).where(eq(charges.id, id)).returning()
  return changed!
}

export async function findCharge(db: Db, id: number): Promise<ChargeRow | undefined> {
  const [charge] = await db.select().from(charges).where(eq(charges.id, id))
  return charge
}

export async function findChargeByToken(db: Db, token: string): Promise<ChargeRow | undefined> {
  const [charge] = await db.select().from(charges).where(eq(charges.token, token))
  return charge
}

/** The caller has locked the order: every transaction locks it before its charges. */
export async function lockCharge(db: Db, id: number): Promise<ChargeRow | undefined> {
  const [charge] = await db.select().from(charges).where(eq(charges.id, id)).for('update')
  return charge
}

/** The oldest first. The caller has locked the order. */
export function lockChargesOf(db: Db, order: OrderKey): Promise<ChargeRow[]> {
  return db.select().from(charges).where(ofOrder(order)).orderBy(asc(charges.id)).for('update')
}

/** For an order that goes on in another office under a new number. */
export async function moveCharges(
  db: Db,
  from: OrderKey,
  { office_id, id: order_id }: OrderKey,
): Promise<void> {
  await db.update(charges).set({ office_id, order_id }).where(ofOrder(from))
}

/** The newest first. */
export function listChargesOf(db: Db, order: OrderKey): Promise<ChargeRow[]> {
  return db.select().from(charges).where(ofOrder(order)).orderBy(desc(charges.id))
}

/** The oldest first. */
export function listOpenChargesOf(db: Db, order: OrderKey): Promise<ChargeRow[]> {
  return db
    .select()
    .from(charges)
    .where(and(ofOrder(order), eq(charges.status, 'open')))
    .orderBy(asc(charges.id))
}
