import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ROOT } from '../step.mjs'

const PLACES = /^(apps|packages|scripts|docs|bench|tools|\.ci)\//

/** Every path that a document cites must exist. */
export async function checkDocs() {
  const notes = (await readdir(join(ROOT, 'docs'), { recursive: true })).map((name) => `docs/${name}`)
  const documents = [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    ...notes.filter((name) => name.endsWith('.md')),
  ]
  const gone = []
  for (const document of documents) {
    const text = await readFile(join(ROOT, document), 'utf8')
    for (const path of citedPaths(text, dirname(document))) {
      if (!existsSync(join(ROOT, path))) gone.push(`${document} cites ${path}, which is not there`)
    }
  }
  const wrong = [...gone, ...(await undescribedSettings())]
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
}

/** The README's table must list exactly the settings that the server reads. */
async function undescribedSettings() {
  const config = await readFile(join(ROOT, 'apps/server/src/config.ts'), 'utf8')
  const read = [...config.matchAll(/^ {2}([A-Z_]+): (?:optional|withFallback)\(/gm)].map(([, name]) => name)
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8')
  const described = [...readme.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name)
  return [
    ...read.filter((name) => !described.includes(name)).map((name) => `README.md does not describe ${name}`),
    ...described
      .filter((name) => !read.includes(name))
      .map((name) => `README.md describes ${name}, which nothing reads`),
  ]
}

/** Paths in backticks that begin at the root, and the targets of relative links. */
function citedPaths(text, folder) {
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, path]) => path)
    .filter((path) => PLACES.test(path))
  const linked = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, target]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => join(folder, target))
  // <noun> and * stand for many: the folder they are in must exist.
  return [...quoted, ...linked].map((path) => path.replace(/\/[^/]*[<*{].*$/, '').replace(/:\d+$/, ''))
}
