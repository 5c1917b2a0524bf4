import * as contract from '@keyhour/contract/calendar-sync'
import { endChannel } from '#server/features/calendar-sync/link-queries.ts'
import { listLinksOf } from '#server/features/calendar-sync/list-links-of.ts'
import { takeNotice } from '#server/features/calendar-sync/take-notice.ts'
import { Refusal } from '#server/http/refusal.ts'
import { type Routes, serve } from '#server/http/routes.ts'

const UNKNOWN = 'This channel does not exist.'

const textOf = (header: string | string[] | undefined): string => (typeof header === 'string' ? header : '')

/** Notices are answered at once; a job does the rest. */
export const calendarSyncRoutes: Routes = async (app, deps) => {
  serve(app, contract.listCalendarLinks, 'admin', ({ params }) => listLinksOf(deps, params.id))

  serve(app, contract.receiveGoogleNotice, 'anybody', async ({ headers }) => {
    const id = textOf(headers['x-goog-channel-id'])
    const secret = textOf(headers['x-goog-channel-token'])
    if (!(await takeNotice(deps, { provider: 'google', id, secret }))) throw new Refusal('missing', UNKNOWN)
    return {}
  })

  serve(app, contract.receiveOutlookNotice, 'anybody', async ({ query, body }, reply) => {
    if (query.validationToken !== undefined)
      return reply.type('text/plain; charset=utf-8').serializer(String).send(query.validationToken)
    let isKnown = false
    const notices = new Map((body?.value ?? []).map((notice) => [JSON.stringify(notice), notice]))
    for (const { subscriptionId: ref, clientState, lifecycleEvent } of notices.values()) {
      if (!(await takeNotice(deps, { provider: 'outlook', ref, secret: clientState ?? '' }))) continue
      isKnown = true
      if (lifecycleEvent !== undefined && lifecycleEvent !== 'missed')
        await endChannel(deps.db, ref, deps.now())
    }
    if (!isKnown) throw new Refusal('missing', UNKNOWN)
    return {}
  })
}
