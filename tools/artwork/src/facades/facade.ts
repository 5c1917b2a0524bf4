import type { Random } from '@keyhour/server/src/demo/random.ts'
import { shade, shining } from '../colour.ts'
import { palette } from '../palette.ts'
import { circle, ellipse, line, path, polygon, rect } from '../shapes.ts'

const { brass, dusk, ink, leaf, paper, wood } = palette

export type FacadePlan = { random: Random; isEvening: boolean }

/** `trees` are the free positions on the pavement. */
export type Facade = { body: string; halo: string; trees: readonly number[] }

/** Where the wall meets the pavement. */
export const ground = 640

export const dim = '#2A2320'

export type Opening = { x: number; y: number; width: number; height: number }

/** The light comes from the upper left. */
export function underLedge(x: number, y: number, width: number, deep: number): string {
  return polygon(
    [
      [x, y],
      [x + width, y],
      [x + width + deep * 0.5, y + deep],
      [x + deep * 0.5, y + deep],
    ],
    { fill: dim, opacity: 0.16 },
  )
}

export function glazing({ x, y, width, height }: Opening, { random, isEvening }: FacadePlan): string {
  const isLit = isEvening && random.chance(0.55)
  const glass = isLit ? shining(brass[random.whole(2, 3)]!) : dusk[6]
  const inside = isLit ? insideLit({ x, y, width, height }, random) : reflection({ x, y, width, height })
  return (
    rect([x, y, width, height], glass) +
    inside +
    rect([x, y, width, 5], { fill: dim, opacity: 0.35 }) +
    rect([x, y, 4, height], { fill: dim, opacity: 0.25 })
  )
}

function reflection({ x, y, width, height }: Opening): string {
  return (
    polygon(
      [
        [x, y],
        [x + width, y],
        [x + width * 0.3, y + height],
        [x, y + height],
      ],
      { fill: dusk[3], opacity: 0.55 },
    ) +
    polygon(
      [
        [x + width * 0.55, y],
        [x + width * 0.75, y],
        [x + width * 0.2, y + height],
        [x, y + height],
      ],
      { fill: dusk[1], opacity: 0.4 },
    )
  )
}

function insideLit({ x, y, width, height }: Opening, random: Random): string {
  const things = [
    () =>
      line(
        [
          [x + width * 0.5, y],
          [x + width * 0.5, y + height * 0.25],
        ],
        shining(brass[8]),
        1.5,
      ) + ellipse([x + width * 0.5, y + height * 0.3], width * 0.14, height * 0.05, shining(brass[0])),
    () =>
      path(
        `M${x + width * 0.2} ${y + height}q${width * 0.02} ${-height * 0.4} ${width * 0.14} ${-height * 0.42}q${width * 0.1} ${height * 0.1} ${width * 0.1} ${height * 0.42}z`,
        { fill: shining(brass[7]), opacity: 0.6 },
      ),
    () =>
      rect([x + width * 0.55, y + height * 0.5, width * 0.3, height * 0.5], {
        fill: shining(brass[7]),
        opacity: 0.45,
      }),
  ]
  return (
    rect([x, y + height * 0.6, width, height * 0.4], { fill: shining(brass[5]), opacity: 0.35 }) +
    random.pick(things)()
  )
}

type WindowLook = { frame: string; surround?: string; columns: number; rows: number; sill?: string }

export function facadeWindow(opening: Opening, look: WindowLook, plan: FacadePlan): string {
  const { x, y, width, height } = opening
  const { frame, surround, columns, rows, sill } = look
  const bars = [
    ...Array.from({ length: columns - 1 }, (_, i) =>
      rect([x + (width / columns) * (i + 1) - 2, y, 4, height], frame),
    ),
    ...Array.from({ length: rows - 1 }, (_, i) =>
      rect([x, y + (height / rows) * (i + 1) - 2, width, 4], frame),
    ),
  ]
  return [
    surround ? rect([x - 9, y - 9, width + 18, height + 14], surround) : '',
    glazing(opening, plan),
    rect([x, y, width, height], { stroke: frame, width: 4 }),
    ...bars,
    sill
      ? rect([x - 10, y + height + 1, width + 20, 7], sill, 1) +
        underLedge(x - 8, y + height + 8, width + 14, 7)
      : '',
  ].join('')
}

type Door = {
  x: number
  width: number
  height: number
  colour: string
  arch?: boolean
  leaves?: 1 | 2
}

