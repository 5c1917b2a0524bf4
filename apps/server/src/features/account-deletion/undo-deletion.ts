import type { Db } from '#server/db/connection.ts'
import { kept, keptButClosed } from '#server/features/account-deletion/mails.ts'
import {
  findRunningDeletion,
  type KnownRequest,
  lockRequest,
  updateRequest,
} from '#server/features/account-deletion/queries.ts'
import { canBeUndone } from '#server/features/account-deletion/rules.ts'
import { openLink } from '#server/features/account-deletion/sign-link.ts'
import { writeDeletionAudit } from '#server/features/account-deletion/write-deletion-audit.ts'
import { followOrdersOf } from '#server/features/grants/follow-order.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import { countCancelledAt } from '#server/features/orders/row-queries.ts'
import { reactivateUser } from '#server/features/users/deletion-queries.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export async function undoDeletion(deps: Deps, token: string): Promise<{ msg: string }> {
  const outcome = await deps.db.transaction(async (db) => {
    const id = openLink(deps.secrets, 'undo deletion', token)
    const found = id === undefined ? undefined : await lockRequest(db, id)
    return found ? undo(deps, db, found) : 'too late'
  })
  if (outcome === 'too late') throw new Refusal('missing', 'This link is no longer valid.')
  return { msg: 'Your account is kept.' }
}

/** For a person who signs in. Answers whether the account is active again. */
export async function undoDeletionOf(deps: Deps, userId: number, requestId: number): Promise<boolean> {
  return deps.db.transaction(async (db) => {
    const found = await lockRequest(db, requestId)
    return found?.person.id === userId && (await undo(deps, db, found)) === 'active'
  })
}

/** `kept`: the data stays, but the account remains deleted by an admin. */
type Outcome = 'active' | 'kept' | 'too late'

async function undo(deps: Deps, db: Db, { request, person }: KnownRequest): Promise<Outcome> {
  const now = deps.now()
  if (request.undone_at !== null && (await findRunningDeletion(db, person.id)) === undefined)
    return person.deleted_at === null ? 'active' : 'kept'
  if (!canBeUndone(request, now)) return 'too late'

  await updateRequest(db, request.id, { undone_at: now.toISOString() })
  const isActive = await reactivateUser(db, person.id, request.confirmed_at!, now)
  await followOrdersOf(deps, db, person.id)
  const { publicUrl, contactEmail } = deps.config
  const cancelled = await countCancelledAt(db, person.id, request.confirmed_at!)
  const letter = isActive
    ? kept(person, cancelled, `${publicUrl}/sign-in`)
    : keptButClosed(person, contactEmail)
  await sendLetter(deps, db, person, letter)
  await writeDeletionAudit(db, { action: 'undo deletion', actor_id: person.id, request }, now)
  return isActive ? 'active' : 'kept'
}
