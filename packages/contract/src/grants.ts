import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdParam, Instant } from './primitives.ts'

export const DoorProvider = z.enum(['openpath', 'tuya'])

/**
 * Without it, a door, hub or account with codes in its locks is not removed, because nothing could remove the codes
 * later.
 */
export const CodesMayStay = z.object({ codes_stay: z.enum(['true', 'false']).default('false') })
/** Confirms for a change that codes in the locks stay there. */
export const codesStay = { codes_stay: z.boolean().optional() }

/** A door, a hub, or an office's account in a door cloud; left out: all of them. */
const HolderQuery = z.object({
  device_id: IdParam.optional(),
  hub_id: IdParam.optional(),
  office_id: IdParam.optional(),
  provider: DoorProvider.optional(),
})
export type HolderQuery = z.infer<typeof HolderQuery>

/** The code of one order that is, or may be, in one lock. */
export const LockCode = z
  .object({
    order_id: Id,
    device_id: Id,
    device_name: z.string(),
    office_id: Id,
    office_name: z.string(),
    office_name_he: z.string().nullable(),
    /** The address of the hub, or the name of the cloud; null when unknown. */
    hub: z.string().nullable(),
    /** Since when it should be out; null while it belongs there. */
    unwanted_since: Instant.nullable(),
    /** Why it could not be removed. */
    failure: z.string().nullable(),
    tried_at: Instant.nullable(),
    next_try_at: Instant.nullable(),
  })
  .meta({ id: 'LockCode' })
export type LockCode = z.infer<typeof LockCode>

export const listLockCodes = endpoint({
  method: 'GET',
  path: '/api/admin/lock_codes',
  summary:
    'Codes that are still in locks and should not be, oldest first; with `device_id`, `hub_id` or `office_id` and `provider`, every code that is there or may be',
  query: HolderQuery,
  reply: z.array(LockCode),
})

export const CodeHolder = z.union([
  z.object({ device_id: Id }),
  z.object({ hub_id: Id }),
  z.object({ office_id: Id, provider: DoorProvider }),
])
export type CodeHolder = z.infer<typeof CodeHolder>

/** How long locks take no codes after an admin emptied them. */
export const CODES_PAUSED_MINUTES = 15

export const takeOutCodes = endpoint({
  method: 'POST',
  path: '/api/admin/lock_codes/take_out',
  summary: `Take all codes out of the locks of a door, a hub or an account, and put none in for ${CODES_PAUSED_MINUTES} minutes`,
  body: CodeHolder,
  reply: z.object({
    /** How many are to be removed. */
    codes: z.int(),
  }),
})

const lockCodeParams = z.object({ orderId: IdParam, deviceId: IdParam })

export const tryLockCode = endpoint({
  method: 'POST',
  path: '/api/admin/lock_codes/:orderId/:deviceId/try',
  summary: 'Try to take a code out at once that should not be in its lock any more',
  params: lockCodeParams,
  reply: z.object({}),
})

export const forgetLockCode = endpoint({
  method: 'DELETE',
  path: '/api/admin/lock_codes/:orderId/:deviceId',
  summary: 'Stop trying to take a code out: it was taken out by hand, or it stays; written to the audit log',
  params: lockCodeParams,
  query: z.object({ because: z.enum(['taken_out_by_hand', 'stays']) }),
  reply: z.object({}),
})

export const GrantState = z.enum(['requested', 'installed', 'failed', 'removed'])
export type GrantState = z.infer<typeof GrantState>
