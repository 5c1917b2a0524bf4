import {
  type BusinessInvitation,
  INVITATION_DAYS,
  type InvitationForm,
  type InvitationOutcome,
} from '@keyhour/contract/businesses'
import { Email, type Language } from '@keyhour/contract/primitives'
import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/db/connection.ts'
import { isWithinLimit, type Limit } from '#server/features/attempts/limit-attempts.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { hashLinkToken, makeLinkToken } from '#server/features/auth/link-token.ts'
import {
  findPending,
  insertOrRenew,
  listLanguages,
  listMemberAddresses,
  lockPending,
  shownInvitation,
  updateInvitation,
} from '#server/features/business-management/invitation-queries.ts'
import { companyInvitation } from '#server/features/business-management/mails.ts'
import { lockAsManager, requireManager } from '#server/features/business-management/require-manager.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import { hasBought } from '#server/features/payments/queries.ts'
import { languageOf } from '#server/http/preferences.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { DAY } from '#server/time/opening-hours.ts'

const MOST_A_DAY = 1000
/** By one person, for companies that have bought nothing yet: signing one up is free. */
const MOST_BEFORE_BUYING = 100
const MOST_TO_ADDRESS = 10
const TOO_MANY = 'Too many invitations were sent. Please try again tomorrow.'
const NO_INVITATION = 'This invitation was accepted or withdrawn.'

type Inviter = Actor & Pick<FastifyRequest, 'headers'>
type Answer = { email: string; outcome: InvitationOutcome }

/** Everything is in one transaction: of a call that is repeated, each mail's link replaces that of the one before. */
export async function invitePeople(
  deps: Deps,
  businessId: number,
  { emails, ...allowance }: InvitationForm,
  by: Inviter,
): Promise<Answer[]> {
  await requireManager(deps.db, businessId, by.session)
  const limits = await limitsOf(deps.db, businessId, by)
  const answers: Answer[] = []
  for (const email of new Set(emails.map((one) => one.toLowerCase())))
    answers.push({ email, outcome: await firstOutcome(deps, limits, email) })

  await deps.db.transaction(async (db) => {
    const business = await lockAsManager(db, businessId, by.session)
    const wanted = answers.filter(({ outcome }) => outcome === 'invited')
    const addresses = wanted.map(({ email }) => email)
    const members = await listMemberAddresses(db, businessId, addresses)
    const languages = await listLanguages(db, addresses)
    for (const answer of wanted) {
      const { email } = answer
      if (members.includes(email)) {
        answer.outcome = 'member'
        continue
      }
      const language = languages.get(email) ?? languageOf(by)
      const { link, ...sent } = newLink(deps)
      const invited_by = by.session.id
      await insertOrRenew(db, { business_id: businessId, email, ...allowance, invited_by, ...sent })
      await mail(deps, db, { email, language }, { company: business.name, link, by })
    }
    const count = answers.filter(({ outcome }) => outcome === 'invited').length
    const details = { count, role: allowance.role }
    const act = { action: 'invite company people', subject: 'company', subject_id: businessId } as const
    if (count > 0) await auditAct(db, by, { ...act, details }, deps.now())
  })
  return answers
}

/** Before the address is looked up. */
async function firstOutcome(deps: Deps, limits: Limit[], email: string): Promise<InvitationOutcome> {
  if (!Email.safeParse(email).success) return 'invalid'
  return (await mayMail(deps, limits, email)) ? 'invited' : 'too_many'
}

/** Of mails from this person, and from this company, in a day. */
async function limitsOf(db: Db, businessId: number, { session }: Inviter): Promise<Limit[]> {
  const most = (await hasBought(db, businessId)) ? MOST_A_DAY : MOST_BEFORE_BUYING
  const minutes = 24 * 60
  return [
    { what: 'company invitations, inviter', who: String(session.id), most, minutes },
    { what: 'company invitations', who: String(businessId), most: MOST_A_DAY, minutes },
  ]
}

/** Counts the mail. What this person or company sends too much of is not counted against the address. */
async function mayMail(deps: Deps, limits: Limit[], email: string): Promise<boolean> {
  const what = 'company invitations, address'
  const ofAddress = { what, who: email, most: MOST_TO_ADDRESS, minutes: 24 * 60 }
  for (const limit of [...limits, ofAddress]) if (!(await isWithinLimit(deps, limit))) return false
  return true
}

type Which = { businessId: number; invitationId: number }

export async function resendInvitation(
  deps: Deps,
  { businessId, invitationId }: Which,
  by: Inviter,
): Promise<BusinessInvitation> {
  await requireManager(deps.db, businessId, by.session)
  const { email } = orMissing(await findPending(deps.db, businessId, invitationId), NO_INVITATION)
  const limits = await limitsOf(deps.db, businessId, by)
  if (!(await mayMail(deps, limits, email))) throw new Refusal('too_many', TOO_MANY)
  return deps.db.transaction(async (db) => {
    const business = await lockAsManager(db, businessId, by.session)
    const known = orMissing(await lockPending(db, businessId, invitationId), NO_INVITATION)
    const languages = await listLanguages(db, [known.email])
    const language = languages.get(known.email.toLowerCase()) ?? languageOf(by)
    const { link, ...sent } = newLink(deps)
    const row = await updateInvitation(db, invitationId, { ...sent, invited_by: by.session.id })
    await mail(deps, db, { email: known.email, language }, { company: business.name, link, by })
    return shownInvitation(row, deps.now())
  })
}

export function revokeInvitation(deps: Deps, { businessId, invitationId }: Which, by: Actor): Promise<void> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    await lockAsManager(db, businessId, by.session)
    orMissing(await lockPending(db, businessId, invitationId), NO_INVITATION)
    await updateInvitation(db, invitationId, { revoked_at: now.toISOString() })
    const act = { action: 'withdraw company invitation', subject: 'company', subject_id: businessId } as const
    await auditAct(db, by, act, now)
  })
}

function newLink({ config, now }: Deps) {
  const token = makeLinkToken()
  const at = now()
  return {
    link: `${config.publicUrl}/join/${token}`,
    token_hash: hashLinkToken(token),
    sent_at: at.toISOString(),
    expires_at: new Date(at.getTime() + INVITATION_DAYS * DAY).toISOString(),
  }
}

type Letter = { company: string; link: string; by: Actor }

const mail = (
  deps: Deps,
  db: Db,
  to: { email: string; language: Language },
  { company, link, by }: Letter,
): Promise<void> =>
  sendLetter(deps, db, to, companyInvitation(to.language, { company, inviter: by.session.name, url: link }))
