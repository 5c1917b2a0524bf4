import { timingSafeEqual } from 'node:crypto'
import type { Deps } from '#server/http/routes.ts'
import type { Secrets } from '#server/secrets/secrets.ts'

type Purpose = 'confirm deletion' | 'undo deletion'

const PAGE: Record<Purpose, string> = {
  'confirm deletion': '/confirm-deletion',
  'undo deletion': '/undo-deletion',
}

const signature = (secrets: Secrets, purpose: Purpose, requestId: number): Buffer =>
  Buffer.from(secrets.signingKey(`${purpose} ${requestId}`))

/** Never expires by itself: the request decides how long it is valid. */
export function signLink({ secrets, config }: Deps, purpose: Purpose, requestId: number): string {
  const token = `${requestId}.${signature(secrets, purpose, requestId).toString('base64url')}`
  return `${config.publicUrl}${PAGE[purpose]}?token=${token}`
}

/** Undefined for a forged token. */
export function openLink(secrets: Secrets, purpose: Purpose, token: string): number | undefined {
  const [, digits, signed] = /^([1-9]\d{0,14})\.([\w-]{43})$/.exec(token) ?? []
  if (!digits || !signed) return undefined
  const requestId = Number(digits)
  const isOurs = timingSafeEqual(Buffer.from(signed, 'base64url'), signature(secrets, purpose, requestId))
  return isOurs ? requestId : undefined
}
