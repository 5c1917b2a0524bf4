import { z } from 'zod'
import { PostKind } from './answers.ts'
import { Charge } from './charges.ts'
import { endpoint } from './endpoint.ts'
import { RentType } from './offices.ts'
import { BookingType, PaymentStatus } from './orders.ts'
import { PackPayment } from './payments.ts'
import {
  Cents,
  Currency,
  Id,
  IdParam,
  Instant,
  Language,
  orBlank,
  orUnsaid,
  recordChange,
} from './primitives.ts'
import { typedLine } from './typed-text.ts'

export const UserName = typedLine()
  .min(1, 'Name cannot be empty.')
  .max(200, 'Should have at most 200 characters')

/** As people write it; only characters that no phone number has are refused. */
const Phone = z
  .string()
  .trim()
  .regex(/^\+?[\d ().-]{6,40}$/, 'Should be a phone number')

/** Only fields that are sent change. */
export const UserChange = z
  .object({
    name: UserName,
    phone: orBlank(Phone),
    /** Of the mails. */
    language: orUnsaid(Language),
  })
  .partial()
  .extend({ version: recordChange.version })
export type UserChange = z.infer<typeof UserChange>

export const updateUser = endpoint({
  method: 'PUT',
  path: '/api/users/:id',
  summary:
    "Change the caller's name, phone and language, or as an admin anybody's; returns a new token for the caller, and the version in the ETag",
  params: z.object({ id: IdParam }),
  body: UserChange,
  reply: z.string(),
})

/** Credits that were bought or granted together. They pay only in offices of their currency. */
export const CreditLot = z.object({
  id: Id,
  currency: Currency,
  /** Added by an admin, who can correct it; the others were bought. */
  is_gift: z.boolean(),
  /** In credits. */
  granted: z.number(),
  remaining: z.number(),
  created_at: Instant,
  /** Null means never. */
  expires_at: Instant.nullable(),
})
export type CreditLot = z.infer<typeof CreditLot>

export const CreditBalance = z.object({ currency: Currency, credits: z.number() })
export type CreditBalance = z.infer<typeof CreditBalance>

/** Without expired credits. */
export const creditFields = {
  /** The count of all credits, whatever their currency. */
  credit_balance: z.number(),
  /** By currency: 1 credit pays 1.00 in offices of its currency. Only those with a remainder. */
  credit_balances: z.array(CreditBalance),
}

export const OwnProfile = z
  .object({
    id: Id,
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    language: Language,
    created_at: Instant,
    has_password: z.boolean(),
    has_google: z.boolean(),
    /** Null when no Google account is connected, or its address is not known. */
    google_email: z.string().nullable(),
    has_passport_image: z.boolean(),
    ...creditFields,
    /** Of the balances; for visits that go on. They cannot pay for anything else. */
    credits_set_aside: z.array(CreditBalance),
    /** Only those with a remainder; the first to expire comes first. */
    credit_lots: z.array(CreditLot),
    version: z.int().positive(),
  })
  .meta({ id: 'OwnProfile' })
export type OwnProfile = z.infer<typeof OwnProfile>

export const getOwnProfile = endpoint({
  method: 'GET',
  path: '/api/user-profile',
  summary: "The caller's own profile and credits",
  reply: OwnProfile,
})

export const MOST_PHOTO_BYTES = 10 * 1024 * 1024

/** Four characters are three bytes, without the padding. */
function bytesIn(dataUrl: string): number {
  const characters = dataUrl.length - dataUrl.indexOf(',') - 1
  const filling = dataUrl.endsWith('==') ? 2 : dataUrl.endsWith('=') ? 1 : 0
  return (characters / 4) * 3 - filling
}

/** As a browser reads files: `data:image/jpeg;base64,…` */
const ImageDataUrl = z
  .string()
  .regex(/^data:image\/[a-z0-9.+-]+;base64,/, { message: 'Should be an image', abort: true })
  .refine((url) => bytesIn(url) <= MOST_PHOTO_BYTES, 'Should be at most 10 MB')

export const setPassportImage = endpoint({
  method: 'PUT',
  path: '/api/user-profile/passport-image',
  summary: 'Store a photo of an ID or passport, replacing the previous one',
  body: z.object({ image: ImageDataUrl }),
  reply: OwnProfile,
})

export const removePassportImage = endpoint({
  method: 'DELETE',
  path: '/api/user-profile/passport-image',
  summary: 'Remove the photo of the ID or passport',
  reply: OwnProfile,
})

export const getPassportImage = endpoint({
  method: 'GET',
  path: '/api/users/:id/passport-image',
  summary:
    'The ID photo, for the person, for staff of an office where they are in session, and for admins; each view is recorded',
  params: z.object({ id: IdParam }),
  /** Base64 JPEG. */
  reply: z.object({ passport_image: z.string() }),
})

