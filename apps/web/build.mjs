import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))

/** The app's build has already written all styles. */
const withoutStyles = {
  name: 'without-styles',
  generateBundle(_, bundle) {
    for (const file of Object.keys(bundle)) if (file.endsWith('.css')) delete bundle[file]
  },
}

await build({ root, logLevel: 'warn' })

/**
 * Renders the other pages, into `dist/server`: the landing page and those beside it (`FINISHED_PAGES`) at build time,
 * the public pages in the server. It needs no packages. Pictures that only these pages use are added to `dist/assets`.
 */
await build({
  root,
  logLevel: 'warn',
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  plugins: [withoutStyles],
  build: {
    ssr: true,
    ssrEmitAssets: true,
    emptyOutDir: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: ['prerender.tsx', 'public-pages.tsx'],
      output: { entryFileNames: 'server/[name].mjs', chunkFileNames: 'server/[name].mjs' },
    },
  },
})
