import type { AdminOffice, OfficePlace, OfficeSort } from '@keyhour/contract/admin-offices'
import { and, ilike, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { offices, subOffices } from '#server/db/schema/offices.ts'
import { listAdminOffices } from '#server/features/offices/queries.ts'

type Filters = { q: string; name: string; wifi_name: string }
type Wish = Filters & {
  page: number
  page_size: number
  sort?: OfficeSort | undefined
  direction: 'asc' | 'desc'
}

/** Each ends in something that no two offices share, so that pages do not overlap. */
const ORDERS: Record<OfficeSort, (direction: SQL) => SQL> = {
  name: (direction) => sql`lower(${offices.name}) ${direction}, ${offices.id} ${direction}`,
  lat: (direction) => sql`${offices.lat} ${direction}, ${offices.id} ${direction}`,
  lon: (direction) => sql`${offices.lon} ${direction}, ${offices.id} ${direction}`,
  open_hours: (direction) => sql`${offices.open_hours} ${direction} nulls last, ${offices.id} ${direction}`,
  close_hours: (direction) => sql`${offices.close_hours} ${direction} nulls last, ${offices.id} ${direction}`,
  created_at: (direction) => sql`${offices.createdAt} ${direction}, ${offices.id} ${direction}`,
}

const somewhere = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const MOST_WITHOUT_INDEX = 2

/** Offices and sub-offices each have an index for this, which knows nothing shorter than three letters. */
function hasWords(q: string): SQL {
  const [inOffice, inSpace] = [ilike(offices.words, somewhere(q)), ilike(subOffices.name, somewhere(q))]
  const ofSpaces = sql`select ${subOffices.office_id} from ${subOffices} where ${inSpace}`
  if (q.length <= MOST_WITHOUT_INDEX) return sql`(${inOffice} or ${offices.id} in (${ofSpaces}))`
  return sql`${offices.id} in (select ${offices.id} from ${offices} where ${inOffice} union ${ofSpaces})`
}

const isFound = ({ q, name, wifi_name }: Filters): SQL | undefined =>
  and(
    q === '' ? undefined : hasWords(q),
    name === '' ? undefined : ilike(offices.name, somewhere(name)),
    wifi_name === '' ? undefined : ilike(offices.wifi_name, somewhere(wifi_name)),
  )

/** One page. Unsorted, the newest first. */
export async function listOfficePage(db: Db, wish: Wish): Promise<AdminOffice[]> {
  const { page, page_size, sort, direction } = wish
  const order = sort ? ORDERS[sort](sql.raw(direction)) : ORDERS.created_at(sql`desc`)
  const rows = await db
    .select({ id: offices.id })
    .from(offices)
    .where(isFound(wish))
    .orderBy(order)
    .limit(page_size)
    .offset((page - 1) * page_size)
  const ids = rows.map(({ id }) => id)
  const found = new Map((await listAdminOffices(db, ids)).map((office) => [office.id, office]))
  return ids.map((id) => found.get(id)!)
}

export const countOffices = (db: Db, filters: Filters): Promise<number> =>
  db.$count(offices, isFound(filters))

export const listOfficePlaces = (db: Db): Promise<OfficePlace[]> =>
  db
    .select({ id: offices.id, name: offices.name, lat: offices.lat, lon: offices.lon })
    .from(offices)
    .where(isNull(offices.deleted_at))
    .orderBy(offices.id)
