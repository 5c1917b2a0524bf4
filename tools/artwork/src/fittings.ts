import type { Random } from '@keyhour/server/src/demo/random.ts'
import { mix, shade } from './colour.ts'
import { palette } from './palette.ts'
import type { Piece } from './piece.ts'
import { pottedPlant, trailingPlant } from './plants.ts'
import { bookPile } from './props.ts'
import { circle, ellipse, line, oblong, path, polygon, rect } from './shapes.ts'
import { block, project, scaleAt, shadow, standing } from './solid.ts'

const { brass, brick, dusk, ink, leaf, paper, wood } = palette

const dim = '#2A2320'

/** `body` is in centimetres around a spot on the back wall. */
export function onWall(x: number, y: number, body: string): Piece {
  return { z: 0, body: standing([x, y, 0], body) }
}

type Art = (w: number, h: number, random: Random) => string

const arcs: Art = (w, h, random) => {
  const [a, b, c] = random.shuffle([brick[4], brass[4], dusk[5], ink[7], paper[4]])
  return (
    rect([-w / 2, -h / 2, w, h], paper[2]) +
    path(`M${-w / 2} ${h / 2}V0A${w / 2} ${w / 2} 0 0 1 ${w / 2} 0V${h / 2}z`, a!) +
    path(`M${-w / 4} ${h / 2}V${h / 8}A${w / 4} ${w / 4} 0 0 1 ${w / 4} ${h / 8}V${h / 2}z`, b!) +
    circle(w * 0.22, -h * 0.3, w * 0.11, c!)
  )
}

const horizonArt: Art = (w, h, random) => {
  const sun = random.between(-0.2, 0.2) * w
  return (
    rect([-w / 2, -h / 2, w, h], mix(brass[1], brick[1], random.next())) +
    circle(sun, -h * 0.06, w * 0.17, brick[3]) +
    path(
      `M${-w / 2} ${h * 0.06}Q${-w * 0.2} ${-h * 0.1} 0 ${h * 0.05}T${w / 2} ${h * 0.02}V${h / 2}H${-w / 2}z`,
      dusk[4],
    ) +
    path(`M${-w / 2} ${h * 0.22}Q0 ${h * 0.06} ${w / 2} ${h * 0.24}V${h / 2}H${-w / 2}z`, dusk[7])
  )
}

const botanical: Art = (w, h) => {
  const leaves = [0, 1, 2, 3, 4].map((i) => {
    const y = h * 0.3 - i * h * 0.14
    const reach = w * (0.3 - i * 0.035)
    return path(
      `M0 ${y}q${reach * 0.6} ${-h * 0.13} ${reach} ${-h * 0.09}q${-reach * 0.2} ${h * 0.1} ${-reach} ${h * 0.09}zM0 ${y}q${-reach * 0.6} ${-h * 0.13} ${-reach} ${-h * 0.09}q${reach * 0.2} ${h * 0.1} ${reach} ${h * 0.09}z`,
      leaf[i % 2 ? 5 : 6],
    )
  })
  return (
    rect([-w / 2, -h / 2, w, h], paper[1]) +
    path(`M0 ${h * 0.38}V${-h * 0.36}`, { stroke: leaf[7], width: 0.9 }) +
    leaves.join('')
  )
}

const strokes: Art = (w, h, random) => {
  const colours = random.shuffle([dusk[6], brick[5], brass[5], ink[7]])
  return (
    rect([-w / 2, -h / 2, w, h], paper[1]) +
    [0, 1, 2]
      .map((i) =>
        path(
          `M${-w * 0.34} ${h * (0.28 - i * 0.26)}q${w * 0.2} ${-h * 0.2} ${w * 0.36} 0t${w * 0.32} ${-h * 0.03}`,
          { stroke: colours[i]!, width: w * 0.09 },
        ),
      )
      .join('')
  )
}

export function framedPicture(x: number, y: number, width: number, height: number, random: Random): Piece {
  const art = random.pick([arcs, horizonArt, botanical, strokes])
  const frame = random.pick([wood[6], ink[8], brass[6], paper[0]])
  const [w, h] = [width * 100, height * 100]
  const mount = Math.min(w, h) * 0.1
  const body =
    rect([-w / 2 + 2, -h / 2 + 3, w + 2, h + 2], { fill: dim, opacity: 0.16 }) +
    rect([-w / 2 - 2, -h / 2 - 2, w + 4, h + 4], frame) +
    rect([-w / 2, -h / 2, w, h], paper[0]) +
    art(w - mount * 2, h - mount * 2, random) +
    rect([-w / 2, -h / 2, w, 1.4], { fill: dim, opacity: 0.2 })
  return onWall(x, y, body)
}

