import type { Webhook } from '@keyhour/contract/webhooks'
import type { Db } from '#server/db/connection.ts'
import { writeAudit } from '#server/features/audit/queries.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import { listAdmins } from '#server/features/users/admin-queries.ts'
import { webhookIsOff } from '#server/features/webhooks/mails.ts'
import { switchOff } from '#server/features/webhooks/queries.ts'
import type { Deps } from '#server/http/routes.ts'

/** Tells every admin, once. What is still to be sent waits until somebody switches it on. */
export async function turnOff(
  deps: Deps,
  db: Db,
  id: number,
  reason: NonNullable<Webhook['off_reason']>,
): Promise<void> {
  const now = deps.now()
  const webhook = await switchOff(db, id, reason, now.toISOString())
  if (!webhook) return
  const act = { action: 'switch off webhook', subject: 'webhook', subject_id: id } as const
  await writeAudit(db, [{ ...act, actor_id: null, details: { reason } }], { now })
  for (const admin of await listAdmins(db))
    await sendLetter(deps, db, admin, webhookIsOff(admin, { ...webhook, reason }, deps.config.publicUrl))
}
