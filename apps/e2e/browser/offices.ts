import { type APIRequestContext, expect } from '@playwright/test'
import { nowMs } from './days.ts'

/** An office or one of its spaces. */
export type Named = { id: number; name: string }

export const unique = () => crypto.randomUUID().slice(0, 8)

export const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })

/** A new office that never closes, far from those of the demo. */
export async function makeOffice(
  request: APIRequestContext,
  admin: string,
  more: object = {},
): Promise<Named> {
  const data = {
    name: `Office ${unique()}`,
    lat: -40,
    lon: 20,
    address: '1 Test Street',
    price_per_hour: 90,
    ...more,
  }
  return add(request, admin, '/api/admin/offices', data)
}

export async function addRoom(
  request: APIRequestContext,
  admin: string,
  office: Named,
  more: object = {},
): Promise<Named> {
  const prices = { price_per_hour: 50, price_per_day: 300, price_per_week: 0 }
  const data = {
    name: `Room ${unique()}`,
    capacity: 4,
    type: 'meeting_room',
    rent_type: 'hour',
    ...prices,
    ...more,
  }
  return add(request, admin, `/api/offices/${office.id}/sub-offices`, data)
}

async function add(request: APIRequestContext, token: string, path: string, data: object): Promise<Named> {
  const reply = await request.post(path, { data, ...bearer(token) })
  expect(reply.status()).toBe(201)
  return reply.json()
}

export const hourIn = (timeZone: string): number =>
  Number(new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(nowMs()))

/** Where it is noon now: a test there has the whole afternoon left, whatever the hour here. */
export const zoneAtNoon = (): string =>
  Intl.supportedValuesOf('timeZone').find((zone) => hourIn(zone) === 12)!
