import { type Answer, type Asked, answerOnLoopback } from './loopback.ts'
import { findRoute, readObject } from './routes.ts'

const TOKEN = 'roo-token'

type Booking = {
  id: string
  room: string
  from: string
  to: string
  title: string | null
  key: string | null
}

const MISSING: Answer = { status: 404, json: { error: 'not found' } }

/** For `misbehave`. */
const FAILURES = {
  '401': { status: 401, json: { error: 'unauthorized' } },
  '500': { status: 500, json: { error: 'internal' } },
} satisfies Record<string, Answer>

/** A service that offers the calls of docs/calendars.md on loopback, with its token in `X-Api-Key`. */
export async function simulateRoo() {
  const rooms = new Map<string, string>()
  const bookings = new Map<string, Booking>()
  let lastId = 0

  function put(booking: Omit<Booking, 'id'>, known?: Booking): Booking | undefined {
    const others = [...bookings.values()].filter(({ id, room }) => room === booking.room && id !== known?.id)
    if (others.some(({ from, to }) => from < booking.to && to > booking.from)) return undefined
    lastId += known ? 0 : 1
    const made = { ...booking, id: known?.id ?? `b${lastId}` }
    bookings.set(made.id, made)
    return made
  }

  const handlers: Record<string, (asked: Asked, ids: string[]) => Answer> = {
    'GET /rooms': () => ({ status: 200, json: [...rooms].map(([id, name]) => ({ id, name })) }),
    'GET /rooms/:room/bookings': ({ query }, [room = '']) => {
      const [since, until] = [query.get('from') ?? '', query.get('to') ?? '~']
      const found = [...bookings.values()].filter(
        (booking) => booking.room === room && booking.from < until && booking.to > since,
      )
      return rooms.has(room) ? { status: 200, json: found } : MISSING
    },
    'PUT /rooms/:room/bookings/:key': ({ body }, [room = '', key = '']) => {
      const { from, to, title } = (readObject(body) ?? {}) as Pick<Booking, 'from' | 'to' | 'title'>
      if (!rooms.has(room)) return MISSING
      const known = [...bookings.values()].find((booking) => booking.key === key)
      const made = put({ room, from, to, title, key }, known)
      return made ? { status: 200, json: { id: made.id } } : { status: 409, json: { error: 'taken' } }
    },
    'DELETE /rooms/:room/bookings/:id': (_asked, [, id = '']) => {
      const known = [...bookings.values()].find((booking) => booking.id === id || booking.key === id)
      return bookings.delete(known?.id ?? '') ? { status: 204 } : MISSING
    },
  }

  const server = await answerOnLoopback(
    (asked) => {
      const route = findRoute(handlers, `${asked.method} ${asked.path}`)
      if (asked.headers['x-api-key'] !== TOKEN) return FAILURES['401']
      return route ? route.handler(asked, route.ids) : MISSING
    },
    { failures: FAILURES },
  )
  return {
    ...server,
    token: TOKEN,
    addRoom: (id: string, name: string) => void rooms.set(id, name),
    /** Moments are ISO texts. Answers the id. */
    addBooking(room: string, times: { from: string; to: string; title?: string }): string {
      return put({ title: null, ...times, room, key: null })!.id
    },
    bookingsOf: (room: string): Booking[] => [...bookings.values()].filter((one) => one.room === room),
  }
}
