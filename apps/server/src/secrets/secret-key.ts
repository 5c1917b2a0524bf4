import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '#server/outside/disk-store.ts'

const FEWEST_CHARACTERS = 32

const pathIn = (dataDir: string): string => join(dataDir, 'secret.key')

export const readSecretKey = (dataDir: string): Promise<string | undefined> => readKey(pathIn(dataDir))

/** Readable by its owner only. Of several simultaneous first starts one wins. */
export async function makeSecretKey(dataDir: string): Promise<string> {
  await keepSecretKey(dataDir, randomBytes(48).toString('base64url'))
  return (await readSecretKey(dataDir))!
}

async function readKey(path: string): Promise<string | undefined> {
  try {
    const key = (await readFile(path, 'utf8')).trim()
    if (key.length >= FEWEST_CHARACTERS) return key
    throw new Error(
      `${path} is no usable key. Put the right one back, or remove the file if nothing was sealed with it.`,
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Does nothing if there is a key. Linking is atomic: no reader ever sees half a key. */
export async function keepSecretKey(dataDir: string, key: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const draft = `${pathIn(dataDir)}.${randomUUID()}.new`
  const file = await open(draft, 'w', 0o600)
  await file.writeFile(`${key}\n`)
  await file.sync()
  await file.close()
  try {
    await link(draft, pathIn(dataDir))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  await syncFolder(dataDir)
}
