import { randomBytes, randomUUID } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '#server/outside/files.ts'

const FEWEST_CHARACTERS = 32

/** The key of this installation: made once, readable by its owner only. */
export async function loadSecretKey(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret.key')
  return (await readKey(path)) ?? (await makeKey(path))
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

/** Linking is atomic: of several first starts one wins, and no reader ever sees half a key. */
async function makeKey(path: string): Promise<string> {
  const draft = `${path}.${randomUUID()}.new`
  const file = await open(draft, 'w', 0o600)
  await file.writeFile(`${randomBytes(48).toString('base64url')}\n`)
  await file.sync()
  await file.close()
  try {
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  await syncFolder(dirname(path))
  return (await readKey(path))!
}
