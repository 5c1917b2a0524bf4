import { shade } from './colour.ts'
import { palette } from './palette.ts'
import type { Piece } from './piece.ts'
import type { Random } from './random.ts'
import { ellipse, num, path } from './shapes.ts'
import { roundShadow, type Spot, standing } from './solid.ts'

const { brick, dusk, ink, leaf, paper, wood } = palette

export type PlantKind = 'fig' | 'palm' | 'snake' | 'monstera' | 'olive'

export const plantKinds: readonly PlantKind[] = ['fig', 'palm', 'snake', 'monstera', 'olive']

/** A plant on the floor; `tall` is its whole height in metres. */
export function plant(x: number, z: number, tall: number, random: Random): Piece {
  const kind = random.pick(plantKinds)
  const pot = random.pick([brick[4], paper[2], dusk[6], ink[7], paper[4]])
  return {
    z,
    shadow: roundShadow(x, z, 0.24, 0.6),
    body: standing([x, 0, z], foliage(kind, tall * 100, random) + potShape(pot)),
  }
}

/** A small one for sills, shelves and tables. */
export function pottedPlant(at: Spot, random: Random): { at: Spot; body: string } {
  const pot = random.pick([brick[4], paper[1], dusk[5], ink[6]])
  const leaves = Array.from({ length: 9 }, (_, i) => {
    const angle = -90 + (i - 4) * 19 + random.between(-6, 6)
    return leafAt(
      0,
      -9,
      random.between(12, 19),
      angle,
      shade(leaf[i % 2 ? 5 : 4], random.between(-0.12, 0.12)),
    )
  })
  return {
    at,
    body: standing(
      at,
      ellipse([1.5, 0], 8, 2, { fill: '#2A2320', opacity: 0.18 }) +
        leaves.join('') +
        path('M-6 -10h12l-1.4 10h-9.200z', pot) +
        path('M2 -10h4l-1.400 10h-3z', { fill: '#2A2320', opacity: 0.14 }) +
        path('M-6.600 -11.500h13.200v2.600h-13.200z', shade(pot, 0.2)),
    ),
  }
}

/** Hanging leaves for a shelf edge. */
export function trailingPlant(at: Spot, random: Random): string {
  const vines = [-7, -3, 2, 6, 9].map((dx) => {
    const drop = random.between(14, 42)
    const leaves = Array.from({ length: Math.floor(drop / 6) }, (_, i) =>
      leafAt(dx + (i % 2 ? 1 : -1), -4 + i * 6, 6, i % 2 ? 30 : 150, leaf[i % 2 ? 4 : 5]),
    )
    return path(`M0 -9Q${dx} -12 ${dx} ${num(drop - 8)}`, { stroke: leaf[6], width: 0.7 }) + leaves.join('')
  })
  const pot = random.pick([brick[4], paper[1], dusk[5]])
  return standing(
    at,
    path('M-7 -10h14l-1.500 10h-11z', pot) +
      path('M2 -10h5l-1.500 10h-3z', { fill: '#2A2320', opacity: 0.14 }) +
      vines.join(''),
  )
}

function potShape(colour: string): string {
  return (
    path('M-19 -34h38l-4.500 34q-14.500 4 -29 0z', colour) +
    path('M6 -34h13l-4.500 34q-5 1.600 -11 2z', { fill: '#2A2320', opacity: 0.15 }) +
    path('M-20.500 -38h41v6.500q-20 4 -41 0z', shade(colour, 0.16)) +
    ellipse([0, -38], 20.5, 4, shade(colour, -0.35))
  )
}

/** A leaf from its stalk: `angle` in degrees, 0 to the right, -90 up. */
function leafAt(x: number, y: number, length: number, angle: number, colour: string): string {
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)]
  const at = (along: number, across: number) =>
    `${num((along * cos - across * sin) * length)} ${num((along * sin + across * cos) * length)}`
  const stalk = `M${num(x)} ${num(y)}`
  return (
    path(`${stalk}q${at(0.45, -0.4)} ${at(1, 0)}q${at(-0.5, 0.38)} ${at(-1, 0)}`, colour) +
    path(`${stalk}q${at(0.5, 0.38)} ${at(1, 0)}z`, shade(colour, -0.16))
  )
}

function foliage(kind: PlantKind, tall: number, random: Random): string {
  return { fig, palm, snake, monstera, olive }[kind](tall, random)
}

function fig(tall: number, random: Random): string {
  const trunk = path(`M0 -34C4 ${num(-tall * 0.4)} -5 ${num(-tall * 0.55)} 1 ${num(-tall * 0.9)}`, {
    stroke: wood[6],
    width: 3.4,
  })
  const leaves = Array.from({ length: 22 }, (_, i) => {
    const rise = tall * (0.42 + 0.55 * (i / 22))
    const side = i % 2 ? 1 : -1
    const angle = side > 0 ? random.between(-60, 10) : random.between(170, 240)
    const colour = shade(leaf[random.whole(5, 6)]!, random.between(-0.1, 0.16))
    return leafAt(side * 2, -rise, random.between(24, 36) * (1.1 - (0.35 * i) / 22), angle, colour)
  })
  return trunk + leaves.join('')
}

