import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, type TestContext, test, vi } from 'vitest'
import { call, day, pick, someTime } from '../test/booking-load.ts'
import { dataDirDuringTest } from '../test/during-test.ts'
import { startEmbeddedProduct } from '../test/embedded-product.ts'

const DISK_BYTES = 192 * 1024 * 1024
const MANY_BOOKINGS = 3000

/** Only root can mount a small disk. For others, database-errors.test.ts covers the answers. */
async function smallDisk(context: TestContext): Promise<string> {
  const dir = await dataDirDuringTest()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES},mode=755`, 'tmpfs', dir], {
      stdio: 'pipe',
    })
  } catch (error) {
    context.skip(`no small disk can be mounted here: ${(error as Error).message}`)
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', dir]))
  return dir
}

/** Returns a function that frees the space. */
async function fillUp(dir: string): Promise<() => Promise<void>> {
  const path = join(dir, 'filler')
  const file = await open(path, 'w')
  for (const size of [1024 * 1024, 4096]) {
    const bytes = Buffer.alloc(size, 1)
    while (
      await file.write(bytes).then(
        ({ bytesWritten }) => bytesWritten === size,
        () => false,
      )
    );
  }
  await file.close()
  return () => rm(path)
}

test('on a full disk, writes answer 503 and readiness says why; both recover when there is room', async (context) => {
  const dir = await smallDisk(context)
  await mkdir(join(dir, 'data'))
  const { target, stop } = await startEmbeddedProduct(join(dir, 'data'))
  onTestFinished(stop)
  const { product, pool, spaces } = target
  const who = await target.person({ credits: [1_000_000_000] })
  const acknowledged = new Set<number>()
  const book = async () => {
    const { office_id, sub_office_id } = pick(spaces)
    const booking = { office_id, sub_office_id, ...someTime(day(1 + Math.floor(Math.random() * 60))) }
    const key = { 'idempotency-key': randomUUID() }
    const { status, body } = await call(product, who, ['POST', '/api/orders'], booking, key)
    if (status === 201) acknowledged.add(body.id)
    return { status, detail: body.detail }
  }
  const ready = async () => {
    const reply = await fetch(`${product.url}/api/ready`)
    return [reply.status, await reply.json()]
  }
  expect((await book()).status).toBe(201)

  const free = await fillUp(dir)
  expect(await ready()).toEqual([503, { detail: 'The disk is full.' }])
  let refused: Awaited<ReturnType<typeof book>> | undefined
  for (let count = 0; count < MANY_BOOKINGS && !refused; count += 1) {
    const answer = await book()
    expect([201, 409, 503]).toContain(answer.status)
    if (answer.status === 503) refused = answer
  }
  expect(refused?.detail).toMatch(/disk is full|our database/)
  expect((await fetch(`${product.url}/api/health`)).status).toBe(200)

  await free()
  await vi.waitFor(async () => expect(await ready()).toEqual([200, { status: 'ok' }]), {
    timeout: 60_000,
    interval: 200,
  })
  await vi.waitFor(async () => expect((await book()).status).toBe(201), { timeout: 60_000, interval: 200 })
  expect(process.kill(product.pid, 0)).toBe(true)
  const { rows } = await pool.query('select id::integer from orders')
  const stored = new Set(rows.map(({ id }) => id))
  expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([])
})
