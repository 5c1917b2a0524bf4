import type { Random } from '@keyhour/server/src/demo/random.ts'
import { shade } from '../colour.ts'
import { palette } from '../palette.ts'
import { circle, oblong, path, rect } from '../shapes.ts'
import { dim, type Facade, type FacadePlan, glazing, ground, keyDoor, railing, underLedge } from './facade.ts'

const { brass, brick, dusk, ink, leaf } = palette

export function stoneArches(plan: FacadePlan): Facade {
  const { random } = plan
  const wall = random.pick(['#E6D3AE', '#E9D6B8', '#E2C9A4', '#E8CDB4'])
  const shutter = random.pick([dusk[6], '#4F7278', brick[6], dusk[5]])
  const [left, right, top] = [250, 1030, 190]
  const door = keyDoor({ x: 640, width: 120, height: 168, colour: shutter, arch: true, leaves: 2 })
  const body = [
    rect([left, top, right - left, ground - top], wall),
    stones(left, top, right - left, random, wall),
    ...[330, 470, 810, 950].map((x) => arch(x, 276, 62, 112, wall, shutter, plan)),
    arch(640, 262, 84, 134, wall, shutter, plan),
    balcony(640, 396, wall),
    ...[350, 470, 810, 930].map((x) => arch(x, 470, 74, 130, wall, shutter, plan)),
    voussoirs(640, ground - 168 + 60, 69, wall),
    door.body,
    rect([left - 14, top - 18, right - left + 28, 20], shade(wall, 0.2)),
    rect([left - 14, top - 2, right - left + 28, 5], shade(wall, -0.2)),
    underLedge(left, top + 3, right - left, 16),
    rect([left, 426, right - left, 10], shade(wall, 0.14)),
    underLedge(left, 436, right - left, 6),
    rect([left, 622, right - left, 18], shade(wall, -0.16)),
    bougainvillea(random.pick([276, 1010]), random),
  ]
  return { body: body.join(''), halo: door.halo, trees: [140, 1150] }
}

function stones(x: number, y: number, width: number, random: Random, wall: string): string {
  let light = ''
  let dark = ''
  let joints = ''
  for (let row = 0; y + row * 22 < ground; row++) {
    const ry = y + row * 22
    joints += `M${x} ${ry}h${width}`
    for (let sx = x + (row % 2) * 24; sx < x + width - 60; ) {
      const wide = random.whole(40, 74)
      if (random.chance(0.2)) light += oblong(sx + 1, ry + 1, wide - 2, 20)
      else if (random.chance(0.24)) dark += oblong(sx + 1, ry + 1, wide - 2, 20)
      joints += `M${sx} ${ry}v22`
      sx += wide
    }
  }
  return (
    path(light, { fill: shade(wall, 0.45), opacity: 0.7 }) +
    path(dark, { fill: shade(wall, -0.16), opacity: 0.6 }) +
    path(joints, { stroke: shade(wall, -0.3), width: 1.2, opacity: 0.4 })
  )
}

function arch(
  x: number,
  y: number,
  width: number,
  height: number,
  wall: string,
  shutter: string,
  plan: FacadePlan,
): string {
  const half = width / 2
  const round = (grow: number) =>
    `M${x - half - grow} ${y + height}V${y + half}A${half + grow} ${half + grow} 0 0 1 ${x + half + grow} ${y + half}V${y + height}z`
  const lower = { x: x - half, y: y + half, width, height: height - half }
  return [
    path(round(13), shade(wall, 0.3)),
    path(round(0), dusk[7]),
    glazing(lower, plan),
    path(
      `M${x - half} ${y + half}A${half} ${half} 0 0 1 ${x + half} ${y + half}M${x} ${y}V${y + height}M${x - half} ${y + half}h${width}`,
      { stroke: shutter, width: 4 },
    ),
    shutterLeaf(x - half - 4, y + half, -1, height - half, shutter),
    shutterLeaf(x + half + 4, y + half, 1, height - half, shutter),
    rect([x - half - 16, y + height, width + 32, 8], shade(wall, 0.35)),
    underLedge(x - half - 14, y + height + 8, width + 26, 7),
  ].join('')
}

function shutterLeaf(x: number, y: number, side: 1 | -1, height: number, colour: string): string {
  const left = side < 0 ? x - 20 : x
  const slats = Array.from(
    { length: Math.floor((height - 10) / 7) },
    (_, i) => `M${left + 3} ${y + 7 + i * 7}h14`,
  )
  return (
    rect([left + 4, y + 4, 20, height], { fill: dim, opacity: 0.14 }) +
    rect([left, y, 20, height], colour) +
    path(slats.join(''), { stroke: shade(colour, -0.3), width: 1.6 })
  )
}

function voussoirs(x: number, y: number, radius: number, wall: string): string {
  const lines = Array.from({ length: 9 }, (_, i) => {
    const turn = Math.PI + (Math.PI * i) / 8
    const [c, s] = [Math.cos(turn), Math.sin(turn)]
    return `M${Math.round(x + c * radius)} ${Math.round(y + s * radius)}L${Math.round(x + c * (radius + 26))} ${Math.round(y + s * (radius + 26))}`
  })
  const outer = radius + 26
  return (
    path(
      `M${x - outer} ${ground}V${y}A${outer} ${outer} 0 0 1 ${x + outer} ${y}V${ground}z`,
      shade(wall, 0.34),
    ) + path(lines.join(''), { stroke: shade(wall, -0.3), width: 1.6, opacity: 0.6 })
  )
}

function balcony(x: number, y: number, wall: string): string {
  return (
    underLedge(x - 76, y + 12, 156, 20) +
    rect([x - 82, y, 164, 12], shade(wall, 0.3)) +
    path(`M${x - 66} ${y + 12}v18q10 -2 14 -18zM${x + 66} ${y + 12}v18q-10 -2 -14 -18z`, shade(wall, -0.12)) +
    railing(x - 78, y - 44, 156, 44, ink[8])
  )
}

function bougainvillea(x: number, random: Random): string {
  const vine = path(`M${x} ${ground}C${x - 20} 560 ${x + 26} 500 ${x} 430`, {
    stroke: palette.wood[6],
    width: 5,
  })
  const tufts = Array.from({ length: 26 }, () => {
    const t = random.next()
    const spread = 14 + (1 - t) * 34
    return circle(
      x + random.between(-spread, spread),
      600 - (1 - t) * 190,
      random.between(8, 15),
      random.pick([leaf[5], leaf[6], brick[3], brick[4], '#C7657E']),
    )
  })
  return vine + tufts.join('') + circle(x, 634, 8, brass[6])
}
