import { writeFile } from 'node:fs/promises'
import type { InjectOptions } from 'fastify'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/db/connection.ts'
import { databaseTrouble, loggable } from '#server/http/database-errors.ts'
import { eventually } from '../../test/eventually.ts'
import { startTcpProxy } from '../../test/tcp-proxy.ts'
import { startWorld } from '../../test/world.ts'

const world = await startWorld()

async function loggedApp(url: string) {
  const lines: string[] = []
  const { db, probe, close } = openDatabase(url, () => undefined)
  const app = await buildApp(
    { ...world, db, probe },
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

test('a failed query is logged with its reason and without anything that people wrote', async () => {
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

test('a message of the database does not repeat it either', async () => {
  const failed = await world.pool.query('select $1::int', ['my secret']).catch(loggable)

  expect(failed).toMatchObject({ message: 'invalid input syntax for type integer', code: '22P02' })
  expect(String((failed as Error).stack)).not.toContain('my secret')
})

test('an error that has nothing to do with the database is logged unchanged', () => {
  const bug = new Error('a bug')

  expect(loggable(bug)).toBe(bug)
  expect(loggable('thrown text').message).toBe('thrown text')
  expect(loggable({ message: 'copied' }).message).toBe('copied')
})

test('a lost database answers 503 and is not logged as a bug', async () => {
  const { app, lines } = await loggedApp('postgres://nobody@127.0.0.1:1/nothing')

  for (const [request, detail] of [
    ['/api/offices/', 'We cannot reach our database. Please try again in a moment.'],
    [message('Hello'), 'We cannot reach our database. Please try again in a moment.'],
    ['/api/ready', 'The database is not ready.'],
  ] as const) {
    const reply = await app.inject(request)
    expect([reply.statusCode, reply.json(), reply.headers['retry-after']]).toEqual([503, { detail }, '2'])
  }
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

/** A proxy in front of the database that cuts the connection right after a message with these words. */
async function cutOffAfter(words: string) {
  const proxy = await startTcpProxy(world.config.databaseUrl!)
  onTestFinished(proxy.close)
  const { app } = await loggedApp(proxy.url)
  proxy.cutOffAfter(words)
  return app
}

test('a booking whose commit was cut off is reported as uncertain, and repeating it books once', async () => {
  const office = await world.office({ price_per_hour: 1000 })
  const room = await world.subOffice(office.id)
  await world.unit(office.id, room.id, 1)
  const person = await world.user()
  const booking: InjectOptions = {
    method: 'POST',
    url: '/api/orders',
    payload: {
      office_id: office.id,
      sub_office_id: room.id,
      date: '2026-03-04',
      start: '10:00',
      end: '11:00',
    },
    headers: { authorization: `Bearer ${await world.tokenOf(person)}`, 'idempotency-key': 'the-one' },
  }
  const app = await cutOffAfter('commit')
  const inDoubt = await app.inject(booking)
  const stored = () => world.pool.query('select from orders where user_id = $1', [person.id])
  await eventually(async () => expect((await stored()).rowCount).toBe(1))
  const repeated = await app.inject(booking)

  expect([inDoubt.statusCode, inDoubt.headers['retry-after'], inDoubt.json()]).toEqual([
    503,
    '2',
    {
      detail:
        'We lost the connection to our database and cannot tell whether this was saved. Please try again: it will not be done twice.',
    },
  ])
  expect(repeated.statusCode).toBe(201)
  expect((await stored()).rowCount).toBe(1)
})

test('without a key, a sender whose message was cut off is asked to check first', async () => {
  const app = await cutOffAfter('commit')
  const reply = await app.inject(message('Hello'))

  expect([reply.statusCode, reply.json().detail]).toEqual([
    503,
    'We lost the connection to our database and cannot tell whether this was saved. Please check before you try again.',
  ])
})

test('a read that is cut off does not claim that something may have been saved', async () => {
  const app = await cutOffAfter('select')
  const reply = await app.inject('/api/offices/')

  expect([reply.statusCode, reply.json().detail]).toEqual([
    503,
    'We cannot reach our database. Please try again in a moment.',
  ])
})

test('a full disk refuses what cannot be saved and says so', async () => {
  await world.pool.query(`
    create function disk_is_full() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
    create trigger disk_is_full before insert on contact_messages execute function disk_is_full()`)
  const { app } = await loggedApp(world.config.databaseUrl!)
  const full = await app.inject(message('Hello'))
  await world.pool.query('drop trigger disk_is_full on contact_messages')

  expect([full.statusCode, full.headers['retry-after'], full.json()]).toEqual([
    503,
    '30',
    { detail: 'The disk is full, so nothing can be saved. Please try again later.' },
  ])
  expect((await app.inject(message('Hello'))).statusCode).toBe(200)
})

test.runIf(process.platform === 'linux')(
  'a file that does not fit on the disk is refused the same way',
  async () => {
    const failed = await writeFile('/dev/full', 'a photo').catch((error: unknown) => error)

    expect(databaseTrouble(failed)).toBe('disk full')
  },
)

test.each([
  ['a socket that is not there', { code: 'ENOENT', syscall: 'connect' }, 'away'],
  ['a file that is not there', { code: 'ENOENT', syscall: 'open' }, undefined],
  ['a connection that broke', { code: 'ECONNRESET' }, 'away'],
  ['a shutdown', { code: '57P01' }, 'away'],
  ['a start', { code: '57P03' }, 'away'],
  ['a lost connection', { code: '08006' }, 'away'],
  ['a full server', { code: '53300' }, 'away'],
  ['a full pool', { message: 'timeout exceeded when trying to connect' }, 'away'],
  ['a busy socket', { code: 'EAGAIN', syscall: 'connect' }, 'away'],
  ['a transaction that was idle for too long', { code: '25P03' }, 'away'],
  [
    'a broken connection',
    { message: 'Client has encountered a connection error and is not queryable' },
    'away',
  ],
  ['a full disk', { code: '53100' }, 'disk full'],
  ['a used-up quota', { code: 'EDQUOT' }, 'disk full'],
  ['a statement that took too long', { code: '57014' }, 'too slow'],
  ['a lock that was not given', { code: '55P03' }, 'too slow'],
  ['a broken rule', { code: '23505' }, undefined],
])('%s is recognised', (_what, fields, trouble) => {
  const cause = Object.assign(new Error('as the driver throws it'), fields)

  expect(databaseTrouble(cause)).toBe(trouble)
  expect(databaseTrouble(new Error('Failed query', { cause }))).toBe(trouble)
})
