import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { landingInDevelopment, landingInEachLanguage } from './landing-page.ts'
import { picturesAsFiles } from './pictures-plugin.ts'

const api = process.env.API_URL ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [react(), picturesAsFiles(), landingInDevelopment(), landingInEachLanguage()],
  server: { proxy: { '/api': api, '/static': api, '/dev': api } },
  build: {
    rolldownOptions: {
      input: ['app.html', 'landing.html'],
      output: {
        // What every screen of the app stands on travels in few files; what one screen needs travels with it.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
            {
              name: 'data',
              test: /node_modules\/(axios|zod|@tanstack\/(query-core|react-query)|dayjs|i18next|react-i18next)\//,
            },
            { name: 'widgets', test: /node_modules\/(@mantine|@floating-ui|@tabler)\//, minShareCount: 2 },
          ],
        },
      },
    },
    modulePreload: { polyfill: false },
    sourcemap: true,
    chunkSizeWarningLimit: 600,
  },
  test: { environment: 'happy-dom', setupFiles: ['./test/setup.ts'] },
})
