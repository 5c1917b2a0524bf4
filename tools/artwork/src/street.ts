import type { Random } from '@keyhour/server/src/demo/random.ts'
import { mix, shade, shining } from './colour.ts'
import { type Hour, skies } from './light.ts'
import { palette } from './palette.ts'
import { circle, ellipse, oblong, path, polygon, rect } from './shapes.ts'

const { brass, brick, dusk, ink, leaf, paper, wood } = palette
const dim = '#2A2320'

export function backdrop(random: Random, hour: Hour): string {
  const air = hour === 'night' ? '#8F9BB8' : skies[hour][2]
  const row = (distance: number, low: number, high: number) => {
    let d = ''
    for (let x = -20; x < 1300; ) {
      const wide = random.between(60, 120)
      d += oblong(x, 640 - random.between(low, high), wide, 640)
      x += wide
    }
    return path(d, mix(dusk[4], air, distance))
  }
  return row(0.75, 180, 330) + row(0.6, 100, 230) + neighbour(-30, 190, random) + neighbour(1120, 200, random)
}

function neighbour(x: number, width: number, random: Random): string {
  const wall = random.pick([paper[4], '#D9C6B4', dusk[2], '#D8B9A6', paper[5]])
  const top = random.between(200, 290)
  let panes = ''
  for (let wy = top + 50; wy < 560; wy += 92)
    panes += oblong(x + 36, wy, 40, 58) + oblong(x + 118, wy, 40, 58)
  return (
    rect([x, top, width, 640 - top], wall) +
    rect([x - 6, top - 12, width + 12, 14], shade(wall, -0.14)) +
    path(panes, mix(dusk[6], wall, 0.3)) +
    rect([x, 566, width, 74], shade(wall, -0.12)) +
    rect([x, top, width, 440], { fill: dim, opacity: 0.06 })
  )
}

export function pavement(): string {
  const slabs = Array.from({ length: 17 }, (_, i) => {
    const x = i * 80
    return `M${x} 640L${640 + (x - 640) * 1.16} 712`
  })
  return [
    rect([0, 636, 1280, 84], paper[4]),
    path(`${slabs.join('')}M0 662H1280M0 686H1280`, { stroke: paper[6], width: 1.4, opacity: 0.6 }),
    rect([0, 712, 1280, 12], paper[2]),
    rect([0, 722, 1280, 8], paper[6]),
    rect([0, 730, 1280, 70], ink[5]),
    rect([0, 730, 1280, 10], { fill: dim, opacity: 0.25 }),
    path('M40 776h120M300 776h120M560 776h120M820 776h120M1080 776h120', {
      stroke: paper[3],
      width: 5,
      opacity: 0.7,
    }),
  ].join('')
}

export function foreground(random: Random, hour: Hour, spots: readonly number[]): string {
  const trees = spots.map((x) => tree(x, random.between(0.85, 1.1), random))
  const post = random.chance(0.6) ? lampPost(random.pick([246, 1036]), hour === 'night') : ''
  const ride = random.chance(0.6)
    ? bicycle(random.pick([330, 860, 960]), random)
    : bench(random.pick([320, 870]))
  return ride + post + trees.join('')
}

