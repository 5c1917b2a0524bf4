import { shade } from './colour.ts'
import { palette } from './palette.ts'
import type { Piece } from './piece.ts'
import { block, column, type Frame, panel, roundShadow, shadow, slab, turned } from './solid.ts'
import { type Bar, fourCorners, tube, tubes } from './tube.ts'

const { ink, wood } = palette

type Seat = {
  x: number
  z: number
  /** Radians; 0 faces the viewer, π shows its back. */
  angle: number
  colour: string
  jacket?: string
}

function seatAndBack(frame: Frame, seat: string, back: string): string {
  return frame(0, 0, -0.2)[2] < frame(0, 0, 0.2)[2] ? back + seat : seat + back
}

function jacketOver(frame: Frame, colour: string): string {
  const cloth = panel(frame, {
    width: 0.5,
    from: 0.5,
    to: 0.98,
    forward: -0.24,
    lean: 0.07,
    thick: 0.07,
    radius: 0.12,
    bend: 0.06,
    colour,
  })
  const sleeve = (u: number) =>
    tube(frame(u, 0.9, -0.2), frame(u * 1.12, 0.5, -0.26), shade(colour, -0.12), 0.1)
  const seam = tube(frame(0, 0.93, -0.3), frame(0, 0.53, -0.26), shade(colour, -0.22), 0.012)
  return sleeve(0.23) + cloth + sleeve(-0.23) + seam
}

export function taskChair({ x, z, angle, colour, jacket }: Seat): Piece {
  const frame = turned(x, z, angle)
  const tips = [0, 1, 2, 3, 4].map((i) => {
    const turn = (i / 5) * Math.PI * 2 + 0.4
    return frame(Math.cos(turn) * 0.29, 0.06, Math.sin(turn) * 0.29)
  })
  const base =
    tubes(
      tips.map((tip): Bar => [frame(0, 0.12, 0), tip]),
      ink[6],
      0.035,
    ) +
    tubes(
      tips.map(
        ([tx, , tz]): Bar => [
          [tx, 0.045, tz],
          [tx, 0.03, tz],
        ],
      ),
      ink[8],
      0.06,
    )
  const seat =
    slab(frame, { width: 0.5, depth: 0.48, y: 0.5, thick: 0.08, radius: 0.16, colour }) +
    tubes([armPost(frame, 0.29), armPost(frame, -0.29)], ink[7], 0.03) +
    tubes([armPad(frame, 0.29), armPad(frame, -0.29)], ink[8], 0.05)
  const back =
    tube(frame(0, 0.42, -0.2), frame(0, 0.66, -0.27), ink[7], 0.05) +
    panel(frame, {
      width: 0.46,
      from: 0.58,
      to: 1.04,
      forward: -0.24,
      lean: 0.08,
      thick: 0.06,
      radius: 0.14,
      bend: 0.06,
      colour,
    }) +
    (jacket ? jacketOver(frame, jacket) : '')
  const stem = tube(frame(0, 0.1, 0), frame(0, 0.44, 0), ink[7], 0.055)
  return { z, shadow: roundShadow(x, z, 0.32, 0.5), body: base + stem + seatAndBack(frame, seat, back) }
}

function armPost(frame: Frame, u: number): Bar {
  return [frame(u, 0.44, -0.06), frame(u, 0.68, -0.06)]
}

function armPad(frame: Frame, u: number): Bar {
  return [frame(u, 0.69, -0.15), frame(u, 0.69, 0.12)]
}

export function shellChair({ x, z, angle, colour, jacket }: Seat): Piece {
  const frame = turned(x, z, angle)
  const legs = tubes(
    fourCorners.map(([u, w]): Bar => [frame(u * 0.15, 0.43, w * 0.15), frame(u * 0.22, 0.01, w * 0.22)]),
    wood[5],
    0.032,
  )
  const seat = slab(frame, { width: 0.46, depth: 0.44, y: 0.46, thick: 0.05, radius: 0.15, colour })
  const back =
    panel(frame, {
      width: 0.46,
      from: 0.45,
      to: 0.86,
      forward: -0.2,
      lean: 0.07,
      thick: 0.04,
      radius: 0.15,
      bend: 0.09,
      colour,
    }) + (jacket ? jacketOver(frame, jacket) : '')
  return { z, shadow: roundShadow(x, z, 0.27, 0.45), body: legs + seatAndBack(frame, seat, back) }
}

