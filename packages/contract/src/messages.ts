import { z } from 'zod'
import { MOST_ATTACHMENTS, NewAttachment } from './attachments.ts'
import { endpoint } from './endpoint.ts'
import { Email, HebrewName, Id, IdParam, Instant, Language, Version, wholeNumberParam } from './primitives.ts'
import { requiredLine, typedText } from './typed-text.ts'

export const Priority = z.enum(['high', 'normal', 'low'])
export type Priority = z.infer<typeof Priority>

export const ContactMessage = z
  .object({
    id: Id,
    email: z.string(),
    message: z.string(),
    created_at: Instant,
    /** When the visitor last replied to an answer. */
    replied_at: Instant.nullable(),
    /** Null means unread. */
    read_at: Instant.nullable(),
    is_handled: z.boolean(),
    priority: Priority,
    tags: z.array(z.string()),
    /** The admin who takes care of it. */
    assignee: z.object({ id: Id, name: z.string() }).nullable(),
    /** The office it is about, if it was sent from the page of one. */
    office: z.object({ id: Id, name: z.string(), name_he: HebrewName }).nullable(),
    /** Files came with it or with a reply. */
    has_files: z.boolean(),
    version: Version,
  })
  .meta({ id: 'ContactMessage' })
export type ContactMessage = z.infer<typeof ContactMessage>

/** `priority`: high, normal, low, and within each those first that were written or replied to last. */
export const MessageSort = z.enum(['date', 'priority'])
export type MessageSort = z.infer<typeof MessageSort>

/** `mine`: those that the caller takes care of. */
export const MessageFilter = z.enum(['all', 'unread', 'read', 'mine'])
export type MessageFilter = z.infer<typeof MessageFilter>

/** Of messages that are found, and of unread ones, at least this many are counted. */
export const MESSAGES_COUNTED = 500

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/contact/',
  summary:
    'Messages from visitors, those first that were written or replied to last; with `page`, that page, with the number of messages in X-Total-Count, and X-Total-More if there are more than were counted',
  query: z.object({
    page: wholeNumberParam().optional(),
    page_size: wholeNumberParam(100).default(20),
    sort: MessageSort.default('date'),
    filter: MessageFilter.default('all'),
    /**
     * Part of the address, the text or a tag, ignoring case. One or two characters are looked for at the beginning of a
     * word.
     */
    q: z.string().trim().max(200).default(''),
  }),
  reply: z.array(ContactMessage),
})

export const countUnreadMessages = endpoint({
  method: 'GET',
  path: '/api/contact/unread',
  summary: `How many messages nobody has read, counted up to ${MESSAGES_COUNTED}`,
  reply: z.object({ unread: z.int().nonnegative() }),
})

const messageParams = z.object({ id: IdParam })

export const getMessage = endpoint({
  method: 'GET',
  path: '/api/contact/:id',
  summary: 'One message',
  params: messageParams,
  reply: ContactMessage,
})

export const TAG_LENGTH = 40
export const Tag = requiredLine(TAG_LENGTH)
export const MOST_TAGS = 30

const ONE_CHANGE = 'Should have exactly one of read, is_handled, tags and priority'

export const MessageChange = z
  .object({
    read: z.boolean().optional(),
    is_handled: z.boolean().optional(),
    /** Those that the message does not have yet are added; it keeps all that it has. */
    tags: z.array(Tag).max(MOST_TAGS, `Should have at most ${MOST_TAGS} tags`).optional(),
    priority: Priority.optional(),
  })
  .refine((change) => Object.values(change).filter((value) => value !== undefined).length === 1, ONE_CHANGE)
export type MessageChange = z.infer<typeof MessageChange>

export const changeMessage = endpoint({
  method: 'PATCH',
  path: '/api/contact/:id',
  summary: 'Change one thing about a message: read, is_handled, tags or priority',
  params: messageParams,
  body: MessageChange,
  reply: ContactMessage,
})

export const NewMessage = z.object({
  email: Email,
  message: typedText().trim().min(1, 'Cannot be empty').max(10_000),
  /** Of the confirmation and of our answers. */
  language: Language.optional(),
  /** The office it is about. One that is gone by now does not stop the message. */
  office_id: Id.optional(),
  /** A field that people do not see. What fills it is a program, and its message is not kept. */
  website: z.string().optional(),
  attachments: z
    .array(NewAttachment)
    .max(MOST_ATTACHMENTS, `Should have at most ${MOST_ATTACHMENTS} files`)
    .optional(),
})
export type NewMessage = z.infer<typeof NewMessage>

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/contact/',
  summary: 'Send a message to the team',
  body: NewMessage,
  reply: z.object({ id: Id }),
  takesKey: true,
})
