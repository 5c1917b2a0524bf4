import { CodeHolder, type HolderQuery, type LockCode } from '@keyhour/contract/grants'
import { type CodeRow, listCodesOf, listStuckCodes } from '#server/features/grants/code-queries.ts'
import { describeFailure } from '#server/features/grants/describe-failure.ts'
import { badQuery } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Without a holder, the codes that are still in locks and should not be. */
export async function listLockCodes({ db, now }: Deps, query: HolderQuery): Promise<LockCode[]> {
  const holder = holderOf(query)
  const codes = holder ? await listCodesOf(db, holder) : await listStuckCodes(db, now())
  return codes.map(describeCode)
}

/** Refuses a partial holder or two of them, which would list other codes than asked for. */
function holderOf(query: HolderQuery): CodeHolder | undefined {
  const given = Object.keys(query).length
  if (given === 0) return undefined
  const { data } = CodeHolder.safeParse(query)
  if (!data || Object.keys(data).length !== given)
    throw badQuery('provider', 'Please choose one door, one hub, or the account of an office')
  return data
}

const describeCode = (code: CodeRow): LockCode => ({ ...code, failure: describeFailure(code.failure) })
