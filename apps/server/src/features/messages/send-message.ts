import { createHash } from 'node:crypto'
import type { NewMessage } from '@keyhour/contract/messages'
import type { FastifyRequest } from 'fastify'
import { type KeptAttachment, keepAttachments } from '#server/features/attachments/keep-attachments.ts'
import { insertAttachments } from '#server/features/attachments/queries.ts'
import {
  forgiveAttempts,
  isWithinLimit,
  type Limit,
  limitAttempts,
} from '#server/features/attempts/limit-attempts.ts'
import { idempotencyKey } from '#server/features/idempotency/once.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import { confirmation } from '#server/features/messages/mails.ts'
import { findSentWith, insertMessage, skipMessage } from '#server/features/messages/queries.ts'
import { networkOf } from '#server/http/network-of.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type From = Pick<FastifyRequest, 'ip' | 'headers' | 'log'>

/** Call before the body is read. Larger than the limit of messages, because mistakes count too. */
export const limitTries = (deps: Deps, ip: string): Promise<void> =>
  limitAttempts(deps, [{ what: 'contact, tries', who: networkOf(ip), most: 60, minutes: 60 }])

const limitOfNetwork = (ip: string): Limit => ({
  what: 'contact',
  who: networkOf(ip),
  most: 10,
  minutes: 60,
})

/** Anyone can enter any address, so messages from it are always kept. */
const limitOfConfirmations = (email: string): Limit => ({
  what: 'contact, address',
  who: email,
  most: 5,
  minutes: 60,
})

export async function sendMessage(
  deps: Deps,
  { website, ...sent }: NewMessage,
  from: From,
): Promise<{ id: number }> {
  const sending_key = hashOf(idempotencyKey(from.headers), sent)
  const known = sending_key && (await findSentWith(deps.db, sending_key))
  if (known) return known
  const limit = limitOfNetwork(from.ip)
  await limitAttempts(deps, [limit])
  if (website) {
    from.log.info('a message was dropped: it filled the field that people do not see')
    return skipMessage(deps.db)
  }
  const given = (sent.attachments ?? []).map(({ name, content }) => ({
    name,
    content: Buffer.from(content, 'base64'),
  }))
  try {
    return await keepAttachments(deps, given, (attachments) =>
      keepMessage(deps, { ...sent, sending_key, attachments }),
    )
  } catch (error) {
    // After any other error the message may have been kept.
    if (error instanceof Refusal) await forgiveAttempts(deps, [limit])
    throw error
  }
}

type Checked = Omit<NewMessage, 'attachments'> & {
  sending_key: Buffer | null
  attachments: KeptAttachment[]
}

const keepMessage = (deps: Deps, { attachments, office_id, ...checked }: Checked): Promise<{ id: number }> =>
  deps.db.transaction(async (db) => {
    const { email, message, language = 'he', sending_key } = checked
    const created_at = deps.now().toISOString()
    const kept = { email, message, language, officeId: office_id, created_at, sending_key }
    const { id, isNew } = await insertMessage(db, kept)
    // Of two at once, the files of the second stay behind for the sweep.
    if (!isNew) return { id }
    await insertAttachments(db, { message_id: id }, attachments)
    const names = attachments.map(({ name }) => name)
    if (await isWithinLimit({ ...deps, db }, limitOfConfirmations(email)))
      await sendLetter(deps, db, { email, language }, confirmation(language, message, names))
    return { id }
  })

/** With the message, so that a key that is used for another message loses neither. */
const hashOf = (key: string | undefined, message: object): Buffer | null =>
  key === undefined
    ? null
    : createHash('sha256')
        .update(JSON.stringify([key, message]))
        .digest()
