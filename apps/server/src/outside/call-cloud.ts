import { createHash } from 'node:crypto'
import type { Patience } from '#server/outside/door-driver.ts'
import { type Answer, onLine, type Sending } from '#server/outside/line.ts'

export type CloudSetting = { url: string; patience: Patience; now: () => Date }

/** Our own setting names the address, so it may be anywhere. */
export const callCloud = (
  { url, patience }: CloudSetting,
  { method = 'GET', ...sending }: Omit<Sending, 'ms'>,
): Promise<Answer> =>
  onLine(new URL(url), { mayCall: () => true, ms: patience.answerMs }, (line) =>
    line.send({ method, ...sending, ms: method === 'GET' ? patience.answerMs : patience.orderMs }),
  )

export type Token = { value: string; expiresAt: number }

/** A token that is about to expire might do so on its way. */
const MARGIN_MS = 60_000

const keyOf = (credentials: string[]): string =>
  createHash('sha256').update(JSON.stringify(credentials)).digest('hex')

/** Simultaneous calls with the same credentials share one login. */
export function keepTokens({ now }: CloudSetting) {
  const tokens = new Map<string, Promise<Token>>()
  return {
    async get(credentials: string[], logIn: () => Promise<Token>): Promise<string> {
      const key = keyOf(credentials)
      const known = tokens.get(key)
      const kept = await known?.catch(() => undefined)
      if (kept && kept.expiresAt - now().getTime() > MARGIN_MS) return kept.value
      const renewed = tokens.get(key)
      const login = renewed && renewed !== known ? renewed : logIn()
      tokens.set(key, login)
      return (await login).value
    },
    forget: (credentials: string[]): boolean => tokens.delete(keyOf(credentials)),
  }
}
