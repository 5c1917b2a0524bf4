import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { landingInDevelopment, landingInEachLanguage } from './landing-page.ts'
import { bootInPages, paintedAtOnce } from './page-parts.ts'
import { publicPagesInDevelopment } from './public-pages-plugin.ts'

const api = process.env.API_URL ?? 'http://127.0.0.1:3000'

/** The app, the landing page, and the pages that the server renders. */
const pages = {
  input: ['app.html', 'landing.html', 'public.html'],
  output: {
    // What every screen of the app stands on travels in few files; what one screen needs travels with it.
    codeSplitting: {
      groups: [
        // With these a public page starts.
        {
          name: 'frame',
          test: /preload-helper|\/src\/(clock|texts\/language|app\/frame\/|ui\/when-idle)/,
        },
        // The next three make it live; it goes without the rest.
        { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
        { name: 'times', test: /node_modules\/dayjs\/|\/src\/(format\/|place-names)/ },
        {
          name: 'spaces',
          test: /\/src\/(features\/spaces\/(texts|page-|rules|api|use-today|retry-note|search\.module)|texts\/plain-texts|ui\/(icon|picture|stored-picture|type-pictures))/,
        },
        {
          name: 'data',
          test: /node_modules\/(axios|zod|@tanstack\/(query-core|react-query)|i18next|react-i18next|react-router)\//,
        },
        { name: 'widgets', test: /node_modules\/(@mantine|@floating-ui|@tabler)\//, minShareCount: 2 },
      ],
    },
  },
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    ...(isSsrBuild ? [] : [bootInPages(), paintedAtOnce()]),
    ...(isSsrBuild ? [] : [publicPagesInDevelopment(api)]),
    isSsrBuild ? landingInEachLanguage() : landingInDevelopment(),
  ],
  server: {
    proxy: {
      '/api': api,
      '/static': api,
      '/dev': api,
      '/robots.txt': api,
      '/sitemap': api,
      '^/(privacy|terms|cookies)$': api,
    },
  },
  build: {
    ...(!isSsrBuild && { rolldownOptions: pages }),
    modulePreload: { polyfill: false },
    // A picture inside a script would load with every page that needs the script.
    assetsInlineLimit: (file) => (file.includes('/src/pictures/') ? false : undefined),
    sourcemap: true,
    chunkSizeWarningLimit: 600,
  },
  test: { environment: 'happy-dom', setupFiles: ['./test/setup.ts'] },
}))
