import type { SpaceRef } from '@keyhour/contract/offices'
import { bookingPath } from '@keyhour/contract/waiting-list'
import { z } from 'zod'
import { tellOfficeChanged } from '#server/db/changes.ts'
import type { Db } from '#server/db/connection.ts'
import { together } from '#server/db/together.ts'
import { findStay } from '#server/features/availability/plan-stay.ts'
import { type FoundSpace, findSpace, lockSpace } from '#server/features/availability/space-queries.ts'
import { claimUnit, takeUnit, unlessTaken } from '#server/features/bookings/claim-unit.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import { tellOfFreeTime } from '#server/features/push/tell-of-free-time.ts'
import { timeIsFree } from '#server/features/waiting-list/mails.ts'
import {
  listFreeSpaces,
  listOpenings,
  lockNextInLine,
  markOffered,
  removeOpenings,
} from '#server/features/waiting-list/queries.ts'
import { offeredUntil } from '#server/features/waiting-list/rules.ts'
import { settleWaits } from '#server/features/waiting-list/settle-waits.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/**
 * Offers times that have become free to those who wait for them. Runs as soon as one does (`follow-openings.ts`) and when
 * an offer runs out. Every minute it looks at all that is waited for, also at what became free in another way: an office
 * that now opens earlier, for example.
 */
export const offerTimes = job({
  name: 'offer-times',
  data: z.object({ all: z.boolean().default(true) }),
  retries: 2,
  cron: '* * * * *',
  async run(deps: Deps, { all }) {
    await settleWaits(deps, all)
    const openings = await listOpenings(deps.db)
    const free = all ? await listFreeSpaces(deps.db, deps.now()) : []
    const offers = []
    for (const space of onceEach([...openings, ...free]))
      offers.push(...(await Promise.allSettled([offerTimesOf(deps, space)])))
    const failed = offers.filter((offer) => offer.status === 'rejected')
    if (failed.length > 0)
      throw new Error(`the free times of ${failed.length} of ${offers.length} spaces could not be offered`, {
        cause: failed[0]!.reason,
      })
    await removeOpenings(
      deps.db,
      openings.map(({ id }) => id),
    )
  },
})

const onceEach = (spaces: SpaceRef[]): SpaceRef[] => [
  ...new Map(spaces.map((space) => [`${space.office_id} ${space.sub_office_id}`, space])).values(),
]

/** One offer after the other, each in a transaction of its own, until nobody waits for a time that is free. */
async function offerTimesOf(deps: Deps, place: SpaceRef): Promise<void> {
  let passedOver = 0
  for (;;) {
    const outcome = await unlessTaken(
      () => deps.db.transaction((db) => offerNext(deps, db, place, passedOver)),
      // An outside calendar was quicker. The next run sees what is left.
      () => new Refusal('conflict', 'This time is no longer free.'),
    ).catch(unlessRefused)
    if (outcome === undefined) return
    if (!outcome.isOffered) passedOver = outcome.id
  }
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}

type Outcome = { id: number; isOffered: boolean }

/** The space is locked first, so that two servers do not offer one time to two people. */
async function offerNext(
  deps: Deps,
  db: Db,
  place: SpaceRef,
  passedOver: number,
): Promise<Outcome | undefined> {
  const now = deps.now()
  await lockSpace(db, place)
  const space = await findSpace(db, place)
  const entry = space && (await lockNextInLine(db, space, { after: passedOver, now }))
  if (!entry) return undefined
  const stay = findStay(space, entry.times, now)
  // The hours of the office have changed: perhaps they will again.
  if (stay?.from !== entry.from || stay.to !== entry.to) return { id: entry.id, isOffered: false }
  await offer(deps, db, space, entry)
  return { id: entry.id, isOffered: true }
}

type Entry = NonNullable<Awaited<ReturnType<typeof lockNextInLine>>>

/** The hold, what the entry says, and the mail: all of it or nothing. */
async function offer(deps: Deps, db: Db, space: FoundSpace, entry: Entry): Promise<void> {
  const now = deps.now()
  const { office_id } = space
  const { id, user_id, from, to } = entry
  const offered_until = offeredUntil(entry.until, now)
  const unit = await claimUnit(db, { space, span: { from, to }, userId: null, now })
  const hold = { held_by: user_id, held_until: offered_until, waiting_id: id }
  const stay = { start: new Date(from).toISOString(), end: new Date(to).toISOString() }
  const letter = timeIsFree(
    entry,
    space,
    { ...stay, offered_until },
    {
      url: deps.config.publicUrl + bookingPath({ ...space, ...entry.times }),
      listUrl: `${deps.config.publicUrl}/orders`,
    },
  )
  await together(
    takeUnit(db, space, unit, { cause: 'hold', ...hold, span: { from, to } }),
    markOffered(db, { office_id, id }, { offered_until, now }),
    tellOfficeChanged(db, office_id),
    sendLetter(deps, db, entry, letter),
    deps.enqueue(db, tellOfFreeTime, { office_id, entry_id: id }),
    deps.enqueue(db, offerTimes, { all: false }, Date.parse(offered_until) - now.getTime()),
  )
}