export function pictureWall(x: number, y: number, random: Random): Piece[] {
  const layout = random.whole(0, 2)
  if (layout === 0) return [framedPicture(x, y, 0.95, 0.7, random)]
  if (layout === 1)
    return [framedPicture(x - 0.36, y, 0.52, 0.72, random), framedPicture(x + 0.36, y, 0.52, 0.72, random)]
  return [
    framedPicture(x - 0.34, y, 0.6, 0.84, random),
    framedPicture(x + 0.34, y + 0.22, 0.5, 0.4, random),
    framedPicture(x + 0.34, y - 0.22, 0.5, 0.36, random),
  ]
}

export function wallClock(x: number, y: number, random: Random): Piece {
  const ticks = Array.from({ length: 12 }, (_, i) => {
    const turn = (i / 12) * Math.PI * 2
    const [c, s] = [Math.cos(turn), Math.sin(turn)]
    return `M${(c * 13).toFixed(1)} ${(s * 13).toFixed(1)}L${(c * 15).toFixed(1)} ${(s * 15).toFixed(1)}`
  })
  const hand = (turn: number, length: number, width: number) =>
    line(
      [
        [0, 0],
        [Math.cos(turn) * length, Math.sin(turn) * length],
      ],
      ink[8],
      width,
    )
  return onWall(
    x,
    y,
    circle(2, 3, 18, { fill: dim, opacity: 0.16 }) +
      circle(0, 0, 18, brass[6]) +
      circle(0, 0, 16.2, paper[0]) +
      path(ticks.join(''), { stroke: ink[6], width: 1 }) +
      hand(random.between(0, 6.28), 8, 1.8) +
      hand(random.between(0, 6.28), 12, 1.2) +
      circle(0, 0, 1.5, brass[5]),
  )
}

const spines = [brick[5], dusk[6], brass[5], paper[4], ink[6], dusk[4], brick[3], paper[2], wood[5]]

/** Stands on y = 0, between two x in centimetres. */
export function bookRow(from: number, to: number, tall: number, random: Random): string {
  const byColour = new Map<string, string>()
  let bands = ''
  let edges = ''
  for (let x = from; x < to - 3; ) {
    const wide = random.between(2.4, 5)
    const high = tall * random.between(0.7, 1)
    const colour = random.pick(spines)
    byColour.set(colour, (byColour.get(colour) ?? '') + oblong(x, -high, wide, high))
    if (random.chance(0.6)) bands += oblong(x + 0.5, -high * 0.84, wide - 1, high * 0.08)
    edges += oblong(x + wide - 0.9, -high, 0.9, high)
    x += wide + (random.chance(0.1) ? 3 : 0.3)
  }
  return (
    [...byColour].map(([colour, books]) => path(books, colour)).join('') +
    path(bands, { fill: paper[1], opacity: 0.55 }) +
    path(edges, { fill: dim, opacity: 0.18 })
  )
}

export function wallShelf(x: number, y: number, width: number, random: Random): Piece {
  const w = width * 100
  const bookEnd = w * random.between(0.05, 0.25)
  const board =
    rect([-w / 2 + 2, 4, w, 4], { fill: dim, opacity: 0.14 }) +
    rect([-w / 2, 0, w, 3.6], wood[4], 0.6) +
    rect([-w / 2, 0, w, 1], shade(wood[4], 0.4)) +
    path(`M${-w / 2 + 10} 3.600v7M${w / 2 - 10} 3.600v7`, { stroke: ink[7], width: 1.6 })
  return {
    z: 0,
    body:
      standing([x, y, 0], board + bookRow(-w / 2 + 4, bookEnd, 24, random)) +
      trailingPlant([x + width / 2 - 0.16, y, 0.02], random),
  }
}

