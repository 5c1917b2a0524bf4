import * as contract from '@keyhour/contract/calendars'
import { disconnectCalendar } from '#server/features/calendar-connections/disconnect-calendar.ts'
import { finishConsent } from '#server/features/calendar-connections/finish-consent.ts'
import { linkCalendar } from '#server/features/calendar-connections/link-calendar.ts'
import { listCalendars } from '#server/features/calendar-connections/list-calendars.ts'
import { startConsent } from '#server/features/calendar-connections/start-consent.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const calendarConnectionRoutes: Routes = async (app, deps) => {
  serve(app, contract.listCalendarServices, 'admin', () => ({
    google: deps.config.googleCalendar !== undefined,
    outlook: deps.config.outlook !== undefined,
  }))

  for (const provider of contract.ConsentProvider.options) {
    const calls = contract.calendarCalls[provider]

    serve(app, calls.start, 'admin', (request) =>
      startConsent(deps, { office_id: request.params.id, provider }, request),
    )

    serve(app, calls.finish, 'admin', (request) =>
      finishConsent(deps, { provider, ...request.body }, request),
    )

    serve(app, calls.list, 'admin', ({ params }) => listCalendars(deps, { office_id: params.id, provider }))

    serve(app, calls.disconnect, 'admin', (request) =>
      disconnectCalendar(deps, { office_id: request.params.id, provider }, request),
    )
  }

  serve(app, contract.linkGoogleCalendar, 'admin', (request) => {
    const { subOfficeId } = request.params
    const calendarId = request.body.google_calendar_id
    return linkCalendar(deps, { subOfficeId, provider: 'google', calendarId }, request)
  })

  serve(app, contract.linkOutlookCalendar, 'admin', (request) => {
    const { subOfficeId } = request.params
    const calendarId = request.body.outlook_calendar_id
    return linkCalendar(deps, { subOfficeId, provider: 'outlook', calendarId }, request)
  })
}
