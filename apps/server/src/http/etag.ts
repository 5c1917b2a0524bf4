import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

export const etagOf = (content: string | Uint8Array): string =>
  `"${createHash('sha256').update(content).digest('base64url')}"`

export function hasAlready({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const known = headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return known?.some((one) => one === etag.replace(/^W\//, '') || one === '*') ?? false
}
