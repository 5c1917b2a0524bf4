import type { APIRequestContext } from '@playwright/test'
import { bearer } from './offices.ts'
import { tokenOf } from './people.ts'

export type Office = { id: number; name: string; time_zone: string; sub_offices: { id: number }[] }
type Space = { office_id: number; sub_office_id: number }

/** Starts and ends visits through the API. */
export async function memberAt(request: APIRequestContext) {
  const token = await tokenOf('member', request)
  const start = (data: Space) => request.post('/api/orders/start_now', { ...bearer(token), data })
  return {
    name: JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).name as string,
    startVisit: async (space: Space): Promise<number> => (await (await start(space)).json()).id,
    checkOut: (orderId: number) => request.post(`/api/orders/${orderId}/check_out`, bearer(token)),
    /** Tries one space after the other, because which are open and free depends on the hour. */
    startVisitSomewhere: async (offices: Office[]): Promise<{ space: Space; orderId: number }> => {
      const spaces = offices.flatMap(({ id, sub_offices }) =>
        sub_offices.map((part) => ({ office_id: id, sub_office_id: part.id })),
      )
      for (const space of spaces) {
        const reply = await start(space)
        if (reply.ok()) return { space, orderId: (await reply.json()).id }
      }
      throw new Error('No space is open and free.')
    },
  }
}
