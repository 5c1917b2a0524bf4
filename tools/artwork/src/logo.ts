import type { Theme } from './light.ts'
import { palette } from './palette.ts'

const { brass, ink, paper } = palette

/**
 * A key whose bow is a clock dial: one hand points to twelve, the other continues as the shaft. Drawn on a grid of 64
 * with nothing thinner than a pixel at 16 px.
 */
function mark(colour: string): string {
  return `<g fill="none" stroke="${colour}" stroke-width="6.5"><circle cx="24" cy="24" r="18.500"/><path d="M24 14.500V24L58 58M45.500 45.500l8 -8M54.500 54.500l5 -5"/></g>`
}

/** “Keyhour” as strokes on a baseline at 46. */
const letters = [
  { x: 0, d: 'M0 11V46M19.500 11L0 32.500M7 25L21 46' },
  { x: 31, d: 'M0 34.500H24A12 12 0 1 0 19.800 43.600' },
  { x: 62, d: 'M0 22.500L11.700 46M23 22.500L6.800 57' },
  { x: 95, d: 'M0 9V46M0 33C0 26 4.500 22.500 10 22.500S20 26 20 33V46' },
  { x: 125, d: 'M0 34.300A12 12 0 1 0 24 34.300A12 12 0 1 0 0 34.300' },
  { x: 160, d: 'M0 22.500V35.500C0 42.500 4.500 46 10 46S20 42.500 20 35.500M20 22.500V46' },
  { x: 192, d: 'M0 22.500V46M0 34C0 26.500 4.500 22.500 12.500 22.500' },
]

function svg(width: number, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 64" width="${width}" height="64" role="img" aria-label="Keyhour" stroke-linecap="round" stroke-linejoin="round">${body}</svg>`
}

/** Transparent; the brass works on light and dark. */
export function logo(): string {
  return svg(64, mark(brass[5]))
}

/** `theme` is the background it is used on. */
export function wordmark(theme: Theme = 'light'): string {
  const colour = theme === 'dark' ? paper[1] : ink[9]
  const name = letters.map(({ x, d }) => `<path transform="translate(${x + 84} 0)" d="${d}"/>`).join('')
  return svg(296, `${mark(brass[5])}<g fill="none" stroke="${colour}" stroke-width="5.600">${name}</g>`)
}

/** For browser tabs and home screens. */
export function favicon(): string {
  return svg(
    64,
    `<rect width="64" height="64" rx="14" fill="${ink[9]}"/><g transform="translate(8.500 8.500) scale(.74)">${mark(brass[4]).replace('6.5', '8')}</g>`,
  )
}

/** For home screens that cut their own shape: the mark stays in the middle four fifths. */
export function maskableIcon(): string {
  return svg(
    64,
    `<rect width="64" height="64" fill="${ink[9]}"/><g transform="translate(14.500 14.500) scale(.55)">${mark(brass[4]).replace('6.5', '8')}</g>`,
  )
}

/** For status bars, which show only its shape. */
export function badge(): string {
  return svg(64, mark('#fff').replace('6.5', '8'))
}
