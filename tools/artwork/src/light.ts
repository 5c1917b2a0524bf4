import type { Random } from '@keyhour/server/src/demo/random.ts'
import { shining } from './colour.ts'
import { palette } from './palette.ts'
import { ellipse, radialGradient, slantedGradient, verticalGradient } from './shapes.ts'
import { project, type Spot, scaleAt } from './solid.ts'

export type Theme = 'light' | 'dark'
export type Hour = 'morning' | 'noon' | 'afternoon' | 'night'

export function hourOf(theme: Theme, random: Random): Hour {
  const hour = random.pick(['morning', 'noon', 'noon', 'afternoon'] as const)
  return theme === 'dark' ? 'night' : hour
}

export const skies: Record<Hour, readonly [high: string, middle: string, low: string]> = {
  morning: ['#B7D0E4', '#DCE6EA', '#F9E9D2'],
  noon: ['#8FB6DA', '#BAD4E8', '#E8F1F3'],
  afternoon: ['#A9BBD2', '#EBCFA9', '#F7DDA6'],
  night: ['#0F1729', '#1E2C49', '#46557A'],
}

export const sunlight: Record<Hour, { colour: string; strength: number }> = {
  morning: { colour: '#FFF1D8', strength: 0.5 },
  noon: { colour: '#FFFBEF', strength: 0.46 },
  afternoon: { colour: '#FFDD9A', strength: 0.55 },
  night: { colour: '#7E9BD0', strength: 0.1 },
}

/** Gradients that every picture may use: `sky`, `glow`, `beam`, `veil`. */
export function lightDefs(hour: Hour): string {
  const [high, middle, low] = skies[hour]
  const amber = shining('#F2AC45')
  const sun = shining(sunlight[hour].colour)
  const night = hour === 'night'
  const veil = night
    ? radialGradient('veil', [
        [0.3, shining('#0D1326'), 0],
        [0.75, shining('#0D1326'), 0.16],
        [1, shining('#0A0F20'), 0.42],
      ])
    : slantedGradient('veil', [
        [0, sun, 0.3],
        [0.5, sun, 0.04],
        [1, shining('#1B2033'), 0.2],
      ])
  return [
    verticalGradient('sky', [
      [0, shining(high)],
      [0.55, shining(middle)],
      [1, shining(low)],
    ]),
    radialGradient('glow', [
      [0, shining(palette.brass[1]), 0.85],
      [0.12, shining(palette.brass[2]), 0.5],
      [0.35, amber, 0.22],
      [0.65, amber, 0.08],
      [1, amber, 0],
    ]),
    slantedGradient('beam', [
      [0, sun, night ? 0.06 : 0.28],
      [1, sun, 0],
    ]),
    veil,
  ].join('')
}

export function glow(at: Spot, radius: number, opacity = 1): string {
  const reach = radius * scaleAt(at[2])
  return ellipse(project(at), reach, reach, { fill: 'url(#glow)', opacity })
}

export function pool([x, y, z]: Spot, radius: number, opacity = 0.6): string {
  const near = project([x, y, z + radius])[1]
  const far = project([x, y, z - radius])[1]
  return ellipse([project([x, y, z])[0], (near + far) / 2], radius * scaleAt(z), (near - far) / 2, {
    fill: 'url(#glow)',
    opacity,
  })
}
