import { randomBytes, randomUUID } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The key of this installation: made once, readable by its owner only. */
export async function loadSecretKey(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret.key')
  return (await readKey(path)) ?? (await makeKey(path))
}

async function readKey(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
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
  return (await readKey(path))!
}
