import { runBesideServer } from './run-built.mjs'

await runBesideServer('backup')
