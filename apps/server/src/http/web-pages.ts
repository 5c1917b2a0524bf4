import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { isForPage } from '#server/http/addresses.ts'
import { serveBuiltFiles } from '#server/http/built-files.ts'
import { serveFinishedPages } from '#server/http/finished-pages.ts'
import { holdHtml, sendHeld } from '#server/http/held-body.ts'

type WebApp = { dist: URL; appPage: string | undefined }

/** Serves the built web app from `dist`: the prerendered pages at their addresses, the app at every other path. */
export async function serveWebPages(
  app: FastifyInstance,
  { dist, appPage }: WebApp,
  config: Config,
): Promise<void> {
  if (appPage) {
    await serveBuiltFiles(app, dist)
    await serveFinishedPages(app, dist, config)
  }

  const page = appPage && holdHtml(appPage)
  app.setNotFoundHandler(async (request, reply) => {
    if (!page || !isForPage(request)) return reply.code(404).send({ detail: 'There is nothing here.' })
    return sendHeld(request, reply, await page())
  })
}

/** Undefined while the web app is not built: in development another server has it. */
export async function readAppPage(dist: URL): Promise<string | undefined> {
  const file = new URL('app.html', dist)
  return existsSync(file) ? readFile(file, 'utf8') : undefined
}
