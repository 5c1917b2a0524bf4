import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdParam, Instant, wholeNumberParam } from './primitives.ts'

/** How long before the start of an order its doors open. */
export const MINUTES_BEFORE_START = 10

/** A door. */
export const Device = z
  .object({
    id: Id,
    name: z.string(),
    office_id: Id,
    /** The entity as its hub knows it, such as `lock.front_door`. */
    home_assistant_id: z.string(),
    type: z.string(),
    createdAt: Instant,
    deleted_at: Instant.nullable(),
    /** Goes back with a change; a change to an older one is refused. */
    version: z.int().positive(),
  })
  .meta({ id: 'Device' })
export type Device = z.infer<typeof Device>

export const HomeAssistant = z
  .object({
    id: Id,
    url: z.string(),
    /** Masked: the real one never leaves the server. */
    token: z.string(),
    office_id: Id,
    createdAt: Instant,
    /** Goes back with a change; a change to an older one is refused. */
    version: z.int().positive(),
  })
  .meta({ id: 'HomeAssistant' })
export type HomeAssistant = z.infer<typeof HomeAssistant>

const paging = z.object({
  page: wholeNumberParam().optional(),
  page_size: wholeNumberParam(100).default(20),
  /** Somewhere in what a row shows, its office's name included, whatever the case. */
  q: z.string().trim().max(200).default(''),
})

export const listDevices = endpoint({
  method: 'GET',
  path: '/api/admin/devices',
  summary: 'All doors, deleted ones too; with `page`, that page and the total in X-Total-Count',
  query: paging,
  reply: z.array(Device),
})

export const listHomeAssistants = endpoint({
  method: 'GET',
  path: '/api/admin/home-assistants',
  summary: 'All home-automation hubs; with `page`, that page and the total in X-Total-Count',
  query: paging,
  reply: z.array(HomeAssistant),
})

const filled = (most: number) =>
  z.string().trim().min(1, 'Cannot be empty').max(most, `Should have at most ${most} characters`)

const changes = {
  /** The version that was read; a change to an older one is refused. */
  version: z.int().positive(),
}

/** `<domain>.<object_id>`, as the hub names its parts. */
const EntityId = filled(255).regex(
  /^(lock|switch|button|script|cover|input_boolean)\.[a-z0-9_]+$/,
  'Should be like lock.front_door',
)

export const DeviceForm = z.object({
  name: filled(200),
  office_id: Id,
  home_assistant_id: EntityId,
  type: filled(50),
})
export type DeviceForm = z.infer<typeof DeviceForm>

const deviceParams = z.object({ id: IdParam })

export const addDevice = endpoint({
  method: 'POST',
  path: '/api/admin/devices',
  summary: 'Add a door',
  body: DeviceForm,
  reply: Device,
  status: 201,
})

/** Only what is named changes; `deleted_at: null` puts a door up again, and nothing else changes then. */
export const DeviceUpdate = z
  .object({
    ...DeviceForm.partial().shape,
    version: changes.version.optional(),
    deleted_at: z.null().optional(),
  })
  .refine(({ version, deleted_at }) => version !== undefined || deleted_at === null, {
    path: ['version'],
    message: 'A change has to name the version that was read.',
  })
export type DeviceUpdate = z.infer<typeof DeviceUpdate>

export const changeDevice = endpoint({
  method: 'PUT',
  path: '/api/admin/devices/:id',
  summary: 'Change a door, or restore one by `deleted_at: null`',
  params: deviceParams,
  body: DeviceUpdate,
  reply: Device,
})

export const deleteDevice = endpoint({
  method: 'DELETE',
  path: '/api/admin/devices/:id',
  summary: 'Take a door down, which can be restored; nobody opens it any more',
  params: deviceParams,
  reply: Device,
})

export const HomeAssistantForm = z.object({
  url: z
    .url({ protocol: /^https?$/, message: 'Should be an address like https://hub.example' })
    .max(500, 'Should have at most 500 characters'),
  token: filled(1000),
  office_id: Id,
})
export type HomeAssistantForm = z.infer<typeof HomeAssistantForm>

/** A token that is left out stays as it is. */
export const HomeAssistantUpdate = HomeAssistantForm.partial().extend(changes)
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
  summary: 'Change a hub',
  params: deviceParams,
  body: HomeAssistantUpdate,
  reply: HomeAssistant,
})

export const deleteHomeAssistant = endpoint({
  method: 'DELETE',
  path: '/api/admin/home-assistants/:id',
  summary: 'Remove a hub and forget its token',
  params: deviceParams,
  reply: z.object({}),
})

export const HubTest = z
  .object({
    works: z.boolean(),
    /** Why not, in words. */
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
  params: deviceParams,
  reply: HubTest,
})

/** By which a cloud opens the doors of an office that has no hub of its own. What is missing is empty. */
export const DoorAccount = z
  .discriminatedUnion('provider', [
    z.object({
      provider: z.literal('openpath'),
      /** Of the user who signs in there. */
      email: z.string(),
      /** Whose cloud key opens the doors. */
      user_id: z.string(),
      cloud_key_id: z.string(),
    }),
    z.object({ provider: z.literal('tuya'), client_id: z.string() }),
  ])
  .meta({ id: 'DoorAccount' })
