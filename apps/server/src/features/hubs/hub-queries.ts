import type { HomeAssistant } from '@keyhour/contract/hubs'
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { homeAssistants } from '#server/db/schema/access.ts'
import { offices } from '#server/db/schema/offices.ts'
import { shownDay } from '#server/db/shown-day.ts'
import type { ListPage, Search } from '#server/features/access/device-queries.ts'

export type HubRow = typeof homeAssistants.$inferSelect

export const MASKED_TOKEN = '••••••••'

const shown = (zone: string): SQL =>
  sql`lower(concat_ws(' ', ${homeAssistants.id}, ${homeAssistants.url}, ${offices.name}, ${shownDay(homeAssistants.createdAt, zone)}, ${offices.name_he}))`
const isFound = ({ q, time_zone }: Search): SQL | undefined =>
  and(isNull(homeAssistants.deleted_at), q ? sql`strpos(${shown(time_zone)}, lower(${q})) > 0` : undefined)

/** What admins see of a hub. */
export const describeHub = ({ id, url, office_id, createdAt, version }: HubRow): HomeAssistant => ({
  id,
  url,
  office_id,
  createdAt,
  version,
  token: MASKED_TOKEN,
})

/** Without `page`, all of them. */
export async function listHomeAssistants(
  db: Db,
  { page, page_size, ...search }: ListPage,
): Promise<HomeAssistant[]> {
  const found = db
    .select({ hub: homeAssistants })
    .from(homeAssistants)
    .innerJoin(offices, eq(offices.id, homeAssistants.office_id))
    .where(isFound(search))
    .orderBy(asc(homeAssistants.id))
    .$dynamic()
  const rows = await (page ? found.limit(page_size).offset((page - 1) * page_size) : found)
  return rows.map(({ hub }) => describeHub(hub))
}

export async function countHomeAssistants(db: Db, search: Search): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::integer` })
    .from(homeAssistants)
    .innerJoin(offices, eq(offices.id, homeAssistants.office_id))
    .where(isFound(search))
  return row!.count
}

const theHub = (id: number) => and(eq(homeAssistants.id, id), isNull(homeAssistants.deleted_at))

export async function findHub(db: Db, id: number): Promise<HubRow | undefined> {
  const [hub] = await db.select().from(homeAssistants).where(theHub(id))
  return hub
}

export async function lockHub(db: Db, id: number): Promise<HubRow | undefined> {
  const [hub] = await db.select().from(homeAssistants).where(theHub(id)).for('no key update')
  return hub
}

type Fields = Pick<HubRow, 'office_id' | 'url' | 'token_sealed'>
type By = { id: number; at: string }

export async function insertHub(db: Db, hub: Fields, by: By): Promise<HubRow> {
  const stamps = { createdAt: by.at, updated_at: by.at, updated_by: by.id }
  const [made] = await db
    .insert(homeAssistants)
    .values({ ...hub, ...stamps })
    .returning()
  return made!
}

export async function updateHub(
  db: Db,
  id: number,
  change: Partial<Fields & Pick<HubRow, 'deleted_at'>>,
  by: By,
): Promise<HubRow> {
  const [hub] = await db
    .update(homeAssistants)
    .set({ ...change, version: sql`${homeAssistants.version} + 1`, updated_at: by.at, updated_by: by.id })
    .where(eq(homeAssistants.id, id))
    .returning()
  return hub!
}
