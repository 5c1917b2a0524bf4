import { shade, shining } from './colour.ts'
import { glow, pool } from './light.ts'
import { palette } from './palette.ts'
import type { Piece } from './piece.ts'
import { ellipse, line, path } from './shapes.ts'
import { project, room, roundShadow, scaleAt, standing } from './solid.ts'

const { brass, ink } = palette

type Lamp = { x: number; z: number; colour: string; isLit: boolean }

type PendantShape = 'dome' | 'globe' | 'cone'

/** `drop` is the height of its lower rim above the floor. */
export function pendant({ x, z, colour, isLit }: Lamp, drop: number, shape: PendantShape): Piece {
  const lit = isLit ? shining(brass[1]) : shade(colour, 0.55)
  const shapes = {
    dome:
      path('M-24 0C-24 -22 -10 -28 0 -28S24 -22 24 0z', colour) +
      path('M6 -27C16 -24 24 -18 24 0H12C14 -12 12 -20 6 -27z', { fill: '#2A2320', opacity: 0.2 }) +
      ellipse([0, 0], 24, 3.6, lit),
    globe:
      `<circle cx="0" cy="-14" r="15" fill="${isLit ? shining(brass[1]) : '#FBF4E4'}"/>` +
      path('M4 -28.500A15 15 0 0 1 4 .5A22 22 0 0 0 4 -28.500z', {
        fill: '#2A2320',
        opacity: isLit ? 0.04 : 0.1,
      }) +
      path('M-5 -30h10v4h-10z', brass[6]),
    cone:
      path('M-20 0L-6 -26H6L20 0z', colour) +
      path('M2 -26H6L20 0H10z', { fill: '#2A2320', opacity: 0.2 }) +
      ellipse([0, 0], 20, 3, lit),
  }
  const top = project([x, room.height, z])
  const head = project([x, drop + 0.26, z])
  const cord = line([top, head], ink[8], 0.012 * scaleAt(z))
  return {
    z,
    body: cord + standing([x, drop, z], shapes[shape]),
    ...(isLit && { halo: glow([x, drop + 0.05, z], 1.9, 0.8) + pool([x, 0.74, z], 1.3, 0.4) }),
  }
}

export function floorLamp({ x, z, colour, isLit }: Lamp): Piece {
  const lit = isLit ? shining(brass[2]) : colour
  return {
    z,
    shadow: roundShadow(x, z, 0.2, 0.5),
    body: standing(
      [x, 0, z],
      ellipse([0, -1], 17, 4.5, ink[7]) +
        path('M0 -3V-132', { stroke: brass[6], width: 2.4 }) +
        path('M-19 -128L-13 -166H13L19 -128z', lit) +
        path('M4 -166H13L19 -128H9z', { fill: '#2A2320', opacity: isLit ? 0.05 : 0.12 }) +
        ellipse([0, -128], 19, 2.6, isLit ? shining(brass[1]) : shade(colour, -0.25)),
    ),
    ...(isLit && { halo: glow([x, 1.45, z], 2.2, 0.9) + pool([x, 0, z], 1.3, 0.5) }),
  }
}

export function arcLamp({ x, z, colour, isLit }: Lamp): Piece {
  return {
    z,
    shadow: roundShadow(x, z, 0.22, 0.5),
    body: standing(
      [x, 0, z],
      ellipse([0, -2], 18, 5, ink[7]) +
        path('M0 -4V-120C0 -210 -76 -214 -84 -168', { stroke: brass[6], width: 2.2 }) +
        path('M-104 -150C-104 -168 -94 -172 -84 -172S-64 -168 -64 -150z', colour) +
        ellipse([-84, -150], 20, 3, isLit ? shining(brass[1]) : shade(colour, 0.5)),
    ),
    ...(isLit && { halo: glow([x - 0.84, 1.5, z], 1.2, 0.8) + pool([x - 0.84, 0.4, z], 0.9, 0.35) }),
  }
}
