import { momentAt, offsetAt } from '@keyhour/contract/office-clock'
import { z } from 'zod'
import {
  type BeforeCall,
  CalendarFailed,
  type CalendarService,
  type Copy,
  type EventSpan,
  type OutsideCalendar,
  type OutsideEvent,
  type Written,
} from '#server/outside/calendar-service.ts'
import {
  type CallSetting,
  callCalendar,
  readAnswer,
  refuseFailure,
  waitOf,
} from '#server/outside/call-calendar.ts'
import { type Answer, parseJson } from '#server/outside/line.ts'

export type NexudusAccount = {
  email: string
  password: string
  /** Its resources are offered. */
  business_id: string
  /** Nexudus writes times without an offset and does not say in which zone they are. */
  time_zone: string
}

type Setting = CallSetting & { now: () => Date }

type Asking = { method?: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; body?: object }

const Resource = z.object({
  Id: z.int(),
  Name: z.string(),
  Visible: z.boolean().nullish(),
  Archived: z.boolean().nullish(),
})
const Booking = z.looseObject({
  Id: z.int(),
  ResourceId: z.int(),
  FromTime: z.string(),
  ToTime: z.string(),
  SystemId: z.string().nullish(),
})
type Booking = z.infer<typeof Booking>
/** Some commands answer 200 although they failed. */
const Done = z.object({ WasSuccessful: z.literal(true), Value: z.object({ Id: z.int() }) })
const Refused = z.object({
  WasSuccessful: z.literal(false),
  Errors: z.array(z.object({ PropertyName: z.string().nullish() })).nullish(),
})

const PAGE = 500
const MOST_PAGES = 100

/** How we recognise our own bookings: only the API shows this field. */
const OURS = 'keyhour-'

