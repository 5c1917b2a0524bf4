import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll } from 'vitest'

/** A folder that looks as if the web app had been built into it. */
export async function fakeWebDist(): Promise<URL> {
  const dir = await mkdtemp(join(tmpdir(), 'keyhour-web-'))
  afterAll(() => rm(dir, { recursive: true }))
  await writeFile(join(dir, 'app.html'), 'the app')
  await writeFile(join(dir, 'landing.en.html'), 'the landing page')
  await writeFile(join(dir, 'landing.he.html'), 'דף הנחיתה')
  return pathToFileURL(`${dir}/`)
}
