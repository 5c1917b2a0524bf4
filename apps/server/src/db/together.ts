import { hasCode } from '#server/http/database-errors.ts'

const TRANSACTION_ABORTED = '25P02'

/**
 * Waits for statements that were sent in one write. PostgreSQL runs them in the order in which they were sent; when one
 * fails, it refuses those behind it, so throws the error of the one that failed.
 *
 * Where the order matters, each must be sent when it is called: by `statement` or `runText`. A bare Drizzle query is only
 * sent when it is awaited, and so after all of those.
 */
export async function together<const Statements extends readonly Promise<unknown>[]>(
  ...statements: Statements
): Promise<{ -readonly [At in keyof Statements]: Awaited<Statements[At]> }> {
  const outcomes = await Promise.allSettled(statements)
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  if (errors.length > 0) throw errors.find((error) => !hasCode(error, TRANSACTION_ABORTED)) ?? errors[0]
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as never
}
