import { momentAt } from '@keyhour/contract/office-clock'
import { DAY_OF_ISSUE, monthAfter } from '@keyhour/contract/statements'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { payouts, statementCorrections, statements } from '#server/db/schema/statements.ts'
import type { AddedOffice } from '#server/demo/add-offices.ts'
import type { People } from '#server/demo/add-people.ts'
import { iso } from '#server/demo/rows.ts'
import { issueMonth } from '#server/features/statements/issue-month.ts'
import { findFirstMonth } from '#server/features/statements/issue-queries.ts'
import { dueMonthAt, monthsToIssue } from '#server/features/statements/rules.ts'
import { DAY } from '#server/time/opening-hours.ts'

type Setting = { now: number; people: People }

/** Each on the day it would have been issued. The last ones are still to be paid. */
export async function addStatements(db: Db, places: AddedOffice[], setting: Setting): Promise<void> {
  for (const place of places) {
    const { time_zone } = place.hours
    const last = dueMonthAt(setting.now, time_zone)
    const first = await findFirstMonth(db, { id: place.id, time_zone })
    if (first === undefined) continue
    for (const month of monthsToIssue(null, first, last)) {
      if (month === monthAfter(last, -2)) await addCorrection(db, place, setting)
      await issue(db, place, month)
    }
    await pay(db, place, last, setting)
  }
}

const issuedAt = (month: string, timeZone: string): number =>
  momentAt(`${monthAfter(month, 1)}-0${DAY_OF_ISSUE}`, '06:20', timeZone)

async function issue(db: Db, { id, office, hours }: AddedOffice, month: string): Promise<void> {
  const { name, name_he } = office
  const { time_zone } = hours
  const at = new Date(issuedAt(month, time_zone))
  await issueMonth(db, { id, name, name_he: name_he ?? null, time_zone, month: null }, month, at)
}

/** What an owner told us about. */
async function addCorrection(db: Db, place: AddedOffice, { now, people }: Setting): Promise<void> {
  const space = place.spaces.find(({ part }) => part)
  if (place.office.owner !== 'owner' || !space) return
  await db.insert(statementCorrections).values({
    office_id: place.id,
    sub_office_id: space.id,
    currency: place.city.currency,
    amount: 4500,
    words: 'Cleaning after a flood, which you paid for us',
    added_at: iso(now - 80 * DAY),
    added_by: people.of('admin').id,
  })
}

async function pay(db: Db, place: AddedOffice, last: string, { people }: Setting): Promise<void> {
  const issued = await db
    .select({ number: statements.number, month: statements.month })
    .from(statements)
    .where(and(eq(statements.office_id, place.id), sql`${statements.month} < ${last}`))
  for (const { number, month } of issued)
    await db
      .update(payouts)
      .set({
        state: month === monthAfter(last, -1) ? 'scheduled' : 'paid',
        date: `${monthAfter(month, month === monthAfter(last, -1) ? 3 : 1)}-10`,
        reference: `KH-${month}-${place.id}-${number}`,
        version: 2,
        updated_at: iso(issuedAt(month, place.hours.time_zone) + 5 * DAY),
        updated_by: people.of('admin').id,
      })
      .where(and(eq(payouts.office_id, place.id), eq(payouts.number, number), eq(payouts.state, 'open')))
}
