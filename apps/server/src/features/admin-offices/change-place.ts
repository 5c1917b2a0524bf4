import type { Deletion } from '@keyhour/contract/admin-offices'
import type { FastifyRequest } from 'fastify'
import { tellOfficeChanged } from '#server/db/changes.ts'
import type { Db } from '#server/db/connection.ts'
import type { Stranded } from '#server/features/admin-offices/fit-units.ts'
import { writeAudit } from '#server/features/audit/queries.ts'
import { removePictures } from '#server/features/pictures/remove-pictures.ts'
import { findUserName } from '#server/features/users/profile-queries.ts'
import { badField, Refusal, stale } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import type { PictureFolder } from '#server/outside/files.ts'
import { officeClock } from '#server/time/office-time.ts'

/** Who does it, and in which request. */
export type Admin = Pick<FastifyRequest, 'session' | 'id'>

type Versioned = { version: number; updated_at: string; updated_by: number | null }

export async function refuseStale(db: Db, known: Versioned, version: number | undefined): Promise<void> {
  if (version === known.version) return
  throw stale({ by: await findUserName(db, known.updated_by), at: known.updated_at })
}

/** Nothing is added to what is gone; whoever has not seen that yet is told. */
export function refuseDeleted({ deleted_at }: { deleted_at: string | null }): void {
  if (deleted_at !== null) throw new Refusal('conflict', 'This office is deleted.')
}

type Entry = {
  action: string
  subject: 'office' | 'sub-office'
  subject_id: number
  details?: Record<string, number | string | boolean>
}

/** Everybody who looks at the office hears of it, and it is written down who did it. */
export async function recordChange(
  deps: Deps,
  db: Db,
  officeId: number,
  { entry, by }: { entry: Entry; by: Admin },
): Promise<void> {
  await tellOfficeChanged(db, officeId)
  const line = { actor_id: by.session.id, details: {}, ...entry, request_id: by.id }
  await writeAudit(db, [line], { now: deps.now() })
}

/** A name is good only for what is there already: nobody shows, or later removes, a picture of somebody else. */
export function refuseForeignPictures(known: string[], names: string[], sent: string[]): void {
  const foreign = names.findIndex((name, at) => name === sent[at] && !known.includes(name))
  if (foreign >= 0)
    throw badField('pictures', `Picture ${foreign + 1} is not there any more. Please choose it again.`)
}

/** Once this is done nobody refers to them. */
export async function dropPictures(
  { enqueue }: Deps,
  db: Db,
  folder: PictureFolder,
  { before, after }: { before: string[]; after: string[] },
): Promise<void> {
  const names = before.filter((name) => !after.includes(name))
  if (names.length > 0) await enqueue(db, removePictures, { folder, names })
}

/** All that are not over yet, if there are any. Who is there without an end is so at least until now. */
export function strandedBy(
  { coming_orders, running_orders, last_end }: Deletion,
  now: Date,
): Stranded | undefined {
  const count = coming_orders + running_orders
  return count === 0 ? undefined : { count, until: Date.parse(last_end ?? now.toISOString()) }
}

/** `sentence` is told how many orders there are, and the day of the last one on the clock of the office. */
export function refuseStranding(
  stranded: Stranded | undefined,
  timeZone: string,
  sentence: (count: number, day: string) => string,
): void {
  if (!stranded) return
  const { date } = officeClock(stranded.until, timeZone)
  throw new Refusal('conflict', sentence(stranded.count, date), {
    orders_in_the_way: stranded.count,
    orders_until: new Date(stranded.until).toISOString(),
  })
}
