import { shade } from './colour.ts'
import { ellipse, group, hull, num, type Paint, type Point, path, polygon } from './shapes.ts'

/**
 * One camera for every interior. Metres: x right of the middle, y above the floor, z from the back wall towards the
 * viewer. The light comes from the upper left, so shadows fall to the right and forwards.
 */
export type Spot = readonly [x: number, y: number, z: number]

export const room = { halfWidth: 3.53, height: 3.3, eye: 1.8 }

const centre = 640
const horizon = 270
const wallScale = 150
const cameraAt = 7

/** Pixels in a metre at this depth. */
export function scaleAt(z: number): number {
  return (wallScale * cameraAt) / (cameraAt - z)
}

export function project([x, y, z]: Spot): Point {
  const scale = scaleAt(z)
  return [centre + x * scale, horizon + (room.eye - y) * scale]
}

export function face(spots: readonly Spot[], paint: Paint): string {
  return polygon(spots.map(project), paint)
}

/** `body` is in centimetres around the spot: x right, y down, seen from the front. */
export function standing(spot: Spot, body: string): string {
  const [x, y] = project(spot)
  return group(`translate(${num(x)} ${num(y)}) scale(${Math.round(scaleAt(spot[2]) * 10) / 1000})`, body)
}

type Block = { at: Spot; size: Spot; colour: string }

/** `at` is the middle of its underside. */
export function block({ at: [x, y, z], size: [w, h, d], colour }: Block): string {
  const [left, right, back, front] = [x - w / 2, x + w / 2, z - d / 2, z + d / 2]
  const top = y + h
  const faces: string[] = []
  if (top < room.eye)
    faces.push(
      face(
        [
          [left, top, back],
          [right, top, back],
          [right, top, front],
          [left, top, front],
        ],
        shade(colour, 0.22),
      ),
    )
  if (y > room.eye)
    faces.push(
      face(
        [
          [left, y, back],
          [right, y, back],
          [right, y, front],
          [left, y, front],
        ],
        shade(colour, -0.35),
      ),
    )
  if (left > 0)
    faces.push(
      face(
        [
          [left, y, back],
          [left, y, front],
          [left, top, front],
          [left, top, back],
        ],
        shade(colour, 0.1),
      ),
    )
  if (right < 0)
    faces.push(
      face(
        [
          [right, y, back],
          [right, y, front],
          [right, top, front],
          [right, top, back],
        ],
        shade(colour, -0.22),
      ),
    )
  faces.push(
    face(
      [
        [left, y, front],
        [right, y, front],
        [right, top, front],
        [left, top, front],
      ],
      colour,
    ),
  )
  return faces.join('')
}

/** Coordinates of a turned object: `u` to its left, `v` up, `w` forwards. Angle 0 faces the viewer. */
export type Frame = (u: number, v: number, w: number) => Spot

export function turned(x: number, z: number, angle: number): Frame {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  return (u, v, w) => [x + u * cos + w * sin, v, z + w * cos - u * sin]
}

const cornerPoints = 5

/** A rounded rectangle: five points around each corner, for `solid`. */
function outline(width: number, height: number, radius: number): Point[] {
  const r = Math.min(radius, width / 2, height / 2)
  const corners = [
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ] as const
  return corners.flatMap(([sx, sy], corner) =>
    Array.from({ length: cornerPoints }, (_, i): Point => {
      const turn = ((corner - 1 + i / (cornerPoints - 1)) * Math.PI) / 2
      return [sx * (width / 2 - r) + Math.cos(turn) * r, sy * (height / 2 - r) + Math.sin(turn) * r]
    }),
  )
}

/** Two outlines in space and everything between them; the second one is the visible side. */
function solid(
  hidden: readonly Spot[],
  seen: readonly Spot[],
  colour: string,
  edge = shade(colour, -0.28),
): string {
  const points = seen.map(project)
  return polygon(hull([...hidden.map(project), ...points]), edge) + smooth(points, colour)
}

/** Straight along the sides, one curve around each corner of an `outline`. */
function smooth(points: readonly Point[], paint: Paint): string {
  let d = ''
  for (let i = 0; i < points.length; i += cornerPoints) {
    const [from, middle, to] = [points[i]!, points[i + 2]!, points[i + 4]!]
    const bend: Point = [2 * middle[0] - (from[0] + to[0]) / 2, 2 * middle[1] - (from[1] + to[1]) / 2]
    d += `${d ? 'L' : 'M'}${spell(from)}Q${spell(bend)} ${spell(to)}`
  }
  return path(`${d}z`, paint)
}

function spell([x, y]: Point): string {
  return `${num(x)} ${num(y)}`
}

