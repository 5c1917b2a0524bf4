import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/db/connection.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { makeQueues } from './make-queues.ts'

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string
  }
}

export const TEMPLATE = 'template_of_tests'
export const MIGRATIONS = new URL('../migrations/', import.meta.url)

/** One PostgreSQL for the whole run, with a migrated database that each test file copies. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'keyhour-test-'))
  const postgres = await startEmbeddedPostgres({ dir: join(dir, 'postgres'), durable: false, owner: 'tests' })

  const admin = openDatabase(postgres.url, () => undefined)
  await admin.pool.query(`create database ${TEMPLATE}`)
  await admin.close()
  const template = openDatabase(databaseOf(postgres.url, TEMPLATE), () => undefined)
  await migrate(template.pool, MIGRATIONS)
  await makeQueues(template.pool)
  await template.close()

  provide('clusterUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

export function databaseOf(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}
