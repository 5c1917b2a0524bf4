import { DoorFailed } from '#server/outside/door-driver.ts'
import { findHubAddressProblem, type HubNetworks, mayCall } from '#server/outside/hub-address.ts'
import { type Answer, type LineOptions, onLine, type Sending } from '#server/outside/line.ts'

/** For the lookup of the name, and again for the call. */
const PATIENCE_MS = 10_000

export type FetchFailure = 'unreachable' | 'too_slow' | 'untrusted' | 'address_refused' | 'too_long'

/** The message contains no address. */
export class FetchFailed extends Error {
  readonly reason: FetchFailure

  constructor(reason: FetchFailure) {
    super(reason)
    this.reason = reason
  }
}

type Request = Pick<Sending, 'method' | 'headers' | 'body'>

/** Any status is an answer. Throws `FetchFailed` if there is none. */
export type PublicFetch = (url: string, request?: Request) => Promise<Answer>

type Setting = {
  networks: HubNetworks
  /** Which servers are called instead of others, by origin. */
  standIns?: Record<string, string>
  ms?: number
  findAddresses?: LineOptions['findAddresses']
}

/**
 * Calls addresses that people typed in, so never our own network: only https, only public addresses, checked after the
 * name was resolved, and no redirects. `networks` may allow more.
 */
export const publicFetch =
  ({ networks, standIns = {}, ms = PATIENCE_MS, findAddresses }: Setting): PublicFetch =>
  async (address, request = {}) => {
    if (findHubAddressProblem(address, networks)) throw new FetchFailed('address_refused')
    const { origin, pathname, search } = new URL(address)
    const standIn = standIns[origin]
    const url = new URL(standIn ? `${standIn}${pathname}${search}` : address)
    const options: LineOptions = {
      mayCall: (found) => standIn !== undefined || mayCall(found, url.protocol, networks),
      ms,
      ...(findAddresses && { findAddresses }),
    }
    try {
      // The whole address: a path that begins with two slashes alone would name another server.
      return await onLine(url, options, (line) => line.send({ ...request, path: url.href, ms }))
    } catch (error) {
      throw error instanceof DoorFailed ? new FetchFailed(failureOf(error)) : error
    }
  }

function failureOf({ reason }: DoorFailed): FetchFailure {
  if (reason === 'unreadable') return 'too_long'
  return reason === 'too_slow' || reason === 'untrusted' || reason === 'address_refused'
    ? reason
    : 'unreachable'
}
