import type { CodeHolder } from '@keyhour/contract/grants'
import type { Db } from '#server/db/connection.ts'
import { countCodes, forgetCodes } from '#server/features/grants/code-queries.ts'
import { Refusal } from '#server/http/refusal.ts'

const SENTENCES = {
  device: (count: number) =>
    `This lock still has door codes of orders: ${count}. Remove them first, or confirm that they stay.`,
  hub: (count: number) =>
    `Locks of this hub still have door codes of orders: ${count}. Remove them first, or confirm that they stay.`,
  'hub elsewhere': (count: number) =>
    `Locks of this hub still have door codes of orders: ${count}. Remove them first, confirm that they stay, or confirm that this is the same hub at a new address.`,
  account: (count: number) =>
    `Locks of this account still have door codes of orders: ${count}. Remove them first, or confirm that they stay.`,
}

type Question = { what: keyof typeof SENTENCES; holder: CodeHolder; mayStay: boolean }

/**
 * Call before removing a door, hub or account, because nothing could remove its codes later. Refuses while locks hold
 * codes, unless the admin lets them stay. Returns the number left, for the audit log.
 */
export async function settleCodes(
  db: Db,
  { what, holder, mayStay }: Question,
): Promise<{ codes_left?: number }> {
  const codes = await countCodes(db, holder)
  if (codes === 0) return {}
  if (!mayStay)
    throw new Refusal('conflict', SENTENCES[what](codes), {
      codes_in_locks: codes,
      ...(what === 'hub elsewhere' && { may_be_same_hub: true }),
    })
  await forgetCodes(db, holder)
  return { codes_left: codes }
}
