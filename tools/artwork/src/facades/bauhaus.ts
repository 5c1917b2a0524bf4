import { shade } from '../colour.ts'
import { palette } from '../palette.ts'
import { oblong, path, rect } from '../shapes.ts'
import {
  dim,
  type Facade,
  type FacadePlan,
  facadeWindow,
  glazing,
  ground,
  keyDoor,
  planter,
  underLedge,
} from './facade.ts'

const { brick, dusk, ink, paper } = palette

export function bauhaus(plan: FacadePlan): Facade {
  const { random } = plan
  const wall = random.pick([paper[1], paper[2], '#F3E7D3', '#EFE9E4'])
  const frame = random.pick([dusk[7], ink[7], brick[6]])
  const [left, right, top] = [230, 1060, 150]
  const doorX = 430
  const door = keyDoor({ x: doorX, width: 96, height: 150, colour: frame })
  const floors = [200, 340, 480]
  const body = [
    rect([left, top, right - left, ground - top], wall),
    rect([left, top, right - left, 12], shade(wall, 0.6)),
    rect([left, top + 12, right - left, 4], shade(wall, -0.18)),
    rect([left + 60, top - 46, 150, 46], shade(wall, -0.05)),
    rect([left + 180, top - 46, 30, 46], shade(wall, -0.16)),
    rect([right - 70, top, 70, ground - top], { fill: dim, opacity: 0.05 }),
    stairwell(doorX, frame, plan),
    ...floors.flatMap((y) => [
      facadeWindow(
        { x: 262, y: y + 10, width: 86, height: 74 },
        { frame, columns: 2, rows: 1, sill: shade(wall, -0.08) },
        plan,
      ),
      facadeWindow({ x: 540, y, width: 230, height: 96 }, { frame, columns: 4, rows: 1 }, plan),
      balcony(y + 60, wall, plan),
    ]),
    groundFloor(wall),
    door.body,
  ]
  return { body: body.join(''), halo: door.halo, trees: [120, 1180] }
}

function stairwell(x: number, frame: string, plan: FacadePlan): string {
  return facadeWindow({ x: x - 22, y: 186, width: 44, height: 230 }, { frame, columns: 2, rows: 8 }, plan)
}

function balcony(y: number, wall: string, plan: FacadePlan): string {
  const { random } = plan
  const [x, width, high, round] = [510, 480, 62, 46]
  const shell = `M${x} ${y}H${x + width - round}Q${x + width} ${y} ${x + width} ${y + round * 0.5}V${y + high - round * 0.5}Q${x + width} ${y + high} ${x + width - round} ${y + high}H${x}z`
  return [
    glazing({ x: 800, y: y - 58, width: 130, height: 60 }, plan),
    rect([862, y - 58, 5, 60], paper[1]),
    random.chance(0.6) ? planter(560 + random.between(0, 260), y - 6, 70, random) : '',
    underLedge(x + 8, y + high - 4, width - 24, 26),
    path(shell, shade(wall, 0.3)),
    path(
      `M${x + width - round - 30} ${y}H${x + width - round}Q${x + width} ${y} ${x + width} ${y + round * 0.5}V${y + high - round * 0.5}Q${x + width} ${y + high} ${x + width - round} ${y + high}h-30z`,
      {
        fill: dim,
        opacity: 0.08,
      },
    ),
    path(oblong(x + 14, y + 40, width - 60, 5) + oblong(x + 14, y + 50, width - 60, 5), {
      fill: dim,
      opacity: 0.22,
    }),
    path(`M${x} ${y - 12}H${x + width - round}Q${x + width - 4} ${y - 10} ${x + width - 2} ${y + 8}`, {
      stroke: shade(wall, -0.5),
      width: 3,
    }),
  ].join('')
}

function groundFloor(wall: string): string {
  const posts = [600, 740, 880, 1020].map(
    (x) => rect([x, 604, 16, 36], shade(wall, -0.1)) + rect([x + 11, 604, 5, 36], shade(wall, -0.3)),
  )
  return (
    rect([520, 604, 540, 36], shade(wall, -0.55)) +
    posts.join('') +
    rect([230, 630, 290, 10], shade(wall, -0.2))
  )
}
