import {
  forgetAttempts,
  isRemembered,
  type Limit,
  remember,
} from '#server/features/attempts/limit-attempts.ts'
import { networkOf } from '#server/http/network-of.ts'
import type { Deps } from '#server/http/routes.ts'

export type SignInOrigin = {
  email: string
  ip: string
  device: string
  /** 0 without an account. Ending all sessions makes every browser unknown. */
  session_epoch: number
}

const MINUTES = 15
/** Since the last sign-in. */
export const KNOWN_DAYS = 30

const accountAtNetwork = ({ email, ip }: SignInOrigin): string => `${email} from ${networkOf(ip)}`
const deviceAt = ({ email, device, session_epoch }: Omit<SignInOrigin, 'ip'>): string =>
  `${email} on ${device} in epoch ${session_epoch}`

const ofAccount = (origin: SignInOrigin): Limit[] => [
  { what: 'sign in, account and network', who: accountAtNetwork(origin), most: 10, minutes: MINUTES },
  { what: 'sign in, account', who: origin.email, most: 50, minutes: MINUTES },
]

const ofDevice = (origin: SignInOrigin): Limit => ({
  what: 'sign in, account and device',
  who: deviceAt(origin),
  most: 10,
  minutes: MINUTES,
})

const unlimited = (limit: Limit): Limit => ({ ...limit, most: Number.POSITIVE_INFINITY })

/**
 * Strangers must not be able to lock a member out. A browser that has signed in to the account has its own limit. A
 * network from which the member has signed in ignores the limits of the whole account and of the network. These are
 * counted anyway, so that the answer takes as long and strangers get no extra guesses.
 */
export async function limitsOfSignIn(deps: Deps, origin: SignInOrigin): Promise<Limit[]> {
  const isKnownDevice = await isRemembered(deps, 'known device', deviceAt(origin), KNOWN_DAYS)
  const isAtHome = await isRemembered(deps, 'known place', accountAtNetwork(origin), KNOWN_DAYS)
  const [here, anywhere] = ofAccount(origin) as [Limit, Limit]
  const network = { what: 'sign in, network', who: networkOf(origin.ip), most: 100, minutes: MINUTES }
  if (isKnownDevice) return [ofDevice(origin), ...[here, anywhere, network].map(unlimited)]
  return [here, ...(isAtHome ? [anywhere, network].map(unlimited) : [anywhere, network])]
}

export const rememberDevice = (deps: Deps, origin: Omit<SignInOrigin, 'ip'>): Promise<void> =>
  remember(deps, 'known device', deviceAt(origin))

export async function rememberOrigin(deps: Deps, origin: SignInOrigin): Promise<void> {
  await remember(deps, 'known place', accountAtNetwork(origin))
  await rememberDevice(deps, origin)
}

/** Whoever owns the mailbox owns the account, whatever strangers have tried before. */
export async function clearTheWay(deps: Deps, origin: SignInOrigin): Promise<void> {
  await forgetAttempts(deps, ofAccount(origin))
  await rememberOrigin(deps, origin)
}
