import * as contract from '@keyhour/contract/calendar-sync'
import { listLinksOf } from '#server/features/calendar-sync/list-links-of.ts'
import { takeNotices } from '#server/features/calendar-sync/take-notices.ts'
import { Refusal } from '#server/http/refusal.ts'
import { type Routes, serve } from '#server/http/routes.ts'

const UNKNOWN = 'This channel does not exist.'

const textOf = (header: string | string[] | undefined): string => (typeof header === 'string' ? header : '')

/** Notices are answered at once; a job does the rest. */
export const calendarSyncRoutes: Routes = async (app, deps) => {
  serve(app, contract.listCalendarLinks, 'admin', ({ params }) => listLinksOf(deps, params.id))

  serve(app, contract.receiveGoogleNotice, 'anybody', async ({ headers }) => {
    // The channel is open. Whoever opens one reads the calendar anyway.
    if (headers['x-goog-resource-state'] === 'sync') return {}
    const channel = textOf(headers['x-goog-channel-id'])
    const secret = textOf(headers['x-goog-channel-token'])
    if (!(await takeNotices(deps, 'google', [{ channel, secret }]))) throw new Refusal('missing', UNKNOWN)
    return {}
  })

  serve(app, contract.receiveOutlookNotice, 'anybody', async ({ query, body }, reply) => {
    if (query.validationToken !== undefined)
      return reply.type('text/plain; charset=utf-8').serializer(String).send(query.validationToken)
    const notices = (body?.value ?? []).map(({ subscriptionId, clientState, lifecycleEvent }) => ({
      channel: subscriptionId,
      secret: clientState ?? '',
      isLast: lifecycleEvent !== undefined && lifecycleEvent !== 'missed',
    }))
    if (!(await takeNotices(deps, 'outlook', notices))) throw new Refusal('missing', UNKNOWN)
    return {}
  })
}
