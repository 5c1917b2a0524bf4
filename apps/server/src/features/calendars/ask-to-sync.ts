import { z } from 'zod'

/** The job `syncLink`, for those who enqueue it. */
export const SYNC_LINK = { name: 'sync-link', data: z.object({ link_id: z.int() }) }
