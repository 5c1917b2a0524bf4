import type { Office } from '@keyhour/contract/offices'
import type { Db } from '#server/db/connection.ts'
import { isListed, publicOffice, publicSubOffice } from '#server/features/offices/public-office.ts'
import {
  listConnectedProviders,
  listHubDoors,
  listOfficeRows,
  listSubOfficeRows,
  type OfficeRow,
} from '#server/features/offices/queries.ts'
import type { Secrets } from '#server/secrets/secrets.ts'

export type Reader = { admin: boolean } | null

export async function listOffices(db: Db, secrets: Secrets, reader: Reader): Promise<Office[]> {
  if (reader?.admin) return adminView(db, secrets, await listOfficeRows(db, { withDeleted: true }))
  const rows = await listOfficeRows(db, { withDeleted: false })
  return publicView(db, rows.filter(isListed))
}

/** A hidden office is there for those who have its address; a deleted one only for admins. */
export async function findOffice(
  db: Db,
  secrets: Secrets,
  reader: Reader,
  id: number,
): Promise<Office | undefined> {
  const withDeleted = reader?.admin ?? false
  const rows = await listOfficeRows(db, { withDeleted, id })
  const [office] = withDeleted ? await adminView(db, secrets, rows) : await publicView(db, rows)
  return office
}

async function publicView(db: Db, rows: OfficeRow[]): Promise<Office[]> {
  const parts = await listSubOfficeRows(db, idsOf(rows), { withDeleted: false })
  return rows.map((row) =>
    publicOffice(row, parts.filter((part) => part.office_id === row.id).map(publicSubOffice)),
  )
}

async function adminView(db: Db, secrets: Secrets, rows: OfficeRow[]): Promise<Office[]> {
  const parts = await listSubOfficeRows(db, idsOf(rows), { withDeleted: true })
  const connected = await listConnectedProviders(db, idsOf(rows))
  const doors = await listHubDoors(db, idsOf(rows))

  return rows.map((row) => {
    const has = (provider: string) =>
      connected.some((one) => one.office_id === row.id && one.provider === provider)
    return {
      ...publicOffice(row, []),
      sub_offices: parts.filter((part) => part.office_id === row.id),
      wifi_name: row.wifi_name,
      wifi_password: row.wifi_password_sealed && secrets.open(row.wifi_password_sealed),
      printer_instructions: row.printer_instructions,
      openpath_org_id: row.openpath_org_id,
      openpath_entry_id: row.openpath_entry_id,
      google_credentials: has('google'),
      outlook_credentials: has('outlook'),
      nexudus_integration: has('nexudus'),
      roo_integration: has('roo'),
      pickspace_location_id: row.pickspace_location_id,
      pickspace_email: row.pickspace_email,
      google_calendar_type: row.google_calendar_type,
      tuya_devices: row.tuya_devices,
      ha_devices: doors.filter((door) => door.office_id === row.id).map((door) => door.home_assistant_id),
    }
  })
}

const idsOf = (rows: OfficeRow[]): number[] => rows.map((row) => row.id)