function tree(x: number, size: number, random: Random): string {
  const base = 700
  const green = random.pick([leaf[4], leaf[5], '#7C9A58', '#8FA35C'])
  const blobs = [
    [0, -250, 74],
    [-58, -210, 56],
    [58, -214, 58],
    [-30, -300, 52],
    [36, -296, 50],
    [0, -190, 60],
  ] as const
  const crown = (dx: number, dy: number, grow: number, colour: string) =>
    blobs
      .map(([bx, by, r]) => circle(x + (bx + dx) * size, base + (by + dy) * size, r * size * grow, colour))
      .join('')
  const leaves = Array.from({ length: 22 }, () => {
    const turn = random.between(0, 6.28)
    const reach = random.between(10, 92) * size
    return `M${Math.round(x + Math.cos(turn) * reach)} ${Math.round(base - 240 * size + Math.sin(turn) * reach * 0.8)}q6 -8 13 -3q-5 8 -13 3z`
  })
  return [
    ellipse([x + 46, base + 4], 92 * size, 12, { fill: dim, opacity: 0.2 }),
    path(
      `M${x - 9} ${base}C${x - 5} ${base - 80 * size} ${x - 8} ${base - 120 * size} ${x - 4} ${base - 200 * size}H${x + 5}C${x + 8} ${base - 120 * size} ${x + 5} ${base - 80 * size} ${x + 10} ${base}z`,
      wood[6],
    ),
    path(
      `M${x} ${base - 130 * size}L${x - 34 * size} ${base - 190 * size}M${x + 2} ${base - 150 * size}L${x + 36 * size} ${base - 206 * size}`,
      { stroke: wood[6], width: 6 * size },
    ),
    crown(6, 8, 1, shade(green, -0.24)),
    crown(0, 0, 0.94, green),
    crown(-14, -14, 0.6, shade(green, 0.14)),
    path(leaves.join(''), { fill: shade(green, 0.35), opacity: 0.8 }),
    ellipse([x, base + 2], 30, 6, wood[8]),
  ].join('')
}

function lampPost(x: number, isLit: boolean): string {
  return (
    ellipse([x + 20, 704], 34, 5, { fill: dim, opacity: 0.2 }) +
    path(`M${x} 704V410Q${x} 380 ${x + 26} 380`, { stroke: ink[7], width: 6 }) +
    rect([x - 8, 676, 16, 28], ink[8], 2) +
    path(`M${x + 14} 384h26l6 16h-38z`, ink[8]) +
    path(`M${x + 9} 400h36q-18 9 -36 0z`, isLit ? shining(brass[0]) : brass[1]) +
    (isLit
      ? ellipse([x + 27, 408], 90, 90, 'url(#glow)') + ellipse([x + 30, 700], 110, 20, 'url(#glow)')
      : '')
  )
}

function bicycle(x: number, random: Random): string {
  const y = 678
  const colour = random.pick([brick[5], dusk[6], brass[5]])
  const wheel = (wx: number) =>
    circle(wx, y, 25, { stroke: ink[8], width: 3.6 }) +
    path(`M${wx - 23} ${y}h46M${wx} ${y - 23}v46M${wx - 16} ${y - 16}l32 32M${wx - 16} ${y + 16}l32 -32`, {
      stroke: ink[4],
      width: 0.9,
    }) +
    circle(wx, y, 3, ink[7])
  return (
    ellipse([x + 50, y + 27], 74, 6, { fill: dim, opacity: 0.2 }) +
    wheel(x) +
    wheel(x + 82) +
    path(
      `M${x} ${y}L${x + 26} ${y - 40}H${x + 66}L${x + 38} ${y}H${x}M${x + 38} ${y}L${x + 22} ${y - 50}M${x + 82} ${y}L${x + 62} ${y - 56}`,
      { stroke: colour, width: 4 },
    ) +
    path(`M${x + 14} ${y - 52}h18`, { stroke: ink[8], width: 5 }) +
    path(`M${x + 62} ${y - 56}q10 -8 18 0`, { stroke: ink[7], width: 3.4 }) +
    circle(x + 38, y, 6, ink[7]) +
    path(`M${x + 72} ${y - 52}h26l-4 20h-18z`, wood[3])
  )
}

function bench(x: number): string {
  return (
    ellipse([x + 64, 702], 84, 6, { fill: dim, opacity: 0.2 }) +
    path(`M${x + 14} 664v38M${x + 100} 664v38M${x + 14} 664l-4 -32M${x + 100} 664l4 -32`, {
      stroke: ink[8],
      width: 5,
    }) +
    [632, 644].map((y) => rect([x, y, 114, 8], wood[4], 2)).join('') +
    polygon(
      [
        [x - 2, 662],
        [x + 116, 662],
        [x + 122, 672],
        [x - 8, 672],
      ],
      wood[3],
    ) +
    rect([x - 8, 672, 130, 5], wood[6], 1)
  )
}
