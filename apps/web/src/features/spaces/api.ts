import type { Availability } from '@keyhour/contract/availability'
import type { FoundSpaces } from '@keyhour/contract/spaces'

async function getJson<T>(address: string, signal?: AbortSignal): Promise<T> {
  const reply = await fetch(address, { headers: { Accept: 'application/json' }, ...(signal && { signal }) })
  if (!reply.ok) throw new Error(`The server answered ${reply.status}`)
  return reply.json()
}

export const findSpaces = (query: string, signal: AbortSignal): Promise<FoundSpaces> => getJson(query, signal)

/** One day of every space of an office. */
export const listAvailability = (officeId: number, date: string): Promise<Availability[]> =>
  getJson(`/api/offices/${officeId}/availability/spaces?date=${date}`)
