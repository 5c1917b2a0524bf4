import * as contract from '@keyhour/contract/calendar-feeds'
import { endFeed, getFeed, makeFeed } from '#server/features/calendar-feeds/make-feed.ts'
import { readFeed } from '#server/features/calendar-feeds/read-feed.ts'
import { etagOf, hasAlready } from '#server/http/etag.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const calendarFeedRoutes: Routes = async (app, deps) => {
  serve(app, contract.getCalendarFeed, 'admin', ({ params }) => getFeed(deps, params))

  serve(app, contract.makeCalendarFeed, 'admin', (request) => makeFeed(deps, request.params, request))

  serve(app, contract.endCalendarFeed, 'admin', async (request) => {
    await endFeed(deps, request.params, request)
    return {}
  })

  serve(app, contract.readCalendarFeed, 'anybody', async (request, reply) => {
    const calendar = await readFeed(deps, request.params.key)
    const etag = etagOf(calendar)
    reply.header('etag', etag).header('cache-control', 'private, max-age=300')
    if (hasAlready(request, etag)) return reply.code(304).send() as never
    return reply.type('text/calendar; charset=utf-8').serializer(String).send(calendar)
  })
}
