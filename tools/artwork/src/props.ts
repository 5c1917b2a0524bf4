import type { Random } from '@keyhour/server/src/demo/random.ts'
import { mix, shade, shining } from './colour.ts'
import { palette } from './palette.ts'
import { circle, ellipse, line, path, polygon, rect } from './shapes.ts'
import { column, face, project, type Spot, scaleAt, standing, turned } from './solid.ts'

export type Prop = { at: Spot; body: string }

const { brass, brick, dusk, ink, paper, wood } = palette

function contact(rx: number): string {
  return ellipse([1.5, 0], rx * 1.25, rx * 0.35, { fill: '#2A2320', opacity: 0.18 })
}

export function cup(at: Spot, colour: string): Prop {
  return {
    at,
    body: standing(
      at,
      contact(5) +
        path('M4 -7q5 0 4 3t-5 2', { stroke: shade(colour, -0.1), width: 1.3 }) +
        path('M-4 -9h8l-.8 7q-.4 2 -3.2 2t-3.2 -2z', colour) +
        path('M1 -9h3l-.8 7q-.3 1.6 -2.2 2z', { fill: '#2A2320', opacity: 0.14 }) +
        ellipse([0, -9], 4, 1.1, shade(colour, 0.4)) +
        ellipse([0, -8.8], 3.2, 0.8, wood[7]),
    ),
  }
}

export function glassOfWater(at: Spot): Prop {
  return {
    at,
    body: standing(
      at,
      contact(3) +
        path('M-3 -11h6l-.6 11h-4.8z', { fill: dusk[1], opacity: 0.65 }) +
        path('M-2.7 -7h5.4l-.4 7h-4.6z', { fill: dusk[3], opacity: 0.5 }) +
        path('M-2 -10l.4 9', { stroke: paper[0], width: 0.6, opacity: 0.9 }),
    ),
  }
}

export function carafe(at: Spot): Prop {
  return {
    at,
    body: standing(
      at,
      contact(6) +
        path('M-2.4 -26h4.8v7q4.6 4 4.6 11q0 8 -7 8t-7 -8q0 -7 4.6 -11z', { fill: dusk[1], opacity: 0.6 }) +
        path('M-6.6 -11h13.2q1 11 -6.6 11t-6.6 -11z', { fill: dusk[3], opacity: 0.5 }) +
        rect([-3, -29, 6, 4], wood[3], 1) +
        path('M-4.6 -12q0 8 3 10', { stroke: paper[0], width: 0.8, opacity: 0.9 }),
    ),
  }
}

/** The lid points towards `angle`; the screen glows when it faces us. */
export function laptop([x, y, z]: Spot, angle: number): Prop {
  const frame = turned(x, z, angle)
  const at = (u: number, v: number, w: number): Spot => {
    const [sx, , sz] = frame(u, 0, w)
    return [sx, y + v, sz]
  }
  const base = face(
    [at(-0.16, 0.012, -0.11), at(0.16, 0.012, -0.11), at(0.16, 0.012, 0.11), at(-0.16, 0.012, 0.11)],
    ink[2],
  )
  const keys = face(
    [at(-0.13, 0.014, -0.08), at(0.13, 0.014, -0.08), at(0.13, 0.014, 0.02), at(-0.13, 0.014, 0.02)],
    ink[5],
  )
  const lid = (inset: number, colour: string) =>
    face(
      [
        at(-0.16 + inset, 0.015 + inset, -0.11),
        at(0.16 - inset, 0.015 + inset, -0.11),
        at(0.16 - inset, 0.22 - inset, -0.18),
        at(-0.16 + inset, 0.22 - inset, -0.18),
      ],
      colour,
    )
  const showsScreen = Math.cos(angle) > 0
  const glyphs = [0.17, 0.13, 0.09].map((v, i) =>
    line([project(at(-0.12, v, -0.15)), project(at(0.02 + i * 0.03, v, -0.15))], shining(dusk[4]), 2, 0.8),
  )
  const screen = lid(0, ink[6]) + lid(0.012, shining(dusk[1])) + glyphs.join('')
  const back = lid(0, ink[3]) + standing(at(0, 0.11, -0.16), circle(0, 0, 1.4, ink[1]))
  return { at: [x, y, z], body: showsScreen ? screen + base + keys : base + back }
}

