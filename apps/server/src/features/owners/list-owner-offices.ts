import { officeDayAt } from '@keyhour/contract/office-clock'
import type { OwnerOffice } from '@keyhour/contract/owners'
import {
  listArrivals,
  listNextMoments,
  listOfficeFacts,
  listOwnedOffices,
  listSpaceFacts,
  sumOpenings,
} from '#server/features/owners/queries.ts'
import { customerOf, spaceUse } from '#server/features/owners/rules.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { MINUTE, openingOrNone } from '#server/time/opening-hours.ts'

export async function listOwnerOffices(deps: Deps, userId: number): Promise<OwnerOffice[]> {
  return describeOffices(deps, await listOwnedOffices(deps.db, userId))
}

/** For an office that may just have been deleted. */
export async function describeOffice(deps: Deps, id: number): Promise<OwnerOffice> {
  return orMissing((await describeOffices(deps, [id]))[0], 'This office does not exist.')
}

/** As their owner sees them: today's opening, or the last one before the next. */
async function describeOffices({ db, now }: Deps, ids: number[]): Promise<OwnerOffice[]> {
  if (ids.length === 0) return []
  const at = now()
  const latest = new Date(at.getTime() + 60 * MINUTE)
  const facts = await listOfficeFacts(db, ids)
  const openings = facts.map((office) => ({
    office_id: office.id,
    at: office.id,
    ...openingOrNone(office, officeDayAt(office, at.getTime())),
  }))
  const [spaces, arrivals, uses, moments] = await Promise.all([
    listSpaceFacts(db, ids),
    listArrivals(db, ids, at),
    sumOpenings(db, openings, at),
    listNextMoments(db, ids, { now: at, until: latest }),
  ])
  return facts.map((office, index) => ({
    ...office,
    spaces: spaces
      .filter(({ office_id }) => office_id === office.id)
      .map(({ office_id, ...space }) => {
        const use = uses.find((one) => one.at === office_id && one.sub_office_id === space.sub_office_id)
        return {
          ...space,
          units_taken: use?.units_taken ?? 0,
          today: spaceUse(space.units, openings[index]!, use),
        }
      }),
    arrivals: arrivals
      .filter(({ office_id }) => office_id === office.id)
      .map(({ order_id, start, sub_office_id, pay_until, ...person }) => ({
        order_id,
        start,
        sub_office_id,
        ...customerOf(person, { start: Date.parse(start), end: null, isOver: false }, at.getTime()),
        waiting: pay_until !== null,
      })),
    changes_at: earlier(moments.find(({ office_id }) => office_id === office.id)?.moment, latest),
  }))
}

const earlier = (moment: string | undefined, latest: Date): string =>
  (moment !== undefined && Date.parse(moment) < latest.getTime() ? new Date(moment) : latest).toISOString()
