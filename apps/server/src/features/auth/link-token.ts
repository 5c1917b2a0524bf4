import { createHash, randomBytes } from 'node:crypto'

/** Only its hash is stored, so reading the database does not give access to the link. */
export const makeLinkToken = (): string => randomBytes(32).toString('base64url')

export const hashLinkToken = (token: string): Buffer => createHash('sha256').update(token).digest()
