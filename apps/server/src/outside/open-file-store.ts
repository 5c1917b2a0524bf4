import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDiskStore } from '#server/outside/disk-store.ts'
import type { FileStore } from '#server/outside/file-store.ts'
import { openS3Store, parseS3Url } from '#server/outside/s3-store.ts'

export const isFilesUrl = (text: string): boolean =>
  parseS3Url(text) !== undefined || parseFileUrl(text) !== undefined

export function openFileStore({
  filesUrl,
  dataDir,
}: {
  filesUrl: string | undefined
  dataDir: string
}): FileStore {
  const s3 = filesUrl ? parseS3Url(filesUrl) : undefined
  if (s3) return openS3Store(s3)
  return openDiskStore((filesUrl && parseFileUrl(filesUrl)) || join(dataDir, 'files'))
}

function parseFileUrl(text: string): string | undefined {
  try {
    return fileURLToPath(text)
  } catch {
    return undefined
  }
}
