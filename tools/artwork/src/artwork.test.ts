import { expect, test } from 'vitest'
import { type EmptyStateKind, emptyState } from './empty-state.ts'
import { favicon, logo, wordmark } from './logo.ts'
import { palette } from './palette.ts'
import { phone } from './phone.ts'
import { portrait } from './portrait.ts'
import { scene, spaceTypes } from './scene.ts'
import { snapshot, snapshotKinds } from './snapshot.ts'
import { socialPreview } from './social-preview.ts'
import { storefront } from './storefront.ts'

const seeds = [...Array.from({ length: 10 }, (_, i) => i), 999, 123456789, -7, 2.5]
const emptyStateKinds: EmptyStateKind[] = ['sessions', 'orders', 'messages', 'search', 'notFound', 'error']

const series: [string, (seed: number) => string][] = [
  ...spaceTypes.flatMap((type): [string, (seed: number) => string][] => [
    [`${type} by day`, (seed) => scene(type, seed)],
    [`${type} in the evening`, (seed) => scene(type, seed, 'dark')],
  ]),
  ['storefront by day', (seed) => storefront(seed)],
  ['storefront in the evening', (seed) => storefront(seed, 'dark')],
  ['portrait', portrait],
]

const singles: [string, string][] = [
  ['logo', logo()],
  ['wordmark', wordmark()],
  ['wordmark on dark', wordmark('dark')],
  ['favicon', favicon()],
  ['phone by day', phone()],
  ['phone in the evening', phone('dark')],
  ...snapshotKinds.flatMap((kind): [string, string][] => [
    [`snapshot of a ${kind} by day`, snapshot(kind)],
    [`snapshot of a ${kind} in the evening`, snapshot(kind, 'dark')],
  ]),
  ...emptyStateKinds.map((kind): [string, string] => [`nothing here: ${kind}`, emptyState(kind)]),
]

test.each(series)('%s: the same seed draws the same picture, another seed a different one', (_, draw) => {
  expect(seeds.map(draw)).toEqual(seeds.map(draw))
  expect(new Set(seeds.map(draw)).size).toBe(seeds.length)
})

test.each(series)('%s: every picture is valid', (_, draw) => {
  for (const seed of seeds) expectSound(draw(seed))
})

test.each(singles)('%s is valid', (_, svg) => expectSound(svg))

test('pictures of different kinds can be in one page without sharing an id', () => {
  const page = [1, 2].flatMap((seed) => series.map(([, draw]) => draw(seed)))
  const ids = [...page, ...singles.map(([, svg]) => svg)].flatMap(idsOf)
  expect(new Set(ids).size).toBe(ids.length)
})

test('the picture of a shared link is valid, and has the size that link previews want', () => {
  const preview = socialPreview()

  expect(preview).toContain('width="1200" height="630"')
  expectSound(preview.replaceAll('xmlns="http://www.w3.org/2000/svg" ', ''))
})

test('every ramp of the palette has ten colours that get darker', () => {
  for (const ramp of Object.values(palette)) {
    const lights = ramp.map(lightness)
    expect(ramp).toHaveLength(10)
    expect(lights).toEqual([...lights].sort((a, b) => b - a))
  }
})

function expectSound(svg: string) {
  expect(brokenTag(svg)).toBeUndefined()
  expect(svg).not.toMatch(/<(text|tspan|script|style|image|use|foreignObject|a|filter)\b/)
  expect(svg).not.toMatch(/\son\w+=|href=|@import|NaN|undefined|Infinity/)
  expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toContain('//')
  const ids = idsOf(svg)
  expect(new Set(ids).size).toBe(ids.length)
  for (const [, used] of svg.matchAll(/url\(#([^)]+)\)/g)) expect(ids).toContain(used)
  expect(svg.length).toBeLessThan(80_000)
}

function idsOf(svg: string): string[] {
  return [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)
}

/** The first tag that is never closed, closed twice, or has attributes that XML would refuse. */
function brokenTag(svg: string): string | undefined {
  const open: string[] = []
  for (const [tag, closes, name, attributes, selfCloses] of svg.matchAll(/<(\/?)([\w-]+)([^<>]*?)(\/?)>/g)) {
    if (closes && open.pop() !== name) return tag
    if (!/^(\s[\w:-]+="[^"<&]*")*$/.test(attributes!) || repeats(attributes!)) return tag
    if (!closes && !selfCloses) open.push(name!)
  }
  return svg.replace(/<[^<>]*>/g, '') || open[0]
}

function repeats(attributes: string): boolean {
  const names = [...attributes.matchAll(/\s([\w:-]+)=/g)].map(([, name]) => name)
  return new Set(names).size !== names.length
}

function lightness(colour: string): number {
  const value = Number.parseInt(colour.slice(1), 16)
  return 0.299 * (value >> 16) + 0.587 * ((value >> 8) & 255) + 0.114 * (value & 255)
}