export function monitor([x, y, z]: Spot, wide: number, random: Random): Prop {
  const scale = scaleAt(z)
  const [px, py] = project([x - wide / 2, y + 0.5, z])
  const [w, h] = [wide * scale, 0.36 * scale]
  const accent = random.pick([brass[4], dusk[5], brick[4]])
  const row = (i: number) =>
    rect(
      [px + w * 0.36, py + h * (0.22 + i * 0.15), w * random.between(0.2, 0.5), h * 0.06],
      shining(dusk[3]),
      2,
    )
  const body = [
    column({ at: [x, y, z], radius: 0.11, height: 0.012, colour: ink[4] }),
    rect([px + w / 2 - 0.025 * scale, py + h, 0.05 * scale, 0.14 * scale], ink[5]),
    rect([px, py, w, h], ink[8], 4),
    rect([px + 4, py + 4, w - 8, h - 8], shining(paper[1]), 2),
    rect([px + 4, py + 4, w * 0.24, h - 8], shining(dusk[7]), 2),
    rect([px + w * 0.06, py + h * 0.2, w * 0.14, h * 0.08], shining(accent), 2),
    rect([px + w * 0.06, py + h * 0.36, w * 0.14, h * 0.05], shining(dusk[4]), 2),
    rect([px + w * 0.06, py + h * 0.48, w * 0.1, h * 0.05], shining(dusk[4]), 2),
    ...[0, 1, 2, 3].map(row),
    path(`M${px + 4} ${py + 4}h${w * 0.5}l${-w * 0.3} ${h - 8}h${-w * 0.2}z`, {
      fill: shining('#FFFFFF'),
      opacity: 0.12,
    }),
  ]
  return { at: [x, y, z], body: body.join('') }
}

export function keyboard([x, y, z]: Spot): Prop {
  const lie = (inset: number, colour: string, rise: number) =>
    face(
      [
        [x - 0.2 + inset, y + rise, z - 0.06 + inset],
        [x + 0.2 - inset, y + rise, z - 0.06 + inset],
        [x + 0.2 - inset, y + rise, z + 0.06 - inset],
        [x - 0.2 + inset, y + rise, z + 0.06 - inset],
      ],
      colour,
    )
  return {
    at: [x, y, z],
    body:
      lie(0, ink[3], 0.005) +
      lie(0.014, ink[1], 0.014) +
      standing([x + 0.3, y, z], ellipse([0, -1], 3, 1.8, ink[2])),
  }
}

export function notebook([x, y, z]: Spot, colour: string): Prop {
  const leaf = (left: number, right: number, lean: number, paint: string) =>
    face(
      [
        [x + left + lean, y + 0.01, z - 0.1],
        [x + right + lean, y + 0.01, z - 0.1],
        [x + right, y + 0.01, z + 0.1],
        [x + left, y + 0.01, z + 0.1],
      ],
      paint,
    )
  const rule = (dz: number) =>
    line([project([x + 0.03, y + 0.012, z + dz]), project([x + 0.14, y + 0.012, z + dz])], dusk[3], 1, 0.8)
  return {
    at: [x, y, z],
    body:
      leaf(-0.175, 0.175, 0.02, colour) +
      leaf(-0.165, 0, 0.02, paper[1]) +
      leaf(0, 0.165, 0.02, paper[0]) +
      [-0.05, -0.01, 0.03].map(rule).join('') +
      line([project([x - 0.1, y + 0.02, z + 0.06]), project([x + 0.03, y + 0.02, z - 0.04])], brass[6], 3),
  }
}

export function papers([x, y, z]: Spot): Prop {
  const sheet = (dx: number, rise: number, colour: string) =>
    face(
      [
        [x - 0.1 + dx + 0.02, y + rise, z - 0.13],
        [x + 0.11 + dx + 0.02, y + rise, z - 0.12],
        [x + 0.1 + dx, y + rise, z + 0.13],
        [x - 0.11 + dx, y + rise, z + 0.12],
      ],
      colour,
    )
  return {
    at: [x, y, z],
    body: sheet(0.03, 0.004, paper[4]) + sheet(-0.02, 0.01, paper[2]) + sheet(0, 0.018, paper[0]),
  }
}

export function bookPile(at: Spot, random: Random): Prop {
  let top = 0
  const books = Array.from({ length: random.whole(2, 4) }, () => {
    const thick = random.between(2.2, 4)
    const wide = random.between(18, 24)
    top -= thick
    const shift = random.between(-2, 2)
    const colour = random.pick([brick[5], dusk[6], brass[5], paper[4], ink[6]])
    return (
      rect([-wide / 2 + shift, top, wide, thick], colour, 0.5) +
      rect([wide / 2 + shift - 3, top + 0.6, 3, thick - 1.2], paper[1]) +
      rect([-wide / 2 + shift + 3, top, 1.2, thick], shade(colour, 0.4))
    )
  })
  return { at, body: standing(at, contact(10) + books.join('')) }
}

export function headphones(at: Spot, colour: string): Prop {
  return {
    at,
    body: standing(
      at,
      contact(10) +
        path('M-8 -4C-9 -20 9 -20 8 -4', { stroke: ink[7], width: 2.4 }) +
        rect([-10.5, -9, 5, 9], colour, 2.4) +
        rect([5.5, -9, 5, 9], shade(colour, -0.15), 2.4),
    ),
  }
}