export const connectGoogle = endpoint({
  method: 'POST',
  path: '/api/user-profile/google',
  summary: 'Connect a Google account; needs the password, or a recent sign-in if there is none',
  body: z.object({
    access_token: z.string().min(1, 'Cannot be empty').max(10_000),
    /** Of the account here. Only users without one may leave it out. */
    password: z.string().max(200, 'Should have at most 200 characters').optional(),
  }),
  reply: OwnProfile,
})

export const disconnectGoogle = endpoint({
  method: 'DELETE',
  path: '/api/user-profile/google',
  summary: 'Disconnect Google; the account needs a password for this',
  reply: OwnProfile,
})

/** Everything the product knows about the caller, except secrets. Amounts of orders are in minor units. */
export const OwnData = z.object({
  exported_at: Instant,
  user: OwnProfile.omit({ credit_lots: true, credits_set_aside: true }).extend({
    email_confirmed_at: Instant.nullable(),
    has_saved_card: z.boolean(),
  }),
  /** Base64 JPEG. */
  passport_image: z.string().nullable(),
  offices: z.array(z.object({ id: Id, name: z.string(), role: z.string(), since: Instant })),
  businesses: z.array(
    z.object({
      id: Id,
      name: z.string(),
      role: z.string(),
      /** In credits; null means no limit. */
      monthly_limit: z.number().nullable(),
      since: Instant,
    }),
  ),
  orders: z.array(
    z.object({
      id: Id,
      office: z.string(),
      sub_office: z.string().nullable(),
      time_zone: z.string(),
      date: Instant,
      start: Instant,
      end: Instant.nullable(),
      booking_type: BookingType,
      rent_type: RentType,
      currency: Currency,
      base_price: Cents,
      /** Before tax; null until a visit on demand is priced. */
      total_price: Cents.nullable(),
      tax_percent: z.int(),
      paid_with_credits: Cents,
      paid_by_card: Cents,
      paid_otherwise: Cents,
      refunded: Cents,
      /** What the terms keep of a cancelled order, with tax. */
      kept: Cents,
      payment_status: PaymentStatus,
      checked_in_at: Instant.nullable(),
      checked_out_at: Instant.nullable(),
      cancelled_at: Instant.nullable(),
      note: z.string().nullable(),
    }),
  ),
  /** Changes, check-ins, door openings. */
  order_events: z.array(
    z.object({
      order_id: Id,
      at: Instant,
      kind: z.string(),
      by_you: z.boolean(),
      /** Ids, amounts and states. */
      details: z.record(z.string(), z.unknown()),
    }),
  ),
  /** Includes spent and expired ones. */
  credit_lots: z.array(CreditLot),
  credit_ledger: z.array(
    z.object({
      lot_id: Id,
      currency: Currency,
      at: Instant,
      kind: z.string(),
      /** In credits: positive into the lot, negative out of it. */
      amount: z.number(),
      order_id: Id.nullable(),
      description: z.string().nullable(),
    }),
  ),
  /** For credit packs. */
  payments: z.array(
    PackPayment.pick({
      id: true,
      created_at: true,
      way: true,
      status: true,
      pack_name: true,
      credits_amount: true,
      amount: true,
      tax_percent: true,
      currency: true,
      refunded: true,
      paid_at: true,
      receipt_number: true,
    }),
  ),
  /** By card, for orders. */
  charges: z.array(
    Charge.omit({ checkout_url: true }).extend({
      tax_percent: z.int(),
      authorised_at: Instant.nullable(),
      captured_at: Instant.nullable(),
    }),
  ),
  deletion_requests: z.array(
    z.object({
      requested_at: Instant,
      confirmed_at: Instant.nullable(),
      undone_at: Instant.nullable(),
      purge_after: Instant.nullable(),
    }),
  ),
  /** Each time the caller has waited for, with what became of it. */
  waiting_list: z.array(
    z.object({
      office: z.string(),
      sub_office: z.string().nullable(),
      start: Instant,
      end: Instant,
      state: z.string(),
      joined_at: Instant,
    }),
  ),
  /** How many devices show notifications, and which kinds are turned off. */
  notifications: z.object({ devices: z.int(), off: z.array(z.string()) }),
  /** Contact messages sent from the caller's address. */
  messages: z.array(
    z.object({
      created_at: Instant,
      message: z.string(),
      is_handled: z.boolean(),
      /** The names of its files. */
      attachments: z.array(z.string()),
      /** The answers to it and the replies to those, oldest first. */
      posts: z.array(z.object({ kind: PostKind, text: z.string(), created_at: Instant })),
    }),
  ),
  /** Who did what to the account, when the ID photo was viewed, and what the caller did as staff. */
  audit: z.array(
    z.object({
      at: Instant,
      action: z.string(),
      subject: z.string(),
      subject_id: Id.nullable(),
      by_you: z.boolean(),
    }),
  ),
})
export type OwnData = z.infer<typeof OwnData>

export const exportOwnData = endpoint({
  method: 'GET',
  path: '/api/user-profile/export',
  summary: 'Everything the product knows about the caller, as one JSON file',
  reply: OwnData,
})
