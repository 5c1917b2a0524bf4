import type { Random } from '@keyhour/server/src/demo/random.ts'
import { mix, shade, shining } from './colour.ts'
import { type FloorKind, floorOf } from './floor.ts'
import { type Hour, sunlight } from './light.ts'
import { palette } from './palette.ts'
import { clip, clipped, line, path, polygon, rect, trail } from './shapes.ts'
import { face, project, room, type Spot } from './solid.ts'
import { type View, windowView } from './window-view.ts'

export type Scheme = {
  wall: string
  /** Lower part of the wall, boards and frames. */
  trim: string
  floor: string
  wood: string
  fabric: string
  secondFabric: string
  rug: readonly [field: string, border: string]
  metal: string
}

const { brass, brick, dusk, ink, paper, wood } = palette

export const schemes: readonly Scheme[] = [
  {
    wall: paper[3],
    trim: paper[1],
    floor: wood[3],
    wood: wood[4],
    fabric: dusk[6],
    secondFabric: brass[5],
    rug: [dusk[2], dusk[5]],
    metal: ink[6],
  },
  {
    wall: '#C4D0DC',
    trim: paper[1],
    floor: wood[2],
    wood: wood[5],
    fabric: brass[5],
    secondFabric: dusk[7],
    rug: [paper[2], brass[4]],
    metal: ink[7],
  },
  {
    wall: '#E5C3B0',
    trim: paper[2],
    floor: wood[4],
    wood: wood[3],
    fabric: dusk[7],
    secondFabric: paper[4],
    rug: [paper[3], brick[4]],
    metal: ink[7],
  },
  {
    wall: '#EAD7AC',
    trim: paper[1],
    floor: '#B98D60',
    wood: wood[5],
    fabric: ink[6],
    secondFabric: brick[4],
    rug: [dusk[6], brass[3]],
    metal: ink[8],
  },
  {
    wall: '#5E7188',
    trim: '#52647A',
    floor: wood[3],
    wood: wood[3],
    fabric: paper[4],
    secondFabric: brass[4],
    rug: [paper[3], dusk[4]],
    metal: brass[6],
  },
  {
    wall: '#DDD0CB',
    trim: '#EFE7E2',
    floor: '#C9BFB2',
    wood: wood[2],
    fabric: '#8C6A66',
    secondFabric: dusk[5],
    rug: ['#B98F83', paper[2]],
    metal: ink[6],
  },
  {
    wall: paper[2],
    trim: paper[0],
    floor: '#BFB6A8',
    wood: wood[6],
    fabric: brick[5],
    secondFabric: dusk[5],
    rug: [paper[4], ink[6]],
    metal: ink[8],
  },
]

type WindowPlan = { x: number; y: number; width: number; height: number; panes: number }

export type InteriorPlan = {
  scheme: Scheme
  windows: readonly WindowPlan[]
  view: View
  hour: Hour
  floor: FloorKind
  wall: 'plain' | 'panelled' | 'boards'
}

/** Everything behind the furniture. */
export function interior(plan: InteriorPlan, random: Random): { defs: string; body: string } {
  const { scheme, windows, hour } = plan
  const panes = windows.flatMap(panesOf)
  const view = clipped('view', windowView(plan.view, frameOf(windows), hour, random))
  const body = [
    shell(scheme),
    wallDress(plan),
    windows.map((window) => reveal(window, scheme)).join(''),
    view,
    windows.map((window) => joinery(window, scheme)).join(''),
    floorOf(plan.floor, scheme.floor, random),
    skirting(scheme),
    sunOnFloor(panes, hour),
  ]
  return { defs: clip('view', panes.map((pane) => rect(pane.box, paper[0])).join('')), body: body.join('') }
}

/** Painted over the furniture. */
export function sunbeam(windows: readonly WindowPlan[]): string {
  return windows
    .map(({ x, y, width, height }) => {
      const top = y + height
      return polygon(
        [
          project([x - width / 2, top, 0]),
          project([x + width / 2, top, 0]),
          project([x + width / 2 + top * 0.55, 0, top * 1.02]),
          project([x - width / 2 + y * 0.55, 0, y * 1.02]),
        ],
        'url(#beam)',
      )
    })
    .join('')
}

