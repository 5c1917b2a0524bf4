import type { Answer } from './loopback.ts'

const DOMAINS: Record<string, string> = {
  rateLimitExceeded: 'usageLimits',
  userRateLimitExceeded: 'usageLimits',
  quotaExceeded: 'usageLimits',
  requiredAccessLevel: 'calendar',
  timeRangeEmpty: 'calendar',
  fullSyncRequired: 'calendar',
}

export const googleError = (code: number, reason: string, message: string): Answer => ({
  status: code,
  json: { error: { code, message, errors: [{ domain: DOMAINS[reason] ?? 'global', reason, message }] } },
})

export class GoogleRefusal extends Error {
  readonly answer: Answer
  constructor(code: number, reason: string, message: string) {
    super(message)
    this.answer = googleError(code, reason, message)
  }
}

export const invalidValue = (message: string, reason = 'invalid') => new GoogleRefusal(400, reason, message)
export const notFound = () => new GoogleRefusal(404, 'notFound', 'Not Found')
