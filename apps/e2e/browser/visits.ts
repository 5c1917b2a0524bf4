import type { APIRequestContext, Page } from '@playwright/test'
import { bearer } from './offices.ts'
import { tokenOf } from './people.ts'

export type Office = { id: number; name: string; time_zone: string; sub_offices: { id: number }[] }
export type Place = { office_id: number; sub_office_id: number }

/** Checks in and out through the API. */
export async function memberAt(request: APIRequestContext) {
  const token = await tokenOf('member', request)
  const start = (data: Place) => request.post('/api/orders/start_now', { ...bearer(token), data })
  return {
    name: JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).name as string,
    come: async (place: Place): Promise<number> => (await (await start(place)).json()).id,
    leave: (orderId: number) => request.post(`/api/orders/${orderId}/check_out`, bearer(token)),
    /** Tries one space after the other, because which are open and free depends on the hour. */
    comeSomewhere: async (offices: Office[]): Promise<{ place: Place; orderId: number }> => {
      const places = offices.flatMap(({ id, sub_offices }) =>
        sub_offices.map((space) => ({ office_id: id, sub_office_id: space.id })),
      )
      for (const place of places) {
        const reply = await start(place)
        if (reply.ok()) return { place, orderId: (await reply.json()).id }
      }
      throw new Error('No space is open and free.')
    },
  }
}

/** The card of a visit on the dashboard. */
export const card = (page: Page, orderId: number) =>
  page.getByRole('listitem').filter({ has: page.locator(`a[href="/order/${orderId}"]`) })
