import type pg from 'pg'
import { pino } from 'pino'
import PostalMime from 'postal-mime'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { jobs } from '#server/app.ts'
import { sendMail } from '#server/features/mail/deliver-mail.ts'
import { type AnyJob, job, openQueue } from '#server/jobs/queue.ts'
import { eventually } from '../../test/eventually.ts'
import { startWorld } from '../../test/world.ts'

const world = await startWorld()
const worked = await openQueue(world.pool, jobs, () => world, pino({ level: 'silent' }))
await worked.work()
afterAll(worked.stop)

/** An existing job, with other data. */
const sleepy = { name: 'forget-old-attempts', data: z.object({ text: z.string() }) }

const mail = (subject: string) => ({ to: 'dana@keyhour.test', subject, text: 'Hello', html: '<p>Hello</p>' })

async function keptSubjects() {
  const kept = await world.mailer.listKept()
  const mails = await Promise.all(
    kept.map(async (name) => PostalMime.parse((await world.mailer.readKept(name))!)),
  )
  return mails.map((one) => one.subject)
}

test('what a transaction enqueues runs after it commits, and not at all when it rolls back', async () => {
  const undone = world.db.transaction(async (db) => {
    await sendMail(world, db, mail('Never sent'))
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  await world.db.transaction((db) => sendMail(world, db, mail('It\'s "yours" — $1 \\ שלום')))

  await eventually(async () => expect(await keptSubjects()).toEqual(['It\'s "yours" — $1 \\ שלום']))
})

test('twenty mails do not wait for each other, and the queue stores none of their text', async () => {
  const subjects = Array.from({ length: 20 }, (_, number) => `Mail ${number}`)
  for (const subject of subjects) await sendMail(world, world.db, mail(subject))

  // One per poll would take twenty seconds.
  await eventually(async () => expect(await keptSubjects()).toEqual(expect.arrayContaining(subjects)))
  const { rows } = await world.pool.query("select data::text from pgboss.job where name = 'deliver-mail'")
  expect(rows.length).toBeGreaterThanOrEqual(20)
  expect(JSON.stringify(rows)).not.toMatch(/Mail|dana@|Hello/)
})

test('a delayed job waits until its time', async () => {
  await world.enqueue(world.db, sleepy, { text: 'later' }, 3_600_000)
  await world.enqueue(world.db, sleepy, { text: 'now' })
  const { rows } = await world.pool.query(
    `select data->>'text' as text, round(extract(epoch from start_after - created_on))::integer as seconds
     from pgboss.job where name = 'forget-old-attempts' and data ? 'text' order by start_after`,
  )

  expect(rows).toEqual([
    { text: 'now', seconds: 0 },
    { text: 'later', seconds: 3600 },
  ])
})

/** A second queue, with its log. */
async function queueOf(one: AnyJob<undefined>, pool = world.pool) {
  const logged: { msg: string; level: number; id?: string; err?: object }[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => logged.push(JSON.parse(line)) })
  const queue = await openQueue(pool, [one], () => undefined, log)
  onTestFinished(queue.stop)
  return { ...queue, logged }
}

test.each([
  [1, 'a job failed and will be tried again', 40],
  [0, 'a job failed for the last time and is given up', 50],
])('a job that fails with %i tries left logs which it is: %s', async (retries, msg, level) => {
  const failing = job({
    name: `fail-with-${retries}-tries-left`,
    data: z.object({ text: z.string() }),
    retries,
    run: async (_deps: undefined, { text }) => void (await world.pool.query('select $1::int', [text])),
  })
  const queue = await queueOf(failing)
  await queue.work()
  await queue.enqueue(world.db, failing, { text: 'my secret' })

  await eventually(() => expect(queue.logged).toMatchObject([{ msg, level, id: expect.any(String) }]))
  expect(JSON.stringify(queue.logged)).not.toContain('my secret')
  const kept = async () =>
    (await world.pool.query('select output::text from pgboss.job where name = $1', [failing.name])).rows[0]
      .output
  await eventually(async () => expect(await kept()).toContain('invalid input syntax'))
  expect(await kept()).not.toContain('my secret')
})

test('a job with invalid data is refused where it is enqueued, and the next one is taken', async () => {
  const data = z.object({ text: z.string() })
  const taking = job({ name: 'take-text', data, retries: 0, run: async () => undefined })
  const queue = await queueOf(taking)

  await expect(queue.enqueue(world.db, taking, { text: 1 as never })).rejects.toThrow(z.ZodError)
  await queue.enqueue(world.db, taking, { text: 'fine' })
  const { rows } = await world.pool.query(`select data from pgboss.job where name = 'take-text'`)
  expect(rows).toEqual([{ data: { text: 'fine' } }])
})

test('a failing job does not stop the others', async () => {
  const done: number[] = []
  const picky = job({
    name: 'refuse-odd-numbers',
    data: z.object({ number: z.number() }),
    retries: 1,
    run: async (_deps: undefined, { number }) => {
      if (number % 2) throw new Error('odd')
      done.push(number)
    },
  })
  const queue = await queueOf(picky)
  for (const number of [1, 2, 3, 4]) await queue.enqueue(world.db, picky, { number })
  await queue.work()

  await eventually(() => expect([done, queue.logged.length]).toEqual([[2, 4], 2]))
})

test('scheduled work also runs when a server starts, in case it came due while none was up', async () => {
  let done = 0
  const yearly = job({
    name: 'once-a-year',
    data: z.object({}),
    retries: 0,
    cron: '0 0 1 1 *',
    run: async () => {
      done += 1
    },
  })
  const [queue, another] = [await queueOf(yearly), await queueOf(yearly)]
  await queue.work()

  await eventually(() => expect(done).toBe(1))
  await another.work()
  await eventually(() => expect(done).toBe(2))
  expect([...queue.logged, ...another.logged]).toEqual([])
})

test('an existing queue gets the new number of retries', async () => {
  const patient = job({ name: 'learn', data: z.object({}), retries: 3, run: async () => undefined })
  await queueOf(patient)
  await queueOf({ ...patient, retries: 7 })

  const { rows } = await world.pool.query("select retry_limit from pgboss.queue where name = 'learn'")
  expect(rows).toEqual([{ retry_limit: 7 }])
})

test('finished jobs are forgotten after two hours, and those that were given up after a week', async () => {
  const kept = job({ name: 'be-kept', data: z.object({}), retries: 0, run: async () => undefined })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const queue = await queueOf(kept)
  const listed = async (table: string) =>
    (
      await world.pool.query(`select state from pgboss.${table} where name = 'be-kept' order by state`)
    ).rows.map(({ state }) => state)
  for (const [state, hours] of [
    ['completed', 2],
    ['completed', 0],
    ['failed', 150],
    ['failed', 170],
  ]) {
    await queue.enqueue(world.db, kept, {})
    await world.pool.query(
      `update pgboss.job set state = $1, completed_on = now() - $2 * interval '1 hour'
       where name = 'be-kept' and state = 'created'`,
      [state, hours],
    )
  }
  const maintain = async () => {
    await world.pool.query('update pgboss.version set maintained_on = null')
    await vi.advanceTimersByTimeAsync(60_000)
  }
  await maintain()
  await eventually(async () => expect(await listed('job')).toEqual(['completed', 'failed']))
  await world.pool.query(`update pgboss.archive set archived_on = now() - interval '61 minutes'`)
  await maintain()

  await eventually(async () => expect(await listed('archive')).toEqual([]))
})

/** A pool that fails to complete jobs as long as there is a failure. */
function poolThatFails(nextFailure: () => Error | undefined): pg.Pool {
  async function connect() {
    const client = await world.pool.connect()
    const query = (text: string, values: unknown[]) => {
      const failure = text.includes('completed_on = now()') ? nextFailure() : undefined
      return failure ? Promise.reject(failure) : client.query(text, values)
    }
    return { query, release: (isBroken: boolean) => client.release(isBroken) }
  }
  const query = (text: string) => world.pool.query(text)
  return Object.assign(Object.create(world.pool), { connect, query })
}

test('losing the database while a job is being completed does not end the process', async () => {
  const flaky = poolThatFails(() => new Error('gone'))
  const simple = job({ name: 'tick-off', data: z.object({}), retries: 0, run: async () => undefined })
  const queue = await queueOf(simple, flaky)
  await queue.work()
  await queue.enqueue(world.db, simple, {})

  await eventually(() =>
    expect(queue.logged).toMatchObject([{ msg: 'the job queue cannot reach its database' }]),
  )
})

test('a job that finishes while the database is away is completed when it is back', async () => {
  let refused = 0
  const flaky = poolThatFails(() => {
    if (refused === 3) return undefined
    refused += 1
    return Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  })
  const simple = job({ name: 'tick-off-later', data: z.object({}), retries: 0, run: async () => undefined })
  const queue = await queueOf(simple, flaky)
  await queue.work()
  await queue.enqueue(world.db, simple, {})
  const state = async () =>
    (await world.pool.query('select state from pgboss.job where name = $1', [simple.name])).rows[0].state

  await eventually(async () => expect(await state()).toBe('completed'))
  expect(refused).toBe(3)
})
