import { z } from 'zod'
import { AffectedOrder, ShownOrders } from './account-deletion.ts'
import { BusinessRole } from './businesses.ts'
import { endpoint } from './endpoint.ts'
import { OrderDetails } from './orders.ts'
import {
  Currency,
  Email,
  HebrewName,
  Id,
  IdParam,
  Instant,
  Language,
  LocalDate,
  recordChange,
  Version,
  wholeNumberParam,
} from './primitives.ts'
import { typedLine } from './typed-text.ts'
import { CreditLot, creditFields, UserName } from './users.ts'

/** Members book; managers and owners also run the office. */
export const OfficeRole = z.enum(['member', 'manager', 'owner'])
export type OfficeRole = z.infer<typeof OfficeRole>

export const Membership = z.object({ office_id: Id, role: OfficeRole })
export type Membership = z.infer<typeof Membership>

export const BusinessMembership = z.object({ business_id: Id, role: BusinessRole })
export type BusinessMembership = z.infer<typeof BusinessMembership>

export const User = z
  .object({
    id: Id,
    name: z.string(),
    /** Same as `name`. */
    user_name: z.string(),
    email: z.string(),
    admin: z.boolean(),
    profile: z.object({
      /** Base64 JPEG; not included here: each view is a separate call, and audited. */
      passport_image: z.string().nullable(),
      phone: z.string().nullable(),
    }),
    ...creditFields,
    /** Of credits that are added without naming one: the currency of the user's offices, or else `DEFAULT_CURRENCY`. */
    default_currency: Currency,
    created_at: Instant,
    /** Set means soft-deleted. */
    deleted_at: Instant.nullable(),
    /** Set means that all personal data is gone, and that the user cannot be restored. */
    purged_at: Instant.nullable(),
    offices: z.array(z.object({ id: Id, roles: z.array(OfficeRole) })),
    version: Version,
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

export const UserSort = z.enum(['id', 'name', 'email', 'credit_balance', 'created_at'])
export type UserSort = z.infer<typeof UserSort>

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  summary: 'All users, newest first; with `page`, that page and the total in X-Total-Count',
  query: z.object({
    page: wholeNumberParam().optional(),
    page_size: wholeNumberParam(100).default(20),
    sort: UserSort.default('created_at'),
    direction: z.enum(['asc', 'desc']).default('desc'),
    /** Part of the name, the address or the balance, ignoring case. */
    q: z.string().trim().max(200).default(''),
  }),
  reply: z.array(User),
})

export const UserFields = z.object({
  name: UserName,
  email: Email,
  /**
   * The offices that the user belongs to. A user becomes a member of each office that is new here, and a membership in
   * an office that is not listed ends. Without `memberships`, managers and owners keep their role, listed or not.
   */
  officeIds: z.array(z.union([IdParam, Id], 'Should be a whole number from 1')).max(1000),
  /** The role in each of these offices; 'member' in those that are not named. Roles in other offices end. */
  memberships: z.array(Membership).max(1000).optional(),
  /** The role in each of these companies; belonging to others ends. Left out: nothing changes. */
  businesses: z.array(BusinessMembership).max(100).optional(),
  admin: z.boolean(),
})

export const UserForm = UserFields.refine(
  ({ admin, officeIds, businesses = [] }) => admin || officeIds.length > 0 || businesses.length > 0,
  {
    path: ['officeIds'],
    message: 'At least one office must be selected if the user is not an admin.',
  },
)
export type UserForm = z.infer<typeof UserForm>

export const addUser = endpoint({
  method: 'POST',
  path: '/api/admin/users',
  summary: 'Add a user, who gets an email with a link to set a password',
  body: UserForm,
  reply: User,
  status: 201,
})

/** A user who asked for deletion and waits for it can be restored too. */
export const UserUpdate = UserFields.partial().extend(recordChange)
export type UserUpdate = z.infer<typeof UserUpdate>

const userParams = z.object({ id: IdParam })

export const changeUser = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:id',
  summary:
    'Change a user, or restore one by `deleted_at: null`; a new address and lost admin rights end all sessions',
  params: userParams,
  body: UserUpdate,
  reply: User,
})

export const UserDeletion = z
  .object({
    /** Not begun yet; each is cancelled and refunded in full. */
    coming_orders: z.int(),
    /** In progress: they end at that moment. */
    running_orders: z.int(),
    /** The next first. */
    orders: z.array(AffectedOrder),
  })
  .meta({ id: 'UserDeletion' })
export type UserDeletion = z.infer<typeof UserDeletion>

