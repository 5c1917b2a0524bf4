import { z } from 'zod'
import { Told } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { Email, Instant } from './primitives.ts'

/** After this the data is permanently deleted. */
export const GRACE_DAYS = 7

export const DeletionRequest = z.object({ email: Email })

export const requestDeletion = endpoint({
  method: 'POST',
  path: '/api/user-profile/delete-account',
  summary: 'Ask for a mail with a link that deletes the account; until it is used nothing happens',
  body: DeletionRequest,
  reply: Told,
})

const Link = z.object({ token: z.string().min(1, 'Cannot be empty').max(2000) })

export const confirmDeletion = endpoint({
  method: 'POST',
  path: '/api/user-profile/delete-account/confirm',
  summary: 'Deactivate the account by the link of the mail; using it again answers the same',
  body: Link,
  reply: Told.extend({ purge_after: Instant }),
})

export const undoDeletion = endpoint({
  method: 'POST',
  path: '/api/user-profile/delete-account/undo',
  summary: 'Keep the account after all, by the link of the second mail; using it again answers the same',
  body: Link,
  reply: Told,
})
