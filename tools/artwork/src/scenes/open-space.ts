import type { Random } from '@keyhour/server/src/demo/random.ts'
import { shade } from '../colour.ts'
import { bookRow, onWall, pictureWall, wallClock } from '../fittings.ts'
import { cabinet, table } from '../furniture.ts'
import { pendant } from '../lamps.ts'
import { palette } from '../palette.ts'
import { onTop, type Piece } from '../piece.ts'
import { plant, pottedPlant } from '../plants.ts'
import { carafe, cup, glassOfWater, headphones, laptop, notebook, type Prop, papers } from '../props.ts'
import type { Room, RoomPlan } from '../room.ts'
import { shellChair, taskChair } from '../seats.ts'
import { circle, rect } from '../shapes.ts'
import { standing } from '../solid.ts'

const { brass, brick, dusk, ink, paper } = palette

export function openSpace(plan: RoomPlan): Room {
  const { random, scheme, isEvening } = plan
  const windows = random.chance(0.5)
    ? [{ x: -1.25, y: 0.8, width: 4.2, height: 2.1, panes: 5 }]
    : [
        { x: -2.35, y: 0.8, width: 1.9, height: 2.1, panes: 2 },
        { x: -0.1, y: 0.8, width: 1.9, height: 2.1, panes: 2 },
      ]
  const shape = random.pick(['dome', 'globe', 'cone'] as const)
  const lamps = [-1.9, -0.2, 1.5].map((x) =>
    pendant({ x, z: 1.65, colour: scheme.metal, isLit: isEvening }, 2.2, shape),
  )
  return {
    windows,
    floor: random.pick(['planks', 'terrazzo', 'carpet', 'planks'] as const),
    wall: random.pick(['plain', 'boards'] as const),
    pieces: [
      ...row(plan, 0.95, -0.35),
      ...row(plan, 2.3, 0.05),
      ...lamps,
      ...coffeeCorner(plan),
      plant(-3.15, 0.55, random.between(1.4, 1.9), random),
      plant(3.05, 1.25, random.between(1.1, 1.5), random),
      ...(random.chance(0.5) ? [wallClock(1.35, 2.6, random)] : []),
    ],
  }
}

function row(plan: RoomPlan, z: number, x: number): Piece[] {
  const { random, scheme } = plan
  const seats = [-1.5, -0.5, 0.5, 1.5]
  const chair = random.chance(0.5) ? taskChair : shellChair
  const colours = [scheme.fabric, scheme.fabric, scheme.secondFabric]
  const long = table({
    x,
    z,
    width: 4.3,
    depth: 0.9,
    colour: scheme.wood,
    legs: scheme.metal,
    style: 'trestle',
  })
  const behind = seats.map((dx) =>
    chair({ x: x + dx, z: z - 0.56, angle: random.between(-0.3, 0.3), colour: random.pick(colours) }),
  )
  const before = seats
    .filter(() => random.chance(0.85))
    .map((dx) =>
      chair({
        x: x + dx + random.between(-0.08, 0.08),
        z: z + 0.62,
        angle: Math.PI + random.between(-0.4, 0.4),
        colour: random.pick(colours),
        ...(random.chance(0.18) && { jacket: random.pick([brick[6], dusk[7], paper[6]]) }),
      }),
    )
  const things = seats.flatMap((dx) => place(x + dx, z, random))
  return [...behind, onTop(long, [...things, pottedPlant([x, 0.74, z], random)]), ...before]
}

function place(x: number, z: number, random: Random): Prop[] {
  const y = 0.74
  const near: (() => Prop)[] = [
    () => laptop([x, y, z + 0.2], 0.1),
    () => notebook([x - 0.05, y, z + 0.22], random.pick([brick[5], dusk[6], brass[5]])),
    () => papers([x, y, z + 0.2]),
    () => headphones([x, y, z + 0.22], random.pick([brass[5], dusk[6]])),
  ]
  const far: (() => Prop)[] = [
    () => laptop([x + 0.05, y, z - 0.18], Math.PI - 0.1),
    () => glassOfWater([x + 0.1, y, z - 0.2]),
    () => cup([x + 0.1, y, z - 0.2], random.pick([paper[0], brick[4], dusk[5]])),
  ]
  const extras = random.chance(0.5) ? [cup([x + 0.32, y, z + 0.14], random.pick([paper[0], brass[4]]))] : []
  return [random.pick(near)(), random.pick(far)(), ...extras]
}

function coffeeCorner({ random, scheme }: RoomPlan): Piece[] {
  const x = 2.6
  const counter = cabinet({
    x,
    z: 0.32,
    width: 1.6,
    height: 0.95,
    depth: 0.55,
    colour: scheme.wood,
    doors: 4,
  })
  const machine = standing(
    [x - 0.35, 0.95, 0.3],
    rect([-16, -34, 32, 34], ink[7], 3) +
      rect([-12, -24, 24, 14], ink[9], 1.5) +
      rect([-16, -34, 32, 7], ink[4], 3) +
      circle(10, -30.5, 1.6, brass[4]) +
      rect([-2, -24, 4, 5], ink[3]) +
      rect([-4, -15, 8, 6], paper[0], 1),
  )
  const shelf = onWall(
    x,
    1.75,
    rect([-58, 0, 118, 5], { fill: ink[9], opacity: 0.12 }) +
      rect([-60, -2, 120, 4], shade(scheme.wood, 0.1), 1) +
      [-48, -38, -28, -18]
        .map((cx, i) => rect([cx, -9, 7, 7], [paper[0], brick[4], dusk[5], brass[4]][i]!, 1.4))
        .join('') +
      bookRow(10, 46, 20, random),
  )
  return [
    onTop(counter, [
      { at: [x - 0.35, 0.95, 0.2], body: machine },
      carafe([x + 0.15, 0.95, 0.35]),
      cup([x + 0.35, 0.95, 0.4], paper[0]),
      pottedPlant([x + 0.6, 0.95, 0.3], random),
    ]),
    shelf,
    ...(random.chance(0.5) ? pictureWall(2.8, 2.45, random).slice(0, 1) : []),
  ]
}
