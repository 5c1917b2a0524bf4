import { curtains, pictureWall, wallScreen, whiteboard } from '../fittings.ts'
import { cabinet, rug, table } from '../furniture.ts'
import { pendant } from '../lamps.ts'
import { palette } from '../palette.ts'
import { onTop, type Piece } from '../piece.ts'
import { plant, pottedPlant } from '../plants.ts'
import {
  bookPile,
  carafe,
  cup,
  glassOfWater,
  laptop,
  notebook,
  type Prop,
  papers,
  slide,
  vase,
} from '../props.ts'
import type { Room, RoomPlan } from '../room.ts'
import { shellChair, taskChair } from '../seats.ts'

const { brass, brick, dusk, paper } = palette

export function meetingRoom(plan: RoomPlan): Room {
  const { random, scheme } = plan
  const width = random.pick([1.9, 2.3])
  const window = { x: -3.15 + width / 2, y: 0.85, width, height: 1.95, panes: 2 }
  const accent = random.pick([brass[4], brick[4], dusk[5]])
  const onRight: Piece[] = random.chance(0.75)
    ? [wallScreen(0.95, 1.92, 1.95, (box) => slide(box, accent)), ...pictureWall(2.75, 1.9, random)]
    : [wallScreen(0.6, 1.92, 1.6, (box) => slide(box, accent)), whiteboard(2.55, 1.9, 1.5, random)]
  return {
    windows: [window],
    floor: random.pick(['planks', 'carpet', 'planks', 'tiles'] as const),
    wall: random.pick(['plain', 'panelled', 'boards'] as const),
    pieces: [
      ...(random.chance(0.5) ? [curtains(window.x, width, 3, scheme.secondFabric)] : []),
      ...onRight,
      ...sideboard(plan),
      ...gathering(plan),
      plant(-3.05, 0.65, random.between(1.3, 1.8), random),
      ...lampsOver(plan),
    ],
  }
}

function lampsOver({ random, scheme, isEvening }: RoomPlan): Piece[] {
  const shape = random.pick(['dome', 'globe', 'cone'] as const)
  const spots = random.chance(0.5) ? [-0.7, 0.7] : [-1, 0, 1]
  return spots.map((x) => pendant({ x, z: 1.75, colour: scheme.metal, isLit: isEvening }, 2.42, shape))
}

function sideboard({ random, scheme }: RoomPlan): Piece[] {
  const board = cabinet({
    x: 1.5,
    z: 0.28,
    width: 2.2,
    height: 0.78,
    depth: 0.45,
    colour: scheme.wood,
    doors: 4,
  })
  return [
    onTop(board, [
      carafe([2.2, 0.78, 0.3]),
      glassOfWater([2.36, 0.78, 0.34]),
      glassOfWater([2.46, 0.78, 0.3]),
      random.chance(0.5) ? pottedPlant([0.6, 0.78, 0.3], random) : vase([0.6, 0.78, 0.3], paper[1], random),
      bookPile([1.1, 0.78, 0.3], random),
    ]),
  ]
}

function gathering(plan: RoomPlan): Piece[] {
  const { random, scheme } = plan
  const z = 1.8
  const [width, depth] = [random.pick([2.9, 3.2]), 1.15]
  const oval = random.chance(0.5)
  const chair = random.chance(0.6) ? taskChair : shellChair
  const seats = width > 3 ? [-1.05, 0, 1.05] : [-0.85, 0, 0.85]
  const big = table({
    x: 0,
    z,
    width,
    depth,
    colour: scheme.wood,
    legs: scheme.metal,
    radius: oval ? 0.55 : 0.06,
    style: random.pick(['posts', 'panel', 'trestle']),
  })
  const behind = seats.map((x) =>
    chair({ x, z: z - 0.72, angle: random.between(-0.2, 0.2), colour: scheme.fabric }),
  )
  const before = seats.map((x, i) =>
    chair({
      x: x + random.between(-0.06, 0.06),
      z: z + 0.85,
      angle: Math.PI + random.between(-0.35, 0.35),
      colour: scheme.fabric,
      ...(i === 2 && random.chance(0.6) && { jacket: random.pick([brick[6], dusk[7], paper[6]]) }),
    }),
  )
  const ends = [-1, 1].map((side) =>
    chair({
      x: side * (width / 2 + 0.38),
      z: z + random.between(-0.05, 0.1),
      angle: (-side * Math.PI) / 2 + random.between(-0.15, 0.15),
      colour: scheme.secondFabric,
    }),
  )
  return [
    rug({ x: 0, z: 1.85, width: width + 1.6, depth: 2.4, colours: scheme.rug }),
    ...behind,
    onTop(big, tableware(seats, z, plan)),
    ...before,
    ...ends,
  ]
}

function tableware(seats: readonly number[], z: number, { random }: RoomPlan): Prop[] {
  const y = 0.74
  const each = seats.flatMap((x) => [
    random.chance(0.5)
      ? laptop([x, y, z + 0.3], random.between(-0.2, 0.2))
      : notebook([x, y, z + 0.3], brick[5]),
    random.chance(0.5) ? papers([x + 0.05, y, z - 0.3]) : notebook([x, y, z - 0.3], dusk[6]),
    random.chance(0.5)
      ? glassOfWater([x + 0.3, y, z + 0.2])
      : cup([x + 0.3, y, z + 0.22], random.pick([paper[0], brass[4], dusk[5]])),
  ])
  return [
    ...each,
    carafe([-0.2, y, z]),
    random.chance(0.5) ? vase([0.15, y, z], paper[1], random) : pottedPlant([0.15, y, z], random),
  ]
}
