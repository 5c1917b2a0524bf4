import { createHash, randomBytes } from 'node:crypto'

/** For a link in a mail. Only its hash is kept: who reads the database cannot use the link. */
export const makeLinkToken = (): string => randomBytes(32).toString('base64url')

export const hashLinkToken = (token: string): Buffer => createHash('sha256').update(token).digest()
