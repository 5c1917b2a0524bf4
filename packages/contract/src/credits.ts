import { z } from 'zod'
import { ExportFormat } from './all-orders.ts'
import { endpoint } from './endpoint.ts'
import {
  Cents,
  Currency,
  HebrewName,
  Id,
  IdParam,
  Instant,
  Language,
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

export const CreditEntryKind = z.enum([
  'grant',
  'purchase',
  'payback',
  'spend',
  'refund',
  'expire',
  'correct',
])
export type CreditEntryKind = z.infer<typeof CreditEntryKind>

/** One movement of a user's credits. */
export const CreditEntry = z
  .object({
    id: Id,
    at: Instant,
    kind: CreditEntryKind,
    currency: Currency,
    /** In credits: positive for what came in, negative for what went out. */
    amount: z.number(),
    /** All credits of this currency after the entry. */
    balance: z.number(),
    order_id: Id.nullable(),
    /** Where the order was made; null without an order. */
    office: z.string().nullable(),
    office_he: HebrewName,
    sub_office: z.string().nullable(),
    sub_office_he: HebrewName,
    /** The words of the admin who added or corrected them, or the name of the pack. Null when there are none. */
    description: z.string().nullable(),
    /** For admins. Null when the product did it by itself. */
    actor_name: z.string().nullable(),
  })
  .meta({ id: 'CreditEntry' })
export type CreditEntry = z.infer<typeof CreditEntry>

/** `next` is `before` for the next page; null on the last one. */
export const CreditEntries = z
  .object({ entries: z.array(CreditEntry), next: Id.nullable() })
  .meta({ id: 'CreditEntries' })
export type CreditEntries = z.infer<typeof CreditEntries>

const entryPage = z.object({ before: IdParam.optional(), limit: wholeNumberParam(100).default(20) })
const entryFile = z.object({
  format: ExportFormat,
  /** Of the headings and the text in the cells. */
  language: Language.default('en'),
})
const userParams = z.object({ id: IdParam })

export const listOwnCreditEntries = endpoint({
  method: 'GET',
  path: '/api/user-profile/credit-ledger',
  summary: "The movements of the caller's credits, newest first, with the balance after each",
  query: entryPage,
  reply: CreditEntries,
})

export const exportOwnCreditEntries = endpoint({
  method: 'GET',
  path: '/api/user-profile/credit-ledger/export',
  summary: "All movements of the caller's credits as a file, oldest first",
  query: entryFile,
  reply: z.string(),
})

export const listCreditEntries = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/credit_ledger',
  summary: "The movements of a user's credits, newest first, with the balance after each",
  params: userParams,
  query: entryPage,
  reply: CreditEntries,
})

export const exportCreditEntries = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/credit_ledger/export',
  summary: "All movements of a user's credits as a file, oldest first",
  params: userParams,
  query: entryFile,
  reply: z.string(),
})
