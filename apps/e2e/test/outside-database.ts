import { join } from 'node:path'
import { openDatabase } from '../../server/src/db/connection.ts'
import { startEmbeddedPostgres } from '../../server/src/db/embedded/embedded-postgres.ts'
import type { Deps } from '../../server/src/http/routes.ts'
import { makeSecrets } from '../../server/src/secrets/secrets.ts'
import { issueToken } from '../../server/src/secrets/session-token.ts'
import { builders } from '../../server/test/builders.ts'
import { freshDataDir } from '../system/product.ts'

const SECRET_KEY = 'a key that all servers share, long enough'

/** The clock that the servers read, too. */
export const now = () => new Date(performance.timeOrigin + performance.now())

export type Client = { id: number; token: string }

/** A PostgreSQL for any number of servers, with nothing in it yet, and what fills it once one of them is up. */
export async function startOutsideDatabase() {
  const { dir, remove } = await freshDataDir()
  const postgres = await startEmbeddedPostgres({ dir: join(dir, 'outside'), durable: false, owner: 'a test' })
  const { db, pool, close } = openDatabase(postgres.url, () => undefined)
  const secrets = makeSecrets(SECRET_KEY)
  const make = builders({ db, now, secrets } as Deps)

  return {
    /** For the server of that name. */
    settings: (name: string) => ({
      DATABASE_URL: postgres.url,
      DEMO: 'off',
      SECRET_KEY,
      DATA_DIR: join(dir, name),
    }),
    pool,
    make,
    /** Somebody with a token, and with as many credits in lots that expire one after the other. */
    async person(given: { admin?: boolean; credits?: number[] } = {}): Promise<Client> {
      const user = await make.user({ admin: given.admin ?? false })
      for (const [at, amount] of (given.credits ?? []).entries())
        await make.credits(user.id, amount, at === 0 ? null : `${2090 + at}-01-01T00:00:00Z`)
      return { id: user.id, token: await issueToken(secrets, user, now()) }
    },
    async stop() {
      await close()
      await postgres.stop()
      await remove()
    },
  }
}
