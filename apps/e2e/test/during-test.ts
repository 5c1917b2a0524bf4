import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'
import { startEmbeddedPostgres } from '../../server/src/db/embedded/embedded-postgres.ts'
import { freshDataDir, type Product, start } from '../system/product.ts'

// Whatever is started here ends with the test.

export async function dataDirDuringTest(): Promise<string> {
  const { dir, remove } = await freshDataDir()
  onTestFinished(remove)
  return dir
}

let used: Promise<{ dir: string; remove: () => Promise<void> }> | undefined
afterAll(async () => (await used)?.remove())

async function makeUsedData() {
  const data = await freshDataDir()
  await (await start({ DEMO: 'off', DATA_DIR: data.dir })).kill('SIGTERM')
  return data
}

/**
 * Like `dataDirDuringTest`, but a product has been started and stopped there. For tests that are not about the first
 * start, which takes seconds; each file makes it once and copies it.
 */
export async function usedDataDirDuringTest(): Promise<string> {
  used ??= makeUsedData()
  const dir = await dataDirDuringTest()
  execFileSync('cp', ['-a', `${(await used).dir}/.`, dir])
  return dir
}

export async function startDuringTest(env: NodeJS.ProcessEnv, port?: number): Promise<Product> {
  const product = await start(env, port)
  onTestFinished(async () => void (await product.kill('SIGTERM')))
  return product
}

export async function postgresDuringTest(dir: string): Promise<{ url: string }> {
  const postgres = await startEmbeddedPostgres({
    dir: join(dir, 'outside'),
    durable: false,
    owner: 'a test',
  })
  onTestFinished(postgres.stop)
  return postgres
}
