import { z } from 'zod'
import { deleteHoldsUntil } from '#server/features/bookings/hold-queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** Housekeeping only: bookings ignore expired holds. */
export const endHolds = job({
  name: 'end-holds',
  data: z.object({}),
  retries: 0,
  cron: '* * * * *',
  run: ({ db, now }: Deps) => deleteHoldsUntil(db, now()),
})
