import { randomBytes } from 'node:crypto'

/** The prefix lets scanners find one that was published by mistake. */
export const makeSecret = (): string => `kh_whsec_${randomBytes(32).toString('base64url')}`
