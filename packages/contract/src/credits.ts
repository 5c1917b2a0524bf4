import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  Cents,
  Currency,
  Id,
  IdParam,
  orBlank,
  recordChange,
  Version,
  wholeNumberParam,
} from './primitives.ts'
import { optionalText, typedLine } from './typed-text.ts'

/** How many a list returns, and how many there can be. */
export const CREDIT_PACK_LIMIT = 100
export const PACK_NAME_LENGTH = 200
export const PACK_DESCRIPTION_LENGTH = 1000

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

const CREDITS = 'Credits amount must be a positive number.'
const PRICE = 'Price must be a non-negative number.'
const DURATION = 'Duration must be a positive number of days.'

export const CreditPackForm = z.object({
  name: typedLine({ error: 'Name is required.' })
    .min(1, 'Name is required.')
    .max(PACK_NAME_LENGTH, `Should have at most ${PACK_NAME_LENGTH} characters`),
  description: optionalText(PACK_DESCRIPTION_LENGTH).optional(),
  credits_amount: z.int(CREDITS).positive(CREDITS).max(1_000_000, 'Should be at most 1,000,000'),
  price_cents: z
    .number(PRICE)
    .nonnegative(PRICE)
    .max(100_000_000, 'The price should be at most 1,000,000')
    .int('The price should have at most 2 decimals'),
  currency: z.enum(Currency.options, 'Currency is required.'),
  /** True by default. */
  is_active: z.boolean().optional(),
  /** Null or left out: the credits never expire. */
  duration_days: orBlank(
    z.int(DURATION).positive(DURATION).max(36_500, 'Should be at most 36,500'),
  ).optional(),
})
export type CreditPackForm = z.infer<typeof CreditPackForm>

export const addCreditPack = endpoint({
  method: 'POST',
  path: '/api/v1/credit-packs/',
  summary: 'Add a credit pack',
  body: CreditPackForm,
  reply: CreditPack,
  status: 201,
})

const packParams = z.object({ id: IdParam })

export const CreditPackUpdate = CreditPackForm.partial().extend({ version: recordChange.version })
export type CreditPackUpdate = z.infer<typeof CreditPackUpdate>

export const changeCreditPack = endpoint({
  method: 'PUT',
  path: '/api/v1/credit-packs/:id',
  summary: 'Change a credit pack, or only whether it is for sale; credits that were bought stay as they are',
  params: packParams,
  body: CreditPackUpdate,
  reply: CreditPack,
})

export const deleteCreditPack = endpoint({
  method: 'DELETE',
  path: '/api/v1/credit-packs/:id',
  summary: 'Delete a credit pack; credits that were bought stay',
  params: packParams,
  reply: z.object({}),
})
