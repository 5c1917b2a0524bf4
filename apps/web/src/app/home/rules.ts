import type { HomePlace } from '@keyhour/contract/home'
import type { Space } from '@keyhour/contract/spaces'

const MOST_SHOWN = 4

/** The first space of each office, then the others until the list is full. */
export function onePerOffice(spaces: readonly Space[]): Space[] {
  const isFirst = (space: Space) => spaces.find(({ office_id }) => office_id === space.office_id) === space
  const firsts = spaces.filter(isFirst)
  const others = spaces.filter((space) => !isFirst(space))
  return [...firsts, ...others].slice(0, MOST_SHOWN)
}

export const homePlaceOf = (places: readonly HomePlace[], officeId: number): HomePlace | undefined =>
  places.find(({ office_id }) => office_id === officeId)
