import type { MyOffice } from '@keyhour/contract/offices'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { devices } from '#server/db/schema/access.ts'
import {
  integrations,
  type OfficeRole,
  officeMembers,
  offices,
  subOffices,
} from '#server/db/schema/offices.ts'

/** Those whose people may watch who is in. */
const STAFF: OfficeRole[] = ['manager', 'owner']

export type OfficeRow = typeof offices.$inferSelect
export type SubOfficeRow = typeof subOffices.$inferSelect

export function listOfficeRows(db: Db, which: { withDeleted: boolean; id?: number }): Promise<OfficeRow[]> {
  return db
    .select()
    .from(offices)
    .where(
      and(
        which.withDeleted ? undefined : isNull(offices.deleted_at),
        which.id === undefined ? undefined : eq(offices.id, which.id),
      ),
    )
    .orderBy(asc(offices.name), asc(offices.id))
}

export function listSubOfficeRows(
  db: Db,
  officeIds: number[],
  which: { withDeleted: boolean },
): Promise<SubOfficeRow[]> {
  return db
    .select()
    .from(subOffices)
    .where(
      and(
        inArray(subOffices.office_id, officeIds),
        which.withDeleted ? undefined : isNull(subOffices.deleted_at),
      ),
    )
    .orderBy(asc(subOffices.name), asc(subOffices.id))
}

export function listConnectedProviders(db: Db, officeIds: number[]) {
  return db
    .select({ office_id: integrations.office_id, provider: integrations.provider })
    .from(integrations)
    .where(
      and(inArray(integrations.office_id, officeIds), inArray(integrations.state, ['connected', 'failing'])),
    )
}

export function listHubDoors(db: Db, officeIds: number[]) {
  return db
    .select({ office_id: devices.office_id, home_assistant_id: devices.home_assistant_id })
    .from(devices)
    .where(and(inArray(devices.office_id, officeIds), isNull(devices.deleted_at)))
    .orderBy(asc(devices.id))
}

export async function isOfficeStaff(db: Db, officeId: number, userId: number): Promise<boolean> {
  const rows = await db
    .select({ role: officeMembers.role })
    .from(officeMembers)
    .where(
      and(
        eq(officeMembers.office_id, officeId),
        eq(officeMembers.user_id, userId),
        inArray(officeMembers.role, STAFF),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** `staffId` undefined: every office. */
export async function listWatchableOffices(db: Db, staffId: number | undefined): Promise<MyOffice[]> {
  const mine = db
    .select({ id: officeMembers.office_id })
    .from(officeMembers)
    .where(and(eq(officeMembers.user_id, staffId ?? 0), inArray(officeMembers.role, STAFF)))
  const rows = await db
    .select({ id: offices.id, name: offices.name, type: offices.type, time_zone: offices.time_zone })
    .from(offices)
    .where(and(isNull(offices.deleted_at), staffId === undefined ? undefined : inArray(offices.id, mine)))
    .orderBy(asc(offices.name), asc(offices.id))
  const parts = await listSubOfficeRows(
    db,
    rows.map((row) => row.id),
    { withDeleted: false },
  )
  return rows.map((row) => ({ ...row, sub_offices: parts.filter((part) => part.office_id === row.id) }))
}
