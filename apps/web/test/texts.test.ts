// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Node, nodesOf, type Source, sourcesOf, textOf } from '#test/sources.ts'

type Catalogue = { [key: string]: string | Catalogue }
const TEXTS = path.resolve(import.meta.dirname, '../src/texts')
const HAS_LETTERS = /\p{L}/u
const PLURAL = /_(zero|one|two|few|many|other)$/

const read = (language: string, file: string): Catalogue =>
  JSON.parse(readFileSync(path.join(TEXTS, language, file), 'utf8'))
const namespacesOf = (language: string) =>
  readdirSync(path.join(TEXTS, language)).filter((file) => file !== 'server.json')

/** `tab.users` → text */
function flatten(catalogue: Catalogue, prefix = ''): [key: string, text: string][] {
  return Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  )
}

const placeholdersOf = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name).sort()

/** All forms of a plural count as one key: languages have different forms. */
function placeholdersByKey(language: string, file: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const [key, text] of flatten(read(language, file))) {
    const base = key.replace(PLURAL, '')
    const names = placeholdersOf(text).filter((name) => name !== 'count')
    found.set(base, new Set([...(found.get(base) ?? []), ...names] as string[]))
  }
  return found
}

test('both languages have the same catalogues', () => {
  expect(namespacesOf('he')).toEqual(namespacesOf('en'))
  expect(namespacesOf('en').length).toBeGreaterThan(5)
})

test.each(namespacesOf('en'))(
  '%s says the same things in both languages, with the same placeholders',
  (file) => {
    expect(placeholdersByKey('he', file)).toEqual(placeholdersByKey('en', file))
  },
)

test.each(['en', 'he'])('no text of %s is empty, and plurals are complete', (language) => {
  const forms = language === 'he' ? ['one', 'two', 'other'] : ['one', 'other']
  for (const file of namespacesOf(language)) {
    const texts = new Map(flatten(read(language, file)))
    const bases = new Set(
      [...texts.keys()].filter((key) => PLURAL.test(key)).map((key) => key.replace(PLURAL, '')),
    )
    const missing = [...bases]
      .flatMap((base) => forms.map((form) => `${base}_${form}`))
      .filter((key) => !texts.has(key))

    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([])
    expect(missing).toEqual([])
  }
})

const web = [
  ...sourcesOf('apps/web/src'),
  ...sourcesOf('apps/web').filter(({ file }) => /(prerender|public-pages)\.tsx$/.test(file)),
]

type Mentions = { file: string; exact: Set<string>; prefixes: string[]; suffixes: string[] }

/** The text keys that a file may use: its strings, and the beginnings and ends of its templates. */
function mentionsIn({ file, module }: Source): Mentions {
  const mentions: Mentions = { file, exact: new Set(), prefixes: [], suffixes: [] }
  for (const node of nodesOf(module.body)) {
    const text = textOf(node)
    if (text !== undefined) mentions.exact.add(text)
    // Template literal types have no expressions.
    if (node.type !== 'TemplateLiteral' || !node.expressions?.length) continue
    const [first, last] = [node.quasis[0].cooked, node.quasis.at(-1).cooked]
    if (first.endsWith('.')) mentions.prefixes.push(first)
    else if (first === '' && last.startsWith('.')) mentions.suffixes.push(last)
  }
  return mentions
}

const uses = ({ exact, prefixes, suffixes }: Mentions, key: string) =>
  exact.has(key) ||
  prefixes.some((prefix) => key.startsWith(prefix)) ||
  suffixes.some((suffix) => key.endsWith(suffix))

/** Catalogues not named after their feature. */
const FEATURES: Record<string, string> = { 'space-page': 'spaces' }

test('every text is shown by some screen', () => {
  const files = web.map(mentionsIn)
  // The build writes the manifests.
  const shown = namespacesOf('en').filter((file) => file !== 'manifest.json')
  const unused = shown.flatMap((file) => {
    const namespace = file.replace('.json', '')
    const feature = FEATURES[namespace] ?? namespace
    const isReader = ({ file, exact }: Mentions) =>
      exact.has(namespace) ||
      exact.has(`#web/features/${feature}/texts.ts`) ||
      ['features', 'app'].some((folder) => file.startsWith(`apps/web/src/${folder}/${feature}/`))
    const readers = files.filter(isReader)
    return flatten(read('en', file))
      .map(([key]) => key.replace(PLURAL, ''))
      .filter((key) => !readers.some((mentions) => uses(mentions, key)))
      .map((key) => `${namespace}:${key}`)
  })

  expect(unused).toEqual([])
})

const VISIBLE =
  /^(label|placeholder|title|alt|description|error|message|text|caption|heading|empty|failure|loading|none|nothingFoundMessage|aria-label|aria-description|aria-placeholder|aria-roledescription|aria-valuetext)$/

function visibleTextsIn({ file, module }: Source): string[] {
  const found: (string | undefined)[] = []
  for (const node of nodesOf(module.body)) {
    if (node.type === 'JSXText') found.push(node.value)
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') found.push(...childrenOf(node))
    if (node.type === 'JSXAttribute' && VISIBLE.test(nameOf(node))) found.push(...attributeTexts(node))
  }
  return found
    .filter((text) => text !== undefined && HAS_LETTERS.test(text))
    .map((text) => `${file}: ${text?.trim()}`)
}

