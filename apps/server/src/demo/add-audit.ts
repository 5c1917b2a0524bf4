import type { Db } from '#server/db/connection.ts'
import { auditLog } from '#server/db/schema/audit.ts'
import type { AddedOffice } from '#server/demo/add-offices.ts'
import type { People } from '#server/demo/add-people.ts'
import type { Credits } from '#server/demo/credits.ts'
import type { DemoRefund } from '#server/demo/purchases.ts'
import { insertAll, iso } from '#server/demo/rows.ts'
import { DAY, HOUR } from '#server/time/opening-hours.ts'

/** Users who left within it asked for it themselves. */
const GRACE = 7 * DAY

type Demo = { people: People; places: AddedOffice[]; credits: Credits; refunds: DemoRefund[]; now: number }

export async function addAudit(db: Db, { people, places, credits, refunds, now }: Demo): Promise<void> {
  const admin = people.of('admin').id
  const deleted = people.all.filter(({ leftAt }) => leftAt < now - GRACE)
  const given = credits.lots.filter((lot) => lot.packId === null && 'user_id' in lot.owner)
  const watched = places.filter(({ office }) => office.manager === 'manager')

  const rows = [
    ...deleted.map(({ id, leftAt }) => {
      return {
        at: leftAt,
        actor_id: admin,
        action: 'delete user',
        subject: 'user',
        subject_id: id,
        details: {},
      }
    }),
    ...given.map(({ owner, granted, createdAt }) => ({
      at: createdAt,
      actor_id: admin,
      action: 'add credits',
      subject: 'user',
      subject_id: 'user_id' in owner ? owner.user_id : null,
      details: { credits: granted / 100 },
    })),
    ...refunds.map(({ at, user_id, payment_id, amount, credits }) => ({
      at,
      actor_id: admin,
      action: 'refund credits',
      subject: 'user',
      subject_id: user_id,
      details: { payment_id, amount, currency: 'ILS', credits: credits / 100 },
    })),
    ...places
      .filter(({ office }) => office.flag ?? office.deletedDaysAgo)
      .map(({ id, office }) => ({
        at: now - (office.deletedDaysAgo ?? 10) * DAY,
        actor_id: admin,
        action: office.deletedDaysAgo ? 'delete office' : 'update office',
        subject: 'office',
        subject_id: id,
        details: office.flag ? { [office.flag]: true } : {},
      })),
    ...watched.map(({ id }, at) => ({
      at: now - (at + 2) * 5 * HOUR,
      actor_id: people.of('manager').id,
      action: 'view ID photo',
      subject: 'user',
      subject_id: people.of('member').id,
      details: { office_id: id },
    })),
  ]
  await insertAll(
    db,
    auditLog,
    rows.sort((a, b) => a.at - b.at).map(({ at, ...row }) => ({ ...row, at: iso(at) })),
  )
}
