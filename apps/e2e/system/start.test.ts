import { request } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../scripts/free-port.mjs'
import { openDatabase } from '../../server/src/db/connection.ts'
import {
  dataDirDuringTest,
  postgresDuringTest,
  startDuringTest,
  usedDataDirDuringTest,
} from '../test/during-test.ts'
import { launch, pause, programsOn, start } from './product.ts'

const quiet = { DEMO: 'off' }

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s stops everything and leaves no process behind',
  async (signal) => {
    const dir = await usedDataDirDuringTest()
    const product = await start({ ...quiet, DATA_DIR: dir })
    expect(programsOn(dir)).not.toEqual([])

    expect(await product.kill(signal)).toBe(0)
    expect(programsOn(dir)).toEqual([])
  },
)

test.each([
  ['makes its database', 'Creating the database cluster'],
  ['starts its database', 'Starting PostgreSQL'],
  ['copies its pictures', 'Copying'],
])('stopped while it %s, it leaves no process behind', async (_moment, sentence) => {
  const dir = await dataDirDuringTest()
  const product = launch({ DEMO: 'on', DATA_DIR: dir }, await freePort())
  while (!product.output().includes(sentence)) await pause(5)

  expect(await product.kill('SIGTERM')).toBe(0)
  expect(programsOn(dir)).toEqual([])
})

test('a database filled for a demo is refused outside the demo', async () => {
  const dir = await dataDirDuringTest()
  const demo = await start({ DEMO: 'on', DATA_DIR: dir })
  await demo.kill('SIGTERM')
  const real = launch({ DEMO: 'off', DATA_DIR: dir }, await freePort())

  expect(await real.ended).toBe(1)
  expect(real.output()).toContain('this database holds the demo data')
  expect(programsOn(dir)).toEqual([])
})

test('a hanging query does not keep the server from stopping', async () => {
  const dir = await dataDirDuringTest()
  const outside = await postgresDuringTest(dir)
  const product = await start({ DATABASE_URL: outside.url, DATA_DIR: dir })
  const { pool, close } = openDatabase(outside.url, () => undefined)
  onTestFinished(close)
  const blocker = await pool.connect()
  await blocker.query('begin; lock table offices')
  const cutOff = fetch(`${product.url}/api/offices/`).catch(() => undefined)
  await pause(300)

  expect(await product.kill('SIGTERM')).toBe(0)
  await cutOff
  blocker.release(true)
})

test('a second start on the same data is refused with a clear message, and the first server keeps running', async () => {
  const dir = await usedDataDirDuringTest()
  const first = await startDuringTest({ ...quiet, DATA_DIR: dir })
  const second = launch({ ...quiet, DATA_DIR: dir }, await freePort())

  expect(await second.ended).toBe(1)
  expect(second.output()).toContain('is in use by')
  expect((await fetch(`${first.url}/api/ready`)).status).toBe(200)
})

test('two instances with separate data run side by side', async () => {
  const instances = await Promise.all([
    startDuringTest({ ...quiet, DATA_DIR: await usedDataDirDuringTest() }),
    startDuringTest({ ...quiet, DATA_DIR: await usedDataDirDuringTest() }),
  ])

  const answers = await Promise.all(instances.map((one) => fetch(`${one.url}/api/ready`)))
  expect(answers.map((answer) => answer.status)).toEqual([200, 200])
})

test('three servers started together on one empty outside database all become ready', async () => {
  const dir = await dataDirDuringTest()
  const outside = await postgresDuringTest(dir)
  const servers = await Promise.all(
    [1, 2, 3].map(async (number) =>
      start({
        DATABASE_URL: outside.url,
        DEMO: 'on',
        DATA_DIR: join(dir, `node-${number}`),
        FILES_URL: pathToFileURL(join(dir, 'files')).href,
        SECRET_KEY: 'k'.repeat(32),
      }),
    ),
  )

  // A busy machine may keep the database from answering in time, for a moment.
  for (const server of servers)
    await expect
      .poll(async () => (await fetch(`${server.url}/api/ready`)).status, { timeout: 60_000 })
      .toBe(200)
  expect(await Promise.all(servers.map((server) => server.kill('SIGTERM')))).toEqual([0, 0, 0])
})

test('a second server with its own file store is refused with a clear message', async () => {
  const dir = await dataDirDuringTest()
  const outside = await postgresDuringTest(dir)
  const shared = { ...quiet, DATABASE_URL: outside.url, SECRET_KEY: 'k'.repeat(32) }
  await startDuringTest({ ...shared, DATA_DIR: join(dir, 'one') })
  const second = launch({ ...shared, DATA_DIR: join(dir, 'two') }, await freePort())

  expect(await second.ended).toBe(1)
  expect(second.output()).toContain(
    'Several servers need one file store: set the same FILES_URL for all of them.',
  )
})

test('a taken port and an invalid setting are reported with a clear message', async () => {
  const first = await startDuringTest({ ...quiet, DATA_DIR: await usedDataDirDuringTest() })
  const other = { ...quiet, DATA_DIR: await usedDataDirDuringTest() }
  const samePort = launch(other, Number(new URL(first.url).port))
  const badSetting = launch({ ...quiet, DATABASE_URL: 'mysql://nowhere' }, 1)

  expect(await samePort.ended).toBe(1)
  expect(samePort.output()).toContain('Set another PORT.')
  expect(await badSetting.ended).toBe(1)
  expect(badSetting.output()).toContain('DATABASE_URL should be an address that starts with postgres://')
})

test('the server finishes open requests before it stops', async () => {
  const product = await start({ ...quiet, DATA_DIR: await usedDataDirDuringTest() })
  const body = JSON.stringify({ email: 'dana@keyhour.test', message: 'Am I still heard?' })
  const call = request(`${product.url}/api/contact/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  })
  const status = new Promise((resolve, reject) => {
    call.on('response', (reply) => resolve(reply.statusCode))
    call.on('error', reject)
  })
  call.write(body.slice(0, 10))
  await pause(200)
  const stopped = product.kill('SIGTERM')
  await pause(200)
  call.end(body.slice(10))

  expect(await status).toBe(200)
  expect(await stopped).toBe(0)
})
