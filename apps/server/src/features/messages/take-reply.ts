import PostalMime from 'postal-mime'
import type { Db } from '#server/db/connection.ts'
import { countRepliesSince, insertPost } from '#server/features/messages/post-queries.ts'
import { lockMessage, updateMessage } from '#server/features/messages/queries.ts'
import { type Reply, readReply, recipientsOf } from '#server/features/messages/read-mail.ts'
import { type Addressed, readReplyAddress } from '#server/features/messages/reply-address.ts'
import { isAutomatic } from '#server/features/messages/reply-rules.ts'
import type { Deps } from '#server/http/routes.ts'

export const MAIL_BYTES = 15 * 1024 * 1024
/** More come from a machine. */
const REPLIES_A_DAY = 50
const DAY_MS = 24 * 3_600_000

/** Why a mail changed nothing, or that it did. */
export type Outcome =
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
export async function takeReply(deps: Deps, raw: Buffer): Promise<Outcome> {
  const outcome = await take(deps, raw)
  if (outcome === 'forged address' || outcome === 'too many replies')
    deps.log.warn({ outcome }, 'a mail was dropped')
  else deps.log.info({ outcome }, 'a mail was received')
  return outcome
}

async function take(deps: Deps, raw: Buffer): Promise<Outcome> {
  if (raw.length > MAIL_BYTES) return 'too large'
  const mail = await PostalMime.parse(raw).catch(() => undefined)
  if (!mail) return 'unreadable'
  const addressed = addressedTo(deps, recipientsOf(mail))
  if (addressed.to === 'nobody') return 'not for a thread'
  if (addressed.to === 'forged') return 'forged address'
  if (isAutomatic(mail.headers)) return 'automatic'
  const reply = readReply(mail)
  if (reply.words === '') return 'empty'
  return deps.db.transaction((db) => keep(deps, db, addressed.id, reply))
}

function addressedTo({ secrets, config }: Deps, recipients: string[]): Addressed {
  if (!config.replies) return { to: 'nobody' }
  const { address } = config.replies
  const read = recipients.map((recipient) => readReplyAddress(secrets, address, recipient))
  return read.find(({ to }) => to === 'message') ?? read.find(({ to }) => to === 'forged') ?? { to: 'nobody' }
}

async function keep({ now }: Deps, db: Db, messageId: number, reply: Reply): Promise<Outcome> {
  if (!(await lockMessage(db, messageId))) return 'no such message'
  const at = now().toISOString()
  const yesterday = new Date(now().getTime() - DAY_MS).toISOString()
  if ((await countRepliesSince(db, messageId, yesterday)) >= REPLIES_A_DAY) return 'too many replies'
  const post = await insertPost(db, {
    message_id: messageId,
    kind: 'reply',
    from_email: reply.from,
    text: reply.words,
    mail_id: reply.mailId,
    created_at: at,
  })
  if (!post) return 'known'
  await updateMessage(db, messageId, { read_at: null, is_handled: false }, { id: null, at })
  return 'kept'
}
