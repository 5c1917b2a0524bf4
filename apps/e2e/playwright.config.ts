import { defineConfig } from '@playwright/test'

/** `npm test` picks a free port, so that two clones can be tested in parallel. */
const PORT = Number(process.env.E2E_PORT ?? 4173)

/** The headless shell, which runs all the others, has none. */
const NOTIFICATIONS = '**/push.spec.ts'

const launchWith = (executablePath: string | undefined) => ({
  ...(executablePath && { executablePath }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})

export default defineConfig({
  testDir: 'browser',
  outputDir: 'results',
  fullyParallel: true,
  workers: 2,
  // Only a test that fails waits this long: on a busy machine everything takes time.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'Asia/Jerusalem',
    // It takes over some seconds after a page has loaded, and then requests can get past the routes of a test.
    serviceWorkers: 'block',
  },
  projects: [
    {
      name: 'screens',
      testIgnore: NOTIFICATIONS,
      use: { launchOptions: launchWith(process.env.HEADLESS_SHELL_PATH ?? process.env.CHROMIUM_PATH) },
    },
    {
      name: 'notifications',
      testMatch: NOTIFICATIONS,
      use: { launchOptions: launchWith(process.env.CHROMIUM_PATH) },
    },
  ],
  webServer: {
    command: 'node demo-product.mjs',
    url: `http://127.0.0.1:${PORT}/api/ready`,
    env: { PORT: String(PORT), LOG_LEVEL: 'warn', WEBHOOK_NETWORKS: 'loopback', PUSH_NETWORKS: 'loopback' },
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
})
