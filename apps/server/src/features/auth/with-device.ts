import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { KNOWN_DAYS } from '#server/features/auth/limit-sign-ins.ts'
import { cookieOf } from '#server/http/preferences.ts'
import type { Deps } from '#server/http/routes.ts'

const COOKIE = 'device'

/** A random id that the browser got at a sign-in, or a new one. */
function deviceOf(request: Pick<FastifyRequest, 'headers'>): string {
  const given = cookieOf(request, COOKIE) ?? ''
  return /^[0-9a-f]{64}$/.test(given) ? given : randomBytes(32).toString('hex')
}

function keepDevice(reply: FastifyReply, { publicUrl }: Config, device: string): void {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const seconds = KNOWN_DAYS * 24 * 3600
  void reply.header(
    'set-cookie',
    `${COOKIE}=${device}; Path=/api; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
  )
}

/** Answers a sign-in from this browser, which is known afterwards. */
export async function withDevice<T>(
  { config }: Deps,
  reply: FastifyReply,
  signIn: (device: string) => Promise<T>,
): Promise<T> {
  const device = deviceOf(reply.request)
  const answer = await signIn(device)
  keepDevice(reply, config, device)
  return answer
}
