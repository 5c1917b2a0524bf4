import type { Random } from '@keyhour/server/src/demo/random.ts'
import { mix, shade, shining } from '../colour.ts'
import { palette } from '../palette.ts'
import { oblong, path, polygon, rect } from '../shapes.ts'
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

const { brass, dusk, ink, paper, wood } = palette

export function glassTower(plan: FacadePlan): Facade {
  const { random, isEvening } = plan
  const glass = random.pick([dusk[4], '#6C93A6', dusk[5]])
  const [left, right] = [350, 930]
  const door = keyDoor({ x: 640, width: 110, height: 150, colour: ink[7], leaves: 2 })
  const stone = random.pick([paper[3], '#CFC8BE', dusk[1]])
  const body = [
    rect([left, -10, right - left, 490], glass),
    mirror(left, right, glass, random),
    panes(left, right, isEvening, random),
    rect([right - 60, -10, 60, 490], { fill: dim, opacity: 0.18 }),
    mullions(left, right),
    rect([220, 470, 840, ground - 470], stone),
    rect([220, 462, 840, 16], shade(stone, 0.4)),
    underLedge(220, 478, 840, 12),
    ...[250, 370].map((x) =>
      facadeWindow({ x, y: 506, width: 96, height: 112 }, { frame: ink[6], columns: 2, rows: 1 }, plan),
    ),
    ...[814, 934].map((x) =>
      facadeWindow({ x, y: 506, width: 96, height: 112 }, { frame: ink[6], columns: 2, rows: 1 }, plan),
    ),
    lobby(),
    door.body,
    planter(500, ground - 4, 60, random),
    planter(722, ground - 4, 60, random),
  ]
  return { body: body.join(''), halo: door.halo, trees: [130, 1170] }
}

function mirror(left: number, right: number, glass: string, random: Random): string {
  const cloud = (x: number, y: number) =>
    path(`M${x} ${y}q20 -30 60 -18q30 -26 70 0q40 -4 46 22q-90 18 -176 -4z`, {
      fill: paper[0],
      opacity: 0.35,
    })
  return [
    polygon(
      [
        [left, -10],
        [right - 140, -10],
        [left + 90, 480],
        [left, 480],
      ],
      { fill: mix(glass, paper[0], 0.55), opacity: 0.5 },
    ),
    polygon(
      [
        [right - 110, -10],
        [right - 60, -10],
        [left + 190, 480],
        [left + 130, 480],
      ],
      { fill: paper[0], opacity: 0.22 },
    ),
    cloud(left + random.between(20, 120), random.between(80, 160)),
    cloud(left + random.between(240, 340), random.between(220, 320)),
  ].join('')
}

function panes(left: number, right: number, isEvening: boolean, random: Random): string {
  let lit = ''
  let blind = ''
  for (let y = 6; y < 450; y += 58)
    for (let x = left + 6; x < right - 20; x += 58) {
      if (random.chance(isEvening ? 0.4 : 0)) lit += oblong(x, y, 46, 44)
      else if (random.chance(0.2)) blind += oblong(x, y, 46, random.whole(10, 30))
    }
  return (
    path(blind, { fill: paper[1], opacity: 0.3 }) +
    (lit ? path(lit, { fill: shining(brass[2]), opacity: 0.85 }) : '')
  )
}

function mullions(left: number, right: number): string {
  let thin = ''
  let floors = ''
  for (let x = left; x <= right; x += 58) thin += `M${x} -10V470`
  for (let y = 0; y < 470; y += 58) floors += oblong(left, y - 4, right - left, 8)
  return path(floors, { fill: ink[7], opacity: 0.75 }) + path(thin, { stroke: ink[7], width: 3.4 })
}

function lobby(): string {
  const boards = Array.from({ length: 15 }, (_, i) => oblong(494 + i * 20, 486, 2, 154))
  return (
    rect([490, 484, 300, 156], wood[4]) +
    path(boards.join(''), { fill: wood[7], opacity: 0.6 }) +
    rect([470, 470, 340, 14], ink[8]) +
    rect([470, 470, 340, 4], brass[5]) +
    underLedge(470, 484, 330, 16)
  )
}