export function bookcase(x: number, width: number, height: number, random: Random): Piece {
  const depth = 0.32
  const front = depth
  const colour = random.pick([wood[4], wood[6], paper[1]])
  const scale = scaleAt(front)
  const [left, top] = project([x - width / 2, height, front])
  const rows = Math.round(height / 0.38)
  const tall = (height - 0.1) / rows
  const bays = Array.from({ length: rows }, (_, i) => {
    const y = top + (0.05 + tall * i) * scale
    const open = (tall - 0.04) * scale
    const floor = height - 0.05 - tall * (i + 1) + 0.04
    return (
      rect([left + 0.04 * scale, y, (width - 0.08) * scale, open], shade(colour, -0.42)) +
      rect([left + 0.04 * scale, y, (width - 0.08) * scale, open * 0.22], { fill: dim, opacity: 0.25 }) +
      shelfContents(x, floor, width, tall * 100 - 10, random)
    )
  })
  return {
    z: depth / 2,
    shadow: shadow(x, depth / 2, [width, 0.9, depth]),
    body:
      polygon(
        [
          [left + 16, top + 14],
          [left + width * scale + 14, top + 14],
          [left + width * scale + 14, project([x, 0, 0])[1]],
          [left + 16, project([x, 0, 0])[1]],
        ],
        { fill: dim, opacity: 0.1 },
      ) +
      block({ at: [x, 0, depth / 2], size: [width, height, depth], colour }) +
      bays.join(''),
  }
}

function shelfContents(x: number, floor: number, width: number, tall: number, random: Random): string {
  const half = (width * 100) / 2 - 7
  const spot = [x, floor, 0.3] as const
  const kind = random.whole(0, 3)
  if (kind === 0) return standing(spot, bookRow(-half, half, tall, random))
  if (kind === 1)
    return (
      standing(spot, bookRow(-half, half * 0.2, tall, random)) +
      pottedPlant([x + width * 0.28, floor, 0.3], random).body
    )
  if (kind === 2)
    return (
      standing(spot, bookRow(-half * 0.1, half, tall, random)) +
      bookPile([x - width * 0.26, floor, 0.3], random).body
    )
  const box = random.pick([paper[4], dusk[5], brass[5]])
  return standing(
    spot,
    rect([-half, -tall * 0.7, half * 0.8, tall * 0.7], box, 1) +
      rect([-half + half * 0.3, -tall * 0.45, half * 0.2, 2], shade(box, -0.3), 1) +
      bookRow(0, half, tall * 0.9, random),
  )
}

export function coatHooks(x: number, y: number, random: Random): Piece {
  const coat = random.pick([dusk[7], brick[5], paper[6], ink[7]])
  const bag = random.pick([brass[6], wood[6], brick[4]])
  return onWall(
    x,
    y,
    rect([-36, -2, 74, 8], { fill: dim, opacity: 0.12 }) +
      rect([-38, -5, 74, 8], wood[4], 1) +
      [-28, -9, 10, 28].map((hx) => circle(hx, 2, 2, brass[5])).join('') +
      path('M-30 2C-44 10 -46 60 -44 84H-12C-10 60 -12 10 -26 2z', coat) +
      path('M-28 4V84H-12C-10 60 -12 10 -26 2z', { fill: dim, opacity: 0.14 }) +
      path('M-28 6V84M-38 52h7M-24 52h7', { stroke: shade(coat, -0.3), width: 0.9 }) +
      path('M10 3Q2 20 0 34M10 3Q20 20 22 34', { stroke: shade(bag, -0.3), width: 1.4 }) +
      rect([-4, 34, 30, 24], bag, 3) +
      path('M-4 37q15 14 30 0v-1q0 -2 -2 -2h-26q-2 0 -2 2z', shade(bag, -0.16)),
  )
}

export function wallScreen(
  x: number,
  y: number,
  width: number,
  contents: (box: [number, number, number, number]) => string,
): Piece {
  const height = width * 0.5625
  const [px, py] = project([x - width / 2, y + height / 2, 0])
  const [w, h] = [width * 150, height * 150]
  return {
    z: 0,
    body:
      rect([px + 4, py + 8, w + 8, h + 6], { fill: dim, opacity: 0.18 }) +
      rect([px - 5, py - 5, w + 10, h + 10], ink[9], 4) +
      contents([px, py, w, h]) +
      rect([px - 5, py - 5, w + 10, 2], ink[6], 2),
  }
}

