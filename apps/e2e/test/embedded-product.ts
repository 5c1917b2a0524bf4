import { join } from 'node:path'
import { joinEmbeddedPostgres } from '../../server/src/db/embedded/embedded-postgres.ts'
import { start } from '../system/product.ts'
import { openAsTest, SECRET_KEY } from './outside-database.ts'

/** The product with its own PostgreSQL in `dir`, and a second connection to fill and check its database. */
export async function startEmbeddedProduct(dir: string) {
  const product = await start({ DATA_DIR: dir, DEMO: 'off', SECRET_KEY })
  const beside = await joinEmbeddedPostgres({ dir: join(dir, 'postgres'), owner: 'a test' })
  const { close, spaces, person, pool } = openAsTest(beside.url)
  return {
    target: { product, pool, person, spaces: await spaces(20, 12) },
    async stop() {
      await close()
      await beside.stop()
      await product.kill('SIGTERM')
    },
  }
}