function shell(scheme: Scheme): string {
  const { halfWidth: w, height: h } = room
  const out = 6
  return [
    face(
      [
        [-w, h, 0],
        [w, h, 0],
        [w, h, 3],
        [-w, h, 3],
      ],
      mix(shade(scheme.wall, 0.45), paper[0], 0.4),
    ),
    face(
      [
        [-w, 0, 0],
        [-w, h, 0],
        [-w, h, 3],
        [-w, 0, 3],
      ],
      shade(scheme.wall, -0.14),
    ),
    face(
      [
        [w, 0, 0],
        [w, h, 0],
        [w, h, 3],
        [w, 0, 3],
      ],
      shade(scheme.wall, 0.1),
    ),
    face(
      [
        [-w, 0, 0],
        [w, 0, 0],
        [w, h, 0],
        [-w, h, 0],
      ],
      scheme.wall,
    ),
    face(
      [
        [-w, 0, 0],
        [w, 0, 0],
        [w, 0, 3.6],
        [-w, 0, 3.6],
      ],
      scheme.floor,
    ),
    line([project([-w, h, 0]), project([w, h, 0])], shade(scheme.wall, -0.12), 2),
    line([project([-w, 0, 0]), project([-w, h, 0])], shade(scheme.wall, -0.2), out / 4),
    line([project([w, 0, 0]), project([w, h, 0])], shade(scheme.wall, -0.12), out / 4),
  ].join('')
}

function wallDress({ scheme, wall }: InteriorPlan): string {
  if (wall === 'panelled') return panelling(scheme)
  if (wall === 'boards') return boards(scheme)
  return ''
}

function panelling(scheme: Scheme): string {
  const { halfWidth: w } = room
  const tone = mix(scheme.wall, scheme.trim, 0.55)
  const top = 1.05
  const fields = Array.from({ length: 7 }, (_, i) => {
    const [x, y] = project([-w + 0.12 + i, top - 0.14, 0])
    return (
      rect([x, y, 118, 98], { stroke: shade(tone, -0.14), width: 1.5 }) +
      rect([x + 1.5, y + 1.5, 118, 98], { stroke: shade(tone, 0.4), width: 1 })
    )
  })
  return (
    face(
      [
        [-w, 0, 0],
        [w, 0, 0],
        [w, top, 0],
        [-w, top, 0],
      ],
      tone,
    ) +
    face(
      [
        [-w, 0, 0],
        [-w, top, 0],
        [-w, top, 2],
        [-w, 0, 2],
      ],
      shade(tone, -0.14),
    ) +
    face(
      [
        [w, 0, 0],
        [w, top, 0],
        [w, top, 2],
        [w, 0, 2],
      ],
      shade(tone, 0.06),
    ) +
    fields.join('') +
    line([project([-w, top, 0]), project([w, top, 0])], shade(tone, 0.45), 5) +
    line([project([-w, top - 0.03, 0]), project([w, top - 0.03, 0])], shade(tone, -0.18), 1.5)
  )
}

function boards(scheme: Scheme): string {
  const { halfWidth: w, height: h } = room
  const tone = shade(scheme.wall, -0.07)
  const grooves = Array.from({ length: 35 }, (_, i) => {
    const x = -w + 0.2 * (i + 1)
    const [px, top] = project([x, h, 0])
    return `M${Math.round(px)} ${Math.round(top)}V540`
  })
  return path(grooves.join(''), { stroke: tone, width: 1.5, opacity: 0.8 })
}

function skirting(scheme: Scheme): string {
  const { halfWidth: w } = room
  const board = (a: Spot, b: Spot, colour: string) =>
    face([a, b, [b[0], 0.11, b[2]], [a[0], 0.11, a[2]]], colour) +
    line([project([a[0], 0.11, a[2]]), project([b[0], 0.11, b[2]])], shade(colour, -0.18), 1)
  return (
    board([-w, 0, 0], [-w, 0, 2], shade(scheme.trim, -0.2)) +
    board([w, 0, 0], [w, 0, 2], shade(scheme.trim, -0.02)) +
    board([-w, 0, 0], [w, 0, 0], shade(scheme.trim, -0.06)) +
    line([project([-w, 0, 0]), project([w, 0, 0])], shade(scheme.floor, -0.4), 2, 0.6)
  )
}

