import { mix, shade, shining } from '../colour.ts'
import { curtains, wallClock } from '../fittings.ts'
import { lectern, table } from '../furniture.ts'
import { pendant } from '../lamps.ts'
import { palette } from '../palette.ts'
import { onTop, type Piece } from '../piece.ts'
import { plant } from '../plants.ts'
import { cup, glassOfWater, laptop, notebook, papers, slide } from '../props.ts'
import type { Room, RoomPlan } from '../room.ts'
import { shellChair } from '../seats.ts'
import { polygon, rect } from '../shapes.ts'
import { block, project, standing } from '../solid.ts'

const { brass, brick, dusk, ink, paper } = palette

export function lectureRoom(plan: RoomPlan): Room {
  const { random, scheme, isEvening } = plan
  const width = random.pick([1.5, 1.8])
  const window = { x: -3.3 + width / 2, y: 0.9, width, height: 2, panes: 2 }
  const shape = random.pick(['globe', 'dome', 'cone'] as const)
  return {
    windows: [window],
    floor: random.pick(['planks', 'carpet', 'terrazzo'] as const),
    wall: random.pick(['plain', 'panelled', 'boards'] as const),
    pieces: [
      ...(random.chance(0.5) ? [curtains(window.x, width, 3.05, scheme.secondFabric)] : []),
      projection(plan),
      stage(plan),
      lectern(random.chance(0.5) ? 2.75 : -1.25, 0.75, scheme.wood),
      ...rows(plan),
      plant(3.15, 0.35, random.between(1.3, 1.7), random),
      wallClock(-1.28, 2.6, random),
      ...[-1.2, 1.6].map((x) => pendant({ x, z: 2.2, colour: scheme.metal, isLit: isEvening }, 2.6, shape)),
    ],
  }
}

function projection({ random, isEvening }: RoomPlan): Piece {
  const [px, py] = project([-0.75, 2.92, 0])
  const [w, h] = [3 * 150, 1.62 * 150]
  const accent = random.pick([brass[4], brick[4], dusk[5]])
  const projector = project([0.75, 2.95, 1.9])
  const beam = polygon([projector, [px, py + h], [px + w, py + h], [px + w, py], projector], {
    fill: shining('#FFF6DF'),
    opacity: isEvening ? 0.1 : 0.07,
  })
  return {
    z: 0.02,
    body:
      rect([px + 5, py + 8, w, h + 4], { fill: ink[9], opacity: 0.14 }) +
      rect([px - 10, py - 10, w + 20, 12], ink[5], 4) +
      rect([px, py, w, h], paper[0]) +
      slide([px + 8, py + 8, w - 16, h - 14], accent) +
      rect([px - 4, py + h - 3, w + 8, 7], ink[6], 3),
    halo:
      beam +
      standing(
        [0.75, 2.95, 1.9],
        rect([-2, -30, 4, 26], ink[6]) +
          rect([-20, -6, 40, 14], ink[8], 4) +
          rect([-14, -3, 10, 8], shining(dusk[1]), 4),
      ),
  }
}

function stage({ scheme }: RoomPlan): Piece {
  const colour = mix(scheme.floor, scheme.wood, 0.6)
  return {
    z: 0.005,
    rug: block({ at: [0.7, 0, 0.55], size: [5.4, 0.09, 1.1], colour: shade(colour, -0.12) }),
    body: '',
  }
}

function rows(plan: RoomPlan): Piece[] {
  const { random, scheme } = plan
  const taken = random.whole(0, 20)
  const jacket = random.pick([brick[6], dusk[7], paper[6]])
  const chair = (x: number, z: number, row: number, i: number) =>
    shellChair({
      x,
      z,
      angle: Math.PI + random.between(-0.06, 0.06) - x * 0.05,
      colour: row % 2 ? scheme.fabric : shade(scheme.fabric, 0.08),
      ...(row * 7 + i === taken && { jacket }),
    })
  if (random.chance(0.4))
    return [1.35, 2.25].flatMap((z, row) => [
      ...[-1.45, 1.05].map((x) => writingDesk(x + row * 0.1, z, plan)),
      ...[-2.1, -1.45, -0.8, 0.4, 1.05, 1.7].map((x, i) => chair(x + row * 0.1, z + 0.62, row, i)),
    ])
  const spread = random.chance(0.5)
    ? [-2.35, -1.75, -1.15, 0.95, 1.55, 2.15]
    : [-1.95, -1.3, -0.65, 0, 0.65, 1.3, 1.95]
  return [1.55, 2.2, 2.85].flatMap((z, row) => spread.map((x, i) => chair(x, z, row, i)))
}

function writingDesk(x: number, z: number, { random, scheme }: RoomPlan): Piece {
  const top = table({
    x,
    z,
    width: 2.1,
    depth: 0.5,
    colour: scheme.wood,
    legs: scheme.metal,
    style: 'trestle',
  })
  return onTop(top, [
    notebook([x - 0.6, 0.74, z], random.pick([brick[5], dusk[6]])),
    random.chance(0.5) ? laptop([x + 0.1, 0.74, z], 0.1) : papers([x + 0.1, 0.74, z]),
    random.chance(0.5) ? glassOfWater([x + 0.75, 0.74, z]) : cup([x + 0.75, 0.74, z], paper[0]),
  ])
}
