import { mix, shade } from './colour.ts'
import { palette } from './palette.ts'
import type { Piece } from './piece.ts'
import { circle, line, type Paint, path, polygon, rect } from './shapes.ts'
import {
  block,
  column,
  disc,
  face,
  project,
  type Spot,
  scaleAt,
  shadow,
  slab,
  standing,
  turned,
} from './solid.ts'
import { type Bar, fourCorners, tube, tubes } from './tube.ts'

const { brass, ink, paper, wood } = palette

type Table = {
  x: number
  z: number
  width: number
  depth: number
  colour: string
  legs: string
  height?: number
  radius?: number
  style?: 'posts' | 'trestle' | 'panel' | 'pedestal'
}

export function table(plan: Table): Piece {
  const { x, z, width, depth, colour, height = 0.74, radius = 0.03 } = plan
  const top = slab(turned(x, z, 0), { width, depth, y: height, thick: 0.045, radius, colour })
  const grain = [-0.25, 0.1, 0.3].map((part) =>
    line(
      [
        project([x - width * 0.42, height, z + depth * part]),
        project([x + width * (0.2 + part * 0.4), height, z + depth * part]),
      ],
      shade(colour, -0.16),
      1,
      0.35,
    ),
  )
  return {
    z,
    shadow: shadow(x, z, [width, height * 0.8, depth]),
    body: tableLegs(plan, height) + top + grain.join(''),
  }
}

function tableLegs({ x, z, width, depth, legs, style = 'posts', colour }: Table, height: number): string {
  const [w, d] = [width / 2 - 0.08, depth / 2 - 0.07]
  if (style === 'pedestal')
    return (
      column({ at: [x, 0, z], radius: Math.min(w, 0.34), height: 0.04, colour: legs }) +
      column({ at: [x, 0.04, z], radius: 0.07, height: height - 0.08, colour: legs })
    )
  if (style === 'panel')
    return [-w, w]
      .map((dx) =>
        block({ at: [x + dx, 0, z], size: [0.05, height - 0.04, depth - 0.1], colour: shade(colour, -0.1) }),
      )
      .join('')
  const splay = style === 'trestle' ? 0.12 : 0
  return tubes(
    fourCorners.map(
      ([u, v]): Bar => [
        [x + u * w * (1 - splay * 0.6), height - 0.05, z + v * d],
        [x + u * w, 0.01, z + v * d],
      ],
    ),
    legs,
    0.05,
  )
}

export function desk(plan: Table): Piece {
  const base = table(plan)
  const { x, z, width, depth, colour } = plan
  const drawers = { at: [x + width / 2 - 0.3, 0.08, z] as Spot, size: [0.42, 0.58, depth - 0.12] as Spot }
  const front = z + (depth - 0.12) / 2
  const fronts = [0.12, 0.3, 0.48].map((y) => {
    const [px, py] = project([drawers.at[0] - 0.18, y + 0.15, front])
    const scale = scaleAt(front)
    return (
      rect([px, py, 0.36 * scale, 0.16 * scale], shade(colour, 0.08), 2) +
      rect([px + 0.13 * scale, py + 0.06 * scale, 0.1 * scale, 0.02 * scale], brass[5], 2)
    )
  })
  return { ...base, body: block({ ...drawers, colour: shade(colour, -0.06) }) + fronts.join('') + base.body }
}

type Cabinet = {
  x: number
  z: number
  width: number
  height: number
  depth: number
  colour: string
  doors: number
}

export function cabinet({ x, z, width, height, depth, colour, doors }: Cabinet): Piece {
  const front = z + depth / 2
  const scale = scaleAt(front)
  const wide = (width - 0.06) / doors
  const leaves = Array.from({ length: doors }, (_, i) => {
    const [px, py] = project([x - width / 2 + 0.03 + wide * i, height - 0.04, front])
    const handle = i % 2 === 0 ? wide - 0.06 : 0.04
    return (
      rect([px + 1.5, py, wide * scale - 3, (height - 0.16) * scale], shade(colour, 0.07), 2) +
      rect([px + handle * scale, py + 0.18 * scale, 0.022 * scale, 0.16 * scale], brass[5], 2)
    )
  })
  const legs = [-1, 1].map((side) =>
    tube(
      [x + side * (width / 2 - 0.08), 0.1, front - 0.05],
      [x + side * (width / 2 - 0.06), 0, front - 0.05],
      wood[7],
      0.035,
    ),
  )
  return {
    z,
    shadow: shadow(x, z, [width, height * 0.6, depth]),
    body:
      legs.join('') +
      block({ at: [x, 0.08, z], size: [width, height - 0.08, depth], colour }) +
      leaves.join(''),
  }
}

