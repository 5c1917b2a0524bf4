import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** In DATA_DIR for as long as a restore runs. */
const MARKER = 'unfinished-restore'

export async function refuseRestoring(dataDir: string): Promise<void> {
  if (existsSync(join(dataDir, MARKER)))
    throw new Error(
      `a restore into ${dataDir} is under way or was not finished. ` +
        'Wait for it to end; if none is running, empty the folder and restore again.',
    )
}

/** Ignores what file systems put into an empty volume. */
async function listOthers(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir).catch(() => [])
  return names.filter((name) => ![MARKER, 'lost+found'].includes(name))
}

async function refuseUsed(dataDir: string): Promise<void> {
  if ((await listOthers(dataDir)).length > 0)
    throw new Error(`${dataDir} is not empty. Set DATA_DIR to a new folder, or empty this one.`)
}

/** Keeps servers and other restores out of an empty DATA_DIR until `release`. */
export async function claimFolder(dataDir: string) {
  await refuseRestoring(dataDir)
  await refuseUsed(dataDir)
  const isNew = (await mkdir(dataDir, { recursive: true })) !== undefined
  const marker = join(dataDir, MARKER)
  await writeFile(marker, '', { flag: 'wx' }).catch(async (error) => {
    if (error.code === 'EEXIST') await refuseRestoring(dataDir)
    throw error
  })
  let isOurs = false

  async function clear(): Promise<void> {
    for (const name of await listOthers(dataDir))
      await rm(join(dataDir, name), { recursive: true, force: true })
  }

  const folder = {
    /** A server that started before the marker was written may have begun to use the folder. */
    refuseUsed: () => refuseUsed(dataDir),
    /** From here on, everything in it was made by this restore. */
    takeAll: () => {
      isOurs = true
    },
    /** After a failure, removes only what this restore made. */
    async release({ isRestored }: { isRestored: boolean }): Promise<void> {
      // Our PostgreSQL has stopped and removed this file: if it exists, another one runs.
      const isInUse = existsSync(join(dataDir, 'postgres', 'postmaster.pid'))
      if (!isRestored && isOurs && isInUse) return
      if (!isRestored && isOurs) await clear()
      await rm(marker, { force: true })
      if (!isRestored && isNew) await rmdir(dataDir).catch(() => undefined)
    },
  }
  try {
    await folder.refuseUsed()
    return folder
  } catch (error) {
    await folder.release({ isRestored: false })
    throw error
  }
}
