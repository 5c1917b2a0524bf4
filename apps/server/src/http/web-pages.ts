import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pathOf } from '#server/http/addresses.ts'
import { guarded } from '#server/http/guards.ts'
import { languageOf } from '#server/http/preferences.ts'

const HTML = 'text/html; charset=utf-8'

type Pages = { app: string; en: string; he: string }

/** Serves the built web app from `dist`: the landing page at `/`, the app at every other path. */
export async function serveWebPages(app: FastifyInstance, dist: URL): Promise<void> {
  const pages = await readPages(dist)
  if (pages) await servePages(app, dist, pages)

  app.setNotFoundHandler((request, reply) => {
    if (!pages || !isPage(request)) return reply.code(404).send({ detail: 'There is nothing here.' })
    return reply.type(HTML).header('cache-control', 'no-cache').send(pages.app)
  })
}

const isPage = ({ method, url }: FastifyRequest): boolean =>
  ['GET', 'HEAD'].includes(method) && !/^\/(api|static|assets|dev)(\/|$)/.test(pathOf(url) ?? '/api')

/** Undefined while the web app is not built: in development another server has it. */
async function readPages(dist: URL): Promise<Pages | undefined> {
  if (!existsSync(new URL('app.html', dist))) return undefined
  const read = (name: string) => readFile(new URL(name, dist), 'utf8')
  return { app: await read('app.html'), en: await read('landing.en.html'), he: await read('landing.he.html') }
}

async function servePages(app: FastifyInstance, dist: URL, pages: Pages): Promise<void> {
  await app.register(fastifyStatic, {
    root: fileURLToPath(dist),
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })

  app.get('/', guarded('anybody'), async (request, reply) =>
    reply
      .type(HTML)
      .header('cache-control', 'no-cache')
      .header('vary', 'cookie, accept-language')
      .send(pages[languageOf(request)]),
  )
}
