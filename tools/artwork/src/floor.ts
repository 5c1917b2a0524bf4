import type { Random } from '@keyhour/server/src/demo/random.ts'
import { mix, shade } from './colour.ts'
import { palette } from './palette.ts'
import { num, type Point, path, polygon, trail } from './shapes.ts'
import { project, type Spot, scaleAt } from './solid.ts'

export type FloorKind = 'planks' | 'tiles' | 'terrazzo' | 'carpet'

const { brass, brick, dusk, ink, paper } = palette

export function floorOf(kind: FloorKind, colour: string, random: Random): string {
  return { planks, tiles, terrazzo, carpet }[kind](colour, random) + floorShade()
}

function planks(colour: string, random: Random): string {
  const wide = 0.235
  const tones = [-0.07, 0.06, 0.1].map((tint) => ({ colour: shade(colour, tint), boards: '' }))
  let joints = ''
  for (let i = -16; i < 16; i++) {
    const x = i * wide
    const ends = [0, random.between(0.4, 1.2), random.between(1.5, 2.3), 3.6]
    for (let k = 0; k < 3; k++) {
      const [from, to] = [ends[k]!, ends[k + 1]!]
      if (random.chance(0.6)) random.pick(tones).boards += board(x, wide, from, to)
      if (k > 0) joints += segment([x, 0, from], [x + wide, 0, from])
    }
    joints += segment([x, 0, 0], [x, 0, 3.6])
  }
  return (
    tones.map((tone) => path(tone.boards, tone.colour)).join('') +
    path(joints, { stroke: shade(colour, -0.25), width: 1, opacity: 0.55 })
  )
}

function board(x: number, wide: number, from: number, to: number): string {
  const corners: Spot[] = [
    [x, 0, from],
    [x + wide, 0, from],
    [x + wide, 0, to],
    [x, 0, to],
  ]
  return `${trail(wholePixels(corners))}z`
}

function tiles(colour: string): string {
  const lines: string[] = []
  for (let i = -6; i <= 6; i++) lines.push(segment([i * 0.6, 0, 0], [i * 0.6, 0, 3.6]))
  for (let z = 0.3; z < 3.6; z += 0.6) lines.push(segment([-3.6, 0, z], [3.6, 0, z]))
  return (
    path(lines.join(''), { stroke: shade(colour, -0.18), width: 2, opacity: 0.7 }) +
    path(lines.join(''), { stroke: shade(colour, 0.4), width: 0.8, opacity: 0.7 })
  )
}

function terrazzo(colour: string, random: Random): string {
  return [brick[3], dusk[4], paper[1], brass[3], ink[5]]
    .map((chip) => {
      const chips = Array.from({ length: 20 }, () => {
        const z = random.between(0.05, 3.4)
        const reach = Math.min(3.5, 640 / scaleAt(z))
        const [x, y] = project([random.between(-reach, reach), 0, z])
        const size = scaleAt(z) * random.between(0.008, 0.022)
        return `M${num(x)} ${num(y)}l${num(size)} ${num(-size * 0.4)} ${num(size * 0.7)} ${num(size * 0.4)} ${num(-size)} ${num(size * 0.4)}z`
      })
      return path(chips.join(''), { fill: mix(chip, colour, 0.35), opacity: 0.8 })
    })
    .join('')
}

function carpet(colour: string): string {
  const stripes = Array.from({ length: 9 }, (_, i) =>
    segment([-3.6, 0, 0.2 + i * 0.4], [3.6, 0, 0.2 + i * 0.4]),
  )
  return path(stripes.join(''), { stroke: shade(colour, -0.08), width: 6, opacity: 0.5 })
}

/** Brighter near the window, darker towards the lower right. */
function floorShade(): string {
  return polygon([project([-3.6, 0, 0]), project([3.6, 0, 0]), [1280, 800], [0, 800]], {
    fill: 'url(#veil)',
    opacity: 0.6,
  })
}

function segment(from: Spot, to: Spot): string {
  return trail(wholePixels([from, to]))
}

/** Floor patterns are long; tenths of a pixel would only make them longer. */
function wholePixels(spots: readonly Spot[]): Point[] {
  return spots.map(project).map(([x, y]): Point => [Math.round(x), Math.round(y)])
}
