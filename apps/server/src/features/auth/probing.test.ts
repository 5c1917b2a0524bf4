import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const password = 'correct horse battery'

type Question = { what: string; url: string; bodyOf: (email: string) => object; proof: RegExp }

/** None of these requests may reveal whether an address has an account. */
const QUESTIONS: Question[] = [
  {
    what: 'signing up',
    url: '/api/auth/sign_up',
    bodyOf: (email) => ({ name: 'Noa Bar', email, password }),
    proof: /insert into "sign_ups"/,
  },
  {
    what: 'asking for a new password',
    url: '/api/auth/reset_password',
    bodyOf: (email) => ({ email }),
    proof: /insert into pgboss\.job/i,
  },
  {
    what: 'asking for the deletion',
    url: '/api/user-profile/delete-account',
    bodyOf: (email) => ({ email }),
    proof: /insert into pgboss\.job/i,
  },
  {
    what: 'guessing a password',
    url: '/api/auth/sign_in',
    bodyOf: (email) => ({ email, password: 'not the right one' }),
    proof: /from "users"/,
  },
]

let asked = 0
const unknown = async () => `nobody-${++asked}@keyhour.test`
const KNOWN: [string, () => Promise<string>][] = [
  ['an account', async () => (await world.user({ password })).email],
  ['an account without a password', async () => (await world.user({ google_subject: `${++asked}` })).email],
  ['an admin', async () => (await world.user({ password, admin: true, language: 'he' })).email],
  [
    'a deleted account',
    async () => (await world.user({ password, deleted_at: '2026-01-01T00:00:00Z' })).email,
  ],
  [
    'an account that waits for its deletion',
    async () => {
      const person = await world.user({ password })
      await world.deletion(person.id)
      return person.email
    },
  ],
]

const queries = vi.spyOn(pg.Client.prototype, 'query')
const textOf = ([query]: unknown[]): string =>
  typeof query === 'string' ? query : (query as { text: string }).text
/** The queue, which locks what it tends, and the listening connection may run statements in between. */
const isOurs = (text: string): boolean =>
  !/pgboss|select pg_notify/.test(text) ||
  (/insert into pgboss\.job/i.test(text) && !text.includes('pg_advisory_xact_lock'))

/** Everything that the caller can see, and every statement that the server runs. */
async function ask({ url, bodyOf }: Question, email: string) {
  queries.mockClear()
  const reply = await world.send({
    method: 'POST',
    url,
    payload: bodyOf(email),
    remoteAddress: `10.0.0.${++asked % 250}`,
  })
  const statements = queries.mock.calls.map(textOf).filter(isOurs)
  const { date, 'x-request-id': id, ...headers } = reply.headers
  expect([date, id]).not.toContain(undefined)
  return { status: reply.statusCode, headers, body: reply.body, statements }
}

const cases = QUESTIONS.flatMap((question) =>
  KNOWN.map(([whose, make]) => [question.what, whose, question, make] as const),
)

test.each(cases)('%s does not reveal whether an address has %s', async (_what, _whose, question, make) => {
  const known = await ask(question, await make())
  const stranger = await ask(question, await unknown())

  expect(known).toEqual(stranger)
  // The same statements also mean that the response time reveals nothing.
  expect(known.statements.join('\n')).toMatch(question.proof)
})
