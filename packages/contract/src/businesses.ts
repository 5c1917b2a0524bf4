import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { SpaceType } from './offices.ts'
import {
  Cents,
  Currency,
  Email,
  Id,
  IdParam,
  Instant,
  orBlank,
  recordChange,
  Version,
  wholeNumberParam,
} from './primitives.ts'
import { optionalText, requiredLine } from './typed-text.ts'

/** Managers buy credits, invite people and see how credits are spent. Both may book on company credits. */
export const BusinessRole = z.enum(['manager', 'employee'])
export type BusinessRole = z.infer<typeof BusinessRole>

export const BUSINESS_NAME_LENGTH = 100
export const TAX_ID_LENGTH = 40
/** How many addresses one call invites. */
export const MOST_INVITED_AT_ONCE = 100
export const INVITATION_DAYS = 14
/** In hundredths of a credit, like every amount here: each pays one minor unit of the company's currency. */
export const MOST_MONTHLY_LIMIT = 100_000_000

/** It stands in mails to people who did not ask for them. */
const BusinessName = requiredLine(BUSINESS_NAME_LENGTH).refine(
  (name) => !/:\/\/|www\./i.test(name),
  'Should be a name, not an address',
)
const companyFields = {
  name: BusinessName,
  /** Gets what managers are mailed about purchases; the warnings go to managers only. */
  billing_email: orBlank(Email).optional(),
  /** On receipts. */
  tax_id: optionalText(TAX_ID_LENGTH).optional(),
}

export const BusinessForm = z.object({
  ...companyFields,
  /** Its credits pay only in offices of this currency. It cannot be changed later. */
  currency: z.enum(Currency.options, 'Currency is required.'),
})
export type BusinessForm = z.infer<typeof BusinessForm>

/** A company as its managers see it. */
export const Business = z
  .object({
    id: Id,
    name: z.string(),
    currency: Currency,
    billing_email: z.string().nullable(),
    tax_id: z.string().nullable(),
    /** Managers are warned once when less is left. The first pack sets it to a tenth of itself. Null: never. */
    low_at: Cents.nullable(),
    /** Credits in the pool that can be spent now. */
    left: Cents,
    spent_this_month: Cents,
    people: z.int(),
    managers: z.int(),
    /** Invitations that can still be accepted. */
    invited: z.int(),
    created_at: Instant,
    /** Only admins read a closed company. */
    closed_at: Instant.nullish(),
    version: Version,
  })
  .meta({ id: 'Business' })
export type Business = z.infer<typeof Business>

export const addBusiness = endpoint({
  method: 'POST',
  path: '/api/businesses',
  summary: 'Sign up a company; the caller becomes its manager. The same Idempotency-Key makes it once',
  takesKey: true,
  body: BusinessForm,
  reply: Business,
  status: 201,
})

const MonthlyLimit = z
  .int('Should be a number')
  .nonnegative('Cannot be negative')
  .max(MOST_MONTHLY_LIMIT, 'The number is too large')

/** What a person may spend of the pool, and on what. */
const allowance = {
  /** By month of the stay, on the office's clock. Null: no limit but the pool. */
  monthly_limit: MonthlyLimit.nullable(),
  /** Null: spaces of every type. */
  allowed_types: z.array(SpaceType).min(1, 'Choose at least one type of space').nullable(),
}

/** A company of the caller. */
export const OwnBusiness = z
  .object({
    id: Id,
    name: z.string(),
    role: BusinessRole,
    currency: Currency,
    /** In the pool. */
    left: Cents,
    ...allowance,
    /** By the caller, on stays of this month. */
    used_this_month: Cents,
  })
  .meta({ id: 'OwnBusiness' })
export type OwnBusiness = z.infer<typeof OwnBusiness>

export const listOwnBusinesses = endpoint({
  method: 'GET',
  path: '/api/businesses/mine',
  summary: 'The companies that the caller belongs to, and what the caller may spend there',
  reply: z.array(OwnBusiness),
})

export const watchBusinesses = endpoint({
  method: 'GET',
  path: '/api/businesses/live',
  summary:
    "Server-sent events `changed`: the caller's role or limit in a company has changed, or the people, invitations or credits of a company that the caller manages",
  reply: z.string(),
})

export const businessParams = z.object({ id: IdParam })
export const paging = { page: wholeNumberParam().default(1), page_size: wholeNumberParam(100).default(20) }

export const getBusiness = endpoint({
  method: 'GET',
  path: '/api/businesses/:id',
  summary: 'A company, for its managers',
  params: businessParams,
  reply: Business,
})

export const BusinessUpdate = z
  .object({ ...companyFields, low_at: MonthlyLimit.nullable() })
  .partial()
  .extend({ version: recordChange.version })
export type BusinessUpdate = z.infer<typeof BusinessUpdate>

export const changeBusiness = endpoint({
  method: 'PUT',
  path: '/api/businesses/:id',
  summary: 'Change a company; only fields that are sent change',
  params: businessParams,
  body: BusinessUpdate,
  reply: Business,
})

export const BusinessPerson = z
  .object({
    user_id: Id,
    name: z.string(),
    email: z.string(),
    role: BusinessRole,
    ...allowance,
    used_this_month: Cents,
    /** When they joined. */
    created_at: Instant,
  })
  .meta({ id: 'BusinessPerson' })
export type BusinessPerson = z.infer<typeof BusinessPerson>

export const PersonSort = z.enum(['name', 'email', 'role', 'monthly_limit', 'used_this_month', 'created_at'])
export type PersonSort = z.infer<typeof PersonSort>

