import type { InvitationDetails, OwnBusiness } from '@keyhour/contract/businesses'
import type { Db } from '#server/db/connection.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { hashLinkToken } from '#server/features/auth/link-token.ts'
import {
  findByToken,
  hasAccount,
  type InvitationRow,
  type KnownInvitation,
  lockByToken,
  updateInvitation,
} from '#server/features/business-management/invitation-queries.ts'
import { listOwnBusinesses } from '#server/features/business-management/queries.ts'
import { joinedCompany } from '#server/features/businesses/mails.ts'
import { findMember, insertMember, lockBusiness, updateMember } from '#server/features/businesses/queries.ts'
import { thisMonth } from '#server/features/businesses/rules.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import { findUser } from '#server/features/users/profile-queries.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

const UNKNOWN = 'This invitation does not exist. A newer one may have been sent.'
const SENTENCES = {
  used: 'This invitation was already used.',
  expired: 'This invitation has expired. Please ask your company for a new one.',
  revoked: 'This invitation was withdrawn.',
}

export async function getInvitation(deps: Deps, token: string): Promise<InvitationDetails> {
  const known = orMissing(await findByToken(deps.db, hashLinkToken(token)), UNKNOWN)
  const { email, role } = known.invitation
  return {
    business_name: known.business_name,
    email,
    role,
    state: stateOf(known, deps.now()),
    has_account: await hasAccount(deps.db, email),
  }
}

function stateOf({ invitation, is_closed }: KnownInvitation, now: Date): InvitationDetails['state'] {
  if (invitation.used_at !== null) return 'used'
  if (invitation.revoked_at !== null || is_closed) return 'revoked'
  return Date.parse(invitation.expires_at) <= now.getTime() ? 'expired' : 'open'
}

/** Whoever joined with it gets the same answer again. */
export function acceptInvitation(deps: Deps, token: string, by: Actor): Promise<OwnBusiness> {
  const now = deps.now()
  const { id, email } = by.session
  return deps.db.transaction(async (db) => {
    const found = orMissing(await findByToken(db, hashLinkToken(token)), UNKNOWN)
    // In the same order as those who invite and remove people.
    const { business_id } = found.invitation
    await lockBusiness(db, business_id)
    const known = orMissing(await lockByToken(db, hashLinkToken(token)), UNKNOWN)
    if (known.invitation.email.toLowerCase() !== email.toLowerCase())
      throw new Refusal(
        'conflict',
        'This invitation is for another address. Please sign in with that address.',
      )
    const state = stateOf(known, now)
    const isMember = (await findMember(db, business_id, id)) !== undefined
    if (state !== 'open' && !(state === 'used' && isMember)) throw new Refusal('conflict', SENTENCES[state])
    if (state === 'open') {
      await join(db, known.invitation, id, now)
      const act = { action: 'join company', subject: 'company', subject_id: business_id } as const
      const { role } = known.invitation
      await auditAct(db, by, { ...act, details: { user_id: id, role } }, now)
      const user = (await findUser(db, id))!
      await sendLetter(
        deps,
        db,
        user,
        joinedCompany(user, known.business_name, `${deps.config.publicUrl}/spaces`),
      )
    }
    const [own] = await listOwnBusinesses(db, id, { now, month: thisMonth(now) }, business_id)
    return own!
  })
}

/** Somebody who belongs to the company already becomes a manager, if invited as one; nothing else changes. */
async function join(db: Db, invitation: InvitationRow, user_id: number, now: Date): Promise<void> {
  const { business_id, role, monthly_limit, allowed_types } = invitation
  const at = now.toISOString()
  const member = await findMember(db, business_id, user_id)
  if (!member)
    await insertMember(db, { business_id, user_id, role, monthly_limit, allowed_types, created_at: at })
  else if (role === 'manager') await updateMember(db, member, { role })
  await updateInvitation(db, invitation.id, { used_at: at })
}
