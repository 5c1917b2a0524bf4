import { randomUUID } from 'node:crypto'
import type { NewAnswer, Post } from '@keyhour/contract/answers'
import type { Db } from '#server/db/connection.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { once } from '#server/features/idempotency/once.ts'
import { sealMail } from '#server/features/mail/deliver-mail.ts'
import { writeMail } from '#server/features/mail/letter.ts'
import { deliverAnswer } from '#server/features/messages/deliver-answer.ts'
import { answerLetter } from '#server/features/messages/mails.ts'
import { insertPost, listPosts, type PostRow } from '#server/features/messages/post-queries.ts'
import { lockMessage, type MessageRow, updateMessage } from '#server/features/messages/queries.ts'
import { replyAddressOf } from '#server/features/messages/reply-address.ts'
import { hasReplyAfter, lastWordsOf, seenBy } from '#server/features/messages/rules.ts'
import { isAnonymousEmail } from '#server/features/users/deletion-queries.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { messageIdOf } from '#server/outside/compose-mail.ts'

type Keyed = NewAnswer & { id: number; key: string | undefined }

/** Repeating a request under the same key sends one mail, even if more was seen by then. */
export function answerMessage(
  deps: Deps,
  { key, last_post_id, ...request }: Keyed,
  by: Actor,
): Promise<Post> {
  const now = deps.now()
  const { id, text, mark_handled } = request
  return deps.db.transaction((db) =>
    once(db, { userId: by.session.id, key, request, now }, async () => {
      const message = orMissing(await lockMessage(db, id), 'This message does not exist.')
      if (isAnonymousEmail(message.email))
        throw new Refusal(
          'conflict',
          'The sender has deleted their account, so there is no address to answer.',
        )
      const earlier = await listPosts(db, id)
      const mailId = randomUUID()
      const at = now.toISOString()
      const post = await insertPost(db, {
        message_id: id,
        kind: 'answer',
        author_id: by.session.id,
        text,
        mail_id: messageIdOf(mailId, deps.config.mailFrom),
        created_at: at,
      })
      const answered = { read_at: message.read_at ?? at, ...(mark_handled && { is_handled: true }) }
      const state = hasReplyAfter(earlier, last_post_id) ? {} : answered
      await updateMessage(db, id, state, { id: by.session.id, at })
      await auditAct(db, by, { action: 'answer message', subject: 'message', subject_id: id }, now)
      await mailAnswer(deps, db, {
        message,
        postId: post!.id,
        seen: seenBy(earlier, last_post_id),
        text,
        mailId,
      })
      return { ...post!, author: by.session.name, attachments: [] }
    }),
  )
}

type Sent = { message: MessageRow; postId: number; seen: PostRow[]; text: string; mailId: string }

function mailAnswer(deps: Deps, db: Db, { message, postId, seen, text, mailId }: Sent): Promise<void> {
  const { replies, contactEmail } = deps.config
  const letter = answerLetter(message.language, { text, question: lastWordsOf(message, seen) })
  const mail = {
    ...writeMail(message.email, message.language, letter),
    replyTo: replies ? replyAddressOf(deps.secrets, replies.address, message.id) : contactEmail,
    references: seen.map(({ mail_id }) => mail_id),
    isPersonal: true,
  }
  return deps.enqueue(db, deliverAnswer, { post_id: postId, sealed: sealMail(deps, mail, mailId) })
}
