import { onTestFinished, test } from 'vitest'
import { pause, postmasterPid } from '../system/product.ts'
import { dataDirDuringTest } from '../test/during-test.ts'
import { startEmbeddedProduct } from '../test/embedded-product.ts'
import { bookThrough } from '../test/outage.ts'

test('an embedded PostgreSQL killed under load is restarted, and no order is lost', async () => {
  const dir = await dataDirDuringTest()
  const { target, stop } = await startEmbeddedProduct(dir)
  onTestFinished(stop)
  const killed = (await postmasterPid(dir))!

  await bookThrough(target, async () => {
    process.kill(killed, 'SIGKILL')
    // Its orphaned processes answer for a moment longer.
    while ([killed, undefined].includes(await postmasterPid(dir))) await pause(20)
    while (!(await isAnswering(target.pool))) await pause(20)
  })
})

const isAnswering = (pool: { query: (text: string) => Promise<unknown> }): Promise<boolean> =>
  pool.query('select 1').then(
    () => true,
    () => false,
  )
