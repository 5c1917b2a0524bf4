import type { FoundSpaces } from '@keyhour/contract/spaces'

export async function getJson<T>(address: string, signal?: AbortSignal): Promise<T> {
  const reply = await fetch(address, { headers: { Accept: 'application/json' }, ...(signal && { signal }) })
  if (!reply.ok) throw new Error(`The server answered ${reply.status}`)
  return reply.json()
}

export const findSpaces = (query: string, signal: AbortSignal): Promise<FoundSpaces> => getJson(query, signal)

/** One day of every space of an office. */
export const dayAddress = (officeId: number, date: string): string =>
  `/api/offices/${officeId}/availability/spaces?date=${date}`

/** A month of one space, each day as a whole. */
export function monthAddress(officeId: number, sub_office_id: number | null, month: string): string {
  const query = new URLSearchParams({ month })
  if (sub_office_id !== null) query.set('sub_office_id', String(sub_office_id))
  return `/api/offices/${officeId}/availability/month?${query}`
}

/** What is free instead of a full day of a space. */
export function firstFreeAddress(officeId: number, sub_office_id: number | null, date: string): string {
  const query = new URLSearchParams({ date })
  if (sub_office_id !== null) query.set('sub_office_id', String(sub_office_id))
  return `/api/offices/${officeId}/availability/first-free?${query}`
}
