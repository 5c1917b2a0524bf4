import { line, path, trail } from './shapes.ts'
import { project, type Spot, scaleAt } from './solid.ts'

export function tube(from: Spot, to: Spot, colour: string, thick: number): string {
  const width = thick * scaleAt((from[2] + to[2]) / 2)
  return line([project(from), project(to)], colour, width)
}

export type Bar = readonly [from: Spot, to: Spot]

/** Several tubes of one kind in one shape. */
export function tubes(bars: readonly Bar[], colour: string, thick: number): string {
  const width = thick * scaleAt(bars[0]![0][2])
  return path(bars.map((bar) => trail(bar.map(project))).join(''), { stroke: colour, width })
}

export const fourCorners = [
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
] as const
