import { openConnection } from './connection.mjs'
import { BARE_HTTP, LINES } from './lines.mjs'

/** The second process: sends requests as fast as they are answered, from a number of clients. */
const WARM_UP_SHARE = 0.2
const ENCODING = process.env.BENCH_ENCODING
const worlds = new Map()

process.on('disconnect', () => process.exit())
process.on('message', async ({ name, world, run }) => {
  // After a restart of the product, what was booked before is still taken.
  if (world) return void worlds.set(name, { ...world, stays: worlds.get(name)?.stays ?? 0 })
  try {
    process.send({ result: await runLine(worlds.get(name) ?? {}, run) })
  } catch (error) {
    process.send({ failure: error.stack })
  }
})

async function runLine(world, { url, line, clients, seconds }) {
  const address = new URL(url)
  const { ask } = LINES[line] ?? BARE_HTTP[line]
  const tally = { times: [], counts: { booked: 0, cancelled: 0 }, unexpected: {} }
  const state = { turn: 0, isMeasuring: false, isOver: false }
  const crowd = Array.from({ length: clients }, () => runClient({ address, ask, world, tally, state }))
  await Promise.race([pause(seconds * WARM_UP_SHARE), Promise.all(crowd)])
  state.isMeasuring = true
  process.send({ isMeasuring: true })
  const start = performance.now()
  await Promise.race([pause(seconds), Promise.all(crowd)])
  state.isOver = true
  await Promise.all(crowd)
  const elapsed = performance.now() - start
  process.send({ isMeasured: true })
  return { ...summarise(tally.times, elapsed), counts: tally.counts, unexpected: tally.unexpected }
}

async function runClient({ address, ask, world, tally, state }) {
  const connection = await openConnection(address)
  const client = {}
  while (!state.isOver) {
    const request = ask(world, state.turn++, client)
    const start = performance.now()
    const { status, body } = await connection.send(written(address, request))
    if (state.isMeasuring) tally.times.push(performance.now() - start)
    if (status !== request.status) {
      note(tally, request, status, body)
      client.plan = []
      continue
    }
    if (request.counts) tally.counts[request.counts] += 1
    request.read?.(JSON.parse(body.toString()))
  }
  connection.close()
}

/** Answers that are read are asked for uncompressed. */
function written({ host }, { method, path, token, body, read }) {
  const content = body && JSON.stringify(body)
  return [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    'accept: */*',
    ...(ENCODING && !read ? [`accept-encoding: ${ENCODING}`] : []),
    ...(token ? [`authorization: Bearer ${token}`] : []),
    ...(content ? ['content-type: application/json', `content-length: ${Buffer.byteLength(content)}`] : []),
    '',
    content ?? '',
  ].join('\r\n')
}

function note({ unexpected }, { method, path }, status, body) {
  const kind = `${method} ${path.replace(/\d+/g, 'N').replace(/\?.*/, '')} answered ${status}`
  unexpected[kind] ??= { status, times: 0, example: body.toString().slice(0, 300) }
  unexpected[kind].times += 1
}

function summarise(times, elapsed) {
  const sorted = times.sort((a, b) => a - b)
  const at = (share) => sorted[Math.floor(sorted.length * share)]
  return { requests: sorted.length, rate: (sorted.length / elapsed) * 1000, p50: at(0.5), p95: at(0.95) }
}

const pause = (seconds) => new Promise((later) => setTimeout(later, seconds * 1000))
