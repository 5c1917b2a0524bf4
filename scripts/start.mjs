import { setUp } from './set-up.mjs'

// npm runs this in a shell that does not pass on the signal that ends it: when the shell goes, so do we.
const { ppid } = process
setInterval(() => process.ppid !== ppid && process.kill(process.pid, 'SIGTERM'), 100).unref()

try {
  await setUp()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
process.env.NODE_ENV ??= 'production'
process.setSourceMapsEnabled(true)
await import('../apps/server/dist/main.js')
