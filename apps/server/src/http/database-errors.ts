type Failure = Error & {
  code?: string
  syscall?: string
  constraint?: string
  severity?: string
  query?: string
}

/** The error and what caused it, outermost first. */
function chainOf(error: unknown): Failure[] {
  const chain: Failure[] = []
  for (let one = error; one instanceof Error && chain.length < 10; one = one.cause) chain.push(one)
  return chain
}

const AWAY =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0[123]|53300|08\w{3})$/
const CUT_OFF = /^(timeout exceeded when trying to connect|Connection terminated)/
const TOO_SLOW = /^(57014|55P03)$/

const isAway = ({ code = '', syscall, message }: Failure): boolean =>
  AWAY.test(code) || CUT_OFF.test(message) || (code === 'ENOENT' && syscall === 'connect')

/** Whether PostgreSQL gave this code anywhere in what went wrong. */
export const hasCode = (error: unknown, code: string): boolean =>
  chainOf(error).some((one) => one.code === code)

/** Whether the database is out of reach, or was too slow; undefined for anything else. */
export function databaseTrouble(error: unknown): 'away' | 'too slow' | undefined {
  const chain = chainOf(error)
  if (chain.some(isAway)) return 'away'
  return chain.some(({ code = '' }) => TOO_SLOW.test(code)) ? 'too slow' : undefined
}

/** The same error without what people wrote: a failed query carries its values in its message and its details. */
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
