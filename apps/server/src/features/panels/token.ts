import { createHash, randomBytes } from 'node:crypto'

/** The office stands in it, so that a screen is found by the key of its table. */
export const makeToken = (officeId: number): string => `${officeId}.${randomBytes(32).toString('base64url')}`

export type PanelToken = { office_id: number; token_hash: Buffer }

/** Undefined for what cannot be one of ours. */
export function readToken(token: string): PanelToken | undefined {
  const [, office] = /^([1-9]\d{0,14})\.[\w-]{43}$/.exec(token) ?? []
  return office === undefined ? undefined : { office_id: Number(office), token_hash: hashToken(token) }
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
