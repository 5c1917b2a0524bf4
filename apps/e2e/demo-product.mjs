import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The built product with fresh demo data, removed when it stops. */
const dir = mkdtempSync(join(tmpdir(), 'keyhour-browser-'))
process.env.DATA_DIR = dir
// Ignore settings that may be exported for a real installation.
for (const name of ['DATABASE_URL', 'HOST', 'PUBLIC_URL', 'DEMO', 'SECRET_KEY', 'SMTP_URL'])
  delete process.env[name]
process.on('exit', () => rmSync(dir, { recursive: true, force: true }))
await import('../server/dist/main.js')
