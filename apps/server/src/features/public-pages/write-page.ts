import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { InstallationFacts } from '@keyhour/contract/finished-pages'
import type { PublicPage, RenderedPage, RenderPublicPage } from '@keyhour/contract/public-page'
import type { FastifyBaseLogger } from 'fastify'
import { inColours } from '#server/http/finished-pages.ts'
import { directionOf } from '#server/http/html.ts'

/** What the build of the web app provides to render pages with. */
export type Press = { template: string; render: RenderPublicPage }

/** Undefined if the web app is not built: in development another server renders the pages. */
export async function findPress(dist: URL): Promise<Press | undefined> {
  const [page, renderer] = [new URL('public.html', dist), new URL('server/public-pages.mjs', dist)]
  if (!existsSync(page) || !existsSync(renderer)) return undefined
  const { renderPublicPage } = await import(renderer.href)
  return { template: await readFile(page, 'utf8'), render: renderPublicPage }
}

type Frame = {
  scheme: 'light' | 'dark' | undefined
  facts: InstallationFacts
  log: Pick<FastifyBaseLogger, 'error'>
}

export function writePublicPage(
  { template, render }: Press,
  page: PublicPage,
  { scheme, facts, log }: Frame,
): string {
  const { head, body } = renderOrNot(() => render(page, facts), log)
  const html = template
    .replace(
      '<html lang="en" dir="ltr">',
      `<html lang="${page.language}" dir="${directionOf(page.language)}" data-prerendered>`,
    )
    .replace('<!--head-->', () => head)
    .replace('<!--page-->', () => body)
    .replace('<!--data-->', () => `<script type="application/json" id="page">${asScript(page)}</script>`)
  return inColours(html, scheme)
}

/** If rendering fails, the browser renders the page. */
function renderOrNot(render: () => RenderedPage, log: Frame['log']): RenderedPage {
  try {
    return render()
  } catch (error) {
    log.error(error, 'a public page could not be rendered')
    return { head: '<title>Keyhour</title>', body: '<div id="root"></div>' }
  }
}

/** `</script>` in the data must not end the script. */
const asScript = (page: PublicPage): string => JSON.stringify(page).replaceAll('<', '\\u003c')
