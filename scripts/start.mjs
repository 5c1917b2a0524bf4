import { setUpAndRun } from './run-built.mjs'

// npm runs this in a shell that does not pass on the signal that ends it, so we stop when the shell does.
const { ppid } = process
setInterval(() => process.ppid !== ppid && process.kill(process.pid, 'SIGTERM'), 100).unref()

await setUpAndRun('main')
