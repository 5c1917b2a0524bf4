// @vitest-environment node
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { DEFAULT_THEME, defaultVariantColorsResolver, mergeMantineTheme } from '@mantine/core'
import { expect, test } from 'vitest'
import { palette } from '#web/ui/palette.ts'
import { cssVariables, theme } from '#web/ui/theme.ts'

const SRC = path.resolve(import.meta.dirname, '..')
const tokens = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8')
const [light = '', dark = ''] = tokens.split(':root[data-mantine-color-scheme="dark"]')

const colorsIn = (css: string): Record<string, string> =>
  Object.fromEntries([...css.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]))

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

const READ_ON: [text: string, ground: string][] = [
  ['ink', 'paper'],
  ['ink', 'surface'],
  ['ink', 'sunken'],
  ['ink', 'brass-wash'],
  ['ink-soft', 'paper'],
  ['ink-soft', 'surface'],
  ['ink-soft', 'sunken'],
  ['ink-soft', 'danger-wash'],
  ['brass-ink', 'paper'],
  ['brass-ink', 'surface'],
  ['on-brass', 'brass'],
  ['on-brass', 'brass-hover'],
  ['free', 'free-wash'],
  ['danger', 'paper'],
  ['danger', 'surface'],
  ['danger', 'danger-wash'],
]

test.each([
  ['light', light],
  ['dark', dark],
])('every text of the %s theme is readable (WCAG AA)', (_, css) => {
  const colors = colorsIn(css)
  const faint = READ_ON.filter(([text, ground]) => contrast(colors[text] ?? '', colors[ground] ?? '') < 4.5)
  const borders = ['paper', 'surface'].filter(
    (ground) => contrast(colors['line-strong'] ?? '', colors[ground] ?? '') < 3,
  )

  expect([...faint, ...borders]).toEqual([])
})

test.each([
  ['light', light],
  ['dark', dark],
] as const)('a dangerous button of the %s theme is readable, hovered or not', (scheme, css) => {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme)
  const button = defaultVariantColorsResolver({ color: 'danger', variant: 'filled', theme: whole })
  const grounds = [button.background, button.hover].map((variable) => {
    const [, name = ''] = /^var\(--(.+)\)$/.exec(variable) ?? []
    const [, token = ''] = /^var\(--(.+)\)$/.exec(cssVariables(whole)[scheme][`--${name}`] ?? '') ?? []
    return colorsIn(css)[token] ?? ''
  })

  expect(button.color).toBe('var(--mantine-color-white)')
  expect(grounds.filter((ground) => !(contrast(whole.white, ground) >= 4.5))).toEqual([])
})

test('every ramp of the palette gets darker step by step', () => {
  for (const ramp of Object.values(palette)) {
    const lights = ramp.map(luminance)
    expect(lights).toEqual([...lights].sort((a, b) => b - a))
  }
})

test('the pages use no colour outside the palette', () => {
  const known = new Set(Object.values(palette).flatMap((ramp) => ramp.map((hex) => hex.toLowerCase())))
  const used = [...Object.values(colorsIn(light)), ...Object.values(colorsIn(dark))]

  expect(used.length).toBeGreaterThan(30)
  expect(used.filter((hex) => !known.has(hex))).toEqual([])
})

test('each Mantine component in use brings its own styles', () => {
  const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  )
  const used = new Set(
    sources.flatMap((file) => {
      const [, names = ''] =
        /import \{([^}]*)\} from '@mantine\/core'/.exec(readFileSync(path.join(SRC, file), 'utf8')) ?? []
      return names.split(',').map((name) => name.trim())
    }),
  )
  const styles = readFileSync(path.join(import.meta.dirname, 'styles.ts'), 'utf8')
  const home = path.dirname(path.dirname(new URL(import.meta.resolve('@mantine/core/styles.css')).pathname))
  const styled = [...used].filter((name) => existsSync(path.join(home, 'core/styles', `${name}.layer.css`)))

  expect(styled.length).toBeGreaterThan(10)
  expect(styled.filter((name) => !styles.includes(`/${name}.layer.css`))).toEqual([])
})
