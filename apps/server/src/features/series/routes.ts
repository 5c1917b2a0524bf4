import * as contract from '@keyhour/contract/series'
import { idempotencyKey } from '#server/features/idempotency/once.ts'
import { bookSeries } from '#server/features/series/book-series.ts'
import { cancelSeries, getSeriesRefund } from '#server/features/series/cancel-series.ts'
import { changeSeriesTime } from '#server/features/series/change-series-time.ts'
import { getSeries, getSeriesCalendar } from '#server/features/series/get-series.ts'
import { quoteSeries } from '#server/features/series/quote-series.ts'
import { quoteSeriesTime } from '#server/features/series/quote-series-time.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const seriesRoutes: Routes = async (app, deps) => {
  serve(app, contract.quoteSeries, 'signedIn', ({ body, session }) => quoteSeries(deps, body, session.id))

  serve(app, contract.bookSeries, 'signedIn', ({ body, session, headers }) =>
    bookSeries(deps, body, session.id, idempotencyKey(headers)),
  )

  serve(app, contract.getSeries, 'signedIn', ({ params, session }) =>
    getSeries(deps.db, params.orderId, session),
  )

  serve(app, contract.getSeriesCalendar, 'signedIn', async ({ params, session }, reply) =>
    reply
      .type('text/calendar; charset=utf-8')
      .serializer(String)
      .send(await getSeriesCalendar(deps, params.orderId, session)),
  )

  serve(app, contract.getSeriesRefund, 'signedIn', ({ params, query, session }) =>
    getSeriesRefund(deps, params.orderId, query.scope, session),
  )

  serve(app, contract.cancelSeries, 'signedIn', ({ params, body, session }) =>
    cancelSeries(deps, params.orderId, body, session),
  )

  serve(app, contract.quoteSeriesTime, 'signedIn', ({ params, body, session }) =>
    quoteSeriesTime(deps, params.orderId, body, session),
  )

  serve(app, contract.changeSeriesTime, 'signedIn', ({ params, body, session }) =>
    changeSeriesTime(deps, params.orderId, body, session),
  )
}
