import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { ROOT } from './step.mjs'

/**
 * Sizes of files, functions and features: `npm run measure`, and part of `npm test`. It fails when a limit is exceeded.
 * Tests, generated files and plain data do not count.
 */
const LIMITS = {
  fileLines: 400,
  functionLines: 80,
  filesAFeature: 30,
  namesWithSeveralMeanings: 0,
}

const isSource = (file) =>
  /\.(ts|tsx|mjs|css)$/.test(file) &&
  /^(apps|packages|scripts|bench)\//.test(file) &&
  !/\.test\.|\.spec\.|\/test\/|^apps\/e2e\//.test(file)
/** Lists without logic, whose length says nothing. */
const isData = (file) => file.includes('/texts/')

const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter(isSource)
  .map((name) => {
    const text = readFileSync(join(ROOT, name), 'utf8')
    return { name, text, lines: text.split('\n').length - 1 }
  })

const sources = files
  .filter(({ name }) => /\.(ts|tsx|mjs)$/.test(name))
  .map((file) => ({ ...file, tree: parseSync(file.name, file.text).program }))

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

function functionsIn({ name, text, tree }) {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const lineOf = (position) => starts.findLastIndex((start) => start <= position) + 1
  const found = []
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return
    if (FUNCTIONS.has(node.type)) {
      const [first, last] = [lineOf(node.start), lineOf(node.end)]
      found.push({ name: `${name}:${first}`, lines: last - first + 1 })
    }
    for (const child of Object.values(node)) visit(child)
  }
  visit(tree.body)
  return found
}

/** A type and a value of one name in one file are one name. */
function exportsOf({ name, tree }) {
  const declared = tree.body.flatMap(({ type, declaration }) => {
    if (type !== 'ExportNamedDeclaration' || !declaration) return []
    return declaration.declarations ?? [declaration]
  })
  const names = new Set(declared.map(({ id }) => id?.name).filter(Boolean))
  return [...names].map((exported) => ({ exported, name }))
}

const sideOf = (file) => /^(apps\/[^/]+|packages\/[^/]+)/.exec(file)?.[1] ?? file

/**
 * A call has the same name in the contract, on the server and in the browser; twice on one side it has two meanings.
 */
function namesWithSeveralMeanings() {
  const places = new Map()
  for (const { exported, name } of sources.flatMap(exportsOf)) {
    const key = `${exported} (${sideOf(name)})`
    places.set(key, [...(places.get(key) ?? []), name])
  }
  return [...places].filter(([, where]) => where.length > 1)
}

function filesPerFeature() {
  const counts = new Map()
  for (const { name } of files) {
    const feature = /^apps\/(server|web)\/src\/features\/[^/]+/.exec(name)?.[0]
    if (feature) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  }
  return [...counts].sort((one, other) => other[1] - one[1])
}

const quantile = (values, share) => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]
const spread = (values) =>
  `median ${quantile(values, 0.5)}, 95th percentile ${quantile(values, 0.95)}, longest ${quantile(values, 1)}`

const functions = sources.flatMap(functionsIn)
const total = files.reduce((sum, { lines }) => sum + lines, 0)
const longFiles = files.filter(({ name, lines }) => lines > LIMITS.fileLines && !isData(name))
const longFunctions = functions.filter(({ lines }) => lines > LIMITS.functionLines)
const features = filesPerFeature()
const crowded = features.filter(([, count]) => count > LIMITS.filesAFeature)
const names = namesWithSeveralMeanings()

console.log(`${files.length} files, ${total} lines`)
console.log(`files: ${spread(files.map(({ lines }) => lines))}`)
console.log(`functions: ${functions.length}; ${spread(functions.map(({ lines }) => lines))}`)
console.log(
  `files in a feature: ${features
    .slice(0, 5)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')}`,
)
for (const [name, count] of crowded) console.log(`crowded feature: ${name} ${count}`)
for (const { name, lines } of longFiles) console.log(`long file: ${name} ${lines}`)
for (const { name, lines } of longFunctions) console.log(`long function: ${name} ${lines}`)
for (const [name, where] of names) console.log(`several meanings: ${name} in ${where.join(', ')}`)
process.exitCode = [longFiles, longFunctions, crowded, names].every(({ length }) => length === 0) ? 0 : 1