export type DoorAccount = z.infer<typeof DoorAccount>

const CloudId = filled(15).regex(/^[1-9]\d*$/, 'Should be a number')
/** The password at Openpath, the secret of the project at Tuya. Left out it stays as it is; it is never told. */
const secret = filled(1000).optional()

export const DoorAccountForm = z.discriminatedUnion('provider', [
  z.object({
    provider: z.literal('openpath'),
    email: filled(254),
    user_id: CloudId,
    cloud_key_id: CloudId,
    secret,
  }),
  z.object({ provider: z.literal('tuya'), client_id: filled(200), secret }),
])
export type DoorAccountForm = z.infer<typeof DoorAccountForm>

export const listDoorAccounts = endpoint({
  method: 'GET',
  path: '/api/admin/offices/:id/door_accounts',
  summary: 'By which accounts the doors of an office are opened; without secrets',
  params: deviceParams,
  reply: z.array(DoorAccount),
})

export const saveDoorAccount = endpoint({
  method: 'PUT',
  path: '/api/admin/offices/:id/door_accounts',
  summary: 'Keep an account of an office in a cloud of doors, and try it',
  params: deviceParams,
  body: DoorAccountForm,
  reply: HubTest,
})

export const removeDoorAccount = endpoint({
  method: 'DELETE',
  path: '/api/admin/offices/:id/door_accounts/:provider',
  summary: 'Forget an account of an office and its secret',
  params: z.object({ id: IdParam, provider: z.enum(['openpath', 'tuya']) }),
  reply: z.object({}),
})

/** What a hub can open. */
export const HubLock = z
  .object({
    home_assistant_id: z.string(),
    name: z.string(),
    state: z.string(),
    /** Whether there is a door for it already, deleted ones too. */
    is_known: z.boolean(),
  })
  .meta({ id: 'HubLock' })
export type HubLock = z.infer<typeof HubLock>

export const listHubLocks = endpoint({
  method: 'GET',
  path: '/api/admin/home-assistants/:id/locks',
  summary: 'The locks that the hub knows',
  params: deviceParams,
  reply: z.array(HubLock),
})

export const importHubLocks = endpoint({
  method: 'POST',
  path: '/api/admin/home-assistants/:id/import',
  summary: 'Make doors of locks that the hub knows; those that are doors already stay as they are',
  params: deviceParams,
  body: z.object({ home_assistant_ids: z.array(EntityId).min(1).max(500) }),
  reply: z.array(Device),
  status: 201,
})

export const DoorState = z
  .object({
    device_id: Id,
    /** As the lock says it: `locked`, `unlocked`, `jammed`, …; null when it cannot be asked. */
    state: z.string().nullable(),
    /** Why it cannot be asked, in words. */
    failure: z.string().nullable(),
  })
  .meta({ id: 'DoorState' })
export type DoorState = z.infer<typeof DoorState>

export const listDoorStates = endpoint({
  method: 'GET',
  path: '/api/admin/devices/states',
  summary: 'How each lock stands now, asked of its hub',
  reply: z.array(DoorState),
})

/** What came of a try to open. A door that did not open answers an error with the reason. */
export const Opened = z.object({ device_id: Id, state: z.string(), at: Instant }).meta({ id: 'Opened' })
export type Opened = z.infer<typeof Opened>

export const unlockDevice = endpoint({
  method: 'POST',
  path: '/api/admin/devices/:id/unlock',
  summary: 'Open a door; written to the audit log. The same Idempotency-Key opens it once',
  params: deviceParams,
  reply: Opened,
})

export const GrantState = z.enum(['requested', 'installed', 'failed', 'removed'])
export type GrantState = z.infer<typeof GrantState>

/** How to get in with one order. Secrets are there only within the time of the grant, and only for its customer. */
export const OrderAccess = z
  .object({
    order_id: Id,
    /** From 10 minutes before the start to the end. */
    from: Instant,
    until: Instant,
    state: GrantState,
    /** Why not installed, in words. */
    failure: z.string().nullable(),
    wifi_name: z.string().nullable(),
    wifi_password: z.string().nullable(),
    door_code: z.string().nullable(),
    doors: z.array(z.object({ id: Id, name: z.string(), state: GrantState, failure: z.string().nullable() })),
  })
  .meta({ id: 'OrderAccess' })
export type OrderAccess = z.infer<typeof OrderAccess>

const orderParams = z.object({ orderId: IdParam })

export const getOrderAccess = endpoint({
  method: 'GET',
  path: '/api/orders/:orderId/access',
  summary: 'Wi-Fi, door code and doors of an order; admins and staff see states, never secrets',
  params: orderParams,
  reply: OrderAccess,
})

export const openDoor = endpoint({
  method: 'POST',
  path: '/api/orders/:orderId/doors/:deviceId/open',
  summary: 'Open a door of an order that is on; counts as check-in. The same Idempotency-Key opens it once',
  params: z.object({ orderId: IdParam, deviceId: IdParam }),
  reply: Opened,
})
