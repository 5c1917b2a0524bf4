import type { ServerResponse } from 'node:http'
import { Refusal } from '#server/http/refusal.ts'

/** `whose` names the counter; `wanted` is 1 unless given. */
export type ConcurrencyLimit = { whose: string; most: number; wanted?: number }

type GiveBack = () => void

/** Counts, and answers how to give it back; undefined if one of the limits would be exceeded. */
export type Count = (limits: ConcurrencyLimit[]) => GiveBack | undefined | Promise<GiveBack | undefined>

/** On this process only. */
export function countInMemory() {
  const taken = new Map<string, number>()
  function add(whose: string, amount: number): void {
    const count = (taken.get(whose) ?? 0) + amount
    if (count === 0) taken.delete(whose)
    else taken.set(whose, count)
  }
  return (limits: ConcurrencyLimit[]): GiveBack | undefined => {
    if (limits.some(({ whose, most, wanted = 1 }) => (taken.get(whose) ?? 0) + wanted > most))
      return undefined
    for (const { whose, wanted = 1 } of limits) add(whose, wanted)
    return () => {
      for (const { whose, wanted = 1 } of limits) add(whose, -wanted)
    }
  }
}

/** What was counted is given back when the response ends; without it the request is refused. */
export function holdDuring(
  response: ServerResponse,
  giveBack: GiveBack | undefined,
  { sentence, retrySeconds }: { sentence: string; retrySeconds: number },
): void {
  if (!giveBack) throw new Refusal('too_many', sentence, {}, { 'retry-after': retrySeconds })
  // A client that has already left sends no close event.
  if (response.closed || response.req.destroyed) giveBack()
  else response.on('close', giveBack)
}