export function whiteboard(x: number, y: number, width: number, random: Random): Piece {
  const [w, h] = [width * 100, width * 60]
  const notes = Array.from({ length: 6 }, (_, i) =>
    rect(
      [-w * 0.4 + (i % 3) * w * 0.13, -h * 0.34 + Math.floor(i / 3) * h * 0.26, w * 0.1, w * 0.1],
      random.pick([brass[2], brick[2], dusk[2], paper[4]]),
    ),
  )
  return onWall(
    x,
    y,
    rect([-w / 2 + 2, -h / 2 + 4, w + 2, h + 2], { fill: dim, opacity: 0.14 }) +
      rect([-w / 2 - 1.5, -h / 2 - 1.5, w + 3, h + 3], ink[3], 1.5) +
      rect([-w / 2, -h / 2, w, h], '#FCFCFA', 1) +
      notes.join('') +
      path(
        `M${w * 0.06} ${h * 0.25}q${w * 0.08} ${-h * 0.5} ${w * 0.18} ${-h * 0.25}t${w * 0.18} ${-h * 0.28}M${w * 0.04} ${-h * 0.32}V${h * 0.32}H${w * 0.44}`,
        { stroke: dusk[6], width: 1.3 },
      ) +
      path(`M${w * 0.12} ${h * 0.1}q${w * 0.12} ${h * 0.1} ${w * 0.28} ${-h * 0.06}`, {
        stroke: brick[5],
        width: 1.2,
      }) +
      rect([-w * 0.2, h / 2, w * 0.4, 2.4], ink[4], 1) +
      rect([-w * 0.14, h / 2 - 1.2, 9, 1.6], brick[5], 0.8) +
      rect([-w * 0.02, h / 2 - 1.2, 9, 1.6], dusk[7], 0.8),
  )
}

/** In metres. */
export function curtains(x: number, width: number, top: number, colour: string): Piece {
  const drape = (side: 1 | -1) => {
    const edge = side * (width * 50 + 16)
    const wide = 34
    const folds = [0, 1, 2, 3].map((i) =>
      path(
        `M${edge - side * (4 + i * 8)} 6Q${edge - side * (2 + i * 8)} ${top * 60} ${edge - side * (5 + i * 7)} ${top * 100 - 6}`,
        {
          stroke: shade(colour, -0.2),
          width: 1.6,
          opacity: 0.6,
        },
      ),
    )
    return (
      path(
        `M${edge} 2H${edge - side * wide}Q${edge - side * (wide - 8)} ${top * 60} ${edge - side * (wide - 4)} ${top * 100 - 4}H${edge + side * 3}z`,
        { fill: colour, opacity: 0.94 },
      ) + folds.join('')
    )
  }
  const half = width * 50 + 26
  return {
    z: 0.001,
    body: standing(
      [x, top, 0.02],
      drape(-1) +
        drape(1) +
        path(`M${-half} 0H${half}`, { stroke: brass[6], width: 2.2 }) +
        circle(-half, 0, 2.6, brass[5]) +
        circle(half, 0, 2.6, brass[5]),
    ),
  }
}

export function spineChart(x: number, y: number): Piece {
  const bones = Array.from({ length: 13 }, (_, i) => {
    const bx = Math.sin(i * 0.5) * 3.4
    const by = -34 + i * 5
    const wide = 4.5 + i * 0.28
    return (
      rect([bx - wide, by, wide * 2, 3.4], dusk[5], 1.6) +
      rect([bx - wide - 3, by + 1, 3, 1.4], dusk[3], 0.7) +
      rect([bx + wide, by + 1, 3, 1.4], dusk[3], 0.7)
    )
  })
  return onWall(
    x,
    y,
    rect([-24, -48, 52, 100], { fill: dim, opacity: 0.13 }) +
      rect([-26, -50, 52, 100], paper[0]) +
      ellipse([0, -41], 7, 6, dusk[3]) +
      bones.join('') +
      path('M-9 31q9 -6 18 0q5 8 -4 13h-10q-9 -5 -4 -13z', dusk[4]) +
      rect([-28, -52, 56, 3.4], wood[5], 1) +
      rect([-28, 49, 56, 3.4], wood[5], 1) +
      path('M-26 -52L0 -62L26 -52', { stroke: ink[6], width: 0.8 }),
  )
}

export function bodyChart(x: number, y: number): Piece {
  return onWall(
    x,
    y,
    rect([-30, -40, 64, 84], { fill: dim, opacity: 0.13 }) +
      rect([-32, -42, 64, 84], wood[4]) +
      rect([-29.5, -39.5, 59, 79], paper[1]) +
      path('M0 -30V-10', { stroke: dusk[5], width: 3 }) +
      path('M-3 -14C-16 -22 -24 2 -21 18C-14 22 -4 16 -3 8z', dusk[3]) +
      path('M3 -14C16 -22 24 2 21 18C14 22 4 16 3 8z', dusk[2]) +
      path('M-10 -4Q-14 6 -14 14M10 -4Q14 6 14 14', { stroke: paper[0], width: 1.2 }) +
      path('M1 12C-8 4 -9 -4 -3 -4Q0 -4 1 -1Q3 -5 7 -3Q12 1 1 12z', brick[4]) +
      rect([-16, 28, 32, 2], paper[5], 1),
  )
}
