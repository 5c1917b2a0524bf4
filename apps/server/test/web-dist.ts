import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { FINISHED_PAGES, finishedFile } from '@keyhour/contract/finished-pages'
import { afterAll } from 'vitest'

/** A folder that looks as if the web app had been built into it. */
export async function fakeWebDist(): Promise<URL> {
  const dir = await mkdtemp(join(tmpdir(), 'keyhour-web-'))
  afterAll(() => rm(dir, { recursive: true }))
  await writeFile(join(dir, 'app.html'), 'the app')
  for (const page of Object.values(FINISHED_PAGES)) {
    await writeFile(join(dir, finishedFile(page, 'en')), pageSaying(`the ${page} page at %ORIGIN%`))
    await writeFile(join(dir, finishedFile(page, 'he')), pageSaying(`דף ${page}`))
  }
  return pathToFileURL(`${dir}/`)
}

const pageSaying = (words: string) =>
  `<html lang="en"><source media="(prefers-color-scheme: dark)" srcset="night.svg"><p>${words}</p>`
