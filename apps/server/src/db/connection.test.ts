import { sql } from 'drizzle-orm'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase, withoutLimits } from '#server/db/connection.ts'
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
