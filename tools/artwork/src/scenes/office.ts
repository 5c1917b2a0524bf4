import { bookcase, coatHooks, curtains, pictureWall, wallClock, wallShelf } from '../fittings.ts'
import { desk, rug, table } from '../furniture.ts'
import { arcLamp, floorLamp, pendant } from '../lamps.ts'
import { glow } from '../light.ts'
import { palette } from '../palette.ts'
import { onTop, type Piece } from '../piece.ts'
import { plant, pottedPlant } from '../plants.ts'
import {
  bookPile,
  cup,
  deskLamp,
  keyboard,
  laptop,
  monitor,
  notebook,
  type Prop,
  papers,
  pillow,
} from '../props.ts'
import type { Room, RoomPlan } from '../room.ts'
import { armchair, shellChair, sofa, taskChair } from '../seats.ts'

const { brick, dusk, paper } = palette

export function office(plan: RoomPlan): Room {
  const { random, scheme } = plan
  const width = random.pick([2.2, 2.6, 3])
  const window = { x: -3.1 + width / 2, y: 0.95, width, height: 1.75, panes: width > 2.4 ? 3 : 2 }
  const arrangement = random.pick([facingDoor, atWall, withSofa])
  return {
    windows: [window],
    floor: random.pick(['planks', 'planks', 'carpet', 'terrazzo'] as const),
    wall: random.pick(['plain', 'panelled', 'boards'] as const),
    pieces: [
      ...(random.chance(0.6) ? [curtains(window.x, width, 2.95, scheme.secondFabric)] : []),
      { z: 0.01, body: pottedPlant([window.x - width * 0.32, 0.95, 0.05], random).body },
      ...arrangement(plan),
      plant(-3.0, random.between(0.5, 0.9), random.between(1.3, 1.8), random),
    ],
  }
}

function facingDoor(plan: RoomPlan): Piece[] {
  const { random, scheme, isEvening } = plan
  const [x, z] = [random.between(-0.3, 0.3), 1.55]
  const table = desk({
    x,
    z,
    width: 1.8,
    depth: 0.8,
    colour: scheme.wood,
    legs: scheme.metal,
    style: random.pick(['posts', 'panel']),
  })
  const lamp: [number, number, number] = [x + 0.62, 0.74, z - 0.16]
  const things: Prop[] = [
    laptop([x - 0.05, 0.74, z - 0.12], Math.PI - 0.25),
    deskLamp(lamp, scheme.secondFabric, isEvening),
    cup([x - 0.5, 0.74, z + 0.1], paper[0]),
    notebook([x + 0.28, 0.74, z + 0.14], brick[5]),
    random.chance(0.5) ? bookPile([x - 0.68, 0.74, z - 0.14], random) : papers([x - 0.64, 0.74, z - 0.05]),
  ]
  const litDesk = onTop(table, things)
  return [
    rug({ x, z: 1.9, width: 3.3, depth: 1.9, colours: scheme.rug, round: random.chance(0.3) }),
    taskChair({ x: x - 0.08, z: z - 0.55, angle: random.between(-0.35, 0.35), colour: scheme.fabric }),
    isEvening ? { ...litDesk, halo: glow([x + 0.74, 1.1, z], 1.6, 0.9) } : litDesk,
    shellChair({ x: x - 0.55, z: 2.55, angle: Math.PI - 0.3, colour: scheme.secondFabric }),
    ...(random.chance(0.6)
      ? [
          shellChair({
            x: x + 0.6,
            z: 2.5,
            angle: Math.PI + 0.35,
            colour: scheme.secondFabric,
            jacket: dusk[7],
          }),
        ]
      : []),
    bookcase(2.55, random.pick([1.3, 1.6]), random.pick([1.95, 2.3]), random),
    ...pictureWall(1.05, 1.95, random),
    floorLamp({ x: -1.9, z: 0.55, colour: paper[1], isLit: isEvening }),
  ]
}

