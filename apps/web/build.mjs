import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** The app, and the landing page as finished HTML in each language, into `dist`. */
await build({ root: fileURLToPath(new URL('.', import.meta.url)), logLevel: 'warn' })