export const listBusinessPeople = endpoint({
  method: 'GET',
  path: '/api/businesses/:id/people',
  summary: 'The managers and employees of a company; the total is in X-Total-Count',
  params: businessParams,
  query: z.object({
    ...paging,
    sort: PersonSort.default('name'),
    direction: z.enum(['asc', 'desc']).default('asc'),
    /** Part of the name or the address, ignoring case. */
    q: z.string().trim().max(200).default(''),
  }),
  reply: z.array(BusinessPerson),
})

const personParams = businessParams.extend({ userId: IdParam })

export const PersonChange = z.object({ role: BusinessRole, ...allowance }).partial()
export type PersonChange = z.infer<typeof PersonChange>

export const changeBusinessPerson = endpoint({
  method: 'PUT',
  path: '/api/businesses/:id/people/:userId',
  summary: 'Change the role or the allowance of a person; only fields that are sent change. In force at once',
  params: personParams,
  body: PersonChange,
  reply: BusinessPerson,
})

export const removeBusinessPerson = endpoint({
  method: 'DELETE',
  path: '/api/businesses/:id/people/:userId',
  summary: 'Remove a person, who can no longer book on company credits. Bookings that were made stay',
  params: personParams,
  reply: z.object({}),
})

export const leaveBusiness = endpoint({
  method: 'POST',
  path: '/api/businesses/:id/leave',
  summary: 'Leave a company; its last manager cannot',
  params: businessParams,
  reply: z.object({}),
})

export const closeBusiness = endpoint({
  method: 'DELETE',
  path: '/api/businesses/:id',
  summary:
    'Close a company for good: its people and invitations end. Refused while it has credits, bookings that are not over, or unfinished purchases',
  params: businessParams,
  reply: z.object({}),
})

export const BusinessInvitation = z
  .object({
    id: Id,
    email: z.string(),
    role: BusinessRole,
    ...allowance,
    /** When the mail was last sent. */
    sent_at: Instant,
    expires_at: Instant,
    is_expired: z.boolean(),
  })
  .meta({ id: 'BusinessInvitation' })
export type BusinessInvitation = z.infer<typeof BusinessInvitation>

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/businesses/:id/invitations',
  summary: 'Invitations that were not accepted or withdrawn, newest first; the total is in X-Total-Count',
  params: businessParams,
  query: z.object(paging),
  reply: z.array(BusinessInvitation),
})

export const InvitationForm = z.object({
  emails: z
    .array(z.string().trim().max(254))
    .min(1, 'Cannot be empty')
    .max(MOST_INVITED_AT_ONCE, `Should have at most ${MOST_INVITED_AT_ONCE} addresses`),
  role: BusinessRole.default('employee'),
  monthly_limit: allowance.monthly_limit.default(null),
  allowed_types: allowance.allowed_types.default(null),
})
export type InvitationForm = z.infer<typeof InvitationForm>

/** `invited` also for somebody who was invited before: the mail is sent again, and only its link works. */
export const InvitationOutcome = z.enum(['invited', 'member', 'invalid', 'too_many'])
export type InvitationOutcome = z.infer<typeof InvitationOutcome>

export const invitePeople = endpoint({
  method: 'POST',
  path: '/api/businesses/:id/invitations',
  summary: 'Invite people by mail; each address has its own answer, in the order in which they were sent',
  params: businessParams,
  body: InvitationForm,
  reply: z.array(z.object({ email: z.string(), outcome: InvitationOutcome })),
})

const invitationParams = businessParams.extend({ invitationId: IdParam })

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/api/businesses/:id/invitations/:invitationId/resend',
  summary: 'Send an invitation again, with a new link; the old one no longer works',
  params: invitationParams,
  reply: BusinessInvitation,
})

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/api/businesses/:id/invitations/:invitationId',
  summary: 'Withdraw an invitation; its link no longer works',
  params: invitationParams,
  reply: z.object({}),
})

const invitationToken = z.object({ token: z.string().min(1, 'Cannot be empty').max(200) })

/** What the link of an invitation shows before anybody is signed in. */
export const InvitationDetails = z
  .object({
    business_name: z.string(),
    email: z.string(),
    role: BusinessRole,
    state: z.enum(['open', 'used', 'expired', 'revoked']),
    /** Whether the address has an account: sign in, or else sign up. */
    has_account: z.boolean(),
  })
  .meta({ id: 'InvitationDetails' })
export type InvitationDetails = z.infer<typeof InvitationDetails>

export const getInvitation = endpoint({
  method: 'GET',
  path: '/api/business-invitations/:token',
  summary: 'Who invites whom, for the person with the link; the link stays usable',
  params: invitationToken,
  reply: InvitationDetails,
})

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/business-invitations/:token/accept',
  summary: 'Join the company; only for the person with the address that was invited. Again changes nothing',
  params: invitationToken,
  reply: OwnBusiness,
})

/** A company in a list for admins. */
export const AdminBusiness = z
  .object({
    id: Id,
    name: z.string(),
    currency: Currency,
    people: z.int(),
    managers: z.int(),
    /** Credits in the pool that can be spent now. */
    left: Cents,
    created_at: Instant,
    /** Null: it is open. */
    closed_at: Instant.nullable(),
  })
  .meta({ id: 'AdminBusiness' })
export type AdminBusiness = z.infer<typeof AdminBusiness>

export const listAllBusinesses = endpoint({
  method: 'GET',
  path: '/api/admin/businesses',
  summary: 'Companies by name; the total is in X-Total-Count',
  query: z.object({
    ...paging,
    /** Part of the name, ignoring case. */
    q: z.string().trim().max(200).default(''),
    /** Whether closed companies are listed, too. */
    with_closed: z.stringbool().default(false),
  }),
  reply: z.array(AdminBusiness),
})
