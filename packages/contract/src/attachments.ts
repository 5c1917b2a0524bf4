import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdParam } from './primitives.ts'
import { requiredLine } from './typed-text.ts'

/** Of the files themselves, whatever they are called. */
export const ATTACHED_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'application/pdf']

export const MOST_ATTACHMENTS = 5
/** Of all files of one message. */
export const MOST_ATTACHED_BYTES = 10_000_000
/** In base64 and JSON, with the message itself. */
export const ATTACHED_BODY_LIMIT = Math.ceil(MOST_ATTACHED_BYTES / 3) * 4 + 100_000

export const NewAttachment = z.object({
  name: requiredLine(200),
  /** Base64. */
  content: z.string().min(1, 'Cannot be empty'),
})

export const MessageAttachment = z
  .object({ id: Id, name: z.string(), content_type: z.string(), bytes: z.int().positive() })
  .meta({ id: 'MessageAttachment' })
export type MessageAttachment = z.infer<typeof MessageAttachment>

export const listAttachments = endpoint({
  method: 'GET',
  path: '/api/contact/:id/attachments',
  summary: 'The files that came with a message itself: pictures as WebP, and PDF files',
  params: z.object({ id: IdParam }),
  reply: z.array(MessageAttachment),
})

export const getAttachment = endpoint({
  method: 'GET',
  path: '/api/contact/:id/attachments/:attachmentId',
  summary: 'A file that came with a message or with a reply',
  params: z.object({ id: IdParam, attachmentId: IdParam }),
  reply: z.string(),
})
