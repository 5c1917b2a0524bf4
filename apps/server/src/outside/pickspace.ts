import { z } from 'zod'
import { CalendarFailed, type CalendarService } from '#server/outside/calendar-service.ts'
import { type CallSetting, callCalendar, readAnswer, refuseFailure } from '#server/outside/call-calendar.ts'
import { roomsIn } from '#server/outside/room-lists.ts'

export type PickspaceAccount = {
  /** The first part of their address. */
  tenant: string
  email: string
  password: string
  location_id: string
}

type Setting = Omit<CallSetting, 'url'> & {
  /** With `{tenant}` in the place of the tenant. */
  url: string
  now: () => Date
}

/** Undocumented: its name is one of these. */
const Login = z
  .union([
    z.object({ access_token: z.string().min(1) }).transform(({ access_token }) => access_token),
    z.object({ accessToken: z.string().min(1) }).transform(({ accessToken }) => accessToken),
    z.object({ token: z.string().min(1) }).transform(({ token }) => token),
  ])
  .refine((token) => /^[\x21-\x7e]+$/.test(token))

/**
 * The rooms of a location. Pickspace documents no calls for bookings, so that none are read or written. What it answers
 * is not documented either: this follows what customers of theirs have published.
 */
export function pickspace({ url, now, ...setting }: Setting, account: PickspaceAccount): CalendarService {
  const { tenant, email, password, location_id } = account
  const calls = { ...setting, url: url.replace('{tenant}', encodeURIComponent(tenant)) }

  async function logIn(): Promise<string> {
    const answer = await callCalendar(calls, {
      method: 'POST',
      path: '/api-v2/auth/login',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    if (answer.status === 400 || answer.status === 403) throw new CalendarFailed('consent_gone')
    return readAnswer(refuseFailure(answer, now()), Login)
  }

  return {
    async listCalendars() {
      const token = await logIn()
      const answer = await callCalendar(calls, {
        path: `/api-v2/offices/location/${encodeURIComponent(location_id)}`,
        headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      })
      return roomsIn(refuseFailure(answer, now()), { id: 'id', name: 'name' })
    },
    read: notOffered,
    write: notOffered,
    remove: notOffered,
    channels: undefined,
  }
}

const notOffered = async (): Promise<never> => {
  throw new CalendarFailed('not_supported')
}
