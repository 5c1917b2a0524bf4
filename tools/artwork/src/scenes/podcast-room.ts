import type { Random } from '@keyhour/server/src/demo/random.ts'
import { mix, shade, shining } from '../colour.ts'
import { framedPicture, wallShelf } from '../fittings.ts'
import { rug, table } from '../furniture.ts'
import { floorLamp, pendant } from '../lamps.ts'
import { glow } from '../light.ts'
import { palette } from '../palette.ts'
import { onTop, type Piece } from '../piece.ts'
import { plant } from '../plants.ts'
import { boomMicrophone, cup, glassOfWater, headphones, laptop, notebook, type Prop } from '../props.ts'
import type { Room, RoomPlan } from '../room.ts'
import { armchair, taskChair } from '../seats.ts'
import { circle, path, polygon, rect } from '../shapes.ts'
import { project, roundShadow, standing } from '../solid.ts'

const { brass, brick, dusk, ink, paper } = palette

export function podcastRoom(plan: RoomPlan): Room {
  const { random, isEvening } = plan
  const window = { x: -2.6, y: 1, width: 1.2, height: 1.6, panes: 1 }
  return {
    windows: [window],
    floor: random.pick(['planks', 'carpet', 'planks'] as const),
    wall: 'plain',
    pieces: [
      random.pick([hexPanels, squarePanels, slats])(plan),
      onAirLight(plan),
      ...conversation(plan),
      ...(random.chance(0.5)
        ? [wallShelf(2.6, 1.75, 1.2, random)]
        : [framedPicture(2.6, 1.95, 0.7, 0.9, random)]),
      floorLamp({ x: 2.9, z: 0.6, colour: paper[2], isLit: isEvening }),
      studioSpeaker(-1.75, 0.35),
      plant(-3.1, 0.6, random.between(1.1, 1.6), random),
    ],
  }
}

function tones({ scheme, random }: RoomPlan): string[] {
  return random.shuffle([
    shade(scheme.wall, -0.3),
    shade(scheme.wall, -0.48),
    scheme.fabric,
    mix(scheme.secondFabric, scheme.wall, 0.25),
  ])
}

function hexPanels(plan: RoomPlan): Piece {
  const colours = tones(plan)
  let body = ''
  for (let row = 0; row < 5; row++)
    for (let i = 0; i < 7; i++) {
      const [x, y] = project([-1.5 + i * 0.46 + (row % 2) * 0.23, 1.15 + row * 0.4, 0])
      if (plan.random.chance(0.14)) continue
      body += hexagon(x, y, 38, plan.random.pick(colours))
    }
  return { z: 0.01, body }
}

function hexagon(x: number, y: number, r: number, colour: string): string {
  const corner = (i: number, size: number): [number, number] => [
    x + Math.sin((i * Math.PI) / 3) * size,
    y + Math.cos((i * Math.PI) / 3) * size,
  ]
  const six = [0, 1, 2, 3, 4, 5]
  return (
    polygon(
      six.map((i) => [corner(i, r)[0] + 3, corner(i, r)[1] + 4] as const),
      { fill: '#2A2320', opacity: 0.16 },
    ) +
    polygon(
      six.map((i) => corner(i, r)),
      colour,
    ) +
    polygon([corner(2, r), corner(3, r), corner(4, r), [x, y]], { fill: paper[0], opacity: 0.12 }) +
    polygon([corner(5, r), corner(0, r), corner(1, r), [x, y]], { fill: '#2A2320', opacity: 0.1 })
  )
}

function squarePanels(plan: RoomPlan): Piece {
  const colours = tones(plan)
  let body = ''
  for (let row = 0; row < 3; row++)
    for (let i = 0; i < 5; i++) {
      const [x, y] = project([-1.55 + i * 0.66, 2.85 - row * 0.66, 0])
      body += pyramid(x, y, 92, plan.random.pick(colours))
    }
  return { z: 0.01, body }
}

function pyramid(x: number, y: number, size: number, colour: string): string {
  const quarter = size / 3
  let body =
    rect([x + 3, y + 4, size, size], { fill: '#2A2320', opacity: 0.16 }) + rect([x, y, size, size], colour, 3)
  for (let i = 0; i < 9; i++) {
    const [qx, qy] = [x + (i % 3) * quarter, y + Math.floor(i / 3) * quarter]
    const middle = `${(qx + quarter / 2).toFixed(1)} ${(qy + quarter / 2).toFixed(1)}`
    body +=
      path(`M${qx.toFixed(1)} ${qy.toFixed(1)}h${quarter.toFixed(1)}L${middle}z`, {
        fill: paper[0],
        opacity: 0.14,
      }) +
      path(`M${qx.toFixed(1)} ${(qy + quarter).toFixed(1)}h${quarter.toFixed(1)}L${middle}z`, {
        fill: '#2A2320',
        opacity: 0.16,
      })
  }
  return body
}

