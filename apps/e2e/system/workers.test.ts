import { spawnSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../scripts/free-port.mjs'
import { day } from '../test/booking-load.ts'
import { startDuringTest, usedDataDirDuringTest } from '../test/during-test.ts'
import { type Client, startOutsideDatabase } from '../test/outside-database.ts'
import { childrenOf } from '../test/plain-postgres.ts'
import { launch, type Product, pause, programsOn, start } from './product.ts'

const WORKERS = 2
const PATIENTLY = { timeout: 60_000, interval: 50 }

const database = await startOutsideDatabase()
// Every request is logged with the process that answered it.
const settings = { ...database.settings('one'), WORKERS: String(WORKERS), LOG_LEVEL: 'info' }
const product = await start(settings)
afterAll(async () => {
  await product.kill('SIGTERM')
  await database.stop()
})
const [space] = await database.spaces(1, 1)

type Sent = { method?: string; path: string; by?: Client; body?: object }

/** A connection stays with the worker that accepted it. */
function connect({ url }: Product) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())

  function begin({ method = 'GET', path, by, body }: Sent): ClientRequest {
    const text = body && JSON.stringify(body)
    return request(`${url}${path}`, {
      agent,
      method,
      headers: {
        ...(by && { authorization: `Bearer ${by.token}` }),
        ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      },
    })
  }

  async function ask(sent: Sent) {
    const sending = begin(sent)
    const reply = replyTo(sending)
    sending.end(sent.body && JSON.stringify(sent.body))
    const { statusCode: status, headers } = await reply
    let text = ''
    for await (const chunk of await reply) text += chunk
    return { status, id: String(headers['x-request-id']), body: JSON.parse(text) }
  }

  return { begin, ask }
}

type Connection = ReturnType<typeof connect> & { worker: number }

const replyTo = (sending: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => sending.on('response', resolve).on('error', reject))

/** From the log. */
async function workerThatAnswered({ output }: Product, id: string): Promise<number> {
  const line = () =>
    output()
      .split('\n')
      .find((one) => one.includes(id))
  await expect.poll(line, PATIENTLY).toBeDefined()
  return JSON.parse(line()!).pid
}

async function connectToAWorker(to: Product): Promise<Connection> {
  const connection = connect(to)
  const { status, id } = await connection.ask({ path: '/api/ready' })
  expect(status).toBe(200)
  return { ...connection, worker: await workerThatAnswered(to, id) }
}

/** Connections are handed out in turn, but the first worker to be ready gets all until the other is. */
async function connectToEach(to: Product): Promise<[Connection, Connection]> {
  const first = await connectToAWorker(to)
  for (;;) {
    const second = await connectToAWorker(to)
    if (second.worker !== first.worker) return [first, second]
  }
}

const booking = (by: Client, daysAhead: number): Sent => ({
  method: 'POST',
  path: '/api/orders',
  by,
  body: {
    office_id: space!.office_id,
    sub_office_id: space!.sub_office_id,
    date: day(daysAhead),
    start: '10:00',
    end: '11:00',
  },
})

/** One that has ended may stay in the list of processes, as a zombie, until the system collects it. */
const isRunning = (pid: number): boolean => {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return /^[^Z]/.test(stdout.trim())
}

async function mailsTo({ id }: Client): Promise<string[]> {
  const { rows } = await database.pool.query('select email from users where id = $1', [id])
  const folder = join(settings.DATA_DIR, 'mail')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return mails.filter((mail) => mail.includes(`To: ${rows[0].email}`))
}

async function waitForJobs(): Promise<void> {
  const left = async () => {
    const { rows } = await database.pool.query(
      `select count(*)::integer as left from pgboss.job where start_after <= now() and state < 'completed'`,
    )
    return rows[0].left
  }
  await expect.poll(left, PATIENTLY).toBe(0)
}

test('both workers answer on one port', async () => {
  const [first, second] = await connectToEach(product)

  const workers = childrenOf(product.pid)
  expect(workers).toHaveLength(WORKERS + 1)
  expect(workers).toEqual(expect.arrayContaining([first.worker, second.worker]))
})

test('a page that is connected to one worker hears of a booking made through the other', async () => {
  const [near, far] = await connectToEach(product)
  const who = await database.person({ credits: [1_000_000] })
  const watching = near.begin({ path: `/api/offices/${space!.office_id}/live` })
  onTestFinished(() => void watching.destroy())
  watching.end()
  let heard = ''
  const stream = await replyTo(watching.on('error', () => undefined))
  stream.on('data', (chunk) => (heard += chunk)).on('error', () => undefined)
  await expect.poll(() => heard, PATIENTLY).toContain('event: open')

  expect((await far.ask(booking(who, 1))).status).toBe(201)
  await expect.poll(() => heard, PATIENTLY).toContain('event: changed')
})

