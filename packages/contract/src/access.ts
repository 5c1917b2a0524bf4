import { z } from 'zod'
import { AdminListQuery } from './admin-lists.ts'
import { endpoint } from './endpoint.ts'
import { CodesMayStay, codesStay, GrantState } from './grants.ts'
import { Id, IdField, IdParam, Instant, recordChange, Version } from './primitives.ts'
import { requiredLine } from './typed-text.ts'

/** How long before the start of an order its doors open. */
export const MINUTES_BEFORE_START = 10

export const Device = z
  .object({
    id: Id,
    name: z.string(),
    office_id: Id,
    /** The hub's name for the entity, such as `lock.front_door`. */
    home_assistant_id: z.string(),
    type: z.string(),
    /** The spaces that it opens, deleted ones too. Empty: it opens for everyone in its office. */
    sub_office_ids: z.array(Id),
    createdAt: Instant,
    deleted_at: Instant.nullable(),
    version: Version,
  })
  .meta({ id: 'Device' })
export type Device = z.infer<typeof Device>

export const listDevices = endpoint({
  method: 'GET',
  path: '/api/admin/devices',
  summary: 'All doors, including deleted ones; with `page`, one page and the total in X-Total-Count',
  query: AdminListQuery,
  reply: z.array(Device),
})

/** `<domain>.<object_id>`, as hubs name entities. */
export const EntityId = requiredLine(255).regex(
  /^(lock|switch|button|script|cover|input_boolean)\.[a-z0-9_]+$/,
  'Should be like lock.front_door',
)

export const DeviceForm = z.object({
  name: requiredLine(200),
  office_id: IdField,
  home_assistant_id: EntityId,
  type: requiredLine(50),
  /** Left out: none for a new door, and no change for an existing one unless it moves to another office. */
  sub_office_ids: z.array(IdField).max(500).optional(),
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

export const DeviceUpdate = DeviceForm.partial().extend({ ...recordChange, ...codesStay })
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
  summary:
    'Delete a door; it can be restored. Nobody can open it any more, and its codes are removed unless `codes_stay` is set',
  params: deviceParams,
  query: CodesMayStay,
  reply: Device,
})

export const DoorState = z
  .object({
    device_id: Id,
    /** `locked`, `unlocked`, `jammed`, …; null when the lock cannot be reached. */
    state: z.string().nullable(),
    /** Why it cannot be reached. */
    failure: z.string().nullable(),
  })
  .meta({ id: 'DoorState' })
export type DoorState = z.infer<typeof DoorState>

export const listDoorStates = endpoint({
  method: 'GET',
  path: '/api/admin/devices/states',
  summary: 'The current state of each lock, as reported by its hub',
  reply: z.array(DoorState),
})

/** A door that did not open answers an error with the reason instead. */
export const Opened = z.object({ device_id: Id, state: z.string(), at: Instant }).meta({ id: 'Opened' })
export type Opened = z.infer<typeof Opened>

export const unlockDevice = endpoint({
  method: 'POST',
  path: '/api/admin/devices/:id/unlock',
  summary: 'Open a door; written to the audit log. The same Idempotency-Key opens it once',
  takesKey: true,
  params: deviceParams,
  reply: Opened,
})

/** How to get in with one order. Secrets are only included within the time of the grant, and only for its customer. */
export const OrderAccess = z
  .object({
    order_id: Id,
    /** From 10 minutes before the start to the end. */
    from: Instant,
    until: Instant,
    state: GrantState,
    /** Why it is not installed. */
    failure: z.string().nullable(),
    wifi_name: z.string().nullable(),
    wifi_password: z.string().nullable(),
    door_code: z.string().nullable(),
    doors: z.array(
      z.object({
        id: Id,
        name: z.string(),
        /** It opens for everyone in the office, like the entrance. */
        shared: z.boolean().optional(),
        state: GrantState,
        failure: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'OrderAccess' })
export type OrderAccess = z.infer<typeof OrderAccess>

const orderParams = z.object({ orderId: IdParam })

export const getOrderAccess = endpoint({
  method: 'GET',
  path: '/api/orders/:orderId/access',
  summary: 'The Wi-Fi, door code and doors of an order; admins and managers see states, never secrets',
  params: orderParams,
  reply: OrderAccess,
})

export const openDoor = endpoint({
  method: 'POST',
  path: '/api/orders/:orderId/doors/:deviceId/open',
  summary:
    'Open a door of an order in progress; this counts as check-in. The same Idempotency-Key opens it once',
  takesKey: true,
  params: z.object({ orderId: IdParam, deviceId: IdParam }),
  reply: Opened,
})
