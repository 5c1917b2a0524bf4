import { z } from 'zod'
import { MessageAttachment } from './attachments.ts'
import { endpoint } from './endpoint.ts'
import { ContactMessage } from './messages.ts'
import { Id, IdParam, Instant, recordChange, Version } from './primitives.ts'
import { requiredLine, typedText } from './typed-text.ts'

/** An answer was written by an admin, a reply by the visitor. */
export const PostKind = z.enum(['answer', 'reply'])
export type PostKind = z.infer<typeof PostKind>

export const Post = z
  .object({
    id: Id,
    kind: PostKind,
    /** The admin who wrote an answer. Null for replies. */
    author: z.string().nullable(),
    /** The address a reply came from. Null for answers. */
    from_email: z.string().nullable(),
    /** Empty for a reply that has only files. */
    text: z.string(),
    created_at: Instant,
    /** When the mail of an answer was given up, because it was refused or could not be delivered for a day. */
    undelivered_at: Instant.nullable(),
    /** The files of a reply. */
    attachments: z.array(MessageAttachment),
  })
  .meta({ id: 'Post' })
export type Post = z.infer<typeof Post>

export const Thread = z
  .object({
    /** The newest ones, oldest first. */
    posts: z.array(Post),
    /** The mailbox that replies go to. Null when they come back into the thread. */
    mailbox: z.string().nullable(),
  })
  .meta({ id: 'Thread' })
export type Thread = z.infer<typeof Thread>

/** Older posts of a very long thread are not shown. */
export const POSTS_SHOWN = 200

const messageParams = z.object({ id: IdParam })

export const getThread = endpoint({
  method: 'GET',
  path: '/api/contact/:id/thread',
  summary: `The answers to a message and the replies to them, oldest first; of more than ${POSTS_SHOWN}, the newest`,
  params: messageParams,
  reply: Thread,
})

export const ANSWER_LENGTH = 10_000
const AnswerText = typedText()
  .trim()
  .min(1, 'Cannot be empty')
  .max(ANSWER_LENGTH, `Should have at most ${ANSWER_LENGTH} characters`)

export const NewAnswer = z.object({
  text: AnswerText,
  /** Also marks the message as handled. */
  mark_handled: z.boolean().default(false),
  /** The last post that the admin saw, 0 if there was none. After a newer reply the message stays as it is. */
  last_post_id: z.int().nonnegative().optional(),
})
export type NewAnswer = z.infer<typeof NewAnswer>

export const answerMessage = endpoint({
  method: 'POST',
  path: '/api/contact/:id/answers',
  summary: 'Answer a message by mail; it becomes read, and handled on request, unless it has an unseen reply',
  params: messageParams,
  body: NewAnswer,
  reply: Post,
  status: 201,
  takesKey: true,
})

export const Assignee = z.object({ id: Id, name: z.string() })
export type Assignee = z.infer<typeof Assignee>

export const listAssignees = endpoint({
  method: 'GET',
  path: '/api/contact/assignees',
  summary: 'The admins who can take care of messages',
  reply: z.array(Assignee),
})

export const assignMessage = endpoint({
  method: 'PUT',
  path: '/api/contact/:id/assignee',
  summary: 'Say which admin takes care of a message; null for nobody',
  params: messageParams,
  body: z.object({ assignee_id: Id.nullable() }),
  reply: ContactMessage,
})

export const CANNED_ANSWER_LIMIT = 100
export const CANNED_TITLE_LENGTH = 100

export const CannedAnswer = z
  .object({ id: Id, title: z.string(), text: z.string(), version: Version })
  .meta({ id: 'CannedAnswer' })
export type CannedAnswer = z.infer<typeof CannedAnswer>

export const CannedAnswerForm = z.object({ title: requiredLine(CANNED_TITLE_LENGTH), text: AnswerText })
export type CannedAnswerForm = z.infer<typeof CannedAnswerForm>

export const listCannedAnswers = endpoint({
  method: 'GET',
  path: '/api/contact/canned-answers',
  summary: 'Texts for answers that are often the same, by title',
  reply: z.array(CannedAnswer),
})

export const addCannedAnswer = endpoint({
  method: 'POST',
  path: '/api/contact/canned-answers',
  summary: 'Add a canned answer',
  body: CannedAnswerForm,
  reply: CannedAnswer,
  status: 201,
})

export const CannedAnswerUpdate = CannedAnswerForm.extend({ version: recordChange.version })
export type CannedAnswerUpdate = z.infer<typeof CannedAnswerUpdate>

export const changeCannedAnswer = endpoint({
  method: 'PUT',
  path: '/api/contact/canned-answers/:id',
  summary: 'Change a canned answer',
  params: messageParams,
  body: CannedAnswerUpdate,
  reply: CannedAnswer,
})

export const deleteCannedAnswer = endpoint({
  method: 'DELETE',
  path: '/api/contact/canned-answers/:id',
  summary: 'Delete a canned answer; answers that were sent stay',
  params: messageParams,
  reply: z.object({}),
})

export const receiveMail = endpoint({
  method: 'POST',
  path: '/api/contact/inbound',
  summary: 'For the mail server: a signed mail that may be a reply to an answer',
  reply: z.object({}),
})
