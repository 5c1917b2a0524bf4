import type { Availability } from '@keyhour/contract/availability'
import type { FoundSpaces } from '@keyhour/contract/spaces'

async function getJson<T>(address: string, signal?: AbortSignal): Promise<T> {
  const reply = await fetch(address, { headers: { Accept: 'application/json' }, ...(signal && { signal }) })
  if (!reply.ok) throw new Error(`The server answered ${reply.status}`)
  return reply.json()
}

export const findSpaces = (query: string, signal: AbortSignal): Promise<FoundSpaces> => getJson(query, signal)

type Place = { office_id: number; sub_office_id: number | null }

export function getAvailability(
  { office_id, sub_office_id }: Place,
  date: string,
  signal?: AbortSignal,
): Promise<Availability> {
  const space = sub_office_id === null ? '' : `&sub_office_id=${sub_office_id}`
  return getJson(`/api/offices/${office_id}/availability?date=${date}${space}`, signal)
}
