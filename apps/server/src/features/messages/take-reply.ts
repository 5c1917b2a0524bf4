import PostalMime from 'postal-mime'
import type { Db } from '#server/db/connection.ts'
import { type KeptAttachment, keepGoodAttachments } from '#server/features/attachments/keep-attachments.ts'
import { insertAttachments } from '#server/features/attachments/queries.ts'
import { countRepliesSince, insertPost, isKnownMail } from '#server/features/messages/post-queries.ts'
import { findMessage, lockMessage, updateMessage } from '#server/features/messages/queries.ts'
import { type Reply, readReply, recipientsOf } from '#server/features/messages/read-mail.ts'
import { type Addressed, readReplyAddress } from '#server/features/messages/reply-address.ts'
import { isAutomatic, withNames } from '#server/features/messages/reply-rules.ts'
import type { Deps } from '#server/http/routes.ts'

export const MAIL_BYTES = 15 * 1024 * 1024
/** More come from a machine. */
const REPLIES_A_DAY = 50
const DAY_MS = 24 * 3_600_000

/** Why a mail changed nothing, or that it did. */
export type ReplyOutcome =
  | 'kept'
  | 'known'
  | 'too large'
  | 'unreadable'
  | 'not for a thread'
  | 'forged address'
  | 'automatic'
  | 'empty'
  | 'no such message'
  | 'too many replies'

/** Puts a mail into the thread that it was sent to. The same mail again changes nothing. */
export async function takeReply(deps: Deps, raw: Buffer): Promise<ReplyOutcome> {
  const outcome = await take(deps, raw)
  if (outcome === 'forged address' || outcome === 'too many replies')
    deps.log.warn({ outcome }, 'a mail was dropped')
  else deps.log.info({ outcome }, 'a mail was received')
  return outcome
}

async function take(deps: Deps, raw: Buffer): Promise<ReplyOutcome> {
  if (raw.length > MAIL_BYTES) return 'too large'
  const mail = await PostalMime.parse(raw).catch(() => undefined)
  if (!mail) return 'unreadable'
  const addressed = addressedTo(deps, recipientsOf(mail))
  if (addressed.to === 'nobody') return 'not for a thread'
  if (addressed.to === 'forged') return 'forged address'
  if (isAutomatic(mail.headers)) return 'automatic'
  const reply = readReply(mail)
  if (reply.words === '' && reply.files.length === 0) return 'empty'
  if (!(await findMessage(deps.db, addressed.id))) return 'no such message'
  // Before its files are checked, which takes long.
  const reason = await reasonToDrop(deps, deps.db, addressed.id, reply)
  if (reason) return reason
  return keepGoodAttachments(deps, reply.files, (kept, left) =>
    deps.db.transaction((db) =>
      keep(deps, db, addressed.id, { ...reply, words: withNames(reply.words, left), kept }),
    ),
  )
}

async function reasonToDrop(
  { now }: Deps,
  db: Db,
  messageId: number,
  { mailId }: Pick<Reply, 'mailId'>,
): Promise<ReplyOutcome | undefined> {
  if (await isKnownMail(db, mailId)) return 'known'
  const yesterday = new Date(now().getTime() - DAY_MS).toISOString()
  return (await countRepliesSince(db, messageId, yesterday)) >= REPLIES_A_DAY ? 'too many replies' : undefined
}

function addressedTo({ secrets, config }: Deps, recipients: string[]): Addressed {
  if (!config.replies) return { to: 'nobody' }
  const { address } = config.replies
  const read = recipients.map((recipient) => readReplyAddress(secrets, address, recipient))
  return read.find(({ to }) => to === 'message') ?? read.find(({ to }) => to === 'forged') ?? { to: 'nobody' }
}

type CheckedReply = Omit<Reply, 'files'> & { kept: KeptAttachment[] }

async function keep(deps: Deps, db: Db, message_id: number, reply: CheckedReply): Promise<ReplyOutcome> {
  if (!(await lockMessage(db, message_id))) return 'no such message'
  const reason = await reasonToDrop(deps, db, message_id, reply)
  if (reason) return reason
  const at = deps.now().toISOString()
  const post = await insertPost(db, {
    message_id,
    kind: 'reply',
    from_email: reply.from,
    text: reply.words,
    mail_id: reply.mailId,
    created_at: at,
  })
  if (!post) return 'known'
  await insertAttachments(db, { message_id, post_id: post.id }, reply.kept)
  await updateMessage(db, message_id, { read_at: null, is_handled: false, replied_at: at }, { id: null, at })
  return 'kept'
}
