import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { IndexHtmlTransformContext, Plugin } from 'vite'

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>
type Texts = { name: string; description: string; find: string; bookings: string; home: string }

const LANGUAGES = ['en', 'he'] as const
/** What the home and the page of an order need to start without a connection. */
const KEPT_MODULES =
  /\/src\/(app\/(main|dashboard-screen|order-screen)\.tsx|features\/auth\/sign-in-screen\.tsx|ui\/qr-code\.tsx|texts\/(en|he)\/(ui|app|server|auth|home|orders|access|offline|push|charges|payments|booking)\.json)$/

/** What makes the app installable: a manifest for each language, and the service worker with the list of its files. */
export function appFiles(): Plugin {
  let root = ''
  return {
    name: 'app-files',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source })
        for (const language of LANGUAGES) {
          const texts = await readFile(path.join(root, `src/texts/${language}/manifest.json`), 'utf8')
          emit(`${language}.webmanifest`, JSON.stringify(manifestOf(language, JSON.parse(texts) as Texts)))
        }
        const files = filesIn(bundle as Bundle).map((file) => `/${file}`)
        const worker = await readFile(path.join(root, 'service-worker.js'), 'utf8')
        emit('service-worker.js', fill(worker, files))
      },
    },
  }
}

/** The version also changes with the code of the worker itself. */
function fill(worker: string, files: string[]): string {
  const version = createHash('sha256')
    .update(worker + files.join())
    .digest('hex')
    .slice(0, 12)
  return worker.replace('%VERSION%', version).replace('FILES = []', () => `FILES = ${JSON.stringify(files)}`)
}

/** The chunks with these modules, what they import statically, and their styles and fonts. */
function filesIn(bundle: Bundle): string[] {
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = bundle[name]
    if (files.has(name) || chunk?.type !== 'chunk') return
    files.add(name)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    chunk.imports.forEach(add)
  }
  for (const [name, chunk] of Object.entries(bundle)) {
    if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => KEPT_MODULES.test(id.replaceAll('\\', '/'))))
      add(name)
    if (name.endsWith('.woff2')) files.add(name)
  }
  return [...files].sort()
}

/** The same `id` in every language: it is one app. */
const manifestOf = (language: (typeof LANGUAGES)[number], texts: Texts): object => ({
  id: '/',
  name: texts.name,
  short_name: texts.name,
  description: texts.description,
  lang: language,
  dir: language === 'he' ? 'rtl' : 'ltr',
  start_url: '/dashboard',
  scope: '/',
  display: 'standalone',
  background_color: '#fbf8f2',
  theme_color: '#fbf8f2',
  categories: ['business', 'productivity'],
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: texts.home, url: '/dashboard' },
    { name: texts.find, url: '/spaces' },
    { name: texts.bookings, url: '/orders' },
  ].map((shortcut) => ({
    ...shortcut,
    icons: [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }],
  })),
})
