import { pino } from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { hearChanges, tellOfficeChanged } from '#server/db/changes.ts'
import { openDatabase } from '#server/db/connection.ts'
import { startTcpProxy } from '../../test/tcp-proxy.ts'

const log = pino({ level: 'silent' })

async function watchThroughProxy() {
  const proxy = await startTcpProxy(inject('clusterUrl'))
  const [near, direct] = [proxy.url, inject('clusterUrl')].map((url) => openDatabase(url, () => undefined))
  const changes = await hearChanges(near!.pool, log, { probeMs: 300 })
  onTestFinished(async () => {
    await changes.close()
    await near!.close()
    await direct!.close()
    await proxy.close()
  })
  let times = 0
  changes.watch('office 1', () => (times += 1))
  return { proxy, times: () => times, tell: () => tellOfficeChanged(direct!.db, 1) }
}

test('behind a half-open connection watchers are told to read again, and later changes arrive', async () => {
  const { proxy, times, tell } = await watchThroughProxy()
  proxy.goHalfOpen()
  await tell()
  await expect.poll(times).toBeGreaterThan(0)

  const before = times()
  await tell()
  await expect.poll(times).toBeGreaterThan(before)
})

test('a server stops promptly although its listening connection is half-open', async () => {
  const proxy = await startTcpProxy(inject('clusterUrl'))
  const { pool, close } = openDatabase(proxy.url, () => undefined)
  const changes = await hearChanges(pool, log)
  proxy.goHalfOpen()

  await changes.close()
  await close()
  await proxy.close()
})
