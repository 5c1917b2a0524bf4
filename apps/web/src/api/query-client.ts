import { QueryClient } from '@tanstack/react-query'
import { CallError } from '#web/api/call.ts'

const FRESH_MS = 10_000

/** A refusal will not change by asking again; a lost connection or a restarting server may. */
const isWorthRetrying = (failures: number, error: unknown): boolean =>
  failures < 2 && error instanceof CallError && (error.status === 0 || error.status >= 502)

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: FRESH_MS, retry: isWorthRetrying }, mutations: { retry: false } },
  })
