import type { ServerResponse } from 'node:http'
import { Refusal } from '#server/http/refusal.ts'

/** `whose` names the counter; `wanted` is 1 unless given. */
export type ConcurrencyLimit = { whose: string; most: number; wanted?: number }

/** Counts until the response ends, or refuses. */
type Take = (limits: ConcurrencyLimit[], response: ServerResponse) => void

/** On this server only. */
export function limitConcurrency(sentence: string, retrySeconds: number): Take {
  const taken = new Map<string, number>()
  function add(whose: string, amount: number): void {
    const count = (taken.get(whose) ?? 0) + amount
    if (count === 0) taken.delete(whose)
    else taken.set(whose, count)
  }
  return (limits, response) => {
    // A client that has already left sends no close event.
    if (response.closed || response.req.destroyed) return
    if (limits.some(({ whose, most, wanted = 1 }) => (taken.get(whose) ?? 0) + wanted > most))
      throw new Refusal('too_many', sentence, {}, { 'retry-after': retrySeconds })
    for (const { whose, wanted = 1 } of limits) add(whose, wanted)
    response.on('close', () => {
      for (const { whose, wanted = 1 } of limits) add(whose, -wanted)
    })
  }
}
