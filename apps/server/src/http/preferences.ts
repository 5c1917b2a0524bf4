import type { Language } from '@keyhour/contract/primitives'
import type { FastifyRequest } from 'fastify'

type Asking = Pick<FastifyRequest, 'headers'> & Partial<Pick<FastifyRequest, 'url'>>

/** The language in the address, else the one chosen earlier, else the browser's first. */
export function languageOf({ headers, url = '' }: Asking): Language {
  const chosen = /[?&]language=(en|he)(?:&|$)/.exec(url)?.[1] ?? cookieOf({ headers }, 'language')
  if (chosen === 'en' || chosen === 'he') return chosen
  const wanted = (headers['accept-language'] ?? '').toLowerCase().split(',')
  const first = wanted.map((tag) => tag.trim().slice(0, 2)).find((tag) => ['en', 'he', 'iw'].includes(tag))
  return first === 'he' || first === 'iw' ? 'he' : 'en'
}

/** Undefined leaves it to the device. */
export function schemeOf({ headers }: Pick<FastifyRequest, 'headers'>): 'light' | 'dark' | undefined {
  const chosen = cookieOf({ headers }, 'color_scheme')
  return chosen === 'light' || chosen === 'dark' ? chosen : undefined
}

export const cookieOf = ({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined =>
  headers.cookie === undefined ? undefined : new RegExp(`(?:^|;\\s*)${name}=(\\w+)`).exec(headers.cookie)?.[1]