const nameOf = ({ name }: Node): string => name.value

const COMPARISON = /^([!=]==?|[<>]=?)$/

/** The strings that a JSX expression can evaluate to. */
function shownBy(node: Node): (string | undefined)[] {
  if (node.type === 'ConditionalExpression') return [...shownBy(node.consequent), ...shownBy(node.alternate)]
  if (node.type === 'BinaryExpression') return COMPARISON.test(node.operator) ? [] : shownBy(node.right)
  if (node.type === 'ParenthesisExpression') return shownBy(node.expression)
  return [textOf(node)]
}

const childrenOf = ({ children }: Node): (string | undefined)[] =>
  children
    .filter(({ type }: Node) => type === 'JSXExpressionContainer')
    .flatMap(({ expression }: Node) => shownBy(expression))

const attributeTexts = ({ value }: Node): (string | undefined)[] =>
  value?.type === 'JSXExpressionContainer' ? shownBy(value.expression) : [textOf(value)]

test('no visible text is written into a component', () => {
  const lazyPictures = /: lazy$/
  const screens = web.filter(({ file }) => file.endsWith('.tsx'))

  expect(screens.length).toBeGreaterThan(30)
  expect(screens.flatMap(visibleTextsIn).filter((found) => !lazyPictures.test(found))).toEqual([])
})

const SAY = { Refusal: 1, badField: 1, badQuery: 1, orMissing: 1, refuseStranding: 2 } as const

/** Inserted values are numbers; the catalogue has `#` for them. */
function sentenceOf(node: Node | undefined): string | undefined {
  if (node?.type === 'ArrowFunctionExpression') return sentenceOf(node.body)
  if (node?.type !== 'TemplateLiteral') return textOf(node)
  return node.quasis.map(({ cooked }: { cooked: string }) => cooked).join('#')
}

const withoutFigures = (sentence: string): string => sentence.replace(/\d+(?:[-.,:]\d+)*/g, '#')

function calleeOf(node: Node): string | undefined {
  const { callee } = node
  return callee?.type === 'MemberExpression' ? callee.property.value : callee?.value
}

/** Constants of a file, since a sentence used twice may have a name. */
function constantsIn(module: Source['module']): Map<string, string> {
  const constants = new Map<string, string>()
  for (const node of nodesOf(module.body)) {
    const text = node.type === 'VariableDeclarator' ? textOf(node.init) : undefined
    if (text !== undefined) constants.set(node.id.value, text)
  }
  return constants
}

function sentencesOfServer({ module }: Source): string[] {
  const constants = constantsIn(module)
  const said: (string | undefined)[] = []
  for (const node of nodesOf(module.body)) {
    const position = SAY[calleeOf(node) as keyof typeof SAY]
    if (['NewExpression', 'CallExpression'].includes(node.type) && position !== undefined) {
      const argument: Node | undefined = node.arguments?.[position]?.expression
      said.push(sentenceOf(argument) ?? constants.get(argument?.value))
    }
    if (node.type === 'KeyValueProperty' && /^(detail|msg|FST_\w+)$/.test(node.key.value))
      said.push(sentenceOf(node.value))
  }
  return said.filter((text) => text !== undefined)
}

/** `z.string().min(1, 'Cannot be empty')`, `{ message: '…' }`, `{ error: '…' }` and the like. */
function sentencesOfContract({ module }: Source): string[] {
  const said: (string | undefined)[] = []
  for (const node of nodesOf(module.body)) {
    if (node.type === 'KeyValueProperty' && ['message', 'error'].includes(node.key.value))
      said.push(sentenceOf(node.value))
    if (node.type !== 'CallExpression') continue
    const texts = node.arguments.map(({ expression }: { expression: Node }) => sentenceOf(expression))
    if (calleeOf(node) !== 'literal' && calleeOf(node) !== 'discriminatedUnion') said.push(...texts)
  }
  return said.filter((text) => text !== undefined && /^\p{Lu}.*\s/u.test(text)) as string[]
}

test('every sentence of the server and of the contract has a Hebrew translation', () => {
  const hebrew = read('he', 'server.json')
  const said = [
    ...sourcesOf('packages/contract/src').flatMap(sentencesOfContract),
    ...sourcesOf('apps/server/src').flatMap(sentencesOfServer),
  ]

  expect(said).toContain('Should be a valid email!')
  expect(
    [...new Set(said)].filter((sentence) => !(sentence in hebrew) && !(withoutFigures(sentence) in hebrew)),
  ).toEqual([])
})

test('the Hebrew texts are in Hebrew, except for names', () => {
  const NAMES = /^(Keyhour|English|URL|#|24\/7|[^\p{L}]*)$/u
  const foreign = readdirSync(path.join(TEXTS, 'he')).flatMap((file) =>
    flatten(read('he', file))
      .filter(([, text]) => !/\p{Script=Hebrew}/u.test(text.replaceAll(/\{\{\w+\}\}/g, '')))
      .filter(([, text]) => !NAMES.test(text.replaceAll(/\{\{\w+\}\}/g, '')))
      .map(([key, text]) => `${file} ${key}: ${text}`),
  )

  expect(foreign).toEqual([])
})
