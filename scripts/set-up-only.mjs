import { setUp } from './set-up.mjs'

await setUp()
