import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/db/connection.ts'
import { databaseTrouble, loggable } from '#server/http/database-errors.ts'
import { startWorld } from '../../test/world.ts'

const world = await startWorld()

/** The product on the database at `url`, and what it logs. */
async function loggedApp(url: string) {
  const lines: string[] = []
  const { db, close } = openDatabase(url, () => undefined)
  const app = await buildApp(
    { ...world, db },
    {
      log: pino({}, { write: (line: string) => lines.push(line) }),
      webDist: new URL('nowhere/', import.meta.url),
    },
  )
  onTestFinished(async () => {
    await app.close()
    await close()
  })
  return { app, lines }
}

const message = (text: string) => ({
  method: 'POST' as const,
  url: '/api/contact/',
  payload: { email: 'dana@keyhour.test', message: text },
})

test('a query that fails is logged with its reason and without a word of what people wrote', async () => {
  await world.pool.query(
    "alter table contact_messages add constraint no_secrets check (message not like '%secret%')",
  )
  const { app, lines } = await loggedApp(world.config.databaseUrl!)
  const reply = await app.inject(message('my secret: "line one\n    at line two"'))
  const logged = lines.join('')

  expect(reply.statusCode).toBe(500)
  expect(logged).toContain('"constraint":"no_secrets"')
  expect(logged).toContain('insert into \\"contact_messages\\"')
  expect(logged).toContain('insertMessage')
  expect(logged).not.toMatch(/my secret|line two|dana@/)
})

test('nor does a message of the database itself repeat them', async () => {
  const failed = await world.pool.query('select $1::int', ['my secret']).catch(loggable)

  expect(failed).toMatchObject({ message: 'invalid input syntax for type integer', code: '22P02' })
  expect(String((failed as Error).stack)).not.toContain('my secret')
})

test('an error that has nothing to do with the database is logged as it is', () => {
  const bug = new Error('a bug')

  expect(loggable(bug)).toBe(bug)
  expect(loggable('thrown text').message).toBe('thrown text')
  expect(loggable({ message: 'copied' }).message).toBe('copied')
})

test('a database that is away answers 503, and nothing is a bug', async () => {
  const { app, lines } = await loggedApp('postgres://nobody@127.0.0.1:1/nothing')
  const replies = [
    await app.inject('/api/offices/'),
    await app.inject('/api/ready'),
    await app.inject(message('Hello')),
  ]

  for (const reply of replies)
    expect([reply.statusCode, reply.json()]).toEqual([503, { detail: 'The database is not ready.' }])
  expect(lines.join('')).not.toContain('"level":50')
})

test('a query that waits too long is given up with a sentence', async () => {
  const url = new URL(world.config.databaseUrl!)
  url.searchParams.set('lock_timeout', '50')
  const { app } = await loggedApp(url.href)
  const lock = await world.pool.connect()
  await lock.query('begin; lock table contact_messages')
  const reply = await app.inject(message('Hello'))
  await lock.query('rollback')
  lock.release()

  expect([reply.statusCode, reply.json()]).toEqual([503, { detail: 'This took too long. Please try again.' }])
})

test.each([
  ['a socket that is not there', { code: 'ENOENT', syscall: 'connect' }, 'away'],
  ['a file that is not there', { code: 'ENOENT', syscall: 'open' }, undefined],
  ['a connection that broke', { code: 'ECONNRESET' }, 'away'],
  ['a shutdown', { code: '57P01' }, 'away'],
  ['a start', { code: '57P03' }, 'away'],
  ['a lost connection', { code: '08006' }, 'away'],
  ['a full server', { code: '53300' }, 'away'],
  ['a full pool', { message: 'timeout exceeded when trying to connect' }, 'away'],
  ['a statement that took too long', { code: '57014' }, 'too slow'],
  ['a lock that was not given', { code: '55P03' }, 'too slow'],
  ['a broken rule', { code: '23505' }, undefined],
])('%s is told apart', (_what, fields, trouble) => {
  const cause = Object.assign(new Error('as the driver throws it'), fields)

  expect(databaseTrouble(cause)).toBe(trouble)
  expect(databaseTrouble(new Error('Failed query', { cause }))).toBe(trouble)
})
