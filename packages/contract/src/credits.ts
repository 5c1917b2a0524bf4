import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Cents, Currency, Id, Version, wholeNumberParam } from './primitives.ts'

export const CREDIT_PACK_LIMIT = 100

export const CreditPack = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string().nullable(),
    credits_amount: z.int().positive(),
    price_cents: Cents.nonnegative(),
    currency: Currency,
    is_active: z.boolean(),
    /** Null means the credits never expire. */
    duration_days: z.int().positive().nullable(),
    version: Version,
  })
  .meta({ id: 'CreditPack' })
export type CreditPack = z.infer<typeof CreditPack>

export const listCreditPacks = endpoint({
  method: 'GET',
  path: '/api/v1/credit-packs/',
  summary: 'Credit packs for sale; admins also see the inactive ones',
  query: z.object({
    active_only: z.stringbool().default(true),
    limit: wholeNumberParam(CREDIT_PACK_LIMIT).default(CREDIT_PACK_LIMIT),
  }),
  reply: z.array(CreditPack),
})
