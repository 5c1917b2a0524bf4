import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startEmbeddedPostgres } from '../../server/src/db/embedded/embedded-postgres.ts'
import { freshDataDir, type Product, start } from '../system/product.ts'

// Whatever is started here ends with the test.

export async function dataDirDuringTest(): Promise<string> {
  const { dir, remove } = await freshDataDir()
  onTestFinished(remove)
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
