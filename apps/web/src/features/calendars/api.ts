import type { AdminOffice, IntegrationState } from '@keyhour/contract/admin-offices'
import { getAdminOffice } from '@keyhour/contract/admin-offices'
import * as accounts from '@keyhour/contract/calendar-accounts'
import { listCalendarLinks } from '@keyhour/contract/calendar-sync'
import * as contract from '@keyhour/contract/calendars'
import { queryOptions } from '@tanstack/react-query'
import { CallError, call } from '#web/api/call.ts'

/** Services in which a field of the sub-office names a calendar, room or resource. */
export type LinkedProvider = Exclude<contract.CalendarProvider, 'ics'>

export type CalendarOptions = { options: { id: string; name: string }[]; failure: string | null }

const listers: Record<LinkedProvider, (id: number, signal: AbortSignal) => Promise<CalendarOptions>> = {
  google: (id, signal) => listByConsent('google', id, signal),
  outlook: (id, signal) => listByConsent('outlook', id, signal),
  nexudus: async (id, signal) => {
    const { data, failure } = await call(accounts.listNexudusResources, { params: { id }, signal })
    return { options: data.map(({ Id, Name }) => ({ id: String(Id), name: Name })), failure }
  },
  pickspace: async (officeId, signal) => {
    const rooms = call(accounts.listPickspaceRooms, { params: { officeId }, signal })
    return { options: await rooms.catch(orNoneIfUnset), failure: null }
  },
  roo: async (id, signal) => {
    const { rooms, failure } = await call(accounts.listRooRooms, { params: { id }, signal })
    return { options: rooms, failure }
  },
}

function orNoneIfUnset(error: unknown): [] {
  if (error instanceof CallError && error.message === accounts.PICKSPACE_NOT_CONFIGURED) return []
  throw error
}

async function listByConsent(
  provider: contract.ConsentProvider,
  id: number,
  signal: AbortSignal,
): Promise<CalendarOptions> {
  const { calendars, failure } = await call(contract.calendarCalls[provider].list, { params: { id }, signal })
  return { options: calendars.map((one) => ({ id: one.id, name: one.summary })), failure }
}

/** What the sub-offices of an office can be linked to. */
export const calendarOptionsQuery = (provider: LinkedProvider, officeId: number) =>
  queryOptions({
    queryKey: ['offices', officeId, 'calendars', provider],
    queryFn: ({ signal }) => listers[provider](officeId, signal),
    retry: false,
  })

/** How the links of an office are doing. */
export const calendarLinksQuery = (officeId: number) =>
  queryOptions({
    queryKey: ['offices', officeId, 'calendar links'],
    queryFn: ({ signal }) => call(listCalendarLinks, { params: { id: officeId }, signal }),
  })

export const calendarServicesQuery = queryOptions({
  queryKey: ['calendar services'],
  queryFn: ({ signal }) => call(contract.listCalendarServices, { signal }),
})

/** Of an office whose form is open: an account may be connected in another tab meanwhile. */
export const integrationsQuery = ({ id, integrations }: AdminOffice) =>
  queryOptions({
    queryKey: ['offices', id, 'integrations'],
    queryFn: async ({ signal }): Promise<IntegrationState[]> =>
      (await call(getAdminOffice, { params: { id }, signal })).integrations,
    initialData: integrations,
    refetchOnWindowFocus: 'always',
  })

export const startConsent = (provider: contract.ConsentProvider, id: number) =>
  call(contract.calendarCalls[provider].start, { params: { id } })

export const finishConsent = (provider: contract.ConsentProvider, state: string, code: string | null) =>
  call(contract.calendarCalls[provider].finish, { body: { state, ...(code !== null && { code }) } })

export const disconnectCalendar = (provider: contract.ConsentProvider, id: number) =>
  call(contract.calendarCalls[provider].disconnect, { params: { id } })
