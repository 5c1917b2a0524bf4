import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { devices, type GrantState, grantDevices, grants } from '#server/db/schema/access.ts'
import { offices } from '#server/db/schema/offices.ts'
import { orders } from '#server/db/schema/orders.ts'
import type { DeviceRow } from '#server/features/access/device-queries.ts'
import { opensEverySpace, opensSpace } from '#server/features/grants/door-queries.ts'

/** An order that ended before grants existed counts as over. */
export async function findOrderAccess(db: Db, orderId: number) {
  const [access] = await db
    .select({
      order_id: orders.id,
      office_id: orders.office_id,
      sub_office_id: orders.sub_office_id,
      user_id: orders.user_id,
      cancelled_at: orders.cancelled_at,
      pay_until: orders.pay_until,
      checked_in_at: orders.checked_in_at,
      checked_out_at: orders.checked_out_at,
      office_deleted_at: offices.deleted_at,
      from: sql<number>`extract(epoch from coalesce(lower(${grants.during}), ${orders.start} - interval '10 minutes'))::float8 * 1000`,
      to: sql<number>`extract(epoch from coalesce(upper(${grants.during}), ${orders.end}, ${orders.start}))::float8 * 1000`,
      state: sql<GrantState>`coalesce(${grants.state}, 'removed')`,
      failure: grants.failure,
      door_code_sealed: grants.door_code_sealed,
      wifi_name: offices.wifi_name,
      wifi_password_sealed: offices.wifi_password_sealed,
    })
    .from(orders)
    .innerJoin(offices, eq(offices.id, orders.office_id))
    .leftJoin(grants, and(eq(grants.office_id, orders.office_id), eq(grants.order_id, orders.id)))
    .where(eq(orders.id, orderId))
  return access
}

export type AccessRow = NonNullable<Awaited<ReturnType<typeof findOrderAccess>>>

const isDoorOf = ({ office_id, sub_office_id }: Pick<AccessRow, 'office_id' | 'sub_office_id'>) =>
  and(eq(devices.office_id, office_id), isNull(devices.deleted_at), opensSpace(sub_office_id))

/** Undefined for a door that does not exist or does not open the booked space. */
export async function findOrderDoor(
  db: Db,
  order: AccessRow,
  deviceId: number,
): Promise<DeviceRow | undefined> {
  const [device] = await db
    .select()
    .from(devices)
    .where(and(eq(devices.id, deviceId), isDoorOf(order)))
  return device
}

/** With the progress of the order's code in each lock. */
export function listOrderDoors(db: Db, { office_id, sub_office_id, order_id }: AccessRow) {
  return db
    .select({
      id: devices.id,
      name: devices.name,
      state: sql<GrantState | null>`${grantDevices.state}`,
      failure: grantDevices.failure,
      shared: opensEverySpace,
      has_code: isNotNull(grantDevices.code_ref).mapWith(Boolean),
    })
    .from(devices)
    .leftJoin(
      grantDevices,
      and(
        eq(grantDevices.office_id, devices.office_id),
        eq(grantDevices.device_id, devices.id),
        eq(grantDevices.order_id, order_id),
      ),
    )
    .where(isDoorOf({ office_id, sub_office_id }))
    .orderBy(asc(devices.id))
}
