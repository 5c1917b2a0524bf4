import type { Language } from '@keyhour/contract/primitives'
import type { FastifyRequest } from 'fastify'

type Asking = Pick<FastifyRequest, 'headers'> & Partial<Pick<FastifyRequest, 'url'>>

/** The language that the address asks for, else the one somebody chose, else the one their browser asks for first. */
export function languageOf({ headers, url = '' }: Asking): Language {
  const chosen = /[?&]language=(en|he)(?:&|$)/.exec(url)?.[1] ?? cookieOf({ headers }, 'language')
  if (chosen === 'en' || chosen === 'he') return chosen
  const wanted = (headers['accept-language'] ?? '').toLowerCase().split(',')
  const first = wanted.map((tag) => tag.trim().slice(0, 2)).find((tag) => ['en', 'he', 'iw'].includes(tag))
  return first === 'he' || first === 'iw' ? 'he' : 'en'
}

/** The colours somebody chose; undefined leaves it to their device. */
export function schemeOf({ headers }: Pick<FastifyRequest, 'headers'>): 'light' | 'dark' | undefined {
  const chosen = cookieOf({ headers }, 'color_scheme')
  return chosen === 'light' || chosen === 'dark' ? chosen : undefined
}

export const cookieOf = ({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined =>
  new RegExp(`(?:^|;\\s*)${name}=(\\w+)`).exec(headers.cookie ?? '')?.[1]
