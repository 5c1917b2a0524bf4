import { setUp } from './set-up.mjs'

try {
  await setUp()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
process.env.NODE_ENV ??= 'production'
process.setSourceMapsEnabled(true)
await import('../apps/server/dist/main.js')