export function vase(at: Spot, colour: string, random: Random): Prop {
  const stems = [-12, -5, 3, 10].map((dx) => {
    const rise = random.between(26, 38)
    const bloom = random.pick([brass[3], brick[3], paper[0]])
    return (
      path(`M0 -14Q${dx * 0.2} ${-rise * 0.7} ${dx} ${-rise}`, { stroke: palette.leaf[6], width: 1 }) +
      circle(dx, -rise, 3.4, bloom) +
      circle(dx - 0.8, -rise - 0.8, 1.4, shade(bloom, 0.4))
    )
  })
  return {
    at,
    body: standing(
      at,
      contact(6) +
        stems.join('') +
        path('M-3 -17h6q-1 4 3 8q2 9 -6 9t-6 -9q4 -4 3 -8z', colour) +
        path('M1 -17h2q-1 4 3 8q2 9 -5 9q4 -6 0 -17z', { fill: '#2A2320', opacity: 0.14 }),
    ),
  }
}

/** It reaches to `side` (-1 left, 1 right). */
export function boomMicrophone(at: Spot, side: 1 | -1, accent: string): Prop {
  const s = side
  return {
    at,
    body: standing(
      at,
      contact(6) +
        rect([-5, -3, 10, 3], ink[8], 1) +
        rect([-1.6, -8, 3.2, 6], ink[7]) +
        path(`M0 -8L${-16 * s} -42L${14 * s} -56`, { stroke: ink[7], width: 2.2 }) +
        path(`M${-1.5 * s} -12L${-15 * s} -38`, { stroke: brass[5], width: 0.9 }) +
        path(`M0 -6C${-22 * s} -20 ${-26 * s} -46 ${-14 * s} -44`, { stroke: ink[9], width: 0.8 }) +
        circle(-16 * s, -42, 2.4, brass[5]) +
        path(`M${14 * s} -56v5`, { stroke: ink[6], width: 1.6 }) +
        rect([14 * s - 6.5, -52, 13, 22], { stroke: ink[5], width: 1.2 }, 6) +
        rect([14 * s - 4.6, -50, 9.2, 18], ink[8], 4.6) +
        rect([14 * s - 4.6, -43, 9.2, 2.2], accent) +
        rect([14 * s - 3.2, -49, 2.2, 15], { fill: ink[3], opacity: 0.5 }, 1) +
        path(`M${14 * s - 3} -31h6`, { stroke: ink[5], width: 1.4 }),
    ),
  }
}

/** The caller adds its halo when it is lit. */
export function deskLamp(at: Spot, colour: string, isLit: boolean): Prop {
  return {
    at,
    body: standing(
      at,
      contact(8) +
        ellipse([0, -1], 8, 2.2, shade(colour, -0.2)) +
        path('M0 -2L-8 -24L6 -42', { stroke: brass[6], width: 1.6 }) +
        circle(-8, -24, 1.8, brass[5]) +
        path('M2 -44q6 -4 12 2l5 9q-9 5 -18 1z', colour) +
        path('M1 -32q9 4 18 -1l1 1.4q-9 5 -19 1.4z', isLit ? shining(brass[1]) : shade(colour, 0.5)),
    ),
  }
}

export function slide([px, py, w, h]: readonly [number, number, number, number], accent: string): string {
  const bars = [0.3, 0.52, 0.42, 0.7, 0.6].map((tall, i) =>
    rect(
      [px + w * (0.54 + i * 0.075), py + h * (0.82 - tall * 0.55), w * 0.045, h * tall * 0.55],
      shining(i === 3 ? accent : dusk[3]),
      2,
    ),
  )
  return [
    rect([px, py, w, h], shining(paper[0])),
    rect([px + w * 0.08, py + h * 0.14, w * 0.38, h * 0.07], shining(dusk[7]), 3),
    rect([px + w * 0.08, py + h * 0.26, w * 0.24, h * 0.035], shining(dusk[3]), 2),
    circle(px + w * 0.22, py + h * 0.62, h * 0.19, shining(dusk[2])),
    path(
      `M${px + w * 0.22} ${py + h * 0.62}v${-h * 0.19}a${h * 0.19} ${h * 0.19} 0 0 1 ${h * 0.18} ${h * 0.25}z`,
      shining(accent),
    ),
    circle(px + w * 0.22, py + h * 0.62, h * 0.09, shining(paper[0])),
    ...bars,
    line(
      [
        [px + w * 0.52, py + h * 0.83],
        [px + w * 0.92, py + h * 0.83],
      ],
      shining(dusk[4]),
      1.6,
    ),
    polygon(
      [
        [px, py],
        [px + w * 0.6, py],
        [px + w * 0.25, py + h],
        [px, py + h],
      ],
      { fill: shining('#FFFFFF'), opacity: 0.25 },
    ),
  ].join('')
}

export function pillow(at: Spot, colour: string): string {
  return standing(
    at,
    path('M-20 -2Q-23 -18 -20 -34Q0 -30 20 -34Q23 -18 20 -2Q0 -5 -20 -2z', colour) +
      path('M4 -31.600Q14 -32 20 -34Q23 -18 20 -2Q14 -4 8 -4Q14 -18 4 -31.600z', {
        fill: '#2A2320',
        opacity: 0.1,
      }) +
      path('M-14 -26l10 8M-14 -14l8 4', { stroke: mix(colour, ink[8], 0.16), width: 0.8 }),
  )
}
