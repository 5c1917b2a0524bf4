import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openDatabase } from '../../server/src/db/connection.ts'
import { startEmbeddedPostgres } from '../../server/src/db/embedded/embedded-postgres.ts'
import type { Deps } from '../../server/src/http/routes.ts'
import { makeSecrets } from '../../server/src/secrets/secrets.ts'
import { issueToken } from '../../server/src/secrets/session-token.ts'
import { builders } from '../../server/test/builders.ts'
import { freshDataDir } from '../system/product.ts'

export const SECRET_KEY = 'a key that all servers share, long enough'

/** The same clock as the servers. */
export const now = () => new Date(performance.timeOrigin + performance.now())

export type Client = { id: number; token: string }

type Postgres = { url: string; stop: () => Promise<void> }

const plainPostgres = (dir: string): Promise<Postgres> =>
  startEmbeddedPostgres({ dir, durable: false, owner: 'a test' })

/** An empty PostgreSQL for any number of servers. Start one of them before filling it. */
export async function startOutsideDatabase<P extends Postgres = Postgres>(
  startPostgres: (dir: string) => Promise<P> = plainPostgres as (dir: string) => Promise<P>,
) {
  const { dir, remove } = await freshDataDir()
  const postgres = await startPostgres(join(dir, 'outside'))
  const { close, ...rest } = openAsTest(postgres.url)

  return {
    ...rest,
    postgres,
    settings: (name: string) => ({
      DATABASE_URL: postgres.url,
      DEMO: 'off',
      SECRET_KEY,
      DATA_DIR: join(dir, name),
      // Servers on one database share their files.
      FILES_URL: pathToFileURL(join(dir, 'files')).href,
    }),
    async stop() {
      await close()
      await postgres.stop()
      await remove()
    },
  }
}

/** The database of a product whose key is `SECRET_KEY`, with builders to fill it. */
export function openAsTest(url: string) {
  const { db, pool, close } = openDatabase(url, () => undefined)
  const secrets = makeSecrets(SECRET_KEY)
  const make = builders({ db, now, secrets } as Deps)

  return {
    pool,
    make,
    close,
    /** An office that never closes, with rooms and one open space. */
    async spaces(rooms: number, seats: number): Promise<Space[]> {
      const office = await make.office({ price_per_hour: 1000 })
      const spaces: Space[] = []
      for (let made = 0; made <= rooms; made += 1) {
        const isOpen = made === rooms
        const units = isOpen ? seats : 1
        const part = await make.subOffice(office.id, {
          type: isOpen ? 'open_space' : 'meeting_room',
          capacity: units,
        })
        for (let number = 1; number <= units; number += 1) await make.unit(office.id, part.id, number)
        spaces.push({ office_id: office.id, sub_office_id: part.id, units })
      }
      return spaces
    },
    /** A user with a token, and a lot for each of `credits`; the lots expire one after the other. */
    async person(given: { name?: string; admin?: boolean; credits?: number[] } = {}): Promise<Client> {
      const { credits = [], ...fields } = given
      const user = await make.user(fields)
      for (const [at, amount] of credits.entries())
        await make.credits(user.id, amount, at === 0 ? null : `${2090 + at}-01-01T00:00:00Z`)
      return { id: user.id, token: await issueToken(secrets, user, now()) }
    },
  }
}

export type Space = { office_id: number; sub_office_id: number; units: number }
