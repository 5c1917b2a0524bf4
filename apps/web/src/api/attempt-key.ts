/**
 * For the Idempotency-Key of one request. `crypto.randomUUID` is missing on plain-http addresses of a local network.
 */
export const makeAttemptKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
