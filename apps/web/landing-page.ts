import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import type { LandingPage, RenderLanding } from './prerender.tsx'

type Language = 'en' | 'he'
const LANGUAGES = ['en', 'he'] as const
const DEVELOPMENT_PATH = /^\/(@|src\/|node_modules\/|api\/|static\/|dev\/|assets\/)|\.\w+(\?|$)/

async function render(vite: ViteDevServer, language: Language): Promise<LandingPage> {
  const { renderLanding } = (await vite.ssrLoadModule('/prerender.tsx')) as { renderLanding: RenderLanding }
  return renderLanding(language)
}

function fill(template: string, language: Language, { head, page }: LandingPage): string {
  const direction = language === 'he' ? 'rtl' : 'ltr'
  return template
    .replace('<html lang="en" dir="ltr">', `<html lang="${language}" dir="${direction}" data-prerendered>`)
    .replace('<!--head-->', () => head)
    .replace('<!--page-->', () => page)
}

/** While developing: `/` is the landing page, rendered on request, and every other page is the app. */
export function landingInDevelopment(): Plugin {
  return {
    name: 'landing-in-development',
    apply: 'serve',
    configureServer(vite) {
      vite.middlewares.use(async (request, response, next) => {
        const url = request.url ?? '/'
        if (DEVELOPMENT_PATH.test(url)) return next()
        if (new URL(url, 'http://localhost').pathname !== '/') {
          request.url = '/app.html'
          return next()
        }
        try {
          const language = /language=he/.test(request.headers.cookie ?? '') ? 'he' : 'en'
          const template = await readFile(path.join(vite.config.root, 'landing.html'), 'utf8')
          const html = fill(template, language, await render(vite, language))
          response.setHeader('Content-Type', 'text/html; charset=utf-8')
          response.end(await vite.transformIndexHtml('/landing.html', html))
        } catch (error) {
          next(error)
        }
      })
    },
  }
}

/** After a build: `landing.html` becomes one finished page for each language. */
export function landingInEachLanguage(): Plugin {
  return {
    name: 'landing-in-each-language',
    apply: 'build',
    async writeBundle({ dir = 'dist' }) {
      const built = path.join(dir, 'landing.html')
      const template = await readFile(built, 'utf8')
      const vite = await createServer({
        server: { middlewareMode: true, hmr: false, ws: false },
        appType: 'custom',
        logLevel: 'warn',
      })
      try {
        for (const language of LANGUAGES) {
          const html = fill(template, language, await render(vite, language))
          await writeFile(path.join(dir, `landing.${language}.html`), html)
        }
      } finally {
        await vite.close()
      }
      await rm(built)
    },
  }
}
