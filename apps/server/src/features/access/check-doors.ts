import { z } from 'zod'
import { listDoorStates } from '#server/features/access/list-door-states.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** Finds out that a door fails before somebody stands in front of it. */
export const checkDoors = job({
  name: 'check-doors',
  data: z.object({}),
  retries: 0,
  cron: '*/5 * * * *',
  run: async (deps: Deps) => {
    await listDoorStates(deps)
  },
})
