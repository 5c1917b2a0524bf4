import type { Config } from '#server/config.ts'
import type { ConcurrencyLimit } from '#server/http/concurrency-limit.ts'

/** What a worker is for, and what the primary process has found or started for all of them. */
export type Orders = {
  duty: 'jobs' | 'requests'
  databaseUrl: string
  secretKey: string
  /** Where the simulated hubs of a demo are. */
  hubs: Record<string, string>
  /** Where its simulated calendars and coworking systems are. */
  calendars: Partial<Pick<Config, 'googleCalendar' | 'outlook' | 'nexudusUrl' | 'pickspaceUrl' | 'standIns'>>
}

export type FromPrimary = { orders: Orders } | { counted: number; isRoom: boolean }

export type FromWorker =
  | { isWaiting: true }
  | { isReady: true }
  | { failure: { message: string; code: string | undefined } }
  | { count: number; limits: ConcurrencyLimit[] }
  | { giveBack: number }
