import type { InternalAxiosRequestConfig } from 'axios'
import { createStore, useStore } from '#web/api/store.ts'

const inFlight = createStore<ReadonlySet<InternalAxiosRequestConfig>>(new Set())

export function requestStarted(config: InternalAxiosRequestConfig): void {
  inFlight.set(new Set(inFlight.get()).add(config))
}

export function requestEnded(config: InternalAxiosRequestConfig | undefined): void {
  if (!config) return
  const rest = new Set(inFlight.get())
  rest.delete(config)
  inFlight.set(rest)
}

export const countRequestsInFlight = (): number => inFlight.get().size
export const useBusy = (): boolean => useStore(inFlight).size > 0
