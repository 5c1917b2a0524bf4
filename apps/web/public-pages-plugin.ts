import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { InstallationFacts } from '@keyhour/contract/finished-pages'
import type { PublicPage, RenderPublicPage } from '@keyhour/contract/public-page'
import type { Plugin, ViteDevServer } from 'vite'
import { fill } from './landing-page.ts'

type Renderer = { renderPublicPage: RenderPublicPage }
type Prerender = { factsInDevelopment: (origin: string) => InstallationFacts }

/** In development, the server at `api` supplies the page's data and the page is rendered here. */
export function publicPagesInDevelopment(api: string): Plugin {
  return {
    name: 'public-pages-in-development',
    apply: 'serve',
    configureServer(vite) {
      vite.middlewares.use(async (request, response, next) => {
        const url = request.url ?? '/'
        if (!/^\/spaces([/?]|$)/.test(url)) return next()
        try {
          const { cookie = '', 'accept-language': language = '' } = request.headers
          const headers = { accept: 'application/json', cookie, 'accept-language': language }
          const reply = await fetch(`${api}${url}`, { headers })
          response.statusCode = reply.status
          response.setHeader('Content-Type', 'text/html; charset=utf-8')
          response.end(await render(vite, (await reply.json()) as PublicPage))
        } catch (error) {
          next(error)
        }
      })
    },
  }
}

async function render(vite: ViteDevServer, page: PublicPage): Promise<string> {
  const { renderPublicPage } = (await vite.ssrLoadModule('/public-pages.tsx')) as Renderer
  const { factsInDevelopment } = (await vite.ssrLoadModule('/prerender.tsx')) as Prerender
  const { head, body } = renderPublicPage(page, factsInDevelopment(page.origin))
  const data = JSON.stringify(page).replaceAll('<', '\\u003c')
  const template = await readFile(path.join(vite.config.root, 'public.html'), 'utf8')
  const html = fill(template, { language: page.language, head, page: body })
  return vite.transformIndexHtml(
    '/public.html',
    html.replace('<!--data-->', () => `<script type="application/json" id="page">${data}</script>`),
  )
}