export function armchair({ x, z, angle, colour }: Seat): Piece {
  const frame = turned(x, z, angle)
  const legs = tubes(
    fourCorners.map(([u, w]): Bar => [frame(u * 0.27, 0.2, w * 0.25), frame(u * 0.3, 0.01, w * 0.28)]),
    wood[6],
    0.035,
  )
  const arm = (u: number) =>
    slab(turnedAt(frame, u, angle), {
      width: 0.15,
      depth: 0.66,
      y: 0.62,
      thick: 0.42,
      radius: 0.07,
      colour: shade(colour, -0.04),
    })
  const arms = [arm(0.36), arm(-0.36)]
  const [far, near] = frame(0.36, 0, 0)[2] < frame(-0.36, 0, 0)[2] ? arms : [...arms].reverse()
  const cushion =
    slab(frame, {
      width: 0.6,
      depth: 0.64,
      y: 0.32,
      thick: 0.14,
      radius: 0.08,
      colour: shade(colour, -0.1),
    }) +
    slab(frame, { width: 0.58, depth: 0.6, y: 0.46, thick: 0.14, radius: 0.1, colour: shade(colour, 0.06) })
  const back = panel(frame, {
    width: 0.8,
    from: 0.2,
    to: 0.92,
    forward: -0.3,
    lean: 0.1,
    thick: 0.18,
    radius: 0.2,
    bend: 0.04,
    colour,
  })
  const facing = Math.cos(angle) > 0
  const body = facing ? back + far + cushion + near : far + cushion + near + back
  return { z, shadow: shadow(x, z, [0.8, 0.5, 0.72]), body: legs + body }
}

function turnedAt(frame: Frame, u: number, angle: number): Frame {
  const [x, , z] = frame(u, 0, 0)
  return turned(x, z, angle)
}

export function sofa(x: number, z: number, width: number, colour: string): Piece {
  const cushions = Math.round(width / 0.75)
  const wide = (width - 0.36) / cushions
  const seat = (i: number) => x - width / 2 + 0.18 + wide * (i + 0.5)
  const row = Array.from({ length: cushions }, (_, i) => i)
  const frame = turned(x, z, 0)
  const back = panel(frame, {
    width: width - 0.1,
    from: 0.2,
    to: 0.84,
    forward: -0.32,
    lean: 0.08,
    thick: 0.2,
    radius: 0.1,
    bend: 0,
    colour: shade(colour, -0.06),
  })
  const arms = [-1, 1]
    .map((side) =>
      slab(turned(x + side * (width / 2 - 0.09), z, 0), {
        width: 0.18,
        depth: 0.8,
        y: 0.6,
        thick: 0.48,
        radius: 0.06,
        colour: shade(colour, -0.02),
      }),
    )
    .join('')
  const body = [
    block({ at: [x, 0.12, z], size: [width - 0.1, 0.22, 0.72], colour: shade(colour, -0.18) }),
    back,
    ...row.map((i) =>
      panel(turned(seat(i), z, 0), {
        width: wide - 0.03,
        from: 0.44,
        to: 0.86,
        forward: -0.18,
        lean: 0.1,
        thick: 0.14,
        radius: 0.1,
        bend: 0,
        colour,
      }),
    ),
    ...row.map((i) =>
      slab(turned(seat(i), z + 0.04, 0), {
        width: wide - 0.02,
        depth: 0.66,
        y: 0.46,
        thick: 0.16,
        radius: 0.07,
        colour: shade(colour, 0.05),
      }),
    ),
    arms,
  ]
  const legs = [-1, 1]
    .map((side) =>
      tube(
        [x + side * (width / 2 - 0.12), 0.14, z + 0.34],
        [x + side * (width / 2 - 0.1), 0, z + 0.34],
        wood[6],
        0.04,
      ),
    )
    .join('')
  return { z, shadow: shadow(x, z, [width, 0.45, 0.8]), body: legs + body.join('') }
}

export function stool(x: number, z: number, colour: string): Piece {
  const feet = [-0.2, 0.2, -0.08, 0.12].map((dx, i) =>
    tube([x, 0.1, z], [x + dx, 0.03, z + (i < 2 ? 0.02 : 0.14)], ink[4], 0.03),
  )
  return {
    z,
    shadow: roundShadow(x, z, 0.22, 0.4),
    body:
      feet.join('') +
      column({ at: [x, 0.08, z], radius: 0.025, height: 0.36, colour: ink[3] }) +
      column({ at: [x, 0.44, z], radius: 0.19, height: 0.08, colour }),
  }
}
