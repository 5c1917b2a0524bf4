import { shade } from '../colour.ts'
import { palette } from '../palette.ts'
import { circle, oblong, path, polygon, rect } from '../shapes.ts'
import {
  type Facade,
  type FacadePlan,
  facadeWindow,
  ground,
  keyDoor,
  type Opening,
  planter,
  railing,
  underLedge,
} from './facade.ts'

const { dusk, ink, paper, wood } = palette

export function altbau(plan: FacadePlan): Facade {
  const { random } = plan
  const wall = random.pick(['#E3CFA8', '#D9C2B2', '#C9D0D2', '#E0D9C6', '#DDB9A0'])
  const stucco = shade(wall, 0.5)
  const [left, right, top] = [280, 1000, 180]
  const door = keyDoor({ x: 640, width: 112, height: 164, colour: wood[7], arch: true, leaves: 2 })
  const columns = [345, 492, 735, 882]
  const body = [
    roof(left, right, top, plan),
    rect([left, top, right - left, ground - top], wall),
    cornice(left, right, top, stucco),
    ...columns.flatMap((x) => [
      stately({ x, y: 222, width: 56, height: 88 }, stucco, 'flat', plan),
      stately({ x, y: 356, width: 56, height: 96 }, stucco, 'pointed', plan),
    ]),
    stately({ x: 606, y: 216, width: 68, height: 94 }, stucco, 'flat', plan),
    stately({ x: 606, y: 346, width: 68, height: 104 }, stucco, 'pointed', plan),
    balcony(520, 452, stucco, plan),
    balcony(763, 452, stucco, plan),
    rusticated(left, right, wall),
    ...columns.map((x) =>
      facadeWindow(
        { x: x - 4, y: 524, width: 64, height: 84 },
        { frame: paper[0], surround: stucco, columns: 2, rows: 2, sill: stucco },
        plan,
      ),
    ),
    door.body,
  ]
  return { body: body.join(''), halo: door.halo, trees: [170, 1120] }
}

function roof(left: number, right: number, top: number, plan: FacadePlan): string {
  const slate = palette.ink[5]
  const tiles = Array.from(
    { length: 6 },
    (_, i) => `M${left + 4 + i * 4} ${top - 16 - i * 14}H${right - 4 - i * 4}`,
  )
  const dormer = (x: number) =>
    polygon(
      [
        [x - 36, top - 66],
        [x, top - 92],
        [x + 36, top - 66],
      ],
      paper[2],
    ) +
    rect([x - 30, top - 68, 60, 58], paper[2]) +
    facadeWindow(
      { x: x - 19, y: top - 60, width: 38, height: 46 },
      { frame: paper[0], columns: 2, rows: 1 },
      plan,
    )
  return [
    rect([380, top - 150, 40, 70], palette.brick[5]),
    rect([374, top - 156, 52, 10], palette.brick[6]),
    rect([860, top - 150, 40, 70], palette.brick[5]),
    rect([854, top - 156, 52, 10], palette.brick[6]),
    polygon(
      [
        [left, top],
        [left + 34, top - 100],
        [right - 34, top - 100],
        [right, top],
      ],
      slate,
    ),
    path(tiles.join(''), { stroke: shade(slate, -0.25), width: 2, opacity: 0.6 }),
    rect([left + 28, top - 106, right - left - 56, 8], ink[7]),
    ...[420, 640, 860].map(dormer),
  ].join('')
}

function cornice(left: number, right: number, top: number, stucco: string): string {
  const blocks = Array.from({ length: 30 }, (_, i) => oblong(left + 6 + i * 24, top + 4, 12, 12))
  return (
    underLedge(left, top + 14, right - left, 14) +
    rect([left - 14, top - 12, right - left + 28, 16], stucco) +
    rect([left - 8, top + 2, right - left + 16, 5], shade(stucco, -0.15)) +
    path(blocks.join(''), shade(stucco, -0.08)) +
    rect([left, 330, right - left, 8], stucco) +
    underLedge(left, 338, right - left, 5)
  )
}

function stately(opening: Opening, stucco: string, hood: 'flat' | 'pointed', plan: FacadePlan): string {
  const { x, y, width } = opening
  const top =
    hood === 'pointed'
      ? polygon(
          [
            [x - 16, y - 14],
            [x + width / 2, y - 34],
            [x + width + 16, y - 14],
          ],
          stucco,
        ) + circle(x + width / 2, y - 20, 4, shade(stucco, -0.16))
      : ''
  return [
    facadeWindow(opening, { frame: paper[0], surround: stucco, columns: 2, rows: 3, sill: stucco }, plan),
    underLedge(x - 14, y - 8, width + 28, 7),
    rect([x - 16, y - 15, width + 32, 8], stucco),
    top,
  ].join('')
}

function balcony(x: number, y: number, stucco: string, { random }: FacadePlan): string {
  return (
    underLedge(x - 50, y + 14, 104, 18) +
    rect([x - 56, y + 2, 112, 12], stucco) +
    path(`M${x - 44} ${y + 14}q2 18 18 0zM${x + 44} ${y + 14}q-2 18 -18 0z`, shade(stucco, -0.15)) +
    planter(x - 46, y - 16, 48, random) +
    railing(x - 54, y - 40, 108, 42, ink[8])
  )
}

function rusticated(left: number, right: number, wall: string): string {
  const tone = shade(wall, -0.12)
  const rows = Array.from({ length: 7 }, (_, i) => `M${left} ${494 + i * 20}h${right - left}`)
  return (
    rect([left, 484, right - left, ground - 484], tone) +
    path(rows.join(''), { stroke: shade(tone, -0.22), width: 3, opacity: 0.7 }) +
    path(
      rows
        .join('')
        .replaceAll('M', 'M')
        .replace(/M(\d+) (\d+)/g, (_, x, y) => `M${x} ${Number(y) + 3}`),
      { stroke: shade(tone, 0.4), width: 1.4, opacity: 0.6 },
    ) +
    rect([left - 8, 474, right - left + 16, 12], shade(wall, 0.5)) +
    underLedge(left, 486, right - left, 7) +
    rect([left, 626, right - left, 14], dusk[5])
  )
}
