import { MINUTES_BEFORE_START } from '@keyhour/contract/access'
import type { Panel, PanelDraft } from '@keyhour/contract/panels'
import { and, asc, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { units } from '#server/db/schema/offices.ts'
import { occupancy, orders } from '#server/db/schema/orders.ts'
import { panels } from '#server/db/schema/panels.ts'
import { statement } from '#server/db/statement.ts'
import { hasRunOut, spanOf } from '#server/features/availability/occupancy-queries.ts'

const shown = {
  id: panels.id,
  sub_office_id: panels.sub_office_id,
  name: panels.name,
  language: panels.language,
  theme: panels.theme,
  created_at: panels.created_at,
  last_seen_at: panels.last_seen_at,
}

/** The first to be made comes first. */
export const listPanelsOf = (db: Db, officeId: number): Promise<Panel[]> =>
  db
    .select(shown)
    .from(panels)
    .where(and(eq(panels.office_id, officeId), isNull(panels.revoked_at)))
    .orderBy(asc(panels.id))

export const countPanelsOf = (db: Db, officeId: number): Promise<number> =>
  db.$count(panels, and(eq(panels.office_id, officeId), isNull(panels.revoked_at)))

type NewPanel = PanelDraft & { office_id: number; token_hash: Buffer; created_by: number; created_at: string }

export async function insertPanel(db: Db, panel: NewPanel): Promise<Panel> {
  const [row] = await db.insert(panels).values(panel).returning(shown)
  return row!
}

type PanelKey = { office_id: number; id: number }

/** Undefined if there is none, or if it was removed before. */
export async function revokePanel(db: Db, { office_id, id }: PanelKey, now: Date) {
  const [panel] = await db
    .update(panels)
    .set({ revoked_at: now.toISOString() })
    .where(and(eq(panels.office_id, office_id), eq(panels.id, id), isNull(panels.revoked_at)))
    .returning({ sub_office_id: panels.sub_office_id })
  return panel
}

export const findPanel = statement<{ office_id: number; token_hash: Buffer }>()((db, value) =>
  db
    .select({ ...shown, office_id: panels.office_id })
    .from(panels)
    .where(
      and(
        eq(panels.office_id, value('office_id')),
        eq(panels.token_hash, value('token_hash')),
        isNull(panels.revoked_at),
      ),
    ),
)

export type PanelRow = Awaited<ReturnType<typeof findPanel>>[number]

/** Only once for requests that come together. */
export async function notePanelSeen(
  db: Db,
  { office_id, id }: PanelKey,
  { now, before }: { now: Date; before: Date },
): Promise<void> {
  await db
    .update(panels)
    .set({ last_seen_at: now.toISOString() })
    .where(
      and(
        eq(panels.office_id, office_id),
        eq(panels.id, id),
        or(isNull(panels.last_seen_at), lt(panels.last_seen_at, before.toISOString())),
      ),
    )
}

type When = { office_id: number; sub_office_id: number | null; from: string; to: string; now: string }

/** What takes the units of a space, the first to start first. Not by whom. */
export const listSpaceTimes = statement<When>()((db, value) =>
  db
    .select({
      unit_id: occupancy.unit_id,
      cause: occupancy.cause,
      ...spanOf(occupancy.during),
      awaits_check_in: sql<boolean>`coalesce(${occupancy.cause} = 'order' and ${orders.checked_in_at} is null
        and ${orders.checked_out_at} is null and ${orders.pay_until} is null, false)`,
    })
    .from(occupancy)
    .innerJoin(units, and(eq(units.office_id, occupancy.office_id), eq(units.id, occupancy.unit_id)))
    .leftJoin(orders, and(eq(orders.office_id, occupancy.office_id), eq(orders.id, occupancy.order_id)))
    .where(
      and(
        eq(occupancy.office_id, value('office_id')),
        sql`${units.sub_office_id} is not distinct from ${value('sub_office_id')}::bigint`,
        isNull(units.retired_at),
        sql`${occupancy.during} && tstzrange(${value('from')}::timestamptz, ${value('to')}::timestamptz)`,
        sql`(${occupancy.held_until} is null or not ${hasRunOut(value('now'))})`,
      ),
    )
    .orderBy(asc(sql`lower(${occupancy.during})`), asc(occupancy.unit_id)),
)

type Visitor = { office_id: number; sub_office_id: number | null; user_id: number; now: Date }

/** The order of a person in this space that runs or starts within minutes and waits for their check-in. */
export async function findOrderToCheckIn(
  db: Db,
  { office_id, sub_office_id, user_id, now }: Visitor,
): Promise<number | undefined> {
  const soon = new Date(now.getTime() + MINUTES_BEFORE_START * 60_000)
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.office_id, office_id),
        eq(orders.user_id, user_id),
        sql`${orders.sub_office_id} is not distinct from ${sub_office_id}::bigint`,
        isNull(orders.cancelled_at),
        isNull(orders.checked_in_at),
        isNull(orders.checked_out_at),
        isNull(orders.pay_until),
        lte(orders.start, soon.toISOString()),
        or(isNull(orders.end), gt(orders.end, now.toISOString())),
      ),
    )
    .orderBy(asc(orders.start))
    .limit(1)
  return order?.id
}
