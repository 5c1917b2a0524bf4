import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './primitives.ts'

export const User = z
  .object({
    id: Id,
    name: z.string(),
    /** The same as `name`. */
    user_name: z.string(),
    email: z.string(),
    admin: z.boolean(),
    profile: z.object({
      /** Base64 JPEG; absent from lists. */
      passport_image: z.string().nullable(),
      phone: z.string().nullable(),
    }),
    /** In credits: 1 credit pays 1.00 of price. */
    credit_balance: z.number(),
    created_at: Instant,
    /** Set means soft-deleted. */
    deleted_at: Instant.nullable(),
    offices: z.array(z.object({ id: Id })),
    /** Goes back with a change; a change to an older one is refused. */
    version: z.int().positive(),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  summary: 'All users, newest first',
  reply: z.array(User),
})
