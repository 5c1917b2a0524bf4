import {
  forgetAttempts,
  isRemembered,
  type Limit,
  networkOf,
  remember,
} from '#server/features/attempts/limit-attempts.ts'
import type { Deps } from '#server/http/routes.ts'

/** Somebody who wants into an account, and where they are. */
export type Visit = { email: string; ip: string }

const MINUTES = 15
const KNOWN_PLACE_DAYS = 30

const placeOf = ({ email, ip }: Visit): string => `${email} from ${networkOf(ip)}`

const ofAccount = (visit: Visit): Limit[] => [
  { what: 'sign in, account and network', who: placeOf(visit), most: 10, minutes: MINUTES },
  { what: 'sign in, account', who: visit.email, most: 50, minutes: MINUTES },
]

/**
 * Who has signed in from a place is not kept out there by what strangers try on the account elsewhere, or on other
 * accounts there: nobody can lock somebody else out for good. It is counted all the same, so that the answer takes as
 * long.
 */
export async function limitsOfSignIn(deps: Deps, visit: Visit): Promise<Limit[]> {
  const isAtHome = await isRemembered(deps, 'known place', placeOf(visit), KNOWN_PLACE_DAYS)
  const [here, anywhere] = ofAccount(visit) as [Limit, Limit]
  const network = { what: 'sign in, network', who: networkOf(visit.ip), most: 100, minutes: MINUTES }
  const ofStrangers = [anywhere, network]
  return [
    here,
    ...ofStrangers.map((limit) => (isAtHome ? { ...limit, most: Number.POSITIVE_INFINITY } : limit)),
  ]
}

export const rememberPlace = (deps: Deps, visit: Visit): Promise<void> =>
  remember(deps, 'known place', placeOf(visit))

/** Who has the mailbox has the account, whatever strangers have tried before. */
export async function clearTheWay(deps: Deps, visit: Visit): Promise<void> {
  await forgetAttempts(deps, ofAccount(visit))
  await rememberPlace(deps, visit)
}
