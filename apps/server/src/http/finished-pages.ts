import { readFile } from 'node:fs/promises'
import {
  FINISHED_PAGES,
  type FinishedPath,
  fillHoles,
  finishedFile,
  PRIVACY_IN_API,
} from '@keyhour/contract/finished-pages'
import type { Language } from '@keyhour/contract/primitives'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { guarded } from '#server/http/guards.ts'
import { holdHtml, sendHeld } from '#server/http/held-body.ts'
import { installationFacts } from '#server/http/installation-facts.ts'
import { languageOf, schemeOf } from '#server/http/preferences.ts'

type Scheme = 'light' | 'dark' | undefined

const VARY = 'cookie, accept-language, accept-encoding'

/** Serves the prerendered pages, two of them also at another address. */
export async function serveFinishedPages(app: FastifyInstance, dist: URL, config: Config): Promise<void> {
  for (const path of Object.keys(FINISHED_PAGES) as FinishedPath[]) {
    const read = async (language: Language) =>
      fillHoles(
        await readFile(new URL(finishedFile(FINISHED_PAGES[path], language), dist), 'utf8'),
        installationFacts(config),
      )
    const pages = { en: await read('en'), he: await read('he') }
    for (const url of path === '/privacy' ? [path, PRIVACY_IN_API] : [path])
      serveFinishedPage(app, url, (language, scheme) => inColours(pages[language], scheme))
  }
  app.get('/businesses', guarded('anybody'), ({ url }, reply) =>
    reply.redirect(url.replace('/businesses', '/for-businesses'), 308),
  )
}

/** A page that depends on nothing but language and colours: each variant is written and compressed once. */
function serveFinishedPage(
  app: Pick<FastifyInstance, 'get'>,
  path: string,
  write: (language: Language, scheme: Scheme) => string,
): void {
  const variants = new Map<string, ReturnType<typeof holdHtml>>()
  app.get(path, { ...guarded('anybody'), compress: false }, async (request, reply) => {
    const [language, scheme] = [languageOf(request), schemeOf(request)]
    const key = `${language} ${scheme}`
    const variant = variants.get(key) ?? holdHtml(write(language, scheme))
    variants.set(key, variant)
    return sendHeld(request, reply, await variant(), { vary: VARY })
  })
}

/** Pictures follow the device's colour scheme; this applies the visitor's own choice from the start. */
export function inColours(page: string, scheme: Scheme): string {
  if (!scheme) return page
  return page
    .replace('<html ', `<html data-mantine-color-scheme="${scheme}" `)
    .replaceAll('media="(prefers-color-scheme: dark)"', `media="${scheme === 'dark' ? 'all' : 'not all'}"`)
}