type Pane = { window: WindowPlan; left: number; right: number; box: [number, number, number, number] }

function panesOf(window: WindowPlan): Pane[] {
  const wide = window.width / window.panes
  return Array.from({ length: window.panes }, (_, i) => {
    const left = window.x - window.width / 2 + wide * i
    const [px, py] = project([left, window.y + window.height, 0])
    return { window, left, right: left + wide, box: [px, py, wide * 150, window.height * 150] }
  })
}

function frameOf(windows: readonly WindowPlan[]): [number, number, number, number] {
  const left = Math.min(...windows.map((w) => w.x - w.width / 2))
  const right = Math.max(...windows.map((w) => w.x + w.width / 2))
  const low = Math.min(...windows.map((w) => w.y))
  const high = Math.max(...windows.map((w) => w.y + w.height))
  const [x, y] = project([left, high, 0])
  return [x, y, (right - left) * 150, (high - low) * 150]
}

function reveal({ x, y, width, height }: WindowPlan, scheme: Scheme): string {
  const [px, py] = project([x - width / 2, y + height, 0])
  const [w, h] = [width * 150, height * 150]
  return (
    rect([px - 8, py - 4, w + 24, h + 18], { fill: '#2A2320', opacity: 0.1 }) +
    rect([px - 12, py - 12, w + 24, h + 20], shade(scheme.trim, -0.02)) +
    rect([px - 12, py - 12, w + 24, 5], shade(scheme.trim, 0.4))
  )
}

function joinery({ x, y, width, height, panes }: WindowPlan, scheme: Scheme): string {
  const [px, py] = project([x - width / 2, y + height, 0])
  const [w, h] = [width * 150, height * 150]
  const frame = shade(scheme.trim, -0.1)
  const bars = Array.from({ length: panes - 1 }, (_, i) => {
    const bx = px + (w / panes) * (i + 1)
    return rect([bx - 4, py, 8, h], frame) + rect([bx - 4, py, 2, h], shade(frame, 0.5))
  })
  const glints = Array.from({ length: panes }, (_, i) => {
    const gx = px + (w / panes) * i + 14
    return path(
      `M${gx.toFixed(0)} ${(py + h * 0.5).toFixed(0)}l${(w / panes) * 0.4} ${-h * 0.34}h14l${-(w / panes) * 0.4 - 6} ${h * 0.38}z`,
      {
        fill: '#E8F1FA',
        opacity: 0.14,
      },
    )
  })
  return [
    ...glints,
    rect([px, py, w, 7], { fill: '#2A2320', opacity: 0.22 }),
    rect([px, py, 6, h], { fill: '#2A2320', opacity: 0.16 }),
    rect([px, py, w, h], { stroke: frame, width: 6 }),
    ...bars,
    rect([px, py + h * 0.3, w, 6], frame),
    rect([px, py + h * 0.3, w, 1.5], shade(frame, 0.5)),
    rect([px - 20, py + h + 2, w + 40, 11], shade(scheme.trim, 0.1), 2),
    rect([px - 20, py + h + 10, w + 40, 5], shade(scheme.trim, -0.2), 2),
    rect([px - 14, py + h + 15, w + 36, 7], { fill: '#2A2320', opacity: 0.1 }),
  ].join('')
}

function sunOnFloor(panes: readonly Pane[], hour: Hour): string {
  const { colour, strength } = sunlight[hour]
  return path(panes.map(sunPatch).join(''), { fill: shining(colour), opacity: strength })
}

function sunPatch({ window, left, right }: Pane): string {
  const gap = 0.04
  const fall = (x: number, y: number) => project([x + y * 0.55, 0, y * 1.02])
  const [low, high] = [window.y, window.y + window.height]
  const bar = high - window.height * 0.3
  const patch = (from: number, to: number) =>
    `${trail([fall(left + gap, from), fall(right - gap, from), fall(right - gap, to), fall(left + gap, to)])}z`
  return patch(low, bar - gap) + patch(bar + gap, high)
}
