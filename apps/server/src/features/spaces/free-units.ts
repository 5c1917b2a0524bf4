import { askTogether } from '#server/db/ask-together.ts'
import { shareReads } from '#server/db/share-reads.ts'
import { currentBoard } from '#server/features/spaces/board.ts'
import { NOW, type Time, windowsOf } from '#server/features/spaces/plan-windows.ts'
import { listTakenAnywhere } from '#server/features/spaces/queries.ts'
import { type Board, countFreeUnits } from '#server/features/spaces/rules.ts'
import type { Deps } from '#server/http/routes.ts'

type Free = { board: Board; free: Int32Array }

/** How many units of each offer are free. Asked at the same time as what has changed, by all searches together. */
function countFree({ db, now }: Deps) {
  const takenDuring = askTogether((ranges: string[]) => listTakenAnywhere(db, ranges, now()))
  let last: Board | undefined

  async function at(time: Time | typeof NOW): Promise<Free> {
    const moment = now()
    const guess = last && windowsOf(last, time, moment).during
    const [board, early] = await Promise.all([
      currentBoard(db),
      guess === undefined ? undefined : takenDuring(guess),
    ])
    last = board
    const { spans, during } = windowsOf(board, time, moment)
    const taken = early && during === guess ? early : await takenDuring(during)
    return { board, free: countFreeUnits(board, spans, taken) }
  }

  return { at, now: shareReads(() => at(NOW)) }
}

const counts = new WeakMap<Deps['db'], ReturnType<typeof countFree>>()

function countOf(deps: Deps) {
  const count = counts.get(deps.db) ?? countFree(deps)
  counts.set(deps.db, count)
  return count
}

/** Throughout this time. */
export const freeAt = (deps: Deps, time: Time): Promise<Free> => countOf(deps).at(time)

/** For the next hour. Searches that arrive meanwhile share the next look. */
export const freeNow = (deps: Deps): Promise<Free> => countOf(deps).now()
