import { z } from 'zod'
import { deleteHoldsUntil } from '#server/features/bookings/hold-queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** Holds end by being deleted. Whoever books does not wait for this: what has run out stands in nobody's way. */
export const endHolds = job({
  name: 'end-holds',
  data: z.object({}),
  retries: 0,
  cron: '* * * * *',
  run: ({ db, now }: Deps) => deleteHoldsUntil(db, now()),
})
