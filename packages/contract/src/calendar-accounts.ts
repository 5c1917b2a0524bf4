import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdParam, orBlank } from './primitives.ts'
import { requiredLine, typedLine } from './typed-text.ts'

/** Services that an office is connected to by an account and a secret. */
export const AccountProvider = z.enum(['nexudus', 'pickspace', 'roo'])
export type AccountProvider = z.infer<typeof AccountProvider>

const nexudus = {
  provider: z.literal('nexudus'),
  email: requiredLine(254),
  business_id: requiredLine(15).regex(/^[1-9]\d*$/, 'Should be a number'),
  /** Nexudus writes times without an offset: whether it means UTC or the clock of the office. */
  clock: z.enum(['utc', 'office']),
}

const pickspace = {
  provider: z.literal('pickspace'),
  tenant: requiredLine(63)
    .toLowerCase()
    .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?)?$/, 'Should be the first part of the address, like florentin'),
}

const Path = typedLine()
  .max(300, 'Should have at most 300 characters')
  .regex(/^\/[^/\s?#][^\s?#]*$/, 'Should be a path like /rooms')
const FieldName = requiredLine(100)

const roo = {
  provider: z.literal('roo'),
  url: z
    .url({ protocol: /^https?$/, message: 'Should be an address like https://rooms.example' })
    .max(500, 'Should have at most 500 characters'),
  header: requiredLine(100).regex(/^[A-Za-z0-9-]+$/, 'Should be the name of a header, like X-Api-Key'),
  rooms_path: Path,
  id_field: FieldName,
  name_field: FieldName,
  /** With `{room}`. Null: bookings are neither read nor written. */
  bookings_path: orBlank(Path.refine((path) => path.includes('{room}'), 'Should contain {room}')),
}

/** Without secrets. */
export const CalendarAccount = z
  .discriminatedUnion('provider', [
    z.object({
      ...nexudus,
      /** To be entered at Nexudus, so that changes are known at once. */
      webhook_url: z.string(),
      has_webhook_secret: z.boolean(),
    }),
    z.object(pickspace),
    z.object(roo),
  ])
  .meta({ id: 'CalendarAccount' })
export type CalendarAccount = z.infer<typeof CalendarAccount>

/** The password or token. Left out, it is kept; it is never sent back. */
const secret = requiredLine(1000).optional()

export const CalendarAccountForm = z.discriminatedUnion('provider', [
  z.object({
    ...nexudus,
    secret,
    /** With which Nexudus signs what it tells us. Left out, it is kept. */
    webhook_secret: requiredLine(200).optional(),
  }),
  z.object({ ...pickspace, secret }),
  z.object({ ...roo, secret }),
])
export type CalendarAccountForm = z.infer<typeof CalendarAccountForm>

const officeParams = z.object({ id: IdParam })

export const listCalendarAccounts = endpoint({
  method: 'GET',
  path: '/api/admin/offices/:id/calendar_accounts',
  summary: 'By which accounts an office is connected to coworking systems; without secrets',
  params: officeParams,
  reply: z.array(CalendarAccount),
})

export const AccountTest = z
  .object({
    works: z.boolean(),
    failure: z.string().nullable(),
    /** How many rooms or resources there are. */
    found: z.int().nullable(),
    took_ms: z.int(),
  })
  .meta({ id: 'AccountTest' })
export type AccountTest = z.infer<typeof AccountTest>

export const saveCalendarAccount = endpoint({
  method: 'PUT',
  path: '/api/admin/offices/:id/calendar_accounts',
  summary: 'Connect an office to a coworking system, and try it',
  params: officeParams,
  body: CalendarAccountForm,
  reply: AccountTest,
})

export const removeCalendarAccount = endpoint({
  method: 'DELETE',
  path: '/api/admin/offices/:id/calendar_accounts/:provider',
  summary: 'Disconnect an office from a coworking system: unlinks its sub-offices and forgets the secret',
  params: z.object({ id: IdParam, provider: AccountProvider }),
  reply: z.object({}),
})

/** Why the list is empty; null if it is complete. */
const failure = z.string().nullable()

export const listNexudusResources = endpoint({
  method: 'GET',
  path: '/api/nexudus/business-info/:id',
  summary: 'The Nexudus resources that the sub-offices of an office can be linked to; empty on failure',
  params: officeParams,
  reply: z.object({ data: z.array(z.object({ Id: z.int(), Name: z.string() })), failure }),
})

const Room = z.object({ id: z.string(), name: z.string() })

export const PICKSPACE_NOT_CONFIGURED = 'Pickspace not configured for this office'

export const listPickspaceRooms = endpoint({
  method: 'GET',
  path: '/api/offices/pickspace-rooms/:officeId',
  summary: 'The Pickspace rooms that the sub-offices of an office can be linked to',
  params: z.object({ officeId: IdParam }),
  reply: z.array(Room),
})

export const listRooRooms = endpoint({
  method: 'GET',
  path: '/api/roo/rooms/:id',
  summary:
    'The rooms of a room-booking service that the sub-offices of an office can be linked to; empty on failure',
  params: officeParams,
  reply: z.object({ rooms: z.array(Room), failure }),
})

export const receiveNexudusWebhook = endpoint({
  method: 'POST',
  path: '/api/nexudus/webhooks/:id',
  summary: 'Nexudus says that bookings have changed; signed by it',
  params: officeParams,
  reply: z.object({}),
})