function atWall(plan: RoomPlan): Piece[] {
  const { random, scheme, isEvening } = plan
  const [x, z] = [random.between(0.7, 1.1), 0.55]
  const table = desk({ x, z, width: 1.9, depth: 0.75, colour: scheme.wood, legs: scheme.metal })
  const things: Prop[] = [
    monitor([x - 0.1, 0.74, z - 0.16], 0.62, random),
    keyboard([x - 0.1, 0.74, z + 0.16]),
    deskLamp([x + 0.62, 0.74, z - 0.1], scheme.secondFabric, isEvening),
    cup([x - 0.56, 0.74, z + 0.16], brick[4]),
    notebook([x + 0.42, 0.74, z + 0.16], scheme.fabric),
    pottedPlant([x - 0.72, 0.74, z - 0.14], random),
  ]
  const litDesk = onTop(table, things)
  return [
    rug({ x: -0.4, z: 2.05, width: 3.4, depth: 1.7, colours: scheme.rug, round: random.chance(0.35) }),
    isEvening ? { ...litDesk, halo: glow([x + 0.74, 1.1, z], 1.5, 0.9) } : litDesk,
    taskChair({
      x: x - 0.15,
      z: 1.45,
      angle: Math.PI + random.between(-0.6, 0.5),
      colour: scheme.fabric,
      ...(random.chance(0.6) && { jacket: brick[6] }),
    }),
    armchair({ x: -1.75, z: 1.9, angle: 0.55, colour: scheme.secondFabric }),
    floorLamp({ x: -2.35, z: 1.35, colour: paper[1], isLit: isEvening }),
    wallShelf(x, 1.95, 1.7, random),
    ...(random.chance(0.5) ? [coatHooks(2.75, 1.75, random)] : [bookcase(2.85, 1.0, 1.95, random)]),
    ...(random.chance(0.5) ? [wallClock(x, 2.65, random)] : []),
    pendant(
      { x: 0, z: 1.9, colour: scheme.metal, isLit: isEvening },
      2.35,
      random.pick(['dome', 'globe', 'cone']),
    ),
  ]
}

function withSofa(plan: RoomPlan): Piece[] {
  const { random, scheme, isEvening } = plan
  const [x, z] = [1.75, 1.35]
  const desktop = desk({
    x,
    z,
    width: 1.7,
    depth: 0.8,
    colour: scheme.wood,
    legs: scheme.metal,
    style: 'panel',
  })
  const low = table({
    x: -1.55,
    z: 1.95,
    width: 0.95,
    depth: 0.6,
    colour: scheme.wood,
    legs: scheme.metal,
    height: 0.4,
    radius: 0.28,
  })
  const seat = sofa(-1.75, 0.75, 2.2, scheme.secondFabric)
  return [
    rug({ x: -1.2, z: 1.75, width: 3, depth: 1.7, colours: scheme.rug, round: random.chance(0.4) }),
    {
      ...seat,
      body: seat.body + pillow([-2.5, 0.46, 0.75], scheme.fabric) + pillow([-1.05, 0.46, 0.75], paper[2]),
    },
    onTop(low, [
      cup([-1.75, 0.4, 2], paper[0]),
      bookPile([-1.35, 0.4, 1.9], random),
      notebook([-1.55, 0.4, 2.1], brick[5]),
    ]),
    onTop(desktop, [
      laptop([x - 0.1, 0.74, z - 0.1], Math.PI + 0.3),
      papers([x + 0.45, 0.74, z + 0.1]),
      cup([x - 0.5, 0.74, z + 0.16], brick[4]),
      pottedPlant([x + 0.68, 0.74, z - 0.16], random),
    ]),
    taskChair({ x: x + 0.1, z: z - 0.58, angle: random.between(-0.5, 0), colour: scheme.fabric }),
    shellChair({ x: x - 0.35, z: z + 0.85, angle: Math.PI - 0.3, colour: scheme.secondFabric }),
    arcLamp({ x: -0.35, z: 0.75, colour: scheme.metal, isLit: isEvening }),
    bookcase(2.75, 1.1, random.pick([1.95, 2.3]), random),
    ...pictureWall(1.1, 1.95, random),
  ]
}
