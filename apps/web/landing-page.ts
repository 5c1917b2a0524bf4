import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { FinishedPageOf, RenderDevelopmentPage, RenderFinishedPages } from './prerender.tsx'

const DEVELOPMENT_PATH =
  /^\/(@|src\/|node_modules\/|api\/(?!privacy-policy)|static\/|dev\/|assets\/)|\.\w+(\?|$)/

type Prerender = { renderFinishedPages: RenderFinishedPages; renderDevelopmentPage: RenderDevelopmentPage }

export function fill(
  template: string,
  { language, head, page }: Pick<FinishedPageOf, 'language' | 'head' | 'page'>,
): string {
  const direction = language === 'he' ? 'rtl' : 'ltr'
  return template
    .replace('<html lang="en" dir="ltr">', `<html lang="${language}" dir="${direction}" data-prerendered>`)
    .replace('<!--head-->', () => head)
    .replace('<!--page-->', () => page)
}

/** In development, prerendered pages are rendered on request; every other page is the app. */
export function landingInDevelopment(): Plugin {
  return {
    name: 'landing-in-development',
    apply: 'serve',
    configureServer(vite) {
      vite.middlewares.use(async (request, response, next) => {
        const url = request.url ?? '/'
        if (DEVELOPMENT_PATH.test(url)) return next()
        try {
          const { renderDevelopmentPage } = (await vite.ssrLoadModule('/prerender.tsx')) as Prerender
          const page = renderDevelopmentPage(
            new URL(url, `http://${request.headers.host}`),
            request.headers.cookie,
          )
          if (!page) {
            request.url = '/app.html'
            return next()
          }
          const template = await readFile(path.join(vite.config.root, 'landing.html'), 'utf8')
          response.setHeader('Content-Type', 'text/html; charset=utf-8')
          response.end(await vite.transformIndexHtml('/landing.html', fill(template, page)))
        } catch (error) {
          next(error)
        }
      })
    },
  }
}

/** Once `prerender.tsx` is built, `landing.html` becomes one finished page per address and language. */
export function landingInEachLanguage(): Plugin {
  return {
    name: 'landing-in-each-language',
    apply: 'build',
    async writeBundle({ dir = 'dist' }) {
      const built = path.join(dir, 'landing.html')
      const template = await readFile(built, 'utf8')
      const prerender: Prerender = await import(pathToFileURL(path.join(dir, 'server/prerender.mjs')).href)
      for (const page of prerender.renderFinishedPages())
        await writeFile(path.join(dir, page.fileName), fill(template, page))
      await rm(built)
    },
  }
}
