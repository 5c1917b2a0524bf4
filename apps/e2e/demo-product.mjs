import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The built product with fresh demo data, which goes when it stops. */
const dir = mkdtempSync(join(tmpdir(), 'keyhour-browser-'))
process.env.DATA_DIR = dir
process.on('exit', () => rmSync(dir, { recursive: true, force: true }))
await import('../server/dist/main.js')
