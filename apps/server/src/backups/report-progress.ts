const EVERY_MS = 2000

/** At most every two seconds. */
export function reportProgress(tell: (sentence: string) => void, sentence: (total: number) => string) {
  let total = 0
  let told = performance.now()
  return {
    add(count: number) {
      total += count
      if (performance.now() - told < EVERY_MS) return
      told = performance.now()
      tell(sentence(total))
    },
    total: () => total,
  }
}

export const inMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