function slats({ scheme }: RoomPlan): Piece {
  const [x, y] = project([-1.6, 3.05, 0])
  const felt = rect([x, y, 500, 330], shade(scheme.wall, -0.5))
  const laths = Array.from({ length: 31 }, (_, i) => {
    const lx = x + 2 + i * 16.1
    return (
      rect([lx, y, 10, 330], scheme.wood) +
      rect([lx, y, 2.5, 330], shade(scheme.wood, 0.3)) +
      rect([lx + 8, y, 2, 330], shade(scheme.wood, -0.25))
    )
  })
  return {
    z: 0.01,
    body: rect([x + 5, y + 6, 500, 330], { fill: '#2A2320', opacity: 0.14 }) + felt + laths.join(''),
  }
}

function onAirLight({ isEvening }: RoomPlan): Piece {
  const at = [2.05, 2.75, 0] as const
  return {
    z: 0.02,
    body: standing(
      at,
      rect([-26, -13, 56, 30], { fill: '#2A2320', opacity: 0.16 }, 6) +
        rect([-28, -15, 56, 30], ink[8], 6) +
        rect([-24, -11, 48, 22], shining(brass[4]), 4) +
        circle(-12, 0, 4.5, shining(brass[0])) +
        [0, 1, 2, 3]
          .map((i) => rect([-2 + i * 5, -3 - (i % 2) * 2, 2.6, 6 + (i % 2) * 4], shining(brass[0]), 1.3))
          .join(''),
    ),
    halo: glow(at, 0.7, isEvening ? 0.8 : 0.3),
  }
}

function conversation(plan: RoomPlan): Piece[] {
  const { random, scheme, isEvening } = plan
  const z = 1.75
  const round = random.chance(0.45)
  const hosts = random.chance(0.5)
  const seat = random.chance(0.4) ? armchair : taskChair
  const top = table({
    x: 0,
    z,
    width: round ? 1.7 : 2.3,
    depth: round ? 1.3 : 1,
    colour: scheme.wood,
    legs: scheme.metal,
    radius: round ? 0.65 : 0.12,
    style: round ? 'pedestal' : 'panel',
  })
  const reach = round ? 1.15 : 1.5
  const sides = [-1, 1].map((side) =>
    seat({ x: side * reach, z: z + 0.12, angle: (-side * Math.PI) / 2 + side * 0.5, colour: scheme.fabric }),
  )
  const back = hosts ? [-0.45, 0.45] : [0]
  const behind = back.map((x) => taskChair({ x, z: z - 0.75, angle: -x * 0.4, colour: scheme.secondFabric }))
  const lamps = [
    pendant({ x: 0, z, colour: scheme.metal, isLit: isEvening }, 2.4, random.pick(['dome', 'globe', 'cone'])),
  ]
  return [
    rug({ x: 0, z: 1.85, width: 4, depth: 2.1, colours: scheme.rug, round: random.chance(0.5) }),
    ...behind,
    onTop(top, gear(back, round, z, random)),
    ...sides,
    ...lamps,
  ]
}

function gear(back: readonly number[], round: boolean, z: number, random: Random): Prop[] {
  const y = 0.74
  const edge = round ? 0.55 : 0.85
  const accent = random.pick([brass[4], brick[4], dusk[4]])
  return [
    ...back.map((x, i) => boomMicrophone([x + (i ? 0.2 : -0.2), y, z - 0.36], i ? -1 : 1, accent)),
    boomMicrophone([-edge, y, z + 0.02], -1, accent),
    boomMicrophone([edge, y, z + 0.02], 1, accent),
    mixer(0, z + 0.12),
    headphones([-edge + 0.3, y, z + 0.28], accent),
    headphones([edge - 0.25, y, z - 0.1], ink[5]),
    cup([edge - 0.1, y, z + 0.28], random.pick([paper[0], brick[4]])),
    glassOfWater([-edge + 0.12, y, z + 0.3]),
    notebook([edge - 0.42, y, z + 0.34], brick[5]),
    ...(random.chance(0.5) ? [laptop([-0.42, y, z - 0.05], 0.2)] : []),
  ]
}

function mixer(x: number, z: number): Prop {
  const sliders = [-12, -7, -2, 3, 8].map(
    (dx, i) =>
      rect([dx, -7, 1, 6], ink[4]) +
      rect([dx - 1, -6 + (i % 3) * 1.4, 3, 1.8], i === 2 ? brass[4] : ink[1], 0.5),
  )
  const knobs = [-12, -6, 0, 6, 12].map((dx, i) => circle(dx, -10.5, 1.5, i === 3 ? brass[4] : ink[3]))
  return {
    at: [x, 0.74, z],
    body: standing(
      [x, 0.74, z],
      path('M-18 0L-15 -13H15L18 0z', ink[7]) +
        path('M-18 0h36v2.600h-36z', ink[9]) +
        sliders.join('') +
        knobs.join(''),
    ),
  }
}

function studioSpeaker(x: number, z: number): Piece {
  return {
    z,
    shadow: roundShadow(x, z, 0.18, 0.4),
    body: standing(
      [x, 0, z],
      path('M-14 0h28M0 0V-84', { stroke: ink[7], width: 3 }) +
        rect([-14, -126, 28, 42], ink[7], 2) +
        rect([-14, -126, 4, 42], ink[5], 2) +
        circle(0, -98, 9, ink[9]) +
        circle(0, -98, 6, brass[5]) +
        circle(0, -98, 2.4, ink[8]) +
        circle(0, -116, 4.4, ink[9]) +
        circle(0, -116, 2, ink[4]),
    ),
  }
}
