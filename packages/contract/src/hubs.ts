import { z } from 'zod'
import { Device, EntityId } from './access.ts'
import { AdminListQuery } from './admin-lists.ts'
import { endpoint } from './endpoint.ts'
import { CodesMayStay, codesStay, DoorProvider } from './grants.ts'
import { Id, IdField, IdParam, Instant, recordChange, Version } from './primitives.ts'
import { requiredLine } from './typed-text.ts'

const hubParams = z.object({ id: IdParam })

export const HomeAssistant = z
  .object({
    id: Id,
    url: z.string(),
    /** Masked: the real one never leaves the server. */
    token: z.string(),
    office_id: Id,
    createdAt: Instant,
    version: Version,
  })
  .meta({ id: 'HomeAssistant' })
export type HomeAssistant = z.infer<typeof HomeAssistant>

export const listHomeAssistants = endpoint({
  method: 'GET',
  path: '/api/admin/home-assistants',
  summary: 'All home-automation hubs; with `page`, that page and the total in X-Total-Count',
  query: AdminListQuery,
  reply: z.array(HomeAssistant),
})

export const HomeAssistantForm = z.object({
  url: z
    .url({ protocol: /^https?$/, message: 'Should be an address like https://hub.example' })
    .max(500, 'Should have at most 500 characters'),
  token: requiredLine(1000),
  office_id: IdField,
})
export type HomeAssistantForm = z.infer<typeof HomeAssistantForm>

/** A token that is left out, or comes back masked, is kept. */
export const HomeAssistantUpdate = HomeAssistantForm.partial().extend({
  version: recordChange.version,
  ...codesStay,
  /** The new address belongs to the same hub, so the codes in its locks are removed through it. */
  same_hub: z.boolean().optional(),
})
export type HomeAssistantUpdate = z.infer<typeof HomeAssistantUpdate>

export const addHomeAssistant = endpoint({
  method: 'POST',
  path: '/api/admin/home-assistants',
  summary: 'Add a hub',
  body: HomeAssistantForm,
  reply: HomeAssistant,
  status: 201,
})

export const changeHomeAssistant = endpoint({
  method: 'PUT',
  path: '/api/admin/home-assistants/:id',
  summary:
    'Change a hub; another office or address is refused while codes are in its locks, unless they stay or it is the same hub',
  params: hubParams,
  body: HomeAssistantUpdate,
  reply: HomeAssistant,
})

export const deleteHomeAssistant = endpoint({
  method: 'DELETE',
  path: '/api/admin/home-assistants/:id',
  summary: 'Remove a hub and forget its token; refused while codes are in its locks, unless they stay',
  params: hubParams,
  query: CodesMayStay,
  reply: z.object({}),
})

export const HubTest = z
  .object({
    works: z.boolean(),
    failure: z.string().nullable(),
    location_name: z.string().nullable(),
    version: z.string().nullable(),
    /** Round trip. */
    took_ms: z.int(),
  })
  .meta({ id: 'HubTest' })
export type HubTest = z.infer<typeof HubTest>

export const testHomeAssistant = endpoint({
  method: 'POST',
  path: '/api/admin/home-assistants/:id/test',
  summary: 'Whether the hub answers, and takes our token',
  params: hubParams,
  reply: HubTest,
})

/** Through it a cloud opens the doors of an office without a hub. Missing values are empty. */
export const DoorAccount = z
  .discriminatedUnion('provider', [
    z.object({
      provider: z.literal('openpath'),
      /** Of the user who signs in there. */
      email: z.string(),
      /** The user whose cloud key opens the doors. */
      user_id: z.string(),
      cloud_key_id: z.string(),
    }),
    z.object({ provider: z.literal('tuya'), client_id: z.string() }),
  ])
  .meta({ id: 'DoorAccount' })
export type DoorAccount = z.infer<typeof DoorAccount>

const CloudId = requiredLine(15).regex(/^[1-9]\d*$/, 'Should be a number')
/** The password at Openpath, the secret of the project at Tuya. Left out, it is kept; it is never sent back. */
const secret = requiredLine(1000).optional()

export const DoorAccountForm = z.discriminatedUnion('provider', [
  z.object({
    provider: z.literal('openpath'),
    email: requiredLine(254),
    user_id: CloudId,
    cloud_key_id: CloudId,
    secret,
  }),
  z.object({ provider: z.literal('tuya'), client_id: requiredLine(200), secret }),
])
export type DoorAccountForm = z.infer<typeof DoorAccountForm>

const officeParams = z.object({ id: IdParam })

export const listDoorAccounts = endpoint({
  method: 'GET',
  path: '/api/admin/offices/:id/door_accounts',
  summary: 'By which accounts the doors of an office are opened; without secrets',
  params: officeParams,
  reply: z.array(DoorAccount),
})

export const saveDoorAccount = endpoint({
  method: 'PUT',
  path: '/api/admin/offices/:id/door_accounts',
  summary: 'Keep an account of an office in a cloud of doors, and try it',
  params: officeParams,
  body: DoorAccountForm,
  reply: HubTest,
})

export const removeDoorAccount = endpoint({
  method: 'DELETE',
  path: '/api/admin/offices/:id/door_accounts/:provider',
  summary:
    'Forget an account of an office and its secret; refused while codes are in its locks, unless they stay',
  params: z.object({ id: IdParam, provider: DoorProvider }),
  query: CodesMayStay,
  reply: z.object({}),
})

export const HubLock = z
  .object({
    home_assistant_id: z.string(),
    name: z.string(),
    state: z.string(),
    /** Whether it is already a door, deleted ones included. */
    is_known: z.boolean(),
  })
  .meta({ id: 'HubLock' })
export type HubLock = z.infer<typeof HubLock>

export const listHubLocks = endpoint({
  method: 'GET',
  path: '/api/admin/home-assistants/:id/locks',
  summary: 'The locks that the hub knows',
  params: hubParams,
  reply: z.array(HubLock),
})

export const importHubLocks = endpoint({
  method: 'POST',
  path: '/api/admin/home-assistants/:id/import',
  summary: 'Add doors for locks that the hub knows; existing doors stay as they are',
  params: hubParams,
  body: z.object({ home_assistant_ids: z.array(EntityId).min(1).max(500) }),
  reply: z.array(Device),
  status: 201,
})
