import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './primitives.ts'

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

export const listDevices = endpoint({
  method: 'GET',
  path: '/api/admin/devices',
  summary: 'All doors',
  reply: z.array(Device),
})

export const listHomeAssistants = endpoint({
  method: 'GET',
  path: '/api/admin/home-assistants',
  summary: 'All home-automation hubs',
  reply: z.array(HomeAssistant),
})
