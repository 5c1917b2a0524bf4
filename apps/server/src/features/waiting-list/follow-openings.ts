import { offerTimes } from '#server/features/waiting-list/offer-times.ts'
import type { Deps } from '#server/http/routes.ts'

/** Offers a time as soon as it becomes free. If this fails, the next minute does. Returns a function that stops it. */
export const followOpenings = ({ changes, db, enqueue, log }: Deps): (() => void) =>
  changes.watch('openings', () => {
    enqueue(db, offerTimes, { all: false }).catch((error: unknown) =>
      log.warn(error, 'a time that became free is offered later'),
    )
  })
