import { afterAll, expect, test } from 'vitest'
import { pause, start } from '../system/product.ts'
import { BOOKERS, bookThrough } from '../test/outage.ts'
import { startOutsideDatabase } from '../test/outside-database.ts'
import { startPlainPostgres } from '../test/plain-postgres.ts'

const { postgres, pool, person, settings, spaces, stop } = await startOutsideDatabase(startPlainPostgres)
const product = await start(settings('server'))
const target = { product, pool, person, spaces: await spaces(20, 12) }
afterAll(async () => {
  await product.kill('SIGTERM')
  await stop()
})

test('a fast restart of the database under load stops no server and loses no order', async () => {
  await bookThrough(target, async () => {
    await postgres.stop()
    await postgres.start()
  })
})

test('while the database is stopped, bookings answer 503; they work again when it is back', async () => {
  const { statuses, ready } = await bookThrough(target, async () => {
    await postgres.stop()
    await pause(3000)
    await postgres.start()
  })

  expect(statuses).toContain(503)
  expect(ready).toContain('{"detail":"The database is not ready."}')
})

test('terminating database connections one by one stops no server and loses no order', async () => {
  const admin = await pool.connect()
  let terminated = 0
  await bookThrough(target, async () => {
    for (let round = 0; round < 200; round += 1) {
      const { rowCount } = await admin.query(
        `select pg_terminate_backend(pid) from (select pid from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and application_name like 'keyhour%'
          order by random() limit 1) one`,
      )
      terminated += rowCount ?? 0
      await pause(10)
    }
  })
  admin.release()

  expect(terminated).toBeGreaterThan(BOOKERS)
})

test('while the database is frozen for 20 s, calls answer 503; afterwards everything works again', async () => {
  const { statuses, ready } = await bookThrough(target, async () => {
    await postgres.freeze()
    await pause(20_000)
    await postgres.thaw()
  })

  expect(statuses).toContain(503)
  expect(ready).toContain('{"detail":"The database does not answer."}')
})
