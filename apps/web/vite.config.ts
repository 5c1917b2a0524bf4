import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { appFiles } from './app-files.ts'
import { landingInDevelopment, landingInEachLanguage } from './landing-page.ts'
import { bootInPages, paintedAtOnce } from './page-parts.ts'
import { publicPagesInDevelopment } from './public-pages-plugin.ts'

const api = process.env.API_URL ?? 'http://127.0.0.1:3000'

const pages = {
  input: ['app.html', 'landing.html', 'public.html'],
  output: {
    // What every screen needs goes into few files; what one screen needs is loaded with it.
    codeSplitting: {
      groups: [
        // What a public page starts with.
        {
          name: 'frame',
          test: /preload-helper|\/src\/(clock|texts\/language|app\/frame\/|ui\/(when-idle|apple-device))/,
        },
        // The next three hydrate it; the rest is not loaded.
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
    ...(isSsrBuild ? [] : [bootInPages(), paintedAtOnce(), appFiles()]),
    ...(isSsrBuild ? [] : [publicPagesInDevelopment(api)]),
    isSsrBuild ? landingInEachLanguage() : landingInDevelopment(),
  ],
  server: {
    proxy: {
      '^/api/(?!privacy-policy)': api,
      '/static': api,
      '/dev': api,
      '/robots.txt': api,
      '/sitemap': api,
    },
  },
  build: {
    ...(!isSsrBuild && { rolldownOptions: pages }),
    modulePreload: { polyfill: false },
    // A picture inlined into a script would be loaded with every page that uses the script.
    assetsInlineLimit: (file) => (file.includes('/src/pictures/') ? false : undefined),
    sourcemap: true,
    chunkSizeWarningLimit: 600,
  },
  test: { environment: 'happy-dom', setupFiles: ['./test/setup.ts'] },
}))
