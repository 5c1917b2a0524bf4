import { QueryClient } from '@tanstack/react-query'
import { CallError } from '#web/api/call.ts'

const FRESH_MS = 10_000

/** A refusal is final; a lost connection or a restarting server may recover. */
const isWorthRetrying = (failures: number, error: unknown): boolean =>
  failures < 2 && error instanceof CallError && (error.status === 0 || error.status >= 502)

/** Queries do not wait for a connection: without one a screen says so instead of loading forever. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: isWorthRetrying,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
