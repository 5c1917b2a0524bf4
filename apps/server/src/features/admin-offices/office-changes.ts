import type { Deletion } from '@keyhour/contract/admin-offices'
import { wallClock } from '@keyhour/contract/office-clock'
import { tellOfficeChanged } from '#server/db/changes.ts'
import type { Db } from '#server/db/connection.ts'
import type { Stranded } from '#server/features/admin-offices/fit-units.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { badField, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** For an admin whose page still shows the office. */
export function refuseDeletedOffice({ deleted_at }: { deleted_at: string | null }): void {
  if (deleted_at !== null) throw new Refusal('conflict', 'This office was deleted.')
}

type Change = {
  action: string
  office_id: number
  /** Left out for a change of the office itself. */
  sub_office_id?: number
  details?: Record<string, number | string>
}

/** Notifies the open pages of the office and writes the audit entry. */
export async function recordChange(
  deps: Deps,
  db: Db,
  by: Actor,
  { action, office_id, sub_office_id, details = {} }: Change,
): Promise<void> {
  await tellOfficeChanged(db, office_id)
  const subject =
    sub_office_id === undefined
      ? ({ subject: 'office', subject_id: office_id } as const)
      : ({ subject: 'sub-office', subject_id: sub_office_id } as const)
  await auditAct(db, by, { action, ...subject, details }, deps.now())
}

/**
 * A form may keep only pictures that it already has: otherwise it could show, and later remove, those of another
 * office.
 */
export function refuseForeignPictures(known: string[], names: string[], sent: string[]): void {
  const foreign = names.findIndex((name, at) => name === sent[at] && !known.includes(name))
  if (foreign >= 0)
    throw badField('pictures', `Picture ${foreign + 1} no longer exists. Please choose it again.`)
}

/** Undefined if there are none. A visit without an end counts as lasting until now. */
export function strandedBy(
  { coming_orders, running_orders, last_end }: Deletion,
  now: Date,
): Stranded | undefined {
  const count = coming_orders + running_orders
  return count === 0 ? undefined : { count, until: Date.parse(last_end ?? now.toISOString()) }
}

/** `sentence` gets the number of orders, and the day of the last one on the clock of the office. */
export function refuseStranding(
  stranded: Stranded | undefined,
  timeZone: string,
  sentence: (count: number, day: string) => string,
  extra: object = {},
): void {
  if (!stranded) return
  const { date } = wallClock(stranded.until, timeZone)
  throw new Refusal('conflict', sentence(stranded.count, date), {
    orders_in_the_way: stranded.count,
    orders_until: new Date(stranded.until).toISOString(),
    ...extra,
  })
}
