import { shade, shining } from '../colour.ts'
import { bodyChart, onWall, pictureWall, spineChart } from '../fittings.ts'
import { cabinet, couch, desk } from '../furniture.ts'
import { glow } from '../light.ts'
import { palette } from '../palette.ts'
import { onTop, type Piece } from '../piece.ts'
import { plant, pottedPlant } from '../plants.ts'
import { cup, laptop, notebook, papers } from '../props.ts'
import type { Room, RoomPlan } from '../room.ts'
import { shellChair, stool } from '../seats.ts'
import { circle, ellipse, path, rect } from '../shapes.ts'
import { block, column, roundShadow, shadow, standing } from '../solid.ts'

const { brass, brick, dusk, ink, paper } = palette

export function clinics(plan: RoomPlan): Room {
  const { random, scheme } = plan
  const width = random.pick([1.7, 2.1])
  const window = { x: -3.1 + width / 2, y: 1.05, width, height: 1.65, panes: 2 }
  const calm = random.pick([dusk[4], '#7FA0A8', scheme.fabric, '#A98B84'])
  return {
    windows: [window],
    floor: random.pick(['tiles', 'terrazzo', 'planks'] as const),
    wall: random.pick(['plain', 'panelled', 'plain'] as const),
    pieces: [
      blind(window.x, window.width, window.y + window.height),
      couch(random.between(0.2, 0.5), 1.75, calm),
      stool(random.between(-1.3, -1.1), 2.15, shade(calm, -0.2)),
      ...washPlace(plan),
      ...wallAbove(plan),
      ...consultation(plan),
      examinationLamp(plan),
      trolley(random.between(1.65, 1.9), 2.45),
      plant(3.1, 1.1, random.between(1.1, 1.6), random),
      { z: 0.01, body: pottedPlant([window.x + 0.4, 1.05, 0.05], random).body },
    ],
  }
}

function wallAbove({ random }: RoomPlan): Piece[] {
  const [first, second] = random.shuffle([
    (x: number) => [spineChart(x, 1.85)],
    (x: number) => [bodyChart(x, 1.9)],
    (x: number) => pictureWall(x, 1.95, random),
  ])
  return [...first!(-0.5), ...second!(0.6)]
}

function blind(x: number, width: number, top: number): Piece {
  const w = width * 100
  return onWall(
    x,
    top,
    rect([-w / 2, 0, w, 42], { fill: paper[0], opacity: 0.78 }) +
      rect([-w / 2, 40, w, 3], paper[4], 1) +
      rect([-w / 2 - 2, -5, w + 4, 6], paper[2], 2) +
      path(`M${w / 2 - 6} 40v30`, { stroke: paper[5], width: 0.8 }) +
      circle(w / 2 - 6, 72, 1.8, paper[5]),
  )
}

function washPlace({ scheme }: RoomPlan): Piece[] {
  const x = 2.35
  const base = cabinet({
    x,
    z: 0.3,
    width: 1.7,
    height: 0.88,
    depth: 0.5,
    colour: shade(scheme.trim, -0.03),
    doors: 4,
  })
  const basin = standing(
    [x - 0.3, 0.88, 0.3],
    ellipse([0, -1], 22, 4, paper[0]) +
      ellipse([0, -1.4], 17, 2.6, dusk[2]) +
      path('M0 -4V-20Q0 -26 6 -26T12 -20V-18', { stroke: ink[3], width: 2.6 }) +
      rect([-9, -8, 4, 5], ink[3], 1),
  )
  const bottles = standing(
    [x + 0.35, 0.88, 0.34],
    rect([-9, -15, 8, 15], brass[2], 2) +
      rect([-7, -19, 4, 4], ink[6], 1) +
      rect([2, -12, 8, 12], dusk[3], 2) +
      rect([4, -15, 4, 3], paper[0], 1) +
      rect([14, -18, 13, 18], paper[0], 2) +
      rect([14, -12, 13, 6], dusk[4]),
  )
  const upper = onWall(
    x,
    1.95,
    rect([-78, -30, 164, 66], { fill: ink[9], opacity: 0.1 }) +
      rect([-80, -34, 160, 66], shade(scheme.trim, 0.1), 2) +
      [-79, -39.5, 0, 39.5]
        .map((dx) => rect([dx + 1, -32, 37.5, 62], shade(scheme.trim, -0.05), 1.5))
        .join('') +
      [-44, 34]
        .map((dx) => rect([dx, 14, 1.6, 12], brass[5], 0.8) + rect([dx + 8, 14, 1.6, 12], brass[5], 0.8))
        .join(''),
  )
  const towels = standing(
    [x + 0.66, 0.88, 0.28],
    [0, 1, 2].map((i) => rect([-9, -5 - i * 5, 19, 4.8], i % 2 ? dusk[2] : paper[0], 2.2)).join(''),
  )
  return [
    onTop(base, [
      { at: [x, 0.88, 0.2], body: basin },
      { at: [x, 0.88, 0.3], body: bottles },
      { at: [x, 0.88, 0.25], body: towels },
    ]),
    upper,
  ]
}