test('a job runs once, and jobs go on when their process is killed', async () => {
  const [connection, other] = await connectToEach(product)
  const [early, late] = [
    await database.person({ credits: [1_000_000] }),
    await database.person({ credits: [1_000_000] }),
  ]
  expect((await connection.ask(booking(early, 2))).status).toBe(201)
  await expect.poll(() => mailsTo(early), PATIENTLY).toHaveLength(1)
  await waitForJobs()
  expect(await mailsTo(early)).toHaveLength(1)

  const jobs = childrenOf(product.pid).find((pid) => ![connection.worker, other.worker].includes(pid))!
  process.kill(jobs, 'SIGKILL')
  expect((await connection.ask(booking(late, 3))).status).toBe(201)
  await expect.poll(() => mailsTo(late), PATIENTLY).toHaveLength(1)
})

test('uploads to all workers count together', async () => {
  const each = await connectToEach(product)
  const who = await database.person()
  const upload = (connection: Connection) => {
    const sending = connection.begin({ method: 'PUT', path: '/api/user-profile/passport-image', by: who })
    sending.setHeader('content-type', 'application/json').setHeader('content-length', 5_000_000)
    onTestFinished(() => void sending.destroy())
    sending.on('error', () => undefined).flushHeaders()
    return sending
  }
  const accepted = each.map(upload)
  const third = async () => (await replyTo(upload(await connectToAWorker(product)))).statusCode

  expect(await third()).toBe(429)
  for (const sending of accepted) sending.destroy()
})

test('a killed worker is replaced, and from then on no request fails', async () => {
  const [victim, survivor] = await connectToEach(product)
  process.kill(victim.worker, 'SIGKILL')
  const isReplaced = () =>
    product
      .output()
      .split('\n')
      .some((line) => line.includes('a worker is ready') && line.includes('"duty":"requests"'))
  await expect.poll(isReplaced, PATIENTLY).toBe(true)

  const workers = new Set<number>()
  for (let asked = 0; asked < 50; asked += 1) workers.add((await connectToAWorker(product)).worker)
  expect(workers.size).toBe(WORKERS)
  expect(workers).toContain(survivor.worker)
  expect(workers).not.toContain(victim.worker)
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s lets every worker finish its open requests, and ends all processes',
  async (signal) => {
    const dir = await usedDataDirDuringTest()
    const stopped = await start({ DEMO: 'off', DATA_DIR: dir, WORKERS: '2', LOG_LEVEL: 'info' })
    const processes = childrenOf(stopped.pid)
    const message = JSON.stringify({ email: 'dana@keyhour.test', message: 'Am I still heard?' })
    const sendings = (await connectToEach(stopped)).map((connection) => {
      const sending = connection.begin({ method: 'POST', path: '/api/contact/' })
      sending.setHeader('content-type', 'application/json').setHeader('content-length', message.length)
      sending.write(message.slice(0, 10))
      return sending
    })
    await pause(200)
    const ended = stopped.kill(signal)
    await pause(200)
    const replies = sendings.map(replyTo)
    for (const sending of sendings) sending.end(message.slice(10))

    for (const reply of replies) expect((await reply).statusCode).toBe(200)
    expect(await ended).toBe(0)
    expect(processes.filter(isRunning)).toEqual([])
    expect(programsOn(dir)).toEqual([])
  },
)

test('when the primary process is killed, its workers end too, and the next start works', async () => {
  const port = await freePort()
  const killed = await start({ ...settings, DATA_DIR: `${settings.DATA_DIR}-2` }, port)
  const workers = childrenOf(killed.pid)
  expect(workers).toHaveLength(WORKERS + 1)

  await killed.kill('SIGKILL')
  await expect.poll(() => workers.filter(isRunning), PATIENTLY).toEqual([])
  const next = await startDuringTest({ ...settings, DATA_DIR: `${settings.DATA_DIR}-2` }, port)
  await connectToEach(next)
})

test('a taken port ends the start with a clear message', async () => {
  const port = Number(new URL(product.url).port)
  const second = launch({ ...settings, DATA_DIR: `${settings.DATA_DIR}-3` }, port)

  expect(await second.ended).toBe(1)
  expect(second.output()).toContain('Set another PORT.')
})
