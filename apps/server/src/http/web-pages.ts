import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { isForPage } from '#server/http/addresses.ts'
import { serveFinishedPages } from '#server/http/finished-pages.ts'

const HTML = 'text/html; charset=utf-8'

type WebApp = { dist: URL; appPage: string | undefined }

/** Serves the built web app from `dist`: the prerendered pages at their addresses, the app at every other path. */
export async function serveWebPages(
  app: FastifyInstance,
  { dist, appPage }: WebApp,
  config: Config,
): Promise<void> {
  if (appPage) {
    await serveFiles(app, dist)
    await serveFinishedPages(app, dist, config)
  }

  app.setNotFoundHandler((request, reply) => {
    if (!appPage || !isForPage(request)) return reply.code(404).send({ detail: 'There is nothing here.' })
    return reply.type(HTML).header('cache-control', 'no-cache').send(appPage)
  })
}

/** Undefined while the web app is not built: in development another server has it. */
export async function readAppPage(dist: URL): Promise<string | undefined> {
  const file = new URL('app.html', dist)
  return existsSync(file) ? readFile(file, 'utf8') : undefined
}

async function serveFiles(app: FastifyInstance, dist: URL): Promise<void> {
  await app.register(fastifyStatic, {
    root: fileURLToPath(dist),
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz', 'server/**'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}
