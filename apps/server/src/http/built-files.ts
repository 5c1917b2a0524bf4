import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { guarded } from '#server/http/guards.ts'
import { type HeldBody, once, sendHeld, weakEtag } from '#server/http/held-body.ts'

/** The build has compressed those that are worth it, and left `.br` and `.gz` beside them. */
const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/vnd.microsoft.icon',
  '.jpg': 'image/jpeg',
  '.js': 'application/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Serves scripts, styles and pictures of the built web app. A file is read when it is first asked for. */
export async function serveBuiltFiles(app: FastifyInstance, dist: URL): Promise<void> {
  const root = fileURLToPath(dist)
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const url = `/${relative(root, path).replaceAll('\\', '/')}`
    const type = TYPES[extname(path)]
    if (!entry.isFile() || type === undefined || url.startsWith('/server/')) continue
    const file = once(() => readFiles(path, type))
    // Names under `assets` contain a hash of the content.
    const cacheControl = url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
    app.get(url, { ...guarded('anybody'), compress: false }, async (request, reply) =>
      sendHeld(request, reply, await file(), { cacheControl }),
    )
  }
}

async function readFiles(path: string, type: string): Promise<HeldBody> {
  const [plain, br, gzip] = await Promise.all([
    readFile(path),
    readIfThere(`${path}.br`),
    readIfThere(`${path}.gz`),
  ])
  return { type, etag: weakEtag(plain), plain, ...(br && { br }), ...(gzip && { gzip }) }
}

const readIfThere = (path: string): Promise<Buffer | undefined> => readFile(path).catch(() => undefined)
