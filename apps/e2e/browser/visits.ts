import { type APIRequestContext, expect } from '@playwright/test'
import { nowMs, todayIn } from './days.ts'
import { addRoom, bearer, hourIn, makeOffice, zoneAtNoon } from './offices.ts'
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

/** A room in an office of its own, booked from the current half-hour on for about two hours. */
export async function bookForNow(request: APIRequestContext, customer: string) {
  const admin = await tokenOf('admin', request)
  const time_zone = zoneAtNoon()
  const office = await makeOffice(request, admin, { time_zone })
  const room = await addRoom(request, admin, office)
  const hour = hourIn(time_zone)
  const half = new Date(nowMs()).getUTCMinutes() < 30 ? '00' : '30'
  const stay = { date: todayIn(time_zone), start: `${hour}:${half}`, end: `${hour + 2}:${half}` }
  const data = { office_id: office.id, sub_office_id: room.id, ...stay }
  const booked = await request.post('/api/orders', { ...bearer(customer), data })
  expect(booked.status()).toBe(201)
  const { id } = await booked.json()
  return { admin, office, room, id: id as number }
}
