import type { Span } from '#server/time/opening-hours.ts'

/** Keeps rooms from being booked twice, and people from being in two rooms at the same time. */
export type Diary = { isFree: (who: string, span: Span) => boolean; take: (who: string, span: Span) => void }

export function createDiary(): Diary {
  const taken = new Map<string, Span[]>()
  return {
    isFree: (who, { from, to }) => !taken.get(who)?.some((span) => span.from < to && from < span.to),
    take: (who, span) => void taken.set(who, [...(taken.get(who) ?? []), span]),
  }
}
