import type { UserChange } from '@keyhour/contract/users'
import type { Db } from '#server/db/connection.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { findUser, findUserName, saveUserChange } from '#server/features/users/profile-queries.ts'
import type { Session } from '#server/http/guards.ts'
import { orMissing, Refusal, stale } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { issueToken, type SessionUser } from '#server/secrets/session-token.ts'

const NOT_THERE = 'This user does not exist.'

type Change = { id: number; change: UserChange }

/** Returns a new token for the caller, whose name may have changed. */
export async function updateUser(
  deps: Deps,
  { id, change }: Change,
  by: Actor,
): Promise<{ token: string; version: number }> {
  const { session } = by
  if (id !== session.id && !session.admin) throw new Refusal('missing', NOT_THERE)
  const now = deps.now()
  const { caller, version } = await deps.db.transaction(async (db) => {
    const changed = await saveUserChange(db, id, change, { id: session.id, at: now.toISOString() })
    if (!changed) throw await whyNot(db, id)
    const { version } = changed
    if (id === session.id) return { caller: inSameEpoch(changed, session), version }
    await auditAct(db, by, { action: 'change user', subject: 'user', subject_id: id }, now)
    return { caller: inSameEpoch(await findUser(db, session.id), session), version }
  })
  return { token: await issueToken(deps.secrets, caller, now, session), version }
}

/** A caller who was signed out everywhere in the meantime gets no token. */
function inSameEpoch(caller: SessionUser | undefined, session: Session): SessionUser {
  if (caller?.session_epoch === session.session_epoch) return caller
  throw new Refusal('unauthenticated', 'Please sign in.')
}

async function whyNot(db: Db, id: number): Promise<Refusal> {
  const user = orMissing(await findUser(db, id), NOT_THERE)
  return stale({ by: await findUserName(db, user.updated_by), at: user.updated_at })
}
