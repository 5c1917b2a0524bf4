import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** What admins keep on their screens while others change it. */
export const AdminList = z.enum(['users', 'offices', 'devices', 'home_assistants', 'credit_packs'])
export type AdminList = z.infer<typeof AdminList>

export const watchAdminLists = endpoint({
  method: 'GET',
  path: '/api/admin/live',
  summary:
    'Server-sent events, each with the name of a list that has changed; they end with the rights of the admin',
  reply: z.string(),
})
