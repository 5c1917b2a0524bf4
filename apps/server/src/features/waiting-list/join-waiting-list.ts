import { MOST_WAITS, type WaitingEntry, type WaitingRequest } from '@keyhour/contract/waiting-list'
import { timesOf } from '#server/features/availability/find-alternatives.ts'
import { planStay, type Stay } from '#server/features/availability/plan-stay.ts'
import { findSpace, type Space } from '#server/features/availability/space-queries.ts'
import { lockHolder } from '#server/features/bookings/hold-queries.ts'
import { findWait } from '#server/features/waiting-list/list-waits.ts'
import {
  countOpenWaits,
  findOpenWait,
  forgetLapsed,
  insertWait,
} from '#server/features/waiting-list/queries.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { HALF_HOUR } from '#server/time/opening-hours.ts'

/** Only for a stay that could be booked if it were free. */
export async function joinWaitingList(
  deps: Deps,
  request: WaitingRequest,
  userId: number,
): Promise<WaitingEntry> {
  const now = deps.now()
  const space = orMissing(await findSpace(deps.db, request), 'This space cannot be booked.')
  const stay = planStay(space, request, now)
  const id = await deps.db.transaction(async (db) => {
    await lockHolder(db, userId)
    const known = await findOpenWait(db, userId, space, stay)
    if (known !== undefined) return known
    if ((await countOpenWaits(db, userId)) >= MOST_WAITS)
      throw new Refusal(
        'conflict',
        `You can wait for ${MOST_WAITS} times at once. Please leave one of them first.`,
      )
    await forgetLapsed(db, userId, space, stay)
    const made = await insertWait(db, entryFor(space, stay, userId), now)
    if (made.isBooked) throw new Refusal('conflict', 'You have booked this time already.')
    if (made.isFree) throw new Refusal('conflict', 'This time is free. You can book it now.')
    return made.id
  })
  return orMissing(await findWait(deps, userId, id), 'You no longer wait for this time.')
}

const entryFor = (space: Space, { from, to }: Stay, user_id: number) => ({
  office_id: space.office_id,
  sub_office_id: space.sub_office_id,
  user_id,
  span: { from, to },
  times: timesOf(space, { from, to }),
  until: new Date(lastChance(space, { from, to })).toISOString(),
})

/** A day can be booked until it ends, a time until half an hour after its start. */
const lastChance = ({ rent_type }: Space, { from, to }: Pick<Stay, 'from' | 'to'>): number =>
  rent_type === 'day' ? to : Math.min(to, from + HALF_HOUR)
