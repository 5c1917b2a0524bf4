import type { Office, OfficeFilter } from '@keyhour/contract/offices'
import { and, ilike, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { containing, isOneOf } from '#server/db/conditions.ts'
import type { Db } from '#server/db/connection.ts'
import { offices, subOffices } from '#server/db/schema/offices.ts'
import {
  isListed,
  listAdminOffices,
  listOffices,
  type OfficeReader,
} from '#server/features/offices/office-queries.ts'

const COLUMNS: Record<NonNullable<OfficeFilter['sort']>, SQL> = {
  name: sql`lower(${offices.name})`,
  address: sql`lower(${offices.address})`,
  lat: sql`${offices.lat}`,
  lon: sql`${offices.lon}`,
  open_hours: sql`${offices.open_hours}`,
  close_hours: sql`${offices.close_hours}`,
  created_at: sql`${offices.createdAt}`,
}

/** Searches only in what the reader may see. */
function isFound(q: string, reader: OfficeReader): SQL | undefined {
  const text = containing(q)
  const has = (...columns: PgColumn[]) => or(...columns.map((column) => ilike(column, text)))
  const inSpace = sql`exists (select from ${subOffices} where ${subOffices.office_id} = ${offices.id}
    and ${has(subOffices.name, subOffices.name_he)} and (${subOffices.deleted_at} is null or ${reader?.admin ?? false}))`
  const inOffice = has(offices.name, offices.name_he, offices.address, offices.address_he)
  const hasWords = q === '' ? undefined : or(inOffice, inSpace)
  return reader?.admin ? hasWords : and(isListed, isNull(offices.deleted_at), hasWords)
}

export const countOfficesFor = (db: Db, { q }: OfficeFilter, reader: OfficeReader): Promise<number> =>
  db.$count(offices, isFound(q, reader))

/** Without a page: all of them. */
export async function listOfficesFor(db: Db, filter: OfficeFilter, reader: OfficeReader): Promise<Office[]> {
  const { q, sort = 'name', direction, page, page_size } = filter
  const order = sql.raw(direction)
  const found = db
    .select({ id: offices.id })
    .from(offices)
    .where(isFound(q, reader))
    .orderBy(sql`${COLUMNS[sort]} ${order} nulls last, ${offices.id} ${order}`)
  const isPaged = page !== undefined || page_size !== undefined
  const size = page_size ?? 20
  const rows = await (isPaged ? found.limit(size).offset(((page ?? 1) - 1) * size) : found)
  const ids = rows.map(({ id }) => id)
  const shown = reader?.admin
    ? await listAdminOffices(db, ids)
    : await listOffices(db, isOneOf(offices.id, ids))
  const byId = new Map<number, Office>(shown.map((office) => [office.id, office]))
  // An office may have been deleted between the two queries.
  return ids.flatMap((id) => byId.get(id) ?? [])
}
