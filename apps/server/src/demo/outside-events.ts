import { createHash } from 'node:crypto'
import { daysAfter, momentAt, wallClock } from '@keyhour/contract/office-clock'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { hasLostConsent, LINKED_SPACES, type LinkedSpace, simulatedOf } from '#server/demo/calendars.ts'
import { CITIES } from '#server/demo/prices.ts'
import { iso } from '#server/demo/rows.ts'
import { DAY, HOUR, MINUTE, type Span } from '#server/time/opening-hours.ts'

export type DemoEvent = { id: string; start: string; end: string; title: string }

const MEETINGS = [
  { at: '09:00', minutes: 60, title: 'Team stand-up' },
  { at: '13:00', minutes: 90, title: 'Job interviews' },
  { at: '10:30', minutes: 60, title: 'Call with the bank' },
  { at: '15:00', minutes: 120, title: 'Budget planning' },
  { at: '11:00', minutes: 90, title: 'Product demo for Orion Ltd' },
  { at: '16:30', minutes: 60, title: 'Language class' },
  { at: '14:00', minutes: 60, title: 'Board call' },
]

const COLLISION = 'Customer visit'

/** In each calendar, every so many days, so far ahead. */
const EVERY = 3
const DAYS_AHEAD = 21
const FRIDAY = 1

type Taken = Span & { provider: string; calendar_id: string; order_id: string; is_answered: boolean }

/** When orders take linked spaces, and whether an admin has decided a conflict of theirs. */
async function listTaken(db: Db, now: number): Promise<Taken[]> {
  const { rows } = await db.execute<Omit<Taken, 'from' | 'to'> & { from: string; to: string }>(
    sql`select link.provider, link.calendar_id, taken.order_id, taken.is_answered,
          lower(taken.during) as from, upper(taken.during) as to
        from calendar_links link
        join units on units.office_id = link.office_id and units.sub_office_id = link.sub_office_id
        join lateral (select *, exists (select from calendar_conflicts conflict
              where conflict.office_id = occupancy.office_id and conflict.order_id = occupancy.order_id
                and conflict.answer is not null) as is_answered
            from occupancy where occupancy.office_id = units.office_id and occupancy.unit_id = units.id
              and cause = 'order') taken on upper(taken.during) > ${iso(now)}::timestamptz
        order by lower(taken.during), taken.order_id`,
  )
  return rows.map(({ from, to, ...row }) => ({ ...row, from: Date.parse(from), to: Date.parse(to) }))
}

const eventAt = (calendarId: string, { from, to }: Span, title: string): DemoEvent => ({
  // Letters that Google allows.
  id: `demo${createHash('sha256').update(`${calendarId} ${from}`).digest('hex').slice(0, 24)}`,
  start: iso(from),
  end: iso(to),
  title,
})

/** The same day has the same events, whenever the demo is started. */
function* meetingsIn({ office }: LinkedSpace, at: number, now: number): Generator<Span & { title: string }> {
  const zone = CITIES[office.city].time_zone
  const today = wallClock(now, zone).date
  for (let ahead = 1; ahead <= DAYS_AHEAD; ahead += 1) {
    const date = daysAfter(today, ahead)
    const day = Date.parse(date) / DAY
    const isWeekend = [FRIDAY, FRIDAY + 1].includes(day % 7)
    if (isWeekend || (day + at) % EVERY > 0) continue
    const { at: time, minutes, title } = MEETINGS[(day + at) % MEETINGS.length]!
    const from = momentAt(date, time, zone)
    yield { from, to: from + minutes * MINUTE, title }
  }
}

/** Some hours ahead, so that a visitor has the time to decide. */
const findCollision = (taken: Taken[], now: number): Taken | undefined =>
  taken.find(({ is_answered, from }) => !is_answered && from > now + 6 * HOUR)

/** Not where one event would take all the seats. A space with two services has its events in one of them. */
const isForEvents = ({ provider, office, part }: LinkedSpace): boolean =>
  part.type !== 'open_space' &&
  !hasLostConsent(office) &&
  (provider === 'ics' || provider === simulatedOf(office)[0])

/**
 * What others have in the calendars that spaces of the demo are linked to: in free time, and once each at Google and
 * Outlook in the time of an order. The same as long as nobody decides about that.
 */
export async function planOutsideEvents(
  db: Db,
  now: number,
): Promise<{ space: LinkedSpace; events: DemoEvent[] }[]> {
  const all = await listTaken(db, now)
  const rooms = LINKED_SPACES.filter(isForEvents)
  const isOf =
    ({ provider, calendarId }: LinkedSpace) =>
    (one: Taken) =>
      one.provider === provider && one.calendar_id === calendarId
  const collisions = (['google', 'outlook'] as const).map((provider) =>
    findCollision(
      all.filter((one) => one.provider === provider && rooms.some((room) => isOf(room)(one))),
      now,
    ),
  )
  return rooms.map((space, at) => {
    const taken = all.filter(isOf(space))
    const meetings = [...meetingsIn(space, at, now)]
      .filter(({ from, to }) => !taken.some((one) => one.from < to && one.to > from))
      .map(({ title, ...span }) => eventAt(space.calendarId, span, title))
    const collision = collisions.find((one) => one && taken.includes(one))
    return {
      space,
      events: [
        ...meetings,
        ...(collision
          ? [eventAt(space.calendarId, { from: collision.from, to: collision.from + HOUR }, COLLISION)]
          : []),
      ],
    }
  })
}
