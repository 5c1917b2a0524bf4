import type { Random } from '@keyhour/server/src/demo/random.ts'
import { shade } from '../colour.ts'
import { palette } from '../palette.ts'
import { oblong, path, rect } from '../shapes.ts'
import { dim, type Facade, type FacadePlan, glazing, ground, keyDoor, planter, underLedge } from './facade.ts'

const { brass, brick, ink, leaf, paper } = palette

export function warehouse(plan: FacadePlan): Facade {
  const { random } = plan
  const wall = random.pick([brick[4], '#B8654C', '#A9745C', '#C08A6C'])
  const steel = random.pick([ink[8], '#2F4A48', ink[7]])
  const [left, right, top] = [200, 1080, 170]
  const door = keyDoor({ x: 640, width: 124, height: 156, colour: steel, leaves: 2 })
  const bays = [270, 440, 740, 910]
  const body = [
    rect([left, top, right - left, ground - top], wall),
    bricks(left, top, right - left, wall, random),
    ...[left, 400, 560, 700, 860, right - 26].map(
      (x) =>
        rect([x, top, 26, ground - top], shade(wall, 0.08)) +
        rect([x + 20, top, 6, ground - top], { fill: dim, opacity: 0.16 }),
    ),
    ...bays.map((x) => bay({ x: x - 12, y: 220, width: 116, height: 150 }, wall, steel, plan)),
    bay({ x: 590, y: 220, width: 106, height: 150 }, wall, steel, plan),
    ...bays.map((x) => bay({ x: x - 12, y: 434, width: 116, height: 160 }, wall, steel, plan)),
    rect([left - 10, 396, right - left + 20, 12], shade(wall, -0.24)),
    underLedge(left - 10, 408, right - left + 20, 8),
    crown(left, right, top, wall),
    rect([left, 620, right - left, 20], shade(wall, -0.35)),
    canopy(steel),
    door.body,
    planter(500, ground - 6, 54, random),
    planter(736, ground - 6, 54, random),
    random.chance(0.6) ? ivy(left, top, random) : '',
  ]
  return { body: body.join(''), halo: door.halo, trees: [110, 1180] }
}

function bricks(x: number, y: number, width: number, wall: string, random: Random): string {
  let light = ''
  let dark = ''
  let courses = ''
  for (let row = 0; y + row * 11 < ground; row++) {
    const ry = y + row * 11
    courses += `M${x} ${ry}h${width}`
    for (let i = 0; i < 5; i++) {
      const d = oblong(x + Math.floor(random.between(0, width / 26 - 1)) * 26 + (row % 2) * 13, ry + 1, 24, 9)
      if (random.chance(0.5)) light += d
      else dark += d
    }
  }
  return (
    path(courses, { stroke: shade(wall, -0.3), width: 1, opacity: 0.35 }) +
    path(light, { fill: shade(wall, 0.25), opacity: 0.6 }) +
    path(dark, { fill: shade(wall, -0.3), opacity: 0.45 })
  )
}

type Bay = { x: number; y: number; width: number; height: number }

function bay(opening: Bay, wall: string, steel: string, plan: FacadePlan): string {
  const { x, y, width, height } = opening
  const curve = (grow: number) =>
    `M${x - grow} ${y + height}V${y}Q${x + width / 2} ${y - 26 - grow} ${x + width + grow} ${y}V${y + height}z`
  const bars = [0.25, 0.5, 0.75].map((part) => `M${x + width * part} ${y - 10}V${y + height}`)
  const rows = [0.25, 0.5, 0.75].map((part) => `M${x} ${y + height * part}h${width}`)
  const lintel = Array.from(
    { length: 11 },
    (_, i) => `M${x + (width / 10) * i} ${y - 2 - Math.sin((i / 10) * Math.PI) * 12}v-16`,
  )
  return [
    path(curve(8), shade(wall, -0.3)),
    path(curve(0), palette.dusk[6]),
    glazing(opening, plan),
    path(bars.join('') + rows.join(''), { stroke: steel, width: 3 }),
    path(curve(0), { stroke: steel, width: 5 }),
    path(lintel.join(''), { stroke: shade(wall, -0.4), width: 1.4, opacity: 0.7 }),
    rect([x - 12, y + height, width + 24, 9], paper[5]),
    underLedge(x - 10, y + height + 9, width + 18, 7),
  ].join('')
}

function crown(left: number, right: number, top: number, wall: string): string {
  const teeth = Array.from({ length: Math.floor((right - left) / 20) }, (_, i) =>
    oblong(left + 4 + i * 20, top + 2, 11, 12),
  )
  return (
    rect([left - 12, top - 22, right - left + 24, 24], shade(wall, -0.12)) +
    rect([left - 12, top - 26, right - left + 24, 7], paper[5]) +
    path(teeth.join(''), shade(wall, -0.25)) +
    rect([540, top - 70, 200, 46], shade(wall, -0.06)) +
    rect([532, top - 78, 216, 10], paper[5]) +
    rect([632, top - 60, 16, 26], ink[8], 8)
  )
}

function canopy(steel: string): string {
  return (
    path('M530 398L552 416M750 398L728 416', { stroke: steel, width: 3 }) +
    rect([520, 414, 240, 10], steel) +
    rect([520, 414, 240, 3], brass[5]) +
    underLedge(520, 424, 236, 16)
  )
}

function ivy(x: number, y: number, random: Random): string {
  const clump = Array.from({ length: 60 }, () => {
    const rise = random.next() ** 1.4
    const lx = x + random.between(-6, 70) * (1 - rise * 0.6)
    const ly = ground - rise * (ground - y - 60)
    return `M${Math.round(lx)} ${Math.round(ly)}q9 -9 16 -1q-5 10 -16 1z`
  })
  return path(clump.slice(0, 30).join(''), leaf[6]) + path(clump.slice(30).join(''), leaf[5])
}
