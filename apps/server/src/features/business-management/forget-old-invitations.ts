import { z } from 'zod'
import { deleteInvitationsBefore } from '#server/features/business-management/invitation-queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'
import { DAY } from '#server/time/opening-hours.ts'

const KEPT_DAYS = 60

/** Addresses of people who never joined are not kept. */
export const forgetOldInvitations = job({
  name: 'forget-old-invitations',
  data: z.object({}),
  retries: 0,
  cron: '41 3 * * *',
  run: ({ db, now }: Deps) => deleteInvitationsBefore(db, new Date(now().getTime() - KEPT_DAYS * DAY)),
})
