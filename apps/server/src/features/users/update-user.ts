import type { UserChange } from '@keyhour/contract/users'
import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/db/connection.ts'
import { writeAudit } from '#server/features/audit/queries.ts'
import { changeUser, findUser, findUserName } from '#server/features/users/profile-queries.ts'
import type { Session } from '#server/http/guards.ts'
import { orMissing, Refusal, stale } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { issueToken, type SessionUser } from '#server/secrets/session-token.ts'

const NOT_THERE = 'This user does not exist.'

type Change = { id: number; change: UserChange }

/** Answers a token of the caller, who may have a new name now. */
export async function updateUser(
  deps: Deps,
  { id, change }: Change,
  { session, id: request_id }: Pick<FastifyRequest, 'session' | 'id'>,
): Promise<string> {
  if (id !== session.id && !session.admin) throw new Refusal('missing', NOT_THERE)
  const now = deps.now()
  const caller = await deps.db.transaction(async (db) => {
    const changed = await changeUser(db, id, change, { id: session.id, at: now.toISOString() })
    if (!changed) throw await whyNot(db, id)
    if (id === session.id) return inSameEpoch(changed, session)
    const entry = { action: 'change user', subject: 'user', subject_id: id, details: {}, request_id }
    await writeAudit(db, [{ actor_id: session.id, ...entry }], { now })
    return inSameEpoch(await findUser(db, session.id), session)
  })
  return issueToken(deps.secrets, caller, now)
}

/** Whoever was signed out everywhere while this was on its way does not stay by it. */
function inSameEpoch(caller: SessionUser | undefined, session: Session): SessionUser {
  if (caller?.session_epoch === session.session_epoch) return caller
  throw new Refusal('unauthenticated', 'Please sign in.')
}

async function whyNot(db: Db, id: number): Promise<Refusal> {
  const user = orMissing(await findUser(db, id), NOT_THERE)
  return stale({ by: await findUserName(db, user.updated_by), at: user.updated_at })
}