/** Lies across the picture, head on the left. */
export function couch(x: number, z: number, colour: string): Piece {
  const [width, depth] = [1.9, 0.68]
  const legs = [-0.72, 0.72].flatMap((dx) => [
    tube([x + dx, 0.55, z - 0.24], [x + dx, 0.04, z - 0.24], ink[4], 0.045),
    tube([x + dx, 0.55, z + 0.24], [x + dx, 0.04, z + 0.24], ink[3], 0.045),
    tube([x + dx, 0.05, z - 0.28], [x + dx, 0.05, z + 0.3], ink[4], 0.05),
  ])
  const base = block({ at: [x, 0.5, z], size: [width - 0.2, 0.1, depth - 0.16], colour: ink[2] })
  const flat = turned(x + 0.32, z, 0)
  const pad = slab(flat, { width: width - 0.66, depth, y: 0.72, thick: 0.12, radius: 0.05, colour })
  const head = x - width / 2 + 0.3
  const rest = headRest([head, 0.72, z], depth, colour)
  const sheet = face(
    [
      [x - 0.3, 0.725, z - 0.26],
      [x + 0.93, 0.725, z - 0.26],
      [x + 0.93, 0.725, z + 0.26],
      [x - 0.3, 0.725, z + 0.26],
    ],
    paper[0],
  )
  const folds = [0.1, 0.42, 0.7].map((dx) =>
    line([project([x + dx, 0.726, z - 0.26]), project([x + dx + 0.03, 0.726, z + 0.26])], paper[4], 1.4, 0.8),
  )
  const roll = column({ at: [x + 0.94, 0.6, z + 0.04], radius: 0.045, height: 0.14, colour: paper[1] })
  return {
    z,
    shadow: shadow(x, z, [width, 0.6, depth]),
    body: legs.join('') + base + pad + sheet + folds.join('') + rest + roll,
  }
}

function headRest([x, y, z]: Spot, depth: number, colour: string): string {
  const [low, high] = [x + 0.34, x - 0.26]
  const top = y + 0.3
  const near = z + depth / 2
  const far = z - depth / 2
  return (
    face(
      [
        [low, y, far],
        [high, top, far],
        [high, top, near],
        [low, y, near],
      ],
      shade(colour, 0.14),
    ) +
    face(
      [
        [low, y, near],
        [high, top, near],
        [high - 0.02, top - 0.12, near],
        [low, y - 0.12, near],
      ],
      shade(colour, -0.06),
    ) +
    face(
      [
        [low - 0.1, y + 0.09, far + 0.1],
        [high + 0.08, top + 0.02, far + 0.1],
        [high + 0.08, top + 0.02, near - 0.1],
        [low - 0.1, y + 0.09, near - 0.1],
      ],
      paper[0],
    )
  )
}

export function lectern(x: number, z: number, colour: string): Piece {
  const slope: Paint = shade(colour, 0.3)
  return {
    z,
    shadow: shadow(x, z, [0.56, 0.9, 0.42]),
    body:
      block({ at: [x, 0, z], size: [0.6, 0.05, 0.46], colour: shade(colour, -0.2) }) +
      block({ at: [x, 0.05, z], size: [0.5, 0.95, 0.36], colour }) +
      face(
        [
          [x - 0.32, 1.12, z + 0.22],
          [x + 0.32, 1.12, z + 0.22],
          [x + 0.32, 1.0, z - 0.22],
          [x - 0.32, 1.0, z - 0.22],
        ],
        slope,
      ) +
      face(
        [
          [x - 0.32, 1.04, z + 0.22],
          [x + 0.32, 1.04, z + 0.22],
          [x + 0.32, 1.13, z + 0.22],
          [x - 0.32, 1.13, z + 0.22],
        ],
        shade(colour, 0.1),
      ) +
      standing(
        [x, 0.6, z + 0.19],
        circle(0, -8, 8, brass[5]) +
          circle(0, -9, 3, shade(colour, -0.4)) +
          rect([-1.2, -8, 2.4, 8], shade(colour, -0.4)),
      ) +
      standing(
        [x - 0.2, 1.1, z],
        path('M0 0C0 -14 2 -22 12 -26', { stroke: ink[7], width: 1.6 }) + circle(13, -26, 2.6, ink[8]),
      ),
  }
}

type Rug = {
  x: number
  z: number
  width: number
  depth: number
  colours: readonly [string, string]
  round?: boolean
}

export function rug({ x, z, width, depth, colours: [field, border], round }: Rug): Piece {
  if (round) {
    const ring = (part: number, colour: string) => disc([x, 0, z], (width / 2) * part, colour)
    return {
      z: 0,
      rug: ring(1, border) + ring(0.92, field) + ring(0.66, mix(field, border, 0.35)) + ring(0.6, field),
      body: '',
    }
  }
  const layer = (inset: number, paint: Paint) =>
    face(
      [
        [x - width / 2 + inset, 0, z - depth / 2 + inset],
        [x + width / 2 - inset, 0, z - depth / 2 + inset],
        [x + width / 2 - inset, 0, z + depth / 2 - inset],
        [x - width / 2 + inset, 0, z + depth / 2 - inset],
      ],
      paint,
    )
  const fringe = Array.from({ length: 18 }, (_, i) => {
    const dz = z - depth / 2 + (depth * (i + 0.5)) / 18
    return [
      line([project([x - width / 2, 0, dz]), project([x - width / 2 - 0.07, 0, dz])], shade(field, 0.3), 2),
      line([project([x + width / 2, 0, dz]), project([x + width / 2 + 0.07, 0, dz])], shade(field, 0.3), 2),
    ].join('')
  })
  const diamonds = Array.from({ length: Math.floor(width / 0.42) }, (_, i) => {
    const dx = x - width / 2 + 0.3 + i * 0.42
    return polygon(
      (
        [
          [dx - 0.13, 0, z],
          [dx, 0, z - 0.2],
          [dx + 0.13, 0, z],
          [dx, 0, z + 0.2],
        ] as Spot[]
      ).map(project),
      { fill: border, opacity: 0.45 },
    )
  })
  return {
    z: 0,
    rug:
      fringe.join('') +
      layer(0, border) +
      layer(0.07, field) +
      layer(0.13, border) +
      layer(0.15, field) +
      diamonds.join(''),
    body: '',
  }
}
