import {
  forgetAttempts,
  isRemembered,
  type Limit,
  remember,
} from '#server/features/attempts/limit-attempts.ts'
import { networkOf } from '#server/http/network-of.ts'
import type { Deps } from '#server/http/routes.ts'

export type Visit = {
  email: string
  ip: string
  device: string
  /** 0 without an account. Ending all sessions makes every browser unknown. */
  session_epoch: number
}

const MINUTES = 15
/** Since the last sign-in. */
export const KNOWN_DAYS = 30

const placeOf = ({ email, ip }: Visit): string => `${email} from ${networkOf(ip)}`
const deviceAt = ({ email, device, session_epoch }: Omit<Visit, 'ip'>): string =>
  `${email} on ${device} in epoch ${session_epoch}`

const ofAccount = (visit: Visit): Limit[] => [
  { what: 'sign in, account and network', who: placeOf(visit), most: 10, minutes: MINUTES },
  { what: 'sign in, account', who: visit.email, most: 50, minutes: MINUTES },
]

const ofDevice = (visit: Visit): Limit => ({
  what: 'sign in, account and device',
  who: deviceAt(visit),
  most: 10,
  minutes: MINUTES,
})

const unlimited = (limit: Limit): Limit => ({ ...limit, most: Number.POSITIVE_INFINITY })

/**
 * Strangers must not be able to lock a member out. A browser that has signed in to the account has its own limit. A
 * network from which the member has signed in ignores the limits of the whole account and of the network. These are
 * counted anyway, so that the answer takes as long and strangers get no extra guesses.
 */
export async function limitsOfSignIn(deps: Deps, visit: Visit): Promise<Limit[]> {
  const isKnownDevice = await isRemembered(deps, 'known device', deviceAt(visit), KNOWN_DAYS)
  const isAtHome = await isRemembered(deps, 'known place', placeOf(visit), KNOWN_DAYS)
  const [here, anywhere] = ofAccount(visit) as [Limit, Limit]
  const network = { what: 'sign in, network', who: networkOf(visit.ip), most: 100, minutes: MINUTES }
  if (isKnownDevice) return [ofDevice(visit), ...[here, anywhere, network].map(unlimited)]
  return [here, ...(isAtHome ? [anywhere, network].map(unlimited) : [anywhere, network])]
}

export const rememberDevice = (deps: Deps, visit: Omit<Visit, 'ip'>): Promise<void> =>
  remember(deps, 'known device', deviceAt(visit))

export async function rememberVisit(deps: Deps, visit: Visit): Promise<void> {
  await remember(deps, 'known place', placeOf(visit))
  await rememberDevice(deps, visit)
}

/** Whoever owns the mailbox owns the account, whatever strangers have tried before. */
export async function clearTheWay(deps: Deps, visit: Visit): Promise<void> {
  await forgetAttempts(deps, ofAccount(visit))
  await rememberVisit(deps, visit)
}