/** Every house has this door: lit in amber, under the key lamp. */
export function keyDoor({ x, width, height, colour, arch = false, leaves = 1 }: Door): {
  body: string
  halo: string
} {
  const [left, top, half] = [x - width / 2, ground - height, width / 2]
  const opening = (grow: number) =>
    arch
      ? `M${left - grow} ${ground}V${top + half}A${half + grow} ${half + grow} 0 0 1 ${left + width + grow} ${top + half}V${ground}z`
      : `M${left - grow} ${ground}V${top - grow}H${left + width + grow}V${ground}z`
  const wide = leaves === 2 ? width * 0.3 : width * 0.34
  const leafTop = arch ? top + half * 0.9 : top
  const leafDoor = (hinge: number, turn: 1 | -1) =>
    polygon(
      [
        [hinge, leafTop],
        [hinge + turn * wide, leafTop + 14],
        [hinge + turn * wide, ground + 8],
        [hinge, ground],
      ],
      colour,
    ) +
    polygon(
      [
        [hinge + turn * 6, leafTop + 20],
        [hinge + turn * (wide - 7), leafTop + 30],
        [hinge + turn * (wide - 7), leafTop + 90],
        [hinge + turn * 6, leafTop + 86],
      ],
      shining(brass[2]),
    ) +
    circle(hinge + turn * (wide - 5), ground - height * 0.42, 3.4, brass[4])
  const inside = [
    path(opening(0), shining(brass[2])),
    path(`M${left + width * 0.18} ${ground}V${leafTop + height * 0.22}H${left + width * 0.82}V${ground}z`, {
      fill: shining(brass[0]),
      opacity: 0.75,
    }),
    polygon(
      [
        [left, ground],
        [left + width * 0.2, ground - 26],
        [left + width * 0.8, ground - 26],
        [left + width, ground],
      ],
      shining(brass[4]),
    ),
    rect([left + width * 0.6, ground - 62, 20, 36], { fill: shining(brass[7]), opacity: 0.6 }, 2),
    circle(left + width * 0.6 + 10, ground - 76, 16, { fill: shining(leaf[6]), opacity: 0.75 }),
  ]
  const lampY = top - 34
  const lamp =
    path(`M${x} ${lampY - 24}V${lampY - 12}`, { stroke: ink[7], width: 4 }) +
    circle(x, lampY, 15, shining(brass[4])) +
    circle(x, lampY, 9.5, shining(brass[0])) +
    path(`M${x} ${lampY - 6}V${lampY}L${x + 4} ${lampY + 3}`, { stroke: shining(brass[7]), width: 2.4 }) +
    path(`M${x} ${lampY + 15}V${lampY + 30}M${x} ${lampY + 24}h7`, { stroke: shining(brass[4]), width: 4.5 })
  return {
    body: [
      path(opening(9), shade(colour, -0.35)),
      ...inside,
      leafDoor(left, 1),
      leaves === 2 ? leafDoor(left + width, -1) : '',
      rect([left - 16, ground, width + 32, 8], paper[4]),
      rect([left - 26, ground + 8, width + 52, 8], paper[5]),
      lamp,
    ].join(''),
    halo:
      ellipse([x, lampY], 120, 120, { fill: 'url(#glow)', opacity: 0.75 }) +
      ellipse([x, ground - height * 0.4], width * 1.5, height * 0.85, { fill: 'url(#glow)', opacity: 0.55 }) +
      ellipse([x + 10, ground + 42], width * 1.9, 40, { fill: 'url(#glow)', opacity: 0.85 }),
  }
}

export function planter(x: number, y: number, width: number, random: Random): string {
  const tufts = Array.from({ length: Math.floor(width / 11) }, (_, i) =>
    circle(
      x + 6 + i * 11,
      y - random.between(3, 9),
      random.between(7, 11),
      shade(leaf[i % 2 ? 5 : 4], random.between(-0.1, 0.12)),
    ),
  )
  const blooms = Array.from({ length: Math.floor(width / 24) }, () =>
    circle(
      x + random.between(4, width - 4),
      y - random.between(6, 16),
      2.8,
      random.pick([palette.brick[3], brass[3], paper[0]]),
    ),
  )
  return tufts.join('') + blooms.join('') + rect([x, y, width, 12], wood[6], 2)
}

export function railing(x: number, y: number, width: number, height: number, colour: string): string {
  const bars = Array.from({ length: Math.floor(width / 9) }, (_, i) => `M${x + 5 + i * 9} ${y}v${height}`)
  return (
    path(bars.join(''), { stroke: colour, width: 1.8 }) +
    path(`M${x} ${y}h${width}M${x} ${y + height}h${width}`, { stroke: colour, width: 3.4 })
  )
}
