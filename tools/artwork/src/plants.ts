import type { Random } from '@keyhour/server/src/demo/random.ts'
import { shade } from './colour.ts'
import { palette } from './palette.ts'
import type { Piece } from './piece.ts'
import { ellipse, num, path } from './shapes.ts'
import { roundShadow, type Spot, standing } from './solid.ts'

const { brick, dusk, ink, leaf, paper, wood } = palette

type PlantKind = 'fig' | 'palm' | 'snake' | 'monstera' | 'olive'

const plantKinds: readonly PlantKind[] = ['fig', 'palm', 'snake', 'monstera', 'olive']

/** `tall` is its whole height in metres. */
export function plant(x: number, z: number, tall: number, random: Random): Piece {
  const kind = random.pick(plantKinds)
  const pot = random.pick([brick[4], paper[2], dusk[6], ink[7], paper[4]])
  return {
    z,
    shadow: roundShadow(x, z, 0.24, 0.6),
    body: standing([x, 0, z], foliage(kind, tall * 100, random) + potShape(pot)),
  }
}

export function pottedPlant(at: Spot, random: Random): { at: Spot; body: string } {
  const pot = random.pick([brick[4], paper[1], dusk[5], ink[6]])
  const fan = random.shuffle([-4, -3, -2, -1, 0, 1, 2, 3, 4]).map((i): Leaf => {
    return { x: 0, y: -9, length: random.between(12, 19), angle: -90 + i * 19 + random.between(-6, 6) }
  })
  return {
    at,
    body: standing(
      at,
      ellipse([1.5, 0], 8, 2, { fill: '#2A2320', opacity: 0.18 }) +
        leaves(fan, [leaf[5], leaf[4], shade(leaf[5], 0.12)], 3) +
        path('M-6 -10h12l-1.4 10h-9.200z', pot) +
        path('M2 -10h4l-1.400 10h-3z', { fill: '#2A2320', opacity: 0.14 }) +
        path('M-6.600 -11.500h13.200v2.600h-13.200z', shade(pot, 0.2)),
    ),
  }
}

export function trailingPlant(at: Spot, random: Random): string {
  const vines = [-7, -3, 2, 6, 9].map((x) => ({ x, drop: random.between(14, 42) }))
  const stems = vines.map(({ x, drop }) => `M0 -9Q${x} -12 ${x} ${num(drop - 8)}`)
  const hanging = vines.flatMap(({ x, drop }) =>
    Array.from({ length: Math.floor(drop / 6) }, (_, i): Leaf => {
      return { x: x + (i % 2 ? 1 : -1), y: -4 + i * 6, length: 6, angle: i % 2 ? 30 : 150 }
    }),
  )
  const pot = random.pick([brick[4], paper[1], dusk[5]])
  return standing(
    at,
    path('M-7 -10h14l-1.500 10h-11z', pot) +
      path('M2 -10h5l-1.500 10h-3z', { fill: '#2A2320', opacity: 0.14 }) +
      path(stems.join(''), { stroke: leaf[6], width: 0.7 }) +
      leaves(hanging, [leaf[4], leaf[5]], Math.ceil(hanging.length / 2)),
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

type Leaf = { x: number; y: number; length: number /** Degrees: 0 to the right, -90 up. */; angle: number }

/** Path data. */
function blade({ x, y, length, angle }: Leaf): { whole: string; half: string } {
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)]
  const at = (along: number, across: number) =>
    `${num((along * cos - across * sin) * length)} ${num((along * sin + across * cos) * length)}`
  const stalk = `M${num(x)} ${num(y)}`
  return {
    whole: `${stalk}q${at(0.45, -0.4)} ${at(1, 0)}q${at(-0.5, 0.38)} ${at(-1, 0)}`,
    half: `${stalk}q${at(0.5, 0.38)} ${at(1, 0)}z`,
  }
}

/** In layers of a few, so that near leaves cover far ones without a shape for each. */
function leaves(list: readonly Leaf[], colours: readonly string[], perLayer: number): string {
  let drawn = ''
  for (let i = 0; i < list.length; i += perLayer) {
    const blades = list.slice(i, i + perLayer).map(blade)
    const colour = colours[(i / perLayer) % colours.length]!
    drawn += path(blades.map(({ whole }) => whole).join(''), colour)
    drawn += path(blades.map(({ half }) => half).join(''), shade(colour, -0.16))
  }
  return drawn
}

function foliage(kind: PlantKind, tall: number, random: Random): string {
  return { fig, palm, snake, monstera, olive }[kind](tall, random)
}

function fig(tall: number, random: Random): string {
  const trunk = path(`M0 -34C4 ${num(-tall * 0.4)} -5 ${num(-tall * 0.55)} 1 ${num(-tall * 0.9)}`, {
    stroke: wood[6],
    width: 3.4,
  })
  const crown = Array.from({ length: 22 }, (_, i): Leaf => {
    const rightwards = i % 2 === 1
    return {
      x: rightwards ? 2 : -2,
      y: -tall * (0.42 + 0.55 * (i / 22)),
      length: random.between(24, 36) * (1.1 - (0.35 * i) / 22),
      angle: rightwards ? random.between(-60, 10) : random.between(170, 240),
    }
  })
  return trunk + leaves(crown, [leaf[5], leaf[6], shade(leaf[5], 0.14), shade(leaf[6], 0.1)], 3)
}

function palm(tall: number, random: Random): string {
  return Array.from({ length: 9 }, (_, i) => {
    const lean = (i - 4) / 4
    const reach = lean * tall * 0.5
    const high = -tall * (1 - Math.abs(lean) * 0.35) + random.between(-6, 6)
    const colour = shade(leaf[i % 2 ? 5 : 6], random.between(-0.08, 0.14))
    const out = lean >= 0 ? 1 : -1
    const fronds = Array.from({ length: 8 }, (_, k) => {
      const t = 0.42 + k * 0.075
      const px = 2 * (1 - t) * t * reach * 0.25 + t * t * reach
      const py = (1 - t) ** 2 * -34 + 2 * (1 - t) * t * high * 1.02 + t * t * high * 0.82
      return `M${Math.round(px + out * 17)} ${Math.round(py - 2)}q${out * -9} -4 ${out * -17} 2q${out * 6} 2 ${out * 11} 14`
    })
    const stem = `M0 -34Q${num(reach * 0.25)} ${num(high * 1.02)} ${num(reach)} ${num(high * 0.82)}`
    return path(stem + fronds.join(''), { stroke: colour, width: 2.2 })
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
  const branches = [-22, -10, 2, 13, 24].map((reach) => ({ reach, rise: tall * random.between(0.75, 1) }))
  const stems = branches.map(
    ({ reach, rise }) =>
      `M0 ${num(-tall * 0.45)}Q${num(reach * 0.3)} ${num(-rise * 0.7)} ${reach} ${num(-rise)}`,
  )
  const crown = branches.flatMap(({ reach, rise }) =>
    Array.from({ length: 9 }, (_, i): Leaf => {
      const t = 0.4 + i * 0.075
      const angle = i % 2 ? random.between(-50, 5) : random.between(175, 230)
      return { x: reach * t, y: -tall * 0.45 * (1 - t) - rise * t, length: 14, angle }
    }),
  )
  return (
    path(`M-1 -34Q3 ${num(-tall * 0.3)} 0 ${num(-tall * 0.5)}`, { stroke: wood[6], width: 3 }) +
    path(stems.join(''), { stroke: wood[6], width: 1.6 }) +
    leaves(crown, ['#7F9A78', '#9DB38F'], 9)
  )
}
