import { IdParam } from '@keyhour/contract/primitives'
import type { PublicPage } from '@keyhour/contract/public-page'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { findSitemap, getSitemap } from '#server/features/public-pages/find-sitemap.ts'
import { loadSearch } from '#server/features/public-pages/load-search.ts'
import { loadSpace } from '#server/features/public-pages/load-space.ts'
import { contentIn, lastPageInstead, writeRobots } from '#server/features/public-pages/rules.ts'
import { findPress, writePublicPage } from '#server/features/public-pages/write-page.ts'
import { NOWHERE } from '#server/http/addresses.ts'
import { etagOf, hasAlready } from '#server/http/etag.ts'
import { guarded } from '#server/http/guards.ts'
import { installationFacts } from '#server/http/installation-facts.ts'
import { languageOf, schemeOf } from '#server/http/preferences.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

const MISSING = { kind: 'missing' } as const

/** Pages about spaces on offer, and robots.txt and sitemaps for search engines. */
export const publicPageRoutes: FastifyPluginAsync<Deps & { webDist: URL }> = async (
  app,
  { webDist, ...deps },
) => {
  const { config, now } = deps
  const press = await findPress(webDist)
  const facts = installationFacts(config)

  async function send(request: FastifyRequest, reply: FastifyReply, content: PublicPage['content']) {
    const { pathname, search } = addressOf(request)
    const language = languageOf(request)
    const page: PublicPage = {
      language,
      origin: config.publicUrl,
      path: pathname,
      search,
      now: `${now().toISOString().slice(0, 16)}:00.000Z`,
      tiles: tilesOf(config),
      content: contentIn(language, content),
    }
    reply.code(content === MISSING ? 404 : 200)
    reply.header('cache-control', 'no-cache').header('vary', 'accept, cookie, accept-language')
    // In development another server renders it.
    if (!press || request.headers.accept === 'application/json')
      return reply.type('application/json; charset=utf-8').send(page)
    const html = writePublicPage(press, page, { scheme: schemeOf(request), facts, log: request.log })
    const etag = `W/${etagOf(html)}`
    reply.header('etag', etag)
    if (content !== MISSING && hasAlready(request, etag)) return reply.code(304).send()
    return reply.type('text/html; charset=utf-8').send(html)
  }

  // The router accepts both; a search engine should know a page by one address.
  app.addHook('onRequest', async (request, reply) => {
    const { pathname, search } = addressOf(request)
    if (pathname.endsWith('/')) return reply.redirect(`${pathname.replace(/\/+$/, '')}${search}`, 308)
  })

  app.get('/spaces', guarded('anybody'), async (request, reply) => {
    const { searchParams } = addressOf(request)
    const content = await loadSearch(deps, searchParams, languageOf(request))
    const instead = lastPageInstead(searchParams, content.found.total)
    return instead === undefined ? send(request, reply, content) : reply.redirect(instead)
  })

  app.get<{ Params: { officeId: string } }>(
    '/spaces/:officeId',
    guarded('anybody'),
    async (request, reply) => {
      const id = IdParam.safeParse(request.params.officeId)
      const content = id.success ? await loadSpace(deps, id.data, languageOf(request)) : undefined
      return send(request, reply, content ?? MISSING)
    },
  )

  app.get(NOWHERE, guarded('anybody'), (request, reply) => send(request, reply, MISSING))

  app.get('/robots.txt', guarded('anybody'), async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(writeRobots(config.publicUrl)),
  )

  const xml = (reply: FastifyReply) =>
    reply.type('application/xml; charset=utf-8').header('cache-control', 'no-cache')

  app.get('/sitemap.xml', guarded('anybody'), async (_request, reply) =>
    xml(reply).send(await getSitemap(deps)),
  )

  app.get<{ Params: { number: string } }>(
    '/sitemap-:number(^\\d{1,9}).xml',
    guarded('anybody'),
    async ({ params }, reply) => {
      const sitemap = orMissing(await findSitemap(deps, Number(params.number)), 'There is nothing here.')
      return xml(reply).send(sitemap)
    },
  )
}

const tilesOf = ({ mapTilesUrl: url, mapTilesAttribution: attribution }: Config): PublicPage['tiles'] =>
  url === undefined ? null : { url, attribution: attribution ?? new URL(url).host.replace('{s}.', '') }

const addressOf = ({ url }: FastifyRequest): URL => new URL(url, 'http://localhost')
