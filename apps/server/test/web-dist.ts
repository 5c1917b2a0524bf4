import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { FINISHED_PAGES, finishedFile } from '@keyhour/contract/finished-pages'
import { afterAll } from 'vitest'

export async function fakeWebDist(): Promise<URL> {
  const dir = await mkdtemp(join(tmpdir(), 'keyhour-web-'))
  afterAll(() => rm(dir, { recursive: true }))
  await writeFile(join(dir, 'app.html'), APP_PAGE)
  for (const page of Object.values(FINISHED_PAGES)) {
    await writeFile(join(dir, finishedFile(page, 'en')), pageSaying(`the ${page} page at %ORIGIN%`))
    await writeFile(join(dir, finishedFile(page, 'he')), pageSaying(`דף ${page}`))
  }
  await mkdir(join(dir, 'assets'))
  await writeFile(join(dir, 'assets/app-1a2b.js'), SCRIPT)
  await writeFile(join(dir, 'assets/app-1a2b.js.br'), brotliCompressSync(SCRIPT))
  await mkdir(join(dir, 'server'))
  await writeFile(join(dir, 'public.html'), PUBLIC_PAGE)
  await writeFile(join(dir, 'server/public-pages.mjs'), RENDERER)
  return pathToFileURL(`${dir}/`)
}

export const APP_PAGE = '<script>boot()</script>the app'

export const SCRIPT = 'boot();'.repeat(300)

const PUBLIC_PAGE = `<!doctype html>
<html lang="en" dir="ltr"><head><!--head--></head><body><!--page--><!--data--></body></html>`

/** Prints its input, and fails when asked to. */
const RENDERER = `export function renderPublicPage({ language, path, search, content }, { ORIGIN }) {
  if (search.includes('impossible')) throw new Error('This cannot be shown.')
  return {
    head: '<title>' + content.kind + '</title><link rel="canonical" href="' + ORIGIN + path + '">',
    body: '<div id="root">' + language + ' ' + (content.office?.name ?? content.found?.total) + '</div>',
  }
}`

/** Long enough to be compressed. */
const pageSaying = (words: string) =>
  `<html lang="en"><source media="(prefers-color-scheme: dark)" srcset="night.svg"><p>${words}</p>${'<p>More.</p>'.repeat(200)}`
