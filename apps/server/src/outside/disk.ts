import { statfs } from 'node:fs/promises'

/** PostgreSQL writes its log in files of 16 MB and stops when there is no room for the next one. */
const LEAST_BYTES = 16 * 1024 * 1024

/** True for a missing folder, because nothing is stored there. */
export async function hasRoom(dir: string): Promise<boolean> {
  const found = await statfs(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  return !found || found.bavail * found.bsize >= LEAST_BYTES
}