export const previewUserDeletion = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/deletion',
  summary: 'What would happen to the orders of a user if the user were deleted now',
  params: userParams,
  reply: UserDeletion,
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id',
  summary:
    'Delete a user, who is signed out immediately and can be restored. Upcoming orders are cancelled with a full refund. Refused if they are no longer the given `orders`',
  params: userParams,
  body: z.object({ orders: ShownOrders.optional() }).nullish(),
  reply: User,
})

export const CREDIT_LIMIT = 1_000_000
const NO_CREDITS = 'Please enter a valid positive credit amount.'
export const CREDIT_DESCRIPTION_LENGTH = 255

export const CreditGrant = z.object({
  credits: wholeNumberParam(CREDIT_LIMIT, NO_CREDITS),
  description: typedLine().max(CREDIT_DESCRIPTION_LENGTH, 'Should have at most 255 characters').optional(),
  /** Left out: the user's `default_currency`. */
  currency: Currency.optional(),
  /** The last day on which they can be spent, in UTC; or for how many days. Left out: they never expire. */
  expires_on: LocalDate.optional(),
  duration_days: wholeNumberParam(36_500, 'Duration must be a positive number of days.').optional(),
})

export const addCredits = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/add_credits',
  summary: 'Give credits, with an email; the same Idempotency-Key gives them once',
  takesKey: true,
  params: userParams,
  query: CreditGrant,
  reply: User,
})

export const CreditCorrection = z.object({
  /** To take back, with at most two decimals. */
  credits: z
    .number(NO_CREDITS)
    .positive(NO_CREDITS)
    .refine((credits) => Math.round(credits * 100) / 100 === credits, 'Should have at most 2 decimals'),
  /** Shown to the user. */
  reason: typedLine()
    .min(1, 'Cannot be empty')
    .max(CREDIT_DESCRIPTION_LENGTH, 'Should have at most 255 characters'),
})
export type CreditCorrection = z.infer<typeof CreditCorrection>

export const correctCredits = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/credit_lots/:lotId/correct',
  summary:
    'Take back credits that were added by mistake, at most what is left of them, with an email; the same Idempotency-Key takes them once',
  takesKey: true,
  params: userParams.extend({ lotId: IdParam }),
  body: CreditCorrection,
  reply: User,
})

export const UserDetails = User.extend({
  offices: z.array(z.object({ id: Id, name: z.string(), name_he: HebrewName, roles: z.array(OfficeRole) })),
  /** The companies that the user belongs to. */
  businesses: z.array(z.object({ id: Id, name: z.string(), role: BusinessRole })),
  /** Of the mails. */
  language: Language,
  email_confirmed_at: Instant.nullable(),
  has_password: z.boolean(),
  has_google: z.boolean(),
  has_passport_image: z.boolean(),
  /** When everything is deleted permanently, for a user who asked for it. */
  purge_after: Instant.nullable(),
  /** Only those with a remainder, in the order in which they are spent. */
  credit_lots: z.array(CreditLot),
}).meta({ id: 'UserDetails' })
export type UserDetails = z.infer<typeof UserDetails>

export const getUser = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id',
  summary: 'One user with offices and credits',
  params: userParams,
  reply: UserDetails,
})

const paging = z.object({ page: wholeNumberParam().default(1), page_size: wholeNumberParam(100).default(20) })

export const listUserOrders = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/orders',
  summary: "A user's orders, newest start first; the total in X-Total-Count",
  params: userParams,
  query: paging,
  reply: z.array(OrderDetails),
})

/** What can be done to an account, or by its owner. Each has words in the audit trail. */
export const AccountAct = z.enum([
  'add user',
  'change user',
  'delete user',
  'restore user',
  'give role',
  'end role',
  'add credits',
  'correct credits',
  'export credits',
  'mark credits paid',
  'refund credits',
  'dispute payment',
  'make admin',
  'view ID photo',
  'export own data',
  'export orders',
  'issue statements',
  'connect Google',
  'disconnect Google',
  'request deletion',
  'confirm deletion',
  'undo deletion',
  'purge account',
])
export type AccountAct = z.infer<typeof AccountAct>

export const AuditEntry = z
  .object({
    id: Id,
    at: Instant,
    /** An `AccountAct`; in old entries also others. */
    action: z.string(),
    /** Null when no particular person did it. */
    actor_name: z.string().nullable(),
    /** Ids, amounts and states. */
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof AuditEntry>

export const listUserAudit = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/audit',
  summary: 'What was done to an account, newest first; the total in X-Total-Count',
  params: userParams,
  query: paging,
  reply: z.array(AuditEntry),
})
