import type { CreditEntry } from '@keyhour/contract/credits'
import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/connection.ts'
import { creditLedger, creditLots, inCredits } from '#server/db/schema/credits.ts'
import { offices, subOffices } from '#server/db/schema/offices.ts'
import { orders } from '#server/db/schema/orders.ts'
import { users } from '#server/db/schema/users.ts'

const actors = alias(users, 'actors')

/** The balance of an entry adds up all entries of its currency up to it, so all are read. */
const entriesOf = (db: Db, userId: number) =>
  db
    .select({
      id: creditLedger.id,
      at: creditLedger.at,
      kind: creditLedger.kind,
      currency: creditLots.currency,
      amount: inCredits(creditLedger.amount).as('credits'),
      balance: sql<number>`(sum(${creditLedger.amount}) over (partition by ${creditLots.currency}
        order by ${creditLedger.id}) / 100.0)::float8`.as('balance'),
      office_id: creditLedger.office_id,
      order_id: creditLedger.order_id,
      description: creditLedger.description,
      actor_id: creditLedger.actor_id,
    })
    .from(creditLedger)
    .innerJoin(creditLots, eq(creditLots.id, creditLedger.lot_id))
    .where(eq(creditLots.user_id, userId))
    .as('entries')

type Stretch = { before?: number | undefined; after?: number; limit: number }

/** The newest first; with `after`, the oldest first. */
export async function listEntries(
  db: Db,
  userId: number,
  { before, after, limit }: Stretch,
): Promise<CreditEntry[]> {
  const entries = entriesOf(db, userId)
  return db
    .select({
      id: entries.id,
      at: entries.at,
      kind: entries.kind,
      currency: entries.currency,
      amount: entries.amount,
      balance: entries.balance,
      order_id: entries.order_id,
      office: offices.name,
      office_he: offices.name_he,
      sub_office: subOffices.name,
      sub_office_he: subOffices.name_he,
      description: entries.description,
      actor_name: actors.name,
    })
    .from(entries)
    .leftJoin(orders, and(eq(orders.office_id, entries.office_id), eq(orders.id, entries.order_id)))
    .leftJoin(offices, eq(offices.id, orders.office_id))
    .leftJoin(
      subOffices,
      and(eq(subOffices.office_id, orders.office_id), eq(subOffices.id, orders.sub_office_id)),
    )
    .leftJoin(actors, eq(actors.id, entries.actor_id))
    .where(
      and(
        before === undefined ? undefined : lt(entries.id, before),
        after === undefined ? undefined : gt(entries.id, after),
      ),
    )
    .orderBy(after === undefined ? desc(entries.id) : asc(entries.id))
    .limit(limit)
}
