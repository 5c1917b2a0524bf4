import { z } from 'zod'
import { CalendarFailed, type CalendarService, type OutsideEvent } from '#server/outside/calendar-service.ts'
import {
  type CallSetting,
  callCalendar,
  readAnswer,
  refuseFailure,
  waitOf,
} from '#server/outside/call-calendar.ts'
import type { Answer, Sending } from '#server/outside/line.ts'
import { roomsIn } from '#server/outside/room-lists.ts'

export type RooAccount = {
  url: string
  /** Sent with each call. */
  header: string
  token: string
  rooms_path: string
  id_field: string
  name_field: string
  /** With `{room}` in the place of the room. Null: bookings are neither read nor written. */
  bookings_path: string | null
}

type Setting = Omit<CallSetting, 'url'> & { now: () => Date }

const Moment = z.iso.datetime({ offset: true })
const Booking = z.object({
  id: z.union([z.string().min(1).max(300), z.int()]),
  from: Moment,
  to: Moment,
  title: z.string().nullish(),
  /** Of a booking that we made. */
  key: z.string().nullish(),
})
type Booking = z.infer<typeof Booking>
const Booked = z.object({ id: z.union([z.string().min(1).max(300), z.int()]) })

/**
 * A room-booking service of which nothing is published. The calls are those of docs/calendars.md, at addresses from the
 * settings of the office: whoever runs the service, or a small program in between, can offer them.
 */
export function roo({ now, ...setting }: Setting, account: RooAccount): CalendarService {
  const send = ({ headers, ...sending }: Omit<Sending, 'ms'>): Promise<Answer> =>
    callCalendar(
      { ...setting, url: account.url },
      {
        ...sending,
        headers: { accept: 'application/json', [account.header]: account.token, ...headers },
      },
    )

  function bookingsOf(room: string, rest = ''): string {
    if (account.bookings_path === null) throw new CalendarFailed('not_supported')
    return account.bookings_path.replace('{room}', encodeURIComponent(room)) + rest
  }

  return {
    async listCalendars() {
      const answer = refuseFailure(await send({ path: account.rooms_path }), now())
      return roomsIn(answer, { id: account.id_field, name: account.name_field })
    },
    async read(room, _next, { from, to }, { prefix }) {
      const path = bookingsOf(room, `?${new URLSearchParams({ from, to })}`)
      const bookings = readAnswer(refuseFailure(await send({ path }), now()), z.array(Booking))
      const isOurs = ({ key }: Booking) => key?.startsWith(prefix) === true
      const events = bookings
        .filter((booking) => !isOurs(booking))
        .map(
          (booking): OutsideEvent => ({
            id: String(booking.id),
            from: new Date(booking.from).toISOString(),
            to: new Date(booking.to).toISOString(),
            title: booking.title?.slice(0, 200) ?? null,
          }),
        )
      const copies = bookings.filter(isOurs).map(({ id }) => String(id))
      return { events, removed: [], copies, isWhole: true, next: null }
    },
    async write(room, { key, from, to, title, note }) {
      const answer = await send({
        method: 'PUT',
        path: bookingsOf(room, `/${encodeURIComponent(key)}`),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ from, to, title, note }),
      })
      if (answer.status === 409 && waitOf(answer, now()) === undefined) return { outcome: 'refused' }
      const { id } = readAnswer(refuseFailure(answer, now()), Booked)
      return { outcome: 'written', event_id: String(id) }
    },
    async remove(room, eventId, key) {
      const path = bookingsOf(room, `/${encodeURIComponent(eventId ?? key)}`)
      const answer = await send({ method: 'DELETE', path })
      if (answer.status !== 404 && answer.status !== 410) refuseFailure(answer, now())
    },
    channels: undefined,
  }
}
