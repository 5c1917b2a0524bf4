import type { Db } from '#server/db/connection.ts'
import { countRepliesSince, insertPost } from '#server/features/messages/post-queries.ts'
import { lockMessage, updateMessage } from '#server/features/messages/queries.ts'
import { type ReadMail, readMail } from '#server/features/messages/read-mail.ts'
import { type Addressed, readReplyAddress } from '#server/features/messages/reply-address.ts'
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
  const mail = await readMail(raw).catch(() => undefined)
  if (!mail) return 'unreadable'
  const addressed = addressedTo(deps, mail.recipients)
  if (addressed.to === 'nobody') return 'not for a thread'
  if (addressed.to === 'forged') return 'forged address'
  if (mail.isAutomatic) return 'automatic'
  if (mail.words === '') return 'empty'
  return deps.db.transaction((db) => keep(deps, db, addressed.id, mail))
}

function addressedTo({ secrets, config }: Deps, recipients: string[]): Addressed {
  if (!config.replies) return { to: 'nobody' }
  const { address } = config.replies
  const read = recipients.map((recipient) => readReplyAddress(secrets, address, recipient))
  return read.find(({ to }) => to === 'message') ?? read.find(({ to }) => to === 'forged') ?? { to: 'nobody' }
}

async function keep({ now }: Deps, db: Db, messageId: number, mail: ReadMail): Promise<Outcome> {
  if (!(await lockMessage(db, messageId))) return 'no such message'
  const at = now().toISOString()
  const yesterday = new Date(now().getTime() - DAY_MS).toISOString()
  if ((await countRepliesSince(db, messageId, yesterday)) >= REPLIES_A_DAY) return 'too many replies'
  const post = await insertPost(db, {
    message_id: messageId,
    kind: 'reply',
    from_email: mail.from,
    text: mail.words,
    mail_id: mail.mailId,
    created_at: at,
  })
  if (!post) return 'known'
  await updateMessage(db, messageId, { read_at: null, is_handled: false }, { id: null, at })
  return 'kept'
}
