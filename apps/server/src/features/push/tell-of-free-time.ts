import { z } from 'zod'
import { writeFreeTimePush } from '#server/features/push/push-words.ts'
import { findOfferToTell } from '#server/features/push/queries.ts'
import { sendToDevices } from '#server/features/push/send-to-devices.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** Tells the first in line on their devices, as long as the time is held for them. */
export const tellOfFreeTime = job({
  name: 'tell-of-free-time',
  data: z.object({ office_id: z.int(), entry_id: z.int() }),
  retries: 3,
  batch: 20,
  async run(deps: Deps, { office_id, entry_id }) {
    const offer = await findOfferToTell(deps.db, office_id, entry_id)
    if (!offer) return
    const message = writeFreeTimePush(offer)
    await sendToDevices(deps, offer.user_id, {
      kind: 'time_free',
      message,
      until: Date.parse(offer.offered_until!),
    })
  },
})
