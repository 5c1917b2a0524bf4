/** Where an item is for the arrow keys: its row, and its place in the order of that row. */
export type Spot = { row: number; at: number }

type Move = 'before' | 'after' | 'above' | 'below' | 'first' | 'last'

const MOVES: Record<string, Move> = {
  ArrowUp: 'above',
  ArrowDown: 'below',
  Home: 'first',
  End: 'last',
}

export function moveFor(key: string, isRtl: boolean): Move | undefined {
  if (key === 'ArrowRight') return isRtl ? 'before' : 'after'
  if (key === 'ArrowLeft') return isRtl ? 'after' : 'before'
  return MOVES[key]
}

/** The item to go to, if there is one. Up and down it is the nearest in time, past rows in which there is none. */
export function spotAfter(
  starts: readonly (readonly number[])[],
  { row, at }: Spot,
  move: Move,
): Spot | undefined {
  const own = starts[row] ?? []
  if (move === 'first') return { row, at: 0 }
  if (move === 'last') return { row, at: own.length - 1 }
  if (move === 'before' || move === 'after') {
    const next = move === 'after' ? at + 1 : at - 1
    return own[next] === undefined ? undefined : { row, at: next }
  }
  const step = move === 'below' ? 1 : -1
  for (let other = row + step; starts[other]; other += step) {
    if (starts[other]!.length > 0) return { row: other, at: nearest(starts[other]!, own[at] ?? 0) }
  }
  return undefined
}

function nearest(starts: readonly number[], wanted: number): number {
  const away = starts.map((start) => Math.abs(start - wanted))
  return away.indexOf(Math.min(...away))
}
