import { palette } from './palette.ts'
import { picture, rect } from './shapes.ts'

/** Head and shoulders before a plain background, 480 × 600, like an ID photo. */
export function portrait(seed: number): string {
  return picture({
    name: `portrait-${seed}`,
    width: 480,
    height: 600,
    body: rect([0, 0, 480, 600], palette.dusk[seed % 2]!),
  })
}
