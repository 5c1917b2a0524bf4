import { runBesideServer } from './run-built.mjs'

await runBesideServer('create-admin')
