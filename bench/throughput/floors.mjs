import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'

/** Whatever the product does, it cannot do more than these. */
const pg = createRequire(new URL('../../apps/server/package.json', import.meta.url))('pg')

const INSERT = {
  name: 'floor',
  text: `insert into bench.floor (office_id, unit_id, during)
    values ($1, $2, tstzrange($3::timestamptz, $3::timestamptz + interval '1 hour'))`,
}
const WARM_UP_SHARE = 0.2
const HOURS_FROM_NOW = 24 * 400

/** As many rows as the product has, under the same constraint. */
export const prepareInserts = ({ withoutLimits }) =>
  withoutLimits(async (client) => {
    await client.query(`
      create schema bench;
      create table bench.floor (id bigint generated always as identity primary key, office_id bigint not null,
        unit_id bigint not null, during tstzrange not null);
      insert into bench.floor (office_id, unit_id, during) select office_id, unit_id, during from occupancy;
      alter table bench.floor add exclude using gist (office_id with =, unit_id with =, during with &&)`)
    await client.query('vacuum analyze bench.floor')
  })

/** One prepared insert after the other on each connection, each its own transaction. */
export async function measureInserts({ pool, databaseUrl }, { connections, seconds }) {
  const { rows: units } = await pool.query('select office_id, id from units order by office_id, id')
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: databaseUrl }))
  await Promise.all(clients.map((client) => client.connect()))
  // Units first, then hours, after everything that is there.
  const begin = performance.timeOrigin + HOURS_FROM_NOW * 3_600_000 + offset(connections)
  const { times, state } = { times: [], state: { next: 0, isOver: false } }
  const start = performance.now()
  setTimeout(() => (state.isOver = true), seconds * (1 + WARM_UP_SHARE) * 1000)
  await Promise.all(
    clients.map(async (client) => {
      while (!state.isOver) {
        const number = state.next++
        const unit = units[(number * 7919) % units.length]
        const from = new Date(begin + Math.floor(number / units.length) * 3_600_000)
        const asked = performance.now()
        await client.query({ ...INSERT, values: [unit.office_id, unit.id, from] })
        const now = performance.now()
        if (asked - start > seconds * WARM_UP_SHARE * 1000) times.push(now - asked)
      }
    }),
  )
  await Promise.all(clients.map((client) => client.end()))
  const sorted = times.sort((a, b) => a - b)
  const at = (share) => sorted[Math.floor(sorted.length * share)]
  return { rate: sorted.length / seconds, p50: at(0.5), p95: at(0.95) }
}

/** Every number of connections has years of its own, so that nothing collides. */
const offset = (connections) => connections * 1000 * 24 * 3_600_000

export async function startBareHttp() {
  const child = fork(new URL('bare-http.mjs', import.meta.url))
  const [{ url }] = await once(child, 'message')
  return { url, pid: child.pid, stop: () => child.kill() }
}
