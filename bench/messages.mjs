import { fillMessages } from '../apps/server/test/fill-many.ts'
import { adminToken, askInTurn, figure, medianAnd95th, now, runBench, timesAsMuch } from './few-and-many.mjs'

/** The cost of the inbox, with few messages and with many. */
const FEW = Number(process.env.BENCH_FEW_MESSAGES ?? 1_000)
const MANY = Number(process.env.BENCH_MESSAGES ?? 100_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 40)
const MOST_TIMES_AS_MUCH = 3

const search = (q) => `q=${encodeURIComponent(q)}`
const QUESTIONS = {
  'the newest': 'page=1',
  'by priority': 'page=1&sort=priority',
  unread: 'page=1&filter=unread',
  read: 'page=1&filter=read',
  'unread by priority': 'page=1&filter=unread&sort=priority',
  'read by priority': 'page=1&filter=read&sort=priority',
  'a word of every tenth message': `page=1&${search('parking')}`,
  'a word of every tenth message, by priority': `page=1&sort=priority&${search('parking')}`,
  'a word of every tenth message, unread': `page=1&filter=unread&${search('parking')}`,
  'a Hebrew word of every hundredth message': `page=1&${search('מקרן')}`,
  'a Hebrew word of every hundredth message, read': `page=1&filter=read&${search('מקרן')}`,
  'a tag': `page=1&${search('vip')}`,
  'one sender': `page=1&${search('eca71951@')}`,
  'two letters that begin many words': `page=1&${search('pa')}`,
  'two letters that begin few words': `page=1&${search('qz')}`,
  'what nobody wrote': `page=1&${search('xylophone')}`,
}

async function bench(open) {
  const worlds = { few: await fillAndOpen(open, 'few', FEW), many: await fillAndOpen(open, 'many', MANY) }
  const rows = []
  for (const [name, query] of Object.entries(QUESTIONS))
    rows.push({ name, ...(await compare(worlds, `/api/contact/?${query}`)) })
  rows.push({ name: 'how many are unread', ...(await compare(worlds, '/api/contact/unread')) })
  for (const { close } of Object.values(worlds)) await close()
  return report(rows)
}

async function fillAndOpen(open, name, messages) {
  const world = await open(name, {
    async fill({ pool }) {
      await pool.query(`insert into users (name, email) values ('Admin', 'admin@many.test')`)
      await fillMessages(pool, { count: messages, around: now() })
    },
  })
  console.log(`${name}: ${figure(messages)} messages`)
  return { ...world, headers: { authorization: `Bearer ${await adminToken(world)}` } }
}

const compare = (worlds, url) => askInTurn(worlds, { rounds: ROUNDS }, (world) => ask(world, url))

async function ask({ app, headers }, url) {
  const reply = await app.inject({ url, headers })
  if (reply.statusCode !== 200) throw new Error(`${url} answered ${reply.statusCode}: ${reply.body}`)
}

function report(rows) {
  console.log('\nMedian and 95th percentile of one call, in the process of the server:')
  console.table(
    rows.map((row) => ({
      name: row.name,
      [`${figure(FEW)} messages, ms`]: medianAnd95th(row.few),
      [`${figure(MANY)} messages, ms`]: medianAnd95th(row.many),
      'times as much': timesAsMuch(row).toFixed(2),
    })),
  )
  const slow = rows.filter((row) => timesAsMuch(row) > MOST_TIMES_AS_MUCH).map(({ name }) => name)
  console.log(slow.length > 0 ? `Too slow with many: ${slow.join(', ')}.` : 'Many messages feel like few.')
  return slow.length === 0
}

await runBench(bench)
