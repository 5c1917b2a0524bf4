import {
  type AdminAct,
  AdminActKind,
  type Move,
  type PaymentMethod,
} from '@keyhour/contract/order-management'
import { and, desc, eq, inArray, isNotNull, or, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/connection.ts'
import { auditLog } from '#server/db/schema/audit.ts'
import { offices, subOffices } from '#server/db/schema/offices.ts'
import { orderNotes, orders } from '#server/db/schema/orders.ts'
import { users } from '#server/db/schema/users.ts'

type Order = { office_id: number; id: number }

export async function insertNote(
  db: Db,
  { office_id, id }: Order,
  { author_id, words }: { author_id: number; words: string },
  now: Date,
): Promise<number> {
  const [note] = await db
    .insert(orderNotes)
    .values({ office_id, order_id: id, author_id, words, at: now.toISOString() })
    .returning({ id: orderNotes.id })
  return note!.id
}

/** Erases what admins wrote about the orders of a deleted account. */
export async function forgetNotes(db: Db, userId: number): Promise<void> {
  const theirs = db
    .select({ office_id: orders.office_id, id: orders.id })
    .from(orders)
    .where(eq(orders.user_id, userId))
  await db
    .update(orderNotes)
    .set({ words: null })
    .where(
      and(sql`(${orderNotes.office_id}, ${orderNotes.order_id}) in ${theirs}`, isNotNull(orderNotes.words)),
    )
}

/** An order gets a new id in each office that it moves to. */
async function listNumbers(db: Db, orderId: number): Promise<number[]> {
  const [order] = await db.select({ began_as: orders.began_as }).from(orders).where(eq(orders.id, orderId))
  const first = order?.began_as ?? orderId
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(or(eq(orders.id, first), eq(orders.began_as, first)))
  return rows.map(({ id }) => id)
}

const [fromOffices, fromSpaces] = [alias(offices, 'from_offices'), alias(subOffices, 'from_spaces')]
const detail = (name: string) => sql`(${auditLog.details} ->> ${name})::bigint`
const named = (office: { name: SQLWrapper }, space: { name: SQLWrapper }) =>
  sql<string | null>`nullif(concat_ws(' · ', ${space.name}, ${office.name}), '')`

type Details = {
  note_id?: number
  amount?: number
  method?: PaymentMethod
  outcome?: AdminAct['outcome']
  refund?: number
  refund_credits?: number
  owed?: number
  price?: Move['price']
  to_order_id?: number
}

export async function listActs(db: Db, orderId: number): Promise<AdminAct[]> {
  const rows = await db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      kind: auditLog.action,
      actor_name: users.name,
      words: orderNotes.words,
      from_space: named(fromOffices, fromSpaces),
      to_space: named(offices, subOffices),
      details: auditLog.details,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actor_id))
    .leftJoin(
      orderNotes,
      and(
        eq(orderNotes.office_id, detail('note_office_id')),
        eq(orderNotes.order_id, auditLog.subject_id),
        eq(orderNotes.id, detail('note_id')),
      ),
    )
    .leftJoin(fromOffices, eq(fromOffices.id, detail('from_office_id')))
    .leftJoin(
      fromSpaces,
      and(eq(fromSpaces.office_id, fromOffices.id), eq(fromSpaces.id, detail('from_sub_office_id'))),
    )
    .leftJoin(offices, eq(offices.id, detail('to_office_id')))
    .leftJoin(
      subOffices,
      and(eq(subOffices.office_id, offices.id), eq(subOffices.id, detail('to_sub_office_id'))),
    )
    .where(
      and(
        eq(auditLog.subject, 'order'),
        inArray(auditLog.subject_id, await listNumbers(db, orderId)),
        inArray(auditLog.action, AdminActKind.options),
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
  return rows.map(({ kind, details, from_space, to_space, ...row }) => {
    const { note_id, to_order_id, ...amounts } = details as Details
    return {
      ...row,
      kind: kind as AdminActKind,
      is_forgotten: note_id !== undefined && row.words === null,
      ...amounts,
      ...(from_space !== null && { from_space }),
      ...(to_space !== null && { to_space }),
      ...(to_order_id !== undefined && { order_id: to_order_id }),
    }
  })
}
