import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Module, parseSync } from '@swc/core'

const ROOT = path.resolve(import.meta.dirname, '../../..')

export type Source = { file: string; module: Module }

/** Without tests. */
export function sourcesOf(folder: string): Source[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file))
    .map((file) => path.join(folder, file))
    .map((file) => {
      const code = readFileSync(path.join(ROOT, file), 'utf8')
      return { file, module: parseSync(code, { syntax: 'typescript', tsx: file.endsWith('x') }) }
    })
}

// biome-ignore lint/suspicious/noExplicitAny: the parser's nodes are walked without knowing all their kinds
export type Node = Record<string, any> & { type: string }

/** Every node of a tree, parents first. */
export function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) {
    for (const item of value) yield* nodesOf(item)
  } else if (value !== null && typeof value === 'object') {
    if ('type' in value) yield value as Node
    for (const child of Object.values(value)) yield* nodesOf(child)
  }
}

/** The text of a literal, or of a template without expressions. */
export function textOf(node: Node | undefined): string | undefined {
  if (node?.type === 'StringLiteral') return node.value
  if (node?.type === 'TemplateLiteral' && node.expressions?.length === 0) return node.quasis[0].cooked
  return undefined
}
