import type { WaitingEntry } from '@keyhour/contract/waiting-list'
import { type ListedWait, listWaitsOf } from '#server/features/waiting-list/queries.ts'
import type { Deps } from '#server/http/routes.ts'

type Asked = Pick<Deps, 'db' | 'now'>

export async function listWaits({ db, now }: Asked, userId: number): Promise<WaitingEntry[]> {
  const moment = now()
  return (await listWaitsOf(db, userId, moment)).map((wait) => describeWait(wait, moment))
}

export async function findWait({ db, now }: Asked, userId: number, id: number) {
  const moment = now()
  const [wait] = await listWaitsOf(db, userId, moment, id)
  return wait && describeWait(wait, moment)
}

function describeWait(
  { times, from, to, offered_until, place, ...wait }: ListedWait,
  now: Date,
): WaitingEntry {
  const held_until = wait.state === 'offered' ? offered_until : null
  return {
    ...wait,
    ...times,
    starts_at: new Date(from).toISOString(),
    ends_at: new Date(to).toISOString(),
    place: wait.state === 'waiting' ? place : null,
    held_until,
    seconds_left:
      held_until === null ? null : Math.max(0, Math.ceil((Date.parse(held_until) - now.getTime()) / 1000)),
  }
}