type Slab = { width: number; depth: number; y: number; thick: number; radius: number; colour: string }

/** A horizontal board: seat or table top. `y` is its upper side. */
export function slab(frame: Frame, { width, depth, y, thick, radius, colour }: Slab): string {
  const corners = outline(width, depth, radius)
  return solid(
    corners.map(([u, w]) => frame(u, y - thick, w)),
    corners.map(([u, w]) => frame(u, y, w)),
    colour,
  )
}

type Panel = {
  width: number
  from: number
  to: number
  /** How far its foot is in front of the middle of the frame, and how far its top leans back. */
  forward: number
  lean: number
  thick: number
  radius: number
  /** How far the sides come forwards around a back. */
  bend: number
  colour: string
}

/** An upright board: the back of a chair, a screen. */
export function panel(frame: Frame, shape: Panel): string {
  const { width, from, to, forward, lean, thick, radius, bend, colour } = shape
  const height = to - from
  const corners = outline(width, height, radius)
  const side = (offset: number) =>
    corners.map(([u, v]) => {
      const rise = 0.5 - v / height
      const w = forward - lean * rise + bend * ((2 * u) / width) ** 2
      return frame(u, from + rise * height, w + offset)
    })
  const front = side(thick / 2)
  const back = side(-thick / 2)
  const middle = frame(0, from, forward)
  const ahead = frame(0, from, forward + 1)
  const facesViewer =
    (ahead[0] - middle[0]) * -middle[0] + (ahead[2] - middle[2]) * (cameraAt - middle[2]) > 0
  const across = (facesViewer ? 1 : -1) * (ahead[0] - middle[0])
  const seen = shade(colour, across > 0 ? -0.18 * across : -0.12 * across)
  return facesViewer ? solid(back, front, seen) : solid(front, back, shade(seen, -0.06))
}

type Column = { at: Spot; radius: number; height: number; colour: string; topRadius?: number }

export function column({ at: [x, y, z], radius, height, colour, topRadius = radius }: Column): string {
  const scale = scaleAt(z)
  const [px, foot] = project([x, y, z])
  const [, head] = project([x, y + height, z])
  const [a, b] = [radius * scale, topRadius * scale]
  const flatness = (level: number) =>
    Math.abs(project([x, level, z + 0.1])[1] - project([x, level, z])[1]) / (0.1 * scale)
  const [ra, rb] = [a * flatness(y), b * flatness(y + height)]
  const body = `M${num(px - a)} ${num(foot)}A${num(a)} ${num(ra)} 0 0 0 ${num(px + a)} ${num(foot)}L${num(px + b)} ${num(head)}L${num(px - b)} ${num(head)}Z`
  const dark = `M${num(px + a * 0.2)} ${num(foot + ra * 0.97)}A${num(a)} ${num(ra)} 0 0 0 ${num(px + a)} ${num(foot)}L${num(px + b)} ${num(head)}L${num(px + b * 0.2)} ${num(head)}Z`
  const lid = y + height < room.eye ? ellipse([px, head], b, rb, shade(colour, 0.25)) : ''
  return path(body, colour) + path(dark, shade(colour, -0.14)) + lid
}

export function disc([x, y, z]: Spot, radius: number, paint: Paint): string {
  const [px, near] = project([x, y, z + radius])
  const [, far] = project([x, y, z - radius])
  return ellipse([px, (near + far) / 2], radius * scaleAt(z), Math.abs(near - far) / 2, paint)
}

const shadowColour = '#2A2320'

export function shadow(x: number, z: number, [w, height, d]: Spot): string {
  const layer = (reach: number, grow: number, opacity: number) => {
    const [dx, dz] = [height * 0.32 * reach, height * 0.2 * reach]
    const corners: Spot[] = [-1, 1].flatMap((sx) =>
      [-1, 1].flatMap((sz): Spot[] => {
        const [px, pz] = [x + sx * (w / 2 + grow), z + sz * (d / 2 + grow)]
        return [
          [px, 0, pz],
          [px + dx, 0, pz + dz],
        ]
      }),
    )
    return polygon(hull(corners.map(project)), { fill: shadowColour, opacity })
  }
  return layer(1.25, 0.03, 0.06) + layer(0.9, 0, 0.08) + layer(0.25, 0, 0.12)
}

export function roundShadow(x: number, z: number, radius: number, height: number): string {
  const step = height * 0.3
  return (
    disc([x + step * 0.7, 0, z + step * 0.4], radius * 1.2, { fill: shadowColour, opacity: 0.09 }) +
    disc([x + step * 0.2, 0, z + step * 0.1], radius * 0.85, { fill: shadowColour, opacity: 0.16 })
  )
}
