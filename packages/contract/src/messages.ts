import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Email, Id, Instant, Version } from './primitives.ts'

export const Priority = z.enum(['high', 'normal', 'low'])
export type Priority = z.infer<typeof Priority>

export const ContactMessage = z
  .object({
    id: Id,
    email: z.string(),
    message: z.string(),
    created_at: Instant,
    /** Null means unread. */
    read_at: Instant.nullable(),
    is_handled: z.boolean(),
    priority: Priority,
    tags: z.array(z.string()),
    version: Version,
  })
  .meta({ id: 'ContactMessage' })
export type ContactMessage = z.infer<typeof ContactMessage>

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/contact/',
  summary: 'Messages from visitors',
  reply: z.array(ContactMessage),
})

export const NewMessage = z.object({
  email: Email,
  message: z.string().trim().min(1, 'Cannot be empty').max(10_000),
})
export type NewMessage = z.infer<typeof NewMessage>

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/contact/',
  summary: 'Send a message to the team',
  body: NewMessage,
  reply: z.object({ id: Id }),
})
