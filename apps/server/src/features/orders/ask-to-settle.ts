import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import type { Deps } from '#server/http/routes.ts'

/** The job is in `charges`, which needs orders; orders only ask for it. */
export const SETTLE_CHARGE = { name: 'settle-charge', data: z.object({ id: z.int() }) }

/** Soon, or at that moment, the provider is told to take what the order keeps of a charge and to give back the rest. */
export const askToSettle = (deps: Deps, db: Db, chargeId: number, at?: string): Promise<void> =>
  deps.enqueue(
    db,
    SETTLE_CHARGE,
    { id: chargeId },
    at === undefined ? 0 : Date.parse(at) - deps.now().getTime(),
  )