function consultation({ random, scheme }: RoomPlan): Piece[] {
  const [x, z] = [-2.15, 1.05]
  const table = desk({ x, z, width: 1.25, depth: 0.65, colour: scheme.wood, legs: scheme.metal })
  return [
    onTop(table, [
      laptop([x - 0.1, 0.74, z], 0.2),
      papers([x + 0.32, 0.74, z + 0.08]),
      cup([x - 0.45, 0.74, z + 0.1], paper[0]),
      notebook([x + 0.1, 0.74, z + 0.18], brick[5]),
    ]),
    shellChair({
      x: x + 0.1,
      z: z + 0.75,
      angle: Math.PI + random.between(0.2, 0.6),
      colour: scheme.secondFabric,
    }),
  ]
}

function examinationLamp({ random, isEvening }: RoomPlan): Piece {
  const x = random.between(1.5, 1.7)
  const z = 1.25
  return {
    z,
    shadow: roundShadow(x, z, 0.22, 0.5),
    body:
      column({ at: [x, 0, z], radius: 0.2, height: 0.05, colour: ink[4] }) +
      standing(
        [x, 0, z],
        path('M0 -5V-128L-52 -168', { stroke: ink[3], width: 3.2 }) +
          circle(0, -128, 3.6, ink[5]) +
          path('M-52 -168l-6 8', { stroke: ink[5], width: 3 }) +
          path('M-80 -150C-78 -164 -66 -172 -52 -168L-44 -152C-56 -140 -70 -140 -80 -150z', paper[1]) +
          path(
            'M-80 -150C-70 -140 -56 -140 -44 -152C-54 -156 -70 -156 -80 -150z',
            isEvening ? shining(brass[1]) : shining('#FFFBEF'),
          ),
      ),
    ...(isEvening && { halo: glow([x - 0.62, 1.42, z], 2.7, 0.9) }),
  }
}

function trolley(x: number, z: number): Piece {
  const tray = (y: number) =>
    block({ at: [x, y, z], size: [0.62, 0.03, 0.4], colour: ink[2] }) +
    block({ at: [x, y + 0.03, z + 0.19], size: [0.62, 0.03, 0.02], colour: ink[1] })
  const posts = [-0.29, 0.29].map((dx) =>
    column({ at: [x + dx, 0.05, z], radius: 0.014, height: 0.82, colour: ink[3] }),
  )
  const wheels = [-0.27, 0.27].map((dx) => standing([x + dx, 0, z + 0.17], circle(0, -3, 3.4, ink[7])))
  const cloths = [0, 1].map((i) => rect([-25, -5 - i * 5, 20, 4.8], i ? dusk[2] : paper[0], 2.2))
  return {
    z,
    shadow: shadow(x, z, [0.62, 0.6, 0.4]),
    body: [
      ...wheels,
      tray(0.28),
      standing([x, 0.31, z], rect([-22, -14, 26, 14], brass[3], 2) + rect([8, -10, 14, 10], dusk[4], 2)),
      ...posts,
      tray(0.78),
      standing(
        [x, 0.81, z],
        cloths.join('') +
          rect([2, -16, 7, 16], brass[2], 2) +
          rect([3.5, -19, 4, 3], ink[6], 1) +
          rect([12, -11, 10, 11], paper[0], 2) +
          rect([12, -8, 10, 4], dusk[4]),
      ),
    ].join(''),
  }
}
