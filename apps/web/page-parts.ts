import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { HtmlTagDescriptor, IndexHtmlTransformContext, Plugin } from 'vite'

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>

/** Inlined: a separate script would delay the first paint. */
export function bootInPages(): Plugin {
  let root = ''
  return {
    name: 'boot-in-pages',
    configResolved(config) {
      root = config.root
    },
    async transformIndexHtml() {
      const children = await readFile(path.join(root, 'boot.js'), 'utf8')
      return [{ tag: 'script', children, injectTo: 'head' }]
    },
  }
}

const PAGES_THAT_ARRIVE_READY = /\/(landing|public)\.html$/
const SCRIPT = /<(script type="module"|link rel="modulepreload")/g
const STYLESHEET = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/g

/** A page that arrives with its content paints immediately: its styles are inlined and its scripts are deferred. */
export function paintedAtOnce(): Plugin {
  return {
    name: 'painted-at-once',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { filename, chunk, bundle = {} }) {
        if (!PAGES_THAT_ARRIVE_READY.test(filename)) return html
        const linked = [...html.matchAll(STYLESHEET)].map(([, file]) => file!)
        const ofScreens = screensOf(chunk?.dynamicImports ?? [], bundle).flatMap((name) =>
          stylesOf(name, bundle),
        )
        return {
          html: html.replace(STYLESHEET, '').replace(SCRIPT, '$& fetchpriority="low"'),
          tags: [
            ...fontsIn(bundle),
            ...[...new Set([...linked, ...ofScreens])].flatMap((file) => inPage(file, bundle)),
          ],
        }
      },
    },
  }
}

/** Preloads the fonts, so that the text is not laid out twice. */
const fontsIn = (bundle: Bundle): HtmlTagDescriptor[] =>
  Object.keys(bundle)
    .filter((file) => file.endsWith('.woff2'))
    .map((file) => ({
      tag: 'link',
      attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
      injectTo: 'head-prepend',
    }))

/** The page's script and the screens it may show. What they import lazily is not visible yet. */
const screensOf = (names: string[], bundle: Bundle): string[] =>
  names.flatMap((name) => {
    const script = bundle[name]
    return script?.type === 'chunk' ? [name, ...script.dynamicImports] : []
  })

/** Of a script and its static imports. */
function stylesOf(name: string, bundle: Bundle): string[] {
  const script = bundle[name]
  if (script?.type !== 'chunk') return []
  return [
    ...(script.viteMetadata?.importedCss ?? []),
    ...script.imports.flatMap((other) => stylesOf(other, bundle)),
  ]
}

/** Nothing follows the link: it tells scripts that look for it that these styles are loaded. */
function inPage(file: string, bundle: Bundle): HtmlTagDescriptor[] {
  const styles = bundle[file]
  if (styles?.type !== 'asset') throw new Error(`${file} is not in the build`)
  const children = typeof styles.source === 'string' ? styles.source : new TextDecoder().decode(styles.source)
  return [
    { tag: 'style', children, injectTo: 'head' },
    { tag: 'link', attrs: { rel: 'stylesheet', href: `/${file}`, disabled: true }, injectTo: 'head' },
  ]
}
