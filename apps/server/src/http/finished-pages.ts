import { readFile } from 'node:fs/promises'
import { FINISHED_PAGES, type FinishedPath, fillHoles, finishedFile } from '@keyhour/contract/finished-pages'
import { Language } from '@keyhour/contract/primitives'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { guarded } from '#server/http/guards.ts'
import { installationFacts } from '#server/http/installation-facts.ts'
import { languageOf, schemeOf } from '#server/http/preferences.ts'

const SCHEMES = ['light', 'dark', undefined] as const
type Scheme = (typeof SCHEMES)[number]

const keyOf = (language: Language, scheme: Scheme): string => `${language} ${scheme}`

/** Serves the prerendered pages. */
export async function serveFinishedPages(app: FastifyInstance, dist: URL, config: Config): Promise<void> {
  for (const path of Object.keys(FINISHED_PAGES) as FinishedPath[]) {
    const variants = await readVariants(path, dist, config)
    app.get(path, guarded('anybody'), async (request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('vary', 'cookie, accept-language')
        .send(variants.get(keyOf(languageOf(request), schemeOf(request)))),
    )
  }
}

async function readVariants(path: FinishedPath, dist: URL, config: Config): Promise<Map<string, string>> {
  const variants = new Map<string, string>()
  for (const language of Language.options) {
    const html = await readFile(new URL(finishedFile(FINISHED_PAGES[path], language), dist), 'utf8')
    const page = fillHoles(html, installationFacts(config))
    for (const scheme of SCHEMES) variants.set(keyOf(language, scheme), inColours(page, scheme))
  }
  return variants
}

/** Pictures follow the device's colour scheme; this applies the visitor's own choice from the start. */
export function inColours(page: string, scheme: Scheme): string {
  if (!scheme) return page
  return page
    .replace('<html ', `<html data-mantine-color-scheme="${scheme}" `)
    .replaceAll('media="(prefers-color-scheme: dark)"', `media="${scheme === 'dark' ? 'all' : 'not all'}"`)
}
