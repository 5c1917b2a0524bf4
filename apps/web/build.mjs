import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))

/** The app, and the landing page as finished HTML in each language, into `dist`. */
await build({ root, logLevel: 'warn' })

/** What the server renders public pages with, into `dist/server/public-pages.mjs`; it stands on no package. */
await build({
  root,
  logLevel: 'warn',
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'public-pages.tsx',
    outDir: 'dist/server',
    copyPublicDir: false,
    rolldownOptions: { input: 'public-pages.tsx', output: { entryFileNames: '[name].mjs' } },
  },
})