/** Calls with the account's password, and reads lists to their last page. */
function transportOf(setting: Setting, account: NexudusAccount) {
  const { now } = setting
  const authorization = `Basic ${Buffer.from(`${account.email}:${account.password}`).toString('base64')}`

  const send = async ({ method = 'GET', path, body }: Asking): Promise<Answer> => {
    const answer = await callCalendar(setting, {
      method,
      path,
      headers: {
        accept: 'application/json',
        authorization,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const waitMs = waitOf(answer, now())
    // Nexudus throttles with 409, which is also its conflict: only the header tells them apart.
    if (answer.status === 409 && waitMs !== undefined) throw new CalendarFailed('throttled', { waitMs })
    return answer
  }

  /** All pages. What the filters let through by mistake has to be sorted out by the caller. */
  async function list<T>(
    path: string,
    filters: Record<string, string>,
    record: z.ZodType<T>,
    beforeCall: BeforeCall = async () => undefined,
  ): Promise<T[]> {
    const page = z.object({ Records: z.array(record), HasNextPage: z.boolean() })
    const found: T[] = []
    for (let number = 1; number <= MOST_PAGES; number += 1) {
      await beforeCall()
      const query = new URLSearchParams({ page: String(number), size: String(PAGE), ...filters })
      const answer = refuseFailure(await send({ path: `${path}?${query}` }), now())
      const { Records, HasNextPage } = readAnswer(answer, page)
      found.push(...Records)
      if (!HasNextPage) return found
    }
    throw new CalendarFailed('unreadable', { code: 'no last page' })
  }

  return { send, list }
}

export function nexudus(setting: Setting, account: NexudusAccount): CalendarService {
  const { now } = setting
  const zone = account.time_zone
  const { send, list } = transportOf(setting, account)

  async function listCalendars(): Promise<OutsideCalendar[]> {
    const filters = {
      Resource_Business: account.business_id,
      Resource_Visible: 'true',
      Resource_Archived: 'false',
    }
    return calendarsIn(await list('/spaces/resources', filters, Resource))
  }

  async function listBookings(calendarId: string, { from, to }: EventSpan, beforeCall?: BeforeCall) {
    refuseBadId(calendarId)
    const bookings = await list(
      '/spaces/bookings',
      {
        Booking_Resource: calendarId,
        from_Booking_ToTime: wallClock(from, zone).slice(0, 16),
        to_Booking_FromTime: wallClock(to, zone).slice(0, 16),
      },
      Booking,
      beforeCall,
    )
    return bookings.filter(({ ResourceId }) => ResourceId === Number(calendarId))
  }

  const read: CalendarService['read'] = async (calendarId, _next, within, { prefix, beforeCall }) => {
    const bookings = await listBookings(calendarId, within, beforeCall)
    const isOurs = ({ SystemId }: Booking) => SystemId?.startsWith(OURS + prefix) === true
    const events = bookings
      .filter((booking) => !isOurs(booking))
      .map((booking) => eventOf(booking, zone))
      .filter(({ from, to }) => from < to && from < within.to && to > within.from)
    const copies = bookings.filter(isOurs).map(({ Id }) => String(Id))
    return { events, removed: [], copies, isWhole: true, next: null }
  }

  /** Of an earlier try whose answer was lost. */
  async function findEarlier(key: string) {
    const found = await list('/spaces/bookings', { Booking_SystemId: OURS + key }, Booking)
    return found.find(({ SystemId }) => SystemId === OURS + key)
  }

  async function findBooking(id: string) {
    const answer = await send({ path: `/spaces/bookings/${id}` })
    return answer.status === 404 ? undefined : readAnswer(refuseFailure(answer, now()), Booking)
  }

  async function write(calendarId: string, copy: Copy, eventId: string | null): Promise<Written> {
    refuseBadId(calendarId)
    const known = (eventId && (await findBooking(eventId))) || (await findEarlier(copy.key))
    const fields = { ResourceId: Number(calendarId), ...fieldsOf(copy, zone) }
    // A change clears the fields that it leaves out.
    const asking: Asking = known
      ? { method: 'PUT', path: '/spaces/bookings', body: { ...known, ...fields } }
      : { method: 'POST', path: '/spaces/bookings', body: { ...fields, DoNotUseBookingCredit: true } }
    return outcomeOf(await send(asking), now())
  }

  return {
    listCalendars,
    read,
    write,
    async remove(_calendarId, eventId, key) {
      const id = eventId ?? (await findEarlier(key))?.Id.toString()
      if (id === undefined) return
      refuseBadId(id)
      const answer = await send({ method: 'DELETE', path: `/spaces/bookings/${id}` })
      if (answer.status === 404) return
      readAnswer(refuseFailure(answer, now()), z.object({ WasSuccessful: z.literal(true) }))
    },
    // Webhooks are set up by hand in their admin panel, for all resources together.
    channels: undefined,
  }
}

const calendarsIn = (resources: z.infer<typeof Resource>[]): OutsideCalendar[] =>
  resources
    .filter(({ Visible, Archived }) => Visible !== false && Archived !== true)
    .map(({ Id, Name }) => ({ id: String(Id), name: Name }))
    .toSorted((one, other) => one.name.localeCompare(other.name))

/** Without a title: who booked is their business. */
const eventOf = ({ Id, FromTime, ToTime }: Booking, zone: string): OutsideEvent => ({
  id: String(Id),
  from: momentOf(FromTime, zone),
  to: momentOf(ToTime, zone),
  title: null,
})

const fieldsOf = ({ from, to, title, note, key }: Copy, zone: string) => ({
  FromTime: wallClock(from, zone),
  ToTime: wallClock(to, zone),
  Notes: title,
  InternalNotes: note,
  SystemId: OURS + key,
})

function refuseBadId(id: string): void {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new CalendarFailed('missing')
}

/** The two functions below are the only ones that know how Nexudus writes times. */
function wallClock(moment: string, zone: string): string {
  const at = Date.parse(moment)
  return new Date(at + offsetAt(at, zone)).toISOString().slice(0, 19)
}

function momentOf(text: string, zone: string): string {
  const [, date, time, offset] =
    /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? []
  if (!date || !time) throw new CalendarFailed('unreadable')
  // A `Z` is only a habit of theirs; another offset would be meant.
  const moment =
    offset && offset !== 'Z' ? Date.parse(`${date}T${time}${offset}`) : momentAt(date, time, zone)
  return new Date(moment).toISOString()
}

function outcomeOf(answer: Answer, now: Date): Written {
  if (answer.status === 409) return { outcome: 'refused' }
  const refused = Refused.safeParse(answer.status < 500 && parseJson(answer.text))
  if (refused.success) return refusalOf(refused.data.Errors ?? [])
  const { Value } = readAnswer(refuseFailure(answer, now), Done)
  return { outcome: 'written', event_id: String(Value.Id) }
}

function refusalOf(errors: { PropertyName?: string | null | undefined }[]): Written {
  const isAbout = (property: string) => errors.some(({ PropertyName }) => PropertyName === property)
  if (isAbout('ResourceId')) throw new CalendarFailed('missing')
  if (isAbout('FromTime') || isAbout('ToTime')) return { outcome: 'refused' }
  // It names no field: it is not our booking that is wrong.
  throw new CalendarFailed('out_of_order', { code: 'not successful' })
}