function palm(tall: number, random: Random): string {
  return Array.from({ length: 11 }, (_, i) => {
    const lean = (i - 5) / 5
    const reach = lean * tall * 0.5
    const high = -tall * (1 - Math.abs(lean) * 0.35) + random.between(-6, 6)
    const colour = shade(leaf[i % 2 ? 5 : 6], random.between(-0.08, 0.14))
    const stem = `M0 -34Q${num(reach * 0.25)} ${num(high * 1.02)} ${num(reach)} ${num(high * 0.82)}`
    const fronds = Array.from({ length: 8 }, (_, k) => {
      const t = 0.42 + k * 0.075
      const px = 2 * (1 - t) * t * reach * 0.25 + t * t * reach
      const py = (1 - t) ** 2 * -34 + 2 * (1 - t) * t * high * 1.02 + t * t * high * 0.82
      const out = lean >= 0 ? 1 : -1
      return `M${num(px)} ${num(py)}q${num(out * 6)} 2 ${num(out * 11)} 14M${num(px)} ${num(py)}q${num(out * 8)} -6 ${num(out * 17)} -2`
    })
    return path(stem, { stroke: colour, width: 1.6 }) + path(fronds.join(''), { stroke: colour, width: 2.4 })
  }).join('')
}

function snake(tall: number, random: Random): string {
  const height = Math.min(tall, 105)
  return Array.from({ length: 9 }, (_, i) => {
    const x = -14 + i * 3.5
    const tip = x * 1.9 + random.between(-4, 4)
    const high = -34 - (height - 34) * random.between(0.62, 1)
    const colour = shade(leaf[i % 2 ? 5 : 6], random.between(-0.1, 0.1))
    return (
      path(
        `M${num(x - 4)} -34Q${num(tip - 8)} ${num(high * 0.6)} ${num(tip)} ${num(high)}Q${num(tip + 7)} ${num(high * 0.6)} ${num(x + 4)} -34z`,
        shade(leaf[2], -0.05),
      ) +
      path(
        `M${num(x - 2.6)} -34Q${num(tip - 5.5)} ${num(high * 0.6)} ${num(tip)} ${num(high + 5)}Q${num(tip + 4.5)} ${num(high * 0.6)} ${num(x + 2.6)} -34z`,
        colour,
      )
    )
  }).join('')
}

function monstera(tall: number, random: Random): string {
  const height = Math.min(tall, 140)
  return [
    [-0.52, 0.62],
    [0.5, 0.6],
    [-0.36, 0.82],
    [0.42, 0.86],
    [0.02, 0.98],
    [-0.16, 0.66],
    [0.2, 0.64],
  ]
    .map(([dx, rise]) => {
      const [x, y] = [dx! * height * 0.62, -rise! * height]
      const size = random.between(17, 23)
      const colour = shade(leaf[random.whole(5, 6)]!, random.between(-0.08, 0.14))
      const turn = Math.round(dx! * 90)
      const blade = `<g transform="translate(${num(x)} ${num(y)}) rotate(${turn}) scale(${num(size / 20)})"><path d="M0 16C-14 14 -22 2 -18 -10L-9 -6L-15 -14Q-10 -22 -3 -22L-2 -12L3 -22Q12 -21 16 -13L8 -6L19 -8C22 4 14 14 0 16z" fill="${colour}"/><path d="M0 16C6 4 4 -10 3 -22Q12 -21 16 -13L8 -6L19 -8C22 4 14 14 0 16z" fill="${shade(colour, -0.12)}"/></g>`
      return (
        path(`M0 -34Q${num(x * 0.2)} ${num(y * 0.8)} ${num(x)} ${num(y + 8)}`, {
          stroke: leaf[6],
          width: 1.8,
        }) + blade
      )
    })
    .join('')
}

function olive(tall: number, random: Random): string {
  const height = tall
  const branches = [-22, -10, 2, 13, 24].map((dx) => ({ dx, rise: height * random.between(0.75, 1) }))
  const stems = branches.map(({ dx, rise }) =>
    path(`M0 ${num(-height * 0.45)}Q${num(dx * 0.3)} ${num(-rise * 0.7)} ${dx} ${num(-rise)}`, {
      stroke: wood[6],
      width: 1.6,
    }),
  )
  const leaves = branches.flatMap(({ dx, rise }) =>
    Array.from({ length: 9 }, (_, i) => {
      const t = 0.4 + i * 0.075
      const [px, py] = [dx * t, -height * 0.45 * (1 - t) - rise * t]
      const side = i % 2 ? 1 : -1
      return leafAt(
        px,
        py,
        14,
        side > 0 ? random.between(-50, 5) : random.between(175, 230),
        i % 3 ? '#7F9A78' : '#9DB38F',
      )
    }),
  )
  return (
    path(`M-1 -34Q3 ${num(-height * 0.3)} 0 ${num(-height * 0.5)}`, { stroke: wood[6], width: 3 }) +
    stems.join('') +
    leaves.join('')
  )
}
