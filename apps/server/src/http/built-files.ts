import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { guarded } from '#server/http/guards.ts'
import { type HeldBody, madeOnce, sendHeld, weakEtag } from '#server/http/held-body.ts'

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
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const ASSETS = '/assets/'

/** Serves scripts, styles and pictures of the built web app. A file is read when it is first asked for. */
export async function serveBuiltFiles(app: FastifyInstance, dist: URL): Promise<void> {
  const files = await listFiles(fileURLToPath(dist))
  const send = async (request: FastifyRequest, reply: FastifyReply, url: string) => {
    const file = files.get(url)
    if (!file) return reply.callNotFound()
    // Names under `assets` contain a hash of the content.
    const cacheControl = url.startsWith(ASSETS) ? 'public, max-age=31536000, immutable' : 'no-cache'
    return sendHeld(request, reply, await file(), { cacheControl })
  }
  const options = { ...guarded('anybody'), compress: false } as const
  app.get<{ Params: { name: string } }>(`${ASSETS}:name`, options, (request, reply) =>
    send(request, reply, `${ASSETS}${request.params.name}`),
  )
  for (const url of files.keys())
    if (!url.startsWith(ASSETS)) app.get(url, options, (request, reply) => send(request, reply, url))
}

async function listFiles(root: string): Promise<Map<string, () => Promise<HeldBody>>> {
  const files = new Map<string, () => Promise<HeldBody>>()
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const url = `/${relative(root, path).replaceAll('\\', '/')}`
    const type = TYPES[extname(path)]
    if (entry.isFile() && type !== undefined && !url.startsWith('/server/'))
      files.set(
        url,
        madeOnce(() => readFiles(path, type)),
      )
  }
  return files
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
