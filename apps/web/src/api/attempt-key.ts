/**
 * For the Idempotency-Key of one attempt. `crypto.randomUUID` is not there on a plain-http address of an own network.
 */
export const makeAttemptKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
