import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { freePort } from '../../scripts/free-port.mjs'
import { fill } from './fill.mjs'

const SECRET_KEY = 'a key for the bench, long enough to be one'
const READY_MS = 15 * 60_000
const { PATH, HOME, TMPDIR, LANG } = process.env

/** Each checkout is filled and read with its own code, since the schema may differ between them. */
const loadFrom = (checkout, path) => import(pathToFileURL(join(checkout, path)).href)

async function openPool(checkout, url) {
  const { openDatabase, withoutLimits } = await loadFrom(checkout, 'apps/server/src/db/connection.ts')
  return { ...openDatabase(url, () => undefined), withoutLimits }
}

/** A data folder with a database of `orders` orders, as `npm start` would find it. */
export async function fillDataDir({ checkout, dataDir, orders }) {
  const { startEmbeddedPostgres } = await loadFrom(
    checkout,
    'apps/server/src/db/embedded/embedded-postgres.ts',
  )
  const { migrate } = await loadFrom(checkout, 'apps/server/src/db/migrate.ts')
  const { fillPlaces } = await loadFrom(checkout, 'apps/server/test/fill-many.ts')
  await mkdir(dataDir, { recursive: true })
  // Filling needs no safety; the product starts it durable.
  const postgres = await startEmbeddedPostgres({
    dir: join(dataDir, 'postgres'),
    durable: false,
    owner: 'the bench',
  })
  try {
    const { pool, close, withoutLimits } = await openPool(checkout, postgres.url)
    await migrate(pool, pathToFileURL(join(checkout, 'apps/server/migrations/')))
    await withoutLimits(pool, (client) => fill(client, { orders, fillPlaces, pool }))
    await close()
  } finally {
    await postgres.stop()
  }
  await once(spawn('sync'), 'close')
}

/** Starts the product as `npm start` does, and a second connection to its database. */
export async function startProduct({ checkout, dataDir, settings }) {
  const port = await freePort()
  const log = join(dataDir, 'server.log')
  const output = openSync(log, 'a')
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: checkout,
    env: { PATH, HOME, TMPDIR, LANG, DATA_DIR: dataDir, DEMO: 'off', SECRET_KEY, ...settings, PORT: port },
    stdio: ['ignore', output, output],
  })
  const url = `http://127.0.0.1:${port}`
  await untilReady(child, url, log)
  const { joinEmbeddedPostgres } = await loadFrom(
    checkout,
    'apps/server/src/db/embedded/embedded-postgres.ts',
  )
  const beside = await joinEmbeddedPostgres({ dir: join(dataDir, 'postgres'), owner: 'the bench' })
  const { pool, close, withoutLimits } = await openPool(checkout, beside.url)
  const pidFile = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
  return {
    url,
    pid: child.pid,
    postmaster: Number(pidFile.split('\n')[0]),
    pool,
    withoutLimits: (work) => withoutLimits(pool, work),
    databaseUrl: beside.url,
    tokensOf: (where) => tokensOf(checkout, pool, where),
    async stop() {
      await close()
      await beside.stop()
      child.kill('SIGTERM')
      await once(child, 'close')
    },
  }
}

async function untilReady(child, url, log) {
  const deadline = performance.now() + READY_MS
  while (child.exitCode === null && performance.now() < deadline) {
    const isReady = await fetch(`${url}/api/ready`).then(
      ({ status }) => status === 200,
      () => false,
    )
    if (isReady) return
    await pause(100)
  }
  child.kill('SIGKILL')
  throw new Error(`The product did not start:\n${await readFile(log, 'utf8')}`)
}

/** Tokens as a sign-in would give them. Passwords are slow to check on purpose, so nobody signs in here. */
async function tokensOf(checkout, pool, where) {
  const { makeSecrets } = await loadFrom(checkout, 'apps/server/src/secrets/secrets.ts')
  const { issueToken } = await loadFrom(checkout, 'apps/server/src/secrets/session-token.ts')
  const secrets = makeSecrets(SECRET_KEY)
  const { rows } = await pool.query(
    `select id::integer, email, name, admin, session_epoch from users where ${where} order by id`,
  )
  const now = new Date(performance.timeOrigin + performance.now())
  return Promise.all(rows.map((user) => issueToken(secrets, user, now)))
}
