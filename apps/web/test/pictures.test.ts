// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import * as landingDrawings from '#web/features/landing/drawings.ts'
import type { Drawing } from '#web/ui/picture.tsx'
import { TYPE_PICTURES } from '#web/ui/type-pictures.ts'

const WEB = path.resolve(import.meta.dirname, '..')
const SERVER = path.resolve(WEB, '../server')

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))

const sources = [...filesIn(path.join(WEB, 'src')), ...filesIn(path.join(SERVER, 'src'))]
  .concat(readdirSync(WEB).map((file) => path.join(WEB, file)))
  .filter((file) => /(?<!\.test)\.(tsx?|js|html)$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))

const namesFound = (pattern: RegExp) =>
  sources.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name!))

const isDrawing = (value: object): value is Drawing => 'light' in value
const drawingsOf = (value: object): Drawing[] =>
  isDrawing(value) ? [value] : Object.values(value).flatMap(drawingsOf)
const addressesOf = ({ light, dark }: Drawing) =>
  `${light}, ${dark}`.split(', ').map((source) => source.split(' ')[0]!)

const once = (names: string[]) => [...new Set(names)].sort()

test('every picture that the pages import is committed, and none is unused', () => {
  const folder = path.join(WEB, 'src/pictures')
  const drawings = drawingsOf({ ...landingDrawings, ...TYPE_PICTURES })
  const imported = [
    ...namesFound(/'#web\/pictures\/([^']+)'/g),
    ...drawings.flatMap(addressesOf).map((address) => address.replace('/src/pictures/', '')),
  ]

  expect(once(imported)).toEqual(
    filesIn(folder)
      .map((file) => path.relative(folder, file))
      .sort(),
  )
})

test('every picture with a fixed address is committed, and none is unused', () => {
  const named = namesFound(/["'}]\/([\w-]+\.(?:svg|ico|png|jpg|webp))\b/g)

  expect(once(named)).toEqual(readdirSync(path.join(WEB, 'public')).sort())
})
