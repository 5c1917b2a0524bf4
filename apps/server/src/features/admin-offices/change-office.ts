import { isDeepStrictEqual } from 'node:util'
import { type AdminOffice, MASKED_PASSWORD, type OfficeUpdate } from '@keyhour/contract/admin-offices'
import { MOST_ORDERS_OUTSIDE } from '@keyhour/contract/opening-hours'
import type { Db } from '#server/db/connection.ts'
import {
  recordChange,
  refuseForeignPictures,
  refuseStranding,
} from '#server/features/admin-offices/office-changes.ts'
import { lockOffice, type OfficeRow, updateOffice } from '#server/features/admin-offices/office-queries.ts'
import { listUnfinishedStays, type UnfinishedStay } from '#server/features/admin-offices/order-queries.ts'
import { refuseUnknownZone } from '#server/features/admin-offices/refuse-unknown-zone.ts'
import { restoreOffice } from '#server/features/admin-offices/restore-office.ts'
import { isOpenFor } from '#server/features/admin-offices/rules.ts'
import type { Actor } from '#server/features/audit/queries.ts'
import { differencesOf, namesOf } from '#server/features/audit/rules.ts'
import { lockSpaces } from '#server/features/availability/space-queries.ts'
import { moveUsage } from '#server/features/businesses/usage-queries.ts'
import { beginAnew } from '#server/features/calendars/begin-anew.ts'
import { followLinksIn } from '#server/features/calendars/follow-links.ts'
import { listAdminOffices } from '#server/features/offices/office-queries.ts'
import { dropPictures } from '#server/features/pictures/drop-pictures.ts'
import { keepPictures } from '#server/features/pictures/keep-pictures.ts'
import { refuseStale } from '#server/features/users/refuse-stale.ts'
import { badField, orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Sending equal values is no change. */
export async function changeOffice(
  deps: Deps,
  id: number,
  update: OfficeUpdate,
  by: Actor,
): Promise<AdminOffice> {
  if (update.time_zone !== undefined) await refuseUnknownZone(deps.db, update.time_zone)
  return keepPictures(deps.files, 'office_images', update.pictures ?? [], (names) =>
    deps.db.transaction(async (db) => {
      const office = orMissing(await lockOffice(db, id), 'This office does not exist.')
      await refuseStale(db, office, update.version)
      if (update.deleted_at === null) await restoreOffice(deps, db, office, by)
      if (update.pictures) refuseForeignPictures(office.pictures, names, update.pictures)
      const changed = changesOf(deps, office, { ...update, ...(update.pictures && { pictures: names }) })
      await saveChanges(deps, db, office, { changed, keepsOrders: update.keep_orders === true, by })
      return (await listAdminOffices(db, [id]))[0]!
    }),
  )
}

function changesOf({ secrets }: Deps, office: OfficeRow, update: OfficeUpdate): Partial<OfficeRow> {
  const { version, deleted_at, keep_orders, wifi_password, ...fields } = update
  const changed = differencesOf<OfficeRow>(office, fields as Partial<OfficeRow>)
  if (wifi_password === undefined || wifi_password === MASKED_PASSWORD) return changed
  if (wifi_password === null)
    return differencesOf<OfficeRow>(office, { ...changed, wifi_password_sealed: null })
  return { ...changed, wifi_password_sealed: secrets.seal(wifi_password) }
}

type Saving = { changed: Partial<OfficeRow>; keepsOrders: boolean; by: Actor }

async function saveChanges(
  deps: Deps,
  db: Db,
  office: OfficeRow,
  { changed, keepsOrders, by }: Saving,
): Promise<void> {
  if (Object.keys(changed).length === 0) return
  const after = { ...office, ...changed }
  if ((after.open_hours === null) !== (after.close_hours === null))
    throw badField(
      'close_hours',
      'Enter both an opening and a closing time, or neither if the office is open around the clock.',
      after.close_hours,
    )
  await refuseNewZone(db, office, after, deps.now())
  if (!keepsOrders) await refuseOrdersOutside(db, office, after, deps.now())
  await updateOffice(db, office.id, changed, { id: by.session.id, at: deps.now().toISOString() })
  const pictures = { before: office.pictures, after: after.pictures, now: deps.now() }
  await dropPictures(db, 'office_images', pictures)
  if ('google_calendar_type' in changed) await followLinksIn(deps, db, office.id, by)
  if ('time_zone' in changed) {
    await beginAnew(deps, db, { office_id: office.id })
    await moveUsage(db, office.id, { from: office.time_zone, to: after.time_zone })
  }
  const change = { action: 'change office', office_id: office.id, details: namesOf(changed) }
  await recordChange(deps, db, by, change)
}

/** A customer who has booked must not find a different time on the clock. */
async function refuseNewZone(db: Db, before: OfficeRow, after: OfficeRow, now: Date): Promise<void> {
  if (before.time_zone === after.time_zone) return
  await lockSpaces(db, { office_id: before.id, sub_office_id: null })
  refuseStranding(
    lastOf(await listUnfinishedStays(db, before.id, now)),
    before.time_zone,
    (count, day) =>
      `The time zone cannot change while there are upcoming orders: ${count}, the last on ${day}.`,
  )
}

const HOURS = ['open_hours', 'close_hours', 'week_hours', 'holidays'] as const

/** Orders that new hours leave outside stay, if whoever changes the hours has seen them. */
async function refuseOrdersOutside(db: Db, before: OfficeRow, after: OfficeRow, now: Date): Promise<void> {
  if (HOURS.every((field) => isDeepStrictEqual(before[field], after[field]))) return
  await lockSpaces(db, { office_id: before.id, sub_office_id: null })
  const stays = await listUnfinishedStays(db, before.id, now)
  const outside = stays.filter((stay) => isOpenFor(before, stay) && !isOpenFor(after, stay))
  refuseStranding(
    lastOf(outside),
    before.time_zone,
    (count, day) => `Some orders would be outside these hours: ${count}, the last on ${day}.`,
    { orders_outside: outside.slice(0, MOST_ORDERS_OUTSIDE).map(({ rent_type, ...order }) => order) },
  )
}

function lastOf(stays: UnfinishedStay[]) {
  if (stays.length === 0) return undefined
  return { count: stays.length, until: Math.max(...stays.map(({ end }) => Date.parse(end))) }
}
