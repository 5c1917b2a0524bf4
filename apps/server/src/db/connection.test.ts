import { sql } from 'drizzle-orm'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase, withoutLimits } from '#server/db/connection.ts'
import { runText, statement } from '#server/db/statement.ts'
import { together } from '#server/db/together.ts'
import { startTcpProxy } from '../../test/tcp-proxy.ts'

const SHORT = { answer_ms: 3000, suspicious_ms: 500, probe_ms: 2000 }
const POOL_SIZE = 20

function open(url = inject('clusterUrl'), limits = SHORT) {
  const database = openDatabase(url, () => undefined, limits)
  onTestFinished(database.close)
  return database
}

async function openThroughProxy(limits = SHORT) {
  const proxy = await startTcpProxy(inject('clusterUrl'))
  onTestFinished(proxy.close)
  return { proxy, ...open(proxy.url, limits) }
}

const terminate = (pid: unknown) => sql`select pg_terminate_backend(${pid}::integer)`
const ownPid = sql`select pg_backend_pid() as pid`

test('a connection lost in the middle of a transaction fails only that transaction', async () => {
  const { db, pool } = open()
  const broken = db.transaction(async (tx) => {
    const { rows } = await tx.execute(ownPid)
    await db.execute(terminate(rows[0]!.pid))
    await tx.execute(sql`select 1`)
  })

  await expect(broken).rejects.toThrow()
  expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
})

test('a connection lost while idle does no harm', async () => {
  const { db, pool } = open()
  const client = await pool.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const ended = new Promise((resolve) => client.once('end', () => resolve('ended')))
  await db.execute(terminate(rows[0].pid))

  expect(await ended).toBe('ended')
  await expect(client.query('select 1')).rejects.toThrow('not queryable')
  client.release()
  expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
})

test('transactions that cannot begin do not use up the pool', async () => {
  const { db, pool } = open()
  const cut = (client: { connection: { stream: { destroy: () => void } } }) =>
    client.connection.stream.destroy()
  pool.on('acquire', cut)
  for (let count = 0; count <= POOL_SIZE; count += 1)
    await expect(db.transaction(async () => undefined)).rejects.toThrow()
  pool.off('acquire', cut)

  expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
})

test('a transaction that cannot be rolled back reports the original error, and its connection is not reused', async () => {
  const { db, pool } = open()
  const broken = db.transaction(async (tx) => {
    const { rows } = await tx.execute(ownPid)
    await db.execute(terminate(rows[0]!.pid))
    throw new Error('changed my mind')
  })

  await expect(broken).rejects.toThrow('changed my mind')
  expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
})

test('a nested transaction can fail by itself', async () => {
  const { db } = open()
  const kept = await db.transaction(async (db) => {
    await db.execute(sql`create temp table kept (n integer) on commit drop`)
    const inner = db.transaction(async (db) => {
      await db.execute(sql`insert into kept values (1)`)
      throw new Error('only the inner one')
    })
    await expect(inner).rejects.toThrow('only the inner one')
    await db.execute(sql`insert into kept values (2)`)
    return (await db.execute(sql`select n from kept`)).rows
  })

  expect(kept).toEqual([{ n: 2 }])
})

test('when the database stops answering, a query is given up long before its own limit', async () => {
  const { proxy, pool } = await openThroughProxy({ ...SHORT, answer_ms: 600_000 })
  await pool.query('select 1')
  proxy.goSilent()

  await expect(pool.query('select 1')).rejects.toThrow(/does not answer|Connection terminated/)
})

test('a slow query is awaited while the database answers others', async () => {
  const { pool } = open(inject('clusterUrl'), { answer_ms: 60_000, suspicious_ms: 200, probe_ms: 10_000 })

  expect((await pool.query('select pg_sleep(1), 7 as n')).rows).toMatchObject([{ n: 7 }])
})

test('a query whose own connection stops answering is given up after its limit, and the connection is not reused', async () => {
  const { proxy, db, pool } = await openThroughProxy()
  await pool.query('select 1')
  const silent = db.transaction(async (db) => {
    proxy.goHalfOpen()
    await db.execute(sql`select 1`)
  })

  await expect(silent).rejects.toThrow()
  expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
})

test('work without limits outlasts every limit', async () => {
  const { pool } = open(inject('clusterUrl'), { answer_ms: 300, suspicious_ms: 100, probe_ms: 500 })
  await expect(pool.query('select pg_sleep(1)')).rejects.toThrow('does not answer')

  const slow = await withoutLimits(pool, (client) => client.query('select pg_sleep(1), 7 as n'))
  expect(slow.rows).toMatchObject([{ n: 7 }])
})

test('a transaction in which a failure was passed over is not committed, and says so', async () => {
  const { db, pool } = open()
  await pool.query('create table if not exists passed_over (n integer)')
  const half = db.transaction(async (db) => {
    await db.execute(sql`insert into passed_over values (1)`)
    await db.execute(sql`select 1 / 0`).catch(() => undefined)
  })

  await expect(half).rejects.toThrow('rolled back')
  expect((await pool.query('select n from passed_over')).rows).toEqual([])
  await pool.query('drop table passed_over')
})

test('statements sent together run in their order, and the error is that of the one that failed', async () => {
  const { db } = open()
  const answers = db.transaction((db) =>
    together(
      db.execute(sql`create temp table steps (n integer) on commit drop`).then(() => 'made'),
      db.execute(sql`insert into steps values (1)`).then(() => 'filled'),
      runText<{ n: number }>(db, 'select n from steps where n > $1', [0]),
    ),
  )
  expect(await answers).toEqual(['made', 'filled', [{ n: 1 }]])

  const failed = db.transaction((db) =>
    together(runText(db, 'select 1 / $1::integer', [0]), runText(db, 'select $1::text', ['never run'])),
  )
  await expect(failed).rejects.toMatchObject({ cause: { message: 'division by zero' } })
})

test('a statement built once runs on every connection, with the values of each call', async () => {
  const { db } = open()
  const spell = statement<{ number: number }>()((db, value) =>
    db.select({ text: sql<string>`${value('number')}::integer::text` }).from(sql`(values (1)) one`),
  )
  const direct = await Promise.all([1, 2, 3, 4].map((number) => spell(db, { number })))
  const within = await db.transaction((db) => spell(db, { number: 5 }))

  expect([...direct, within].flat().map(({ text }) => text)).toEqual(['1', '2', '3', '4', '5'])
})

test('a prepared statement whose table was changed by a migration works again on the next try', async () => {
  const { pool } = open()
  await pool.query('create table if not exists changing (n integer)')
  const read = () => pool.query('select n from changing where $1', [true])
  for (let count = 0; count < 5; count += 1) await read()
  await pool.query('alter table changing alter n type text using n::text')

  await expect(read()).rejects.toThrow('cached plan')
  expect((await read()).rows).toEqual([])
  await pool.query('drop table changing')
})
