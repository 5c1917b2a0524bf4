import { setUp } from './set-up.mjs'

try {
  await setUp()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
process.setSourceMapsEnabled(true)
await import('../apps/server/dist/create-admin.js')
