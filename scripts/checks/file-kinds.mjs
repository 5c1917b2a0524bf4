import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from '../step.mjs'

/** The named kinds of ARCHITECTURE.md. */
const KINDS = {
  server: /^((.+-)?(routes|queries|rules)|mails)\.ts$/,
  web: /^(api|(.+-)?rules|texts|drawings)\.ts$/,
}

export async function checkFileKinds() {
  const listed = execFileSync('git', ['ls-files', '--', 'apps/*/src/features/**'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const files = listed.split('\n').filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  if (files.length === 0) throw new Error('No file of a feature was found')
  const wrong = files.flatMap(problemOf)
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
}

function problemOf(file) {
  const [, side] = file.split('/')
  const name = basename(file)
  if (KINDS[side]?.test(name)) return []
  const text = readFileSync(join(ROOT, file), 'utf8')
  const exported = [...text.matchAll(/^export (?:async )?(?:function\*?|const|class|type) (\w+)/gm)].map(
    ([, exportedName]) => exportedName,
  )
  if (name.startsWith('use-'))
    return exported.some((hook) => hook.startsWith('use')) ? [] : [`${file} exports no hook`]
  const words = name.replace(/\.tsx?$/, '').split('-')
  const isShared = (word) =>
    exported.some((one) => one.toLowerCase().includes(word.replace(/s$/, '').toLowerCase()))
  return words.some(isShared) ? [] : [`${file} is not named for what it exports: ${exported.join(', ')}`]
}
