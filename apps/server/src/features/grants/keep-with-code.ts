import { createHmac, randomInt } from 'node:crypto'
import type { Db } from '#server/db/connection.ts'
import { type GrantKey, keepGrant } from '#server/features/grants/queries.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import type { Span } from '#server/time/opening-hours.ts'

type Kept = { key: GrantKey; window: Span; due: number; hasCode: boolean }

/** No two orders have the same code in an office. */
export async function keepWithCode(
  db: Db,
  secrets: Secrets,
  { key, window, due, hasCode }: Kept,
): Promise<void> {
  const due_at = new Date(due).toISOString()
  let code = hasCode ? undefined : drawCode(secrets)
  while (!(await keepGrant(db, key, window, { code, due_at }))) code = drawCode(secrets)
}

/** A new code. The first digit is never 0, because some locks read the code as a number. */
export function drawCode(secrets: Secrets) {
  const digits = String(randomInt(100_000, 1_000_000))
  const hash = createHmac('sha256', secrets.signingKey('door codes')).update(digits).digest('base64url')
  return { door_code_sealed: secrets.seal(digits), door_code_hash: hash }
}
