import { createHmac, randomInt } from 'node:crypto'
import { CODE_DIGITS, CODE_MINUTES, NO_CODE, type PanelCode } from '@keyhour/contract/panels'
import type { Db } from '#server/db/connection.ts'
import { forgiveAttempts, type Limit, limitAttempts } from '#server/features/attempts/limit-attempts.ts'
import { findPersonOfCode, saveCode, useUpCode } from '#server/features/panels/code-queries.ts'
import { badField, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { MINUTE } from '#server/time/opening-hours.ts'

const MOST_TRIES = 5

/** Short codes are found out from a plain hash in no time, so the key of the installation is in it. */
const hashCode = ({ secrets }: Deps, code: string): Buffer =>
  createHmac('sha256', secrets.signingKey('panel code')).update(code).digest()

/** An earlier code of the person stops working. */
export async function makePanelCode(deps: Deps, user_id: number): Promise<PanelCode> {
  await limitAttempts(deps, [{ what: 'make panel code', who: String(user_id), most: 30, minutes: 60 }])
  const now = deps.now()
  const expires_at = new Date(now.getTime() + CODE_MINUTES * MINUTE).toISOString()
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
    const isSaved = await deps.db.transaction((db) =>
      saveCode(db, { user_id, code_hash: hashCode(deps, code), expires_at }, now),
    )
    if (isSaved) return { code, expires_at }
  }
  throw new Refusal('unavailable', 'There is no code right now. Please try again.')
}

type AtPanel = { panel: { office_id: number; id: number }; code: string }

export type CodeHolder = {
  id: number
  /** To be done in the transaction that uses the code: of two that use it at once, one is refused. */
  useUp: (db: Db) => Promise<void>
}

/**
 * Guessing is limited for each screen and for its office. Codes of people who have nothing to do with the office do not
 * work, so that few codes can be guessed at any door.
 */
export async function findCodeHolder(deps: Deps, { panel, code }: AtPanel): Promise<CodeHolder> {
  const limits = limitsOf(panel)
  await limitAttempts(deps, limits)
  const code_hash = hashCode(deps, code)
  const id = await findPersonOfCode(deps.db, { code_hash, office_id: panel.office_id, now: deps.now() })
  if (id === undefined) throw badField('code', NO_CODE)
  await forgiveAttempts(deps, limits)
  return {
    id,
    useUp: async (db) => {
      if (!(await useUpCode(db, id, code_hash))) throw badField('code', NO_CODE)
    },
  }
}

const limitsOf = ({ office_id, id }: AtPanel['panel']): Limit[] => [
  { what: 'code at a screen', who: `${office_id} ${id}`, most: 10, minutes: 15 },
  { what: 'code in an office', who: String(office_id), most: 40, minutes: 15 },
]
