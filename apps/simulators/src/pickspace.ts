import { type Answer, type Asked, answerOnLoopback } from './loopback.ts'
import { findRoute, readObject } from './routes.ts'

const EMAIL = 'office@keyhour.example'
const PASSWORD = 'pickspace-password'
const TOKEN = 'pickspace-token'

type Room = { id: number; name: string; location_id: string; status: string }

const refused = (statusCode: number, message: string, error: string): Answer => ({
  status: statusCode,
  json: { statusCode, message, error },
})

/** For `misbehave`. */
const FAILURES = {
  '401': refused(401, 'Unauthorized', 'Unauthorized'),
  '500': { status: 500, json: { statusCode: 500, message: 'Internal server error' } },
} satisfies Record<string, Answer>

/** Pickspace on loopback, as far as it is known: signing in, and the rooms of a location. */
export async function simulatePickspace() {
  const rooms: Room[] = []

  const handlers: Record<string, (asked: Asked, id: string) => Answer> = {
    'POST /api-v2/auth/login': ({ body }) => {
      const { email, password } = readObject(body) ?? {}
      return email === EMAIL && password === PASSWORD
        ? { status: 201, json: { access_token: TOKEN } }
        : FAILURES['401']
    },
    'GET /api-v2/offices/location/:id': ({ headers }, id) =>
      headers.authorization === `Bearer ${TOKEN}`
        ? { status: 200, json: rooms.filter(({ location_id }) => location_id === id) }
        : FAILURES['401'],
  }

  const server = await answerOnLoopback(
    (asked) => {
      const route = findRoute(handlers, `${asked.method} ${asked.path}`)
      return route
        ? route.handler(asked, route.ids[0] ?? '')
        : refused(404, `Cannot ${asked.method} ${asked.path}`, 'Not Found')
    },
    { failures: FAILURES },
  )
  return {
    ...server,
    email: EMAIL,
    password: PASSWORD,
    token: TOKEN,
    /** Answers the id. */
    addRoom({ name, location_id }: { name: string; location_id: string }): string {
      const id = 301 + rooms.length
      rooms.push({ id, name, location_id, status: 'active' })
      return String(id)
    },
  }
}
