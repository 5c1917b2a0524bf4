import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { findOfficeWithAccount, listNexudusLinks } from '#server/features/calendar-accounts/queries.ts'
import { makeDue, noteTold } from '#server/features/calendar-sync/link-queries.ts'
import { openSecrets } from '#server/features/calendars/account-service.ts'
import { SYNC_LINK } from '#server/features/calendars/ask-to-sync.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { parseJson } from '#server/outside/line.ts'
import { DAY } from '#server/time/opening-hours.ts'

const MISSING = 'This webhook does not exist.'

/** A webhook that has been silent for longer may not work any more: its resources are read more often again. */
const TRUSTED_MS = DAY

/** Only a hint: what has changed is read from Nexudus itself. */
const Records = z.array(z.object({ ResourceId: z.int() })).min(1)

/** Signed over every byte of the body, in hexadecimal digits of either case. */
export async function takeWebhook(
  deps: Deps,
  office_id: number,
  { body, signature }: { body: Buffer; signature: string },
): Promise<void> {
  const office = await findOfficeWithAccount(deps.db, { office_id, provider: 'nexudus' })
  const sealed = orMissing(office?.credentials_sealed ?? undefined, MISSING)
  const secret = orMissing(openSecrets(deps, sealed).webhook_secret, MISSING)
  if (!isSigned(body, secret, signature)) throw new Refusal('forbidden', 'The signature is wrong.')
  const records = Records.safeParse(parseJson(body.toString()))
  const resources = records.success ? records.data.map(({ ResourceId }) => String(ResourceId)) : undefined
  const ids = await listNexudusLinks(deps.db, office_id, resources)
  if (ids.length === 0) return
  await deps.db.transaction(async (db) => {
    await noteTold(db, office_id, new Date(deps.now().getTime() + TRUSTED_MS))
    await makeDue(db, ids, deps.now())
    await Promise.all(ids.map((link_id) => deps.enqueue(db, SYNC_LINK, { link_id })))
  })
}

function isSigned(body: Buffer, secret: string, signature: string): boolean {
  const right = createHmac('sha256', secret).update(body).digest()
  const given = Buffer.from(/^[0-9a-f]{64}$/i.test(signature) ? signature : '', 'hex')
  return given.length === right.length && timingSafeEqual(given, right)
}
