import type { Random } from '@keyhour/server/src/demo/random.ts'
import { mix, shade } from '../colour.ts'
import { palette } from '../palette.ts'
import { circle, oblong, path, polygon, rect } from '../shapes.ts'
import {
  dim,
  type Facade,
  type FacadePlan,
  facadeWindow,
  ground,
  keyDoor,
  planter,
  underLedge,
} from './facade.ts'

const { brick, dusk, ink, leaf, paper, wood } = palette

export function gardenHouse(plan: FacadePlan): Facade {
  const { random } = plan
  const wall = random.pick([paper[1], '#E9D9C0', dusk[1], '#EBD3C4'])
  const tiles = random.pick([brick[5], brick[4], ink[6], '#8A5A44'])
  const shutter = random.pick([dusk[6], '#4F7278', brick[6]])
  const door = keyDoor({ x: 560, width: 92, height: 148, colour: shutter })
  const look = { frame: paper[0], surround: shade(wall, 0.5), columns: 2, rows: 2, sill: shade(wall, -0.1) }
  const body = [
    lawn(),
    chimney(),
    rect([330, 400, 640, ground - 400], wall),
    gable(wall, plan),
    roofSide(tiles),
    rect([330, 400, 640, 10], { fill: dim, opacity: 0.16 }),
    ...[370, 690, 850].map((x) =>
      withShutters(x, shutter, facadeWindow({ x, y: 478, width: 76, height: 94 }, look, plan)),
    ),
    ...[362, 682, 842].map((x) => planter(x, 590, 92, random)),
    rect([330, 622, 640, 18], shade(wall, -0.22)),
    porch(tiles),
    door.body,
    ...hedges(random),
    fence(random),
  ]
  return { body: body.join(''), halo: door.halo, trees: random.pick([[180, 1080], [1100], [190]]) }
}

function lawn(): string {
  return (
    rect([0, 616, 1280, 30], leaf[4]) +
    polygon(
      [
        [520, 640],
        [600, 640],
        [640, 712],
        [480, 712],
      ],
      paper[3],
    )
  )
}

function chimney(): string {
  return (
    rect([800, 196, 52, 110], brick[5]) +
    rect([792, 188, 68, 14], brick[6]) +
    rect([838, 202, 14, 104], { fill: dim, opacity: 0.2 })
  )
}

function gable(wall: string, plan: FacadePlan): string {
  return (
    polygon(
      [
        [400, 410],
        [560, 262],
        [720, 410],
      ],
      wall,
    ) +
    facadeWindow(
      { x: 526, y: 322, width: 68, height: 66 },
      { frame: paper[0], surround: shade(wall, 0.5), columns: 2, rows: 1, sill: shade(wall, -0.1) },
      plan,
    )
  )
}

function roofSide(tiles: string): string {
  const rows = Array.from({ length: 8 }, (_, i) => `M${694 - i * 19} ${392 - i * 18}H${1006 - i * 9}`)
  const left = Array.from({ length: 3 }, (_, i) => `M${296 + i * 8} ${392 - i * 18}H${410 + i * 20}`)
  return [
    polygon(
      [
        [586, 262],
        [934, 250],
        [1012, 408],
        [718, 408],
      ],
      tiles,
    ),
    polygon(
      [
        [290, 408],
        [352, 300],
        [520, 292],
        [404, 408],
      ],
      shade(tiles, 0.1),
    ),
    path(rows.join('') + left.join(''), { stroke: shade(tiles, -0.25), width: 2.4, opacity: 0.5 }),
    path('M386 424L560 256L734 424', { stroke: shade(tiles, -0.2), width: 16 }),
    path('M384 418L560 248L736 418', { stroke: shade(tiles, 0.25), width: 6 }),
    underLedge(734, 408, 272, 14),
  ].join('')
}

function withShutters(x: number, colour: string, window: string): string {
  const leafAt = (lx: number) => {
    const slats = Array.from({ length: 11 }, (_, i) => `M${lx + 4} ${484 + i * 8}h18`)
    return (
      rect([lx + 3, 475, 26, 100], { fill: dim, opacity: 0.14 }) +
      rect([lx, 472, 26, 102], colour) +
      path(slats.join(''), { stroke: shade(colour, -0.3), width: 1.8 })
    )
  }
  return window + leafAt(x - 38) + leafAt(x + 88)
}

function porch(tiles: string): string {
  return (
    rect([476, 446, 10, 194], paper[0]) +
    rect([634, 446, 10, 194], paper[0]) +
    rect([482, 446, 4, 194], { fill: dim, opacity: 0.16 }) +
    rect([640, 446, 4, 194], { fill: dim, opacity: 0.16 }) +
    underLedge(470, 446, 184, 14) +
    polygon(
      [
        [456, 446],
        [486, 420],
        [634, 420],
        [664, 446],
      ],
      mix(tiles, paper[2], 0.12),
    ) +
    rect([454, 444, 212, 7], paper[0])
  )
}

function hedges(random: Random): string[] {
  const clump = (from: number, to: number) => {
    let drawn = rect([from, 626, to - from, 50], leaf[6])
    for (let x = from; x < to; x += 20)
      drawn += circle(
        x + 10,
        630 - random.between(0, 8),
        random.between(14, 19),
        shade(leaf[random.whole(5, 6)]!, random.between(-0.08, 0.1)),
      )
    for (let x = from; x < to; x += 46)
      drawn += circle(
        x + random.between(4, 40),
        634 + random.between(-14, 20),
        3.4,
        random.pick([brick[3], paper[0], palette.brass[3]]),
      )
    return drawn
  }
  return [clump(60, 470), clump(660, 1220)]
}

function fence(random: Random): string {
  const colour = random.pick([paper[0], wood[4], dusk[2]])
  const posts = (from: number, to: number) => {
    let d = ''
    for (let x = from; x < to; x += 22) d += `M${x} 706V660l6 -9 6 9V706z`
    return (
      path(d, colour) +
      path(oblong(from - 6, 668, to - from, 6) + oblong(from - 6, 690, to - from, 6), shade(colour, -0.16))
    )
  }
  return (
    posts(20, 470) +
    posts(660, 1260) +
    rect([470, 640, 12, 70], shade(colour, -0.1)) +
    rect([646, 640, 12, 70], shade(colour, -0.1)) +
    circle(476, 638, 8, colour) +
    circle(652, ground - 2, 8, colour)
  )
}
