import { createStore, useStore } from '#web/api/store.ts'

const inFlight = createStore(0)

/** Counts a request until it ends, however it ends. */
export async function counted<T>(request: Promise<T>): Promise<T> {
  inFlight.set(inFlight.get() + 1)
  try {
    return await request
  } finally {
    inFlight.set(inFlight.get() - 1)
  }
}

export const countRequestsInFlight = (): number => inFlight.get()
export const useBusy = (): boolean => useStore(inFlight) > 0
