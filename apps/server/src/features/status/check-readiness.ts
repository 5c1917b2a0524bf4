import { setTimeout } from 'node:timers/promises'
import { readSchema, writeTemporaryFile } from '#server/features/status/queries.ts'
import { databaseTrouble, isSilence } from '#server/http/database-errors.ts'
import type { Deps } from '#server/http/routes.ts'
import { hasRoom } from '#server/outside/disk.ts'

const LIMIT_MS = 1500
/** Limits the work, because anyone may ask as often as they like. */
const DISK_CHECK_MS = 5000

const FULL = 'The disk is full.'
const SILENT = 'The database does not answer.'
const NOT_READY = 'The database is not ready.'

/** Returns why the server is not ready, or undefined, within two seconds. */
export function readinessOf({ probe, config }: Pick<Deps, 'probe' | 'config'>) {
  let checking: Promise<string | undefined> | undefined
  let diskCheckedAt = Number.NEGATIVE_INFINITY

  async function check(): Promise<string | undefined> {
    try {
      if (!(await hasRoom(config.dataDir))) return FULL
      await readSchema(probe)
      if (performance.now() - diskCheckedAt < DISK_CHECK_MS) return undefined
      await writeTemporaryFile(probe)
      diskCheckedAt = performance.now()
      return undefined
    } catch (error) {
      if (databaseTrouble(error) === 'disk full') return FULL
      return isSilence(error) ? SILENT : NOT_READY
    }
  }

  return function checkReadiness(): Promise<string | undefined> {
    checking ??= Promise.race([check(), setTimeout(LIMIT_MS, SILENT, { ref: false })]).finally(() => {
      checking = undefined
    })
    return checking
  }
}
