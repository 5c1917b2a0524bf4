import { vi } from 'vitest'

/** Looks until it no longer throws. Only a test that fails waits this long: on a busy machine everything takes time. */
export const eventually = <T>(look: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: 60_000, interval: 20 })
