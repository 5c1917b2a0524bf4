type Failure = Error & {
  code?: string
  syscall?: string
  constraint?: string
  severity?: string
  query?: string
}

/** The error and its causes, outermost first. */
function chainOf(error: unknown): Failure[] {
  const chain: Failure[] = []
  for (let one = error; one instanceof Error && chain.length < 10; one = one.cause) chain.push(one)
  return chain
}

const NO_CONNECTION = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EAGAIN|57P03|53300)$/
const NO_CONNECTION_MESSAGE =
  /^(timeout exceeded when trying to connect|Connection terminated due to connection timeout)/
const CUT_OFF = /^(ECONNRESET|EPIPE|ETIMEDOUT|57P0[12]|57P05|25P0[34]|08\w{3})$/
const CUT_OFF_MESSAGE = /^(Connection terminated|Client (has encountered|was closed))/
const TOO_SLOW = /^(57014|55P03)$/
const DISK_FULL = /^(53100|ENOSPC|EDQUOT)$/
/** Any other statement that was cut off may have been executed. */
const CHANGES_NOTHING = /^\s*(select|begin|rollback to)\b/i

export type Trouble = 'away' | 'unconfirmed' | 'too slow' | 'disk full'

const isWithoutConnection = ({ code = '', syscall, message }: Failure): boolean =>
  NO_CONNECTION.test(code) ||
  NO_CONNECTION_MESSAGE.test(message) ||
  (code === 'ENOENT' && syscall === 'connect')

const isCutOff = ({ code = '', message }: Failure): boolean =>
  CUT_OFF.test(code) || CUT_OFF_MESSAGE.test(message)

/** The database ended one of two transactions that waited for each other. */
export const DEADLOCK = '40P01'

export const hasCode = (error: unknown, code: string): boolean =>
  chainOf(error).some((one) => one.code === code)

/** Whether the database did not answer at all. */
export const isSilence = (error: unknown): boolean =>
  chainOf(error).some(({ code, message }) => code === 'ETIMEDOUT' || NO_CONNECTION_MESSAGE.test(message))

/**
 * The problem with the database or its disk; undefined for other errors. `unconfirmed`: the connection was lost during
 * a write, so nobody knows whether it was saved.
 */
export function databaseTrouble(error: unknown): Trouble | undefined {
  const chain = chainOf(error)
  const hasMatching = (codes: RegExp) => chain.some(({ code = '' }) => codes.test(code))
  if (hasMatching(DISK_FULL)) return 'disk full'
  if (chain.some(isWithoutConnection)) return 'away'
  if (chain.some(isCutOff)) {
    const query = chain.find((one) => one.query !== undefined)?.query
    return query === undefined || CHANGES_NOTHING.test(query) ? 'away' : 'unconfirmed'
  }
  return hasMatching(TOO_SLOW) ? 'too slow' : undefined
}

/** A failed query carries its values in its message and details. This removes them. */
export function loggable(error: unknown): Error {
  const chain = chainOf(error)
  const [outer, root] = [chain[0], chain.at(-1)]
  if (!outer || !root) return new Error(String((error as Partial<Error> | undefined)?.message ?? error))
  const query = chain.find((one) => one.query !== undefined)?.query
  if (query === undefined && root.severity === undefined) return outer

  const { code, constraint } = root
  const reason = query !== undefined && root === outer ? 'a query failed' : root.message.replace(/: ".*/s, '')
  const safe = new Error(reason)
  safe.stack = `${safe.name}: ${reason}${framesOf(outer)}`
  return Object.assign(safe, code && { code }, constraint && { constraint }, query && { query })
}

const framesOf = ({ stack = '', message }: Error): string =>
  stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : ''
