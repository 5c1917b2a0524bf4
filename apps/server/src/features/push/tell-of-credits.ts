import { z } from 'zod'
import { worthUntil } from '#server/features/push/push-rules.ts'
import { writeCreditsPush } from '#server/features/push/push-words.ts'
import { findLanguage } from '#server/features/push/queries.ts'
import { sendToDevices } from '#server/features/push/send-to-devices.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** Warns of credits that are about to expire. */
export const tellOfCredits = job({
  name: 'tell-of-credits',
  data: z.object({ user_id: z.int() }),
  retries: 3,
  batch: 20,
  async run(deps: Deps, { user_id }) {
    const language = await findLanguage(deps.db, user_id)
    if (!language) return
    const until = worthUntil('credits', null, deps.now())
    await sendToDevices(deps, user_id, { kind: 'credits', message: writeCreditsPush(language), until })
  },
})
