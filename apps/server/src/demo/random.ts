/** Seeded: the same seed and purpose always give the same numbers. */
export type Random = {
  next(): number
  between(min: number, max: number): number
  whole(min: number, max: number): number
  pick<T>(list: readonly T[]): T
  chance(likelihood: number): boolean
  shuffle<T>(list: readonly T[]): T[]
}

export function createRandom(seed: number, purpose: string): Random {
  const next = mulberry(hash(`${purpose}:${seed}`))
  const between = (min: number, max: number) => min + next() * (max - min)
  const whole = (min: number, max: number) => Math.floor(between(min, max + 1))
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!
  const chance = (likelihood: number) => next() < likelihood
  const shuffle = <T>(list: readonly T[]): T[] =>
    list
      .map((item) => ({ item, order: next() }))
      .sort((a, b) => a.order - b.order)
      .map(({ item }) => item)
  return { next, between, whole, pick, chance, shuffle }
}

function hash(text: string): number {
  let state = 2166136261
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 16777619)
  return state >>> 0
}

function mulberry(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
