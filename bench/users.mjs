import { fillUsers } from '../apps/server/test/fill-many.ts'
import {
  adminToken,
  askInTurn,
  figure,
  medianAnd95th,
  quantile,
  runBench,
  weighStream,
} from './few-and-many.mjs'

/** The cost of the list of users, with few and with many. */
const FEW = Number(process.env.BENCH_FEW_USERS ?? 2_000)
const MANY = Number(process.env.BENCH_USERS ?? 200_000)
const ROUNDS = 20
/** Fast enough for an answer to a click; on a busy machine even few users take longer. */
const MOST_MS = 400
const MOST_TIMES_AS_MUCH = 10
/** All users in one reply may take no more memory than a few batches. */
const MOST_MEGABYTES = 20
const PAGE_SIZE = 20

const lastPage = (users) => Math.ceil(users / PAGE_SIZE)
const QUESTIONS = {
  'the newest': () => 'page=1',
  'the richest': () => 'page=1&sort=credit_balance',
  'the poorest, by turning all pages': (users) => `page=${lastPage(users)}&sort=credit_balance`,
  'the last by name': (users) => `page=${lastPage(users)}&sort=name&direction=asc`,
  'the last by address': (users) => `page=${lastPage(users)}&sort=email&direction=asc`,
  'a name': () => 'page=1&q=mizrahi',
  'a name, the richest first': () => 'page=1&q=mizrahi&sort=credit_balance',
  'two letters': () => 'page=1&q=no',
  'a number of four figures': () => 'page=1&q=1234',
  'a number of two figures, the richest first': () => 'page=1&q=25&sort=credit_balance',
}

async function bench(open) {
  const worlds = { few: await fillAndOpen(open, 'few', FEW), many: await fillAndOpen(open, 'many', MANY) }
  const rows = []
  for (const [name, question] of Object.entries(QUESTIONS)) {
    const times = await askInTurn(worlds, { rounds: ROUNDS }, (world) => ask(world, question(world.users)))
    rows.push({ name, ...times })
  }
  const { app, headers } = worlds.many
  const everybody = await weighStream(app, { url: '/api/admin/users', headers })
  for (const { close } of Object.values(worlds)) await close()
  return report(rows, everybody)
}

async function fillAndOpen(open, name, users) {
  const world = await open(name, { fill: ({ pool }) => fillUsers(pool, users) })
  console.log(`${name}: ${figure(users)} users`)
  return { ...world, users, headers: { authorization: `Bearer ${await adminToken(world)}` } }
}

async function ask({ app, headers }, query) {
  const reply = await app.inject({ url: `/api/admin/users?${query}`, headers })
  if (reply.statusCode !== 200) throw new Error(`${query} answered ${reply.statusCode}: ${reply.body}`)
}

function report(rows, everybody) {
  console.log('\nMedian and 95th percentile of one call, in the process of the server:')
  console.table(
    rows.map(({ name, few, many }) => ({
      name,
      [`${figure(FEW)} users, ms`]: medianAnd95th(few),
      [`${figure(MANY)} users, ms`]: medianAnd95th(many),
    })),
  )
  const { ms, megabytes, memory } = everybody
  console.log(
    `Everybody in one answer: ${megabytes.toFixed(0)} MB in ${(ms / 1000).toFixed(1)} s, with ${memory.toFixed(0)} MB more memory.`,
  )
  const most = ({ few }) => Math.max(MOST_MS, MOST_TIMES_AS_MUCH * quantile(few, 0.5))
  const slow = rows.filter((row) => quantile(row.many, 0.5) > most(row)).map(({ name }) => name)
  console.log(slow.length > 0 ? `Too slow with many: ${slow.join(', ')}.` : 'Many users feel like few.')
  if (memory > MOST_MEGABYTES) console.log(`More than ${MOST_MEGABYTES} MB of memory for one answer.`)
  return slow.length === 0 && memory <= MOST_MEGABYTES
}

await runBench(bench)
